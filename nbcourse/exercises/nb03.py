"""Checkers of notebook 03: zeros, denominators, priors and the amount of smoothing."""

from functools import cache
from itertools import product

import numpy as np

from nbcourse import evaluation, linear, text
from nbcourse.corpus import BagOfWords
from nbcourse.datasets import load
from nbcourse.distributions import Dirichlet
from nbcourse.estimation import posterior_mean
from nbcourse.exercises.kit import behaves, exercise, near
from nbcourse.naive_bayes import CategoricalNB, MultinomialNB


def _coded(table):
    """The textbook table as codes of its levels, and its classes."""
    return np.column_stack([table.X1 - 1, table.X2.map("SML".index)]), table.Y.to_numpy()


@exercise(
    "03.1",
    objectives=(1,),
    first="note for each class which levels of X1 and of X2 have no row left",
)
def nothing_over_nothing(answer):
    """How many queries have a zero in both classes once rows 4 and 15 are gone."""
    model = CategoricalNB(alpha=0, min_categories=3).fit(*_coded(load("li_hang").drop([3, 14])))
    zero = np.isneginf(model.predict_joint_log_proba(list(product(range(3), repeat=2))))
    minus, plus = zero.sum(axis=0).tolist()
    return near(
        answer,
        int(zero.all(axis=1).sum()),
        mistakes=[
            (
                int(zero.any(axis=1).sum()),
                "a zero in one class only is 0, not 0/0: count where both are zero",
            ),
            (plus, "those are the zeros of class +1; for 0/0 class -1 has to be zero as well"),
            (minus, "those are the zeros of class -1; for 0/0 class +1 has to be zero as well"),
            (0, "look for a query whose levels are missing, one in each class"),
        ],
        otherwise="compute both products of the nine queries (`bayes_table` stops at 0/0), "
        "then count the pairs (0, 0)",
    )


@exercise(
    "03.2",
    objectives=(3,),
    first="ask of each model what it counts: messages, or words?",
)
def three_denominators(answer):
    """The word 'win' in ham, smoothed with 1/2 in three event models."""
    messages, tokens, d = 2, 5, 7
    outcomes, draws = np.array([3, 2, d]), np.array([messages, messages, tokens])
    half = 0.5
    spam = np.array([0, 1, 2]) + half
    return near(
        answer,
        half / (draws + half * outcomes),
        mistakes=[
            (1 / (draws + outcomes), "that is add-one; here alpha is one half"),
            (
                half / (draws + outcomes),
                "alpha goes into the denominator too: once for every outcome",
            ),
            (half / draws, "alpha was added below, too: once for every outcome of a draw"),
            (
                half / (messages + half * outcomes),
                "the multinomial draws tokens: divide by the number of tokens",
            ),
            (
                half / (draws + half * 2),
                "two outcomes fit the Bernoulli model only: what can one draw be in the others?",
            ),
            (
                spam / (np.array([2, 2, 6]) + half * outcomes),
                "those are the spam messages; the question is about ham",
            ),
            (
                (half / 3.5, half / 3, half / (tokens + half * 4)),
                "the vocabulary is that of all four messages, not the words of ham",
            ),
            (
                half / (draws + half * outcomes)[[1, 0, 2]],
                "right numbers, the first two exchanged: first categorical, then Bernoulli",
            ),
            (np.zeros(3), "that is the unsmoothed share"),
        ],
        otherwise="ask for each model: how many draws, and how many outcomes of one draw?",
    )


@exercise(
    "03.3",
    objectives=(2, 3),
    first="begin with the plain counts of the levels, in the order of `levels`",
)
def smoothed_shares(answer):
    """A function (values, levels, alpha) -> smoothed shares in the order of levels."""
    inputs = [
        (["S", "M", "M"], ["S", "M", "L"], 1),
        ([2, 2, 2, 2, 7], [7, 2, 5, 9], 0.5),
        (["a", "b"], ["b", "a"], 0.1),
        ([], ["yes", "no"], 2),
    ]
    return behaves(
        answer,
        _smoothed,
        inputs,
        mistakes=[
            (_unsmoothed_total, "the total has to grow by what was added: it does not sum to 1"),
            (_alpha_once, "alpha is added once for every level, so the total grows by S * alpha"),
            (_without_alpha, "that adds one per level whatever alpha is"),
            (_only_seen, "the number of levels is len(levels), not the number of those seen"),
            (_sorted, "right numbers in another order: follow the order of `levels`"),
        ],
        otherwise="check on a small list that the result sums to 1 and has one entry per level",
    )


def _counts(values, levels):
    return np.array([list(values).count(v) for v in levels], dtype=float)


def _smoothed(values, levels, alpha):
    return posterior_mean(_counts(values, levels), alpha)


def _unsmoothed_total(values, levels, alpha):
    return (_counts(values, levels) + alpha) / max(len(values), 1)


def _alpha_once(values, levels, alpha):
    return (_counts(values, levels) + alpha) / (len(values) + alpha)


def _without_alpha(values, levels, alpha):
    return _smoothed(values, levels, 1)


def _only_seen(values, levels, alpha):
    counts = _counts(values, levels)
    return (counts + alpha) / max(len(values) + alpha * np.count_nonzero(counts), 1e-9)


def _sorted(values, levels, alpha):
    return _smoothed(values, sorted(levels), alpha)


@exercise(
    "03.4",
    objectives=(4,),
    first="write down the posterior mean of the failure rate, with a left as a letter",
)
def no_failures(answer):
    """Largest a for which Beta(a, a) and ten bulbs without failure give a mean of one percent."""
    n, rate = 10, 0.01
    right = n * rate / (1 - 2 * rate)
    return near(
        answer,
        right,
        mistakes=[
            (1 + right, "that makes the *mode* one percent; the question asks for the mean"),
            (n * rate / (1 - rate), "a is added for both outcomes: the total grows by 2 a"),
            (n * rate, "the total is not 10 any more: it has grown by 2 a"),
            (1, "Laplace's a = 1 gives a mean of one twelfth"),
            (0, "that gives a rate of zero; more than that is allowed"),
        ],
        otherwise="write the posterior mean a / (10 + 2 a), set it to 0.01 and solve for a",
    )


@exercise(
    "03.5",
    objectives=(1, 2),
    first="which single factor of the two scores differs between the two ways?",
)
def two_priors(answer):
    """Posterior of +1 for (3, S) at alpha = 1/2: class prior smoothed, and counted."""
    smoothed, counted = _plus(0.5, 0.5), _plus(0.5, 0)
    return near(
        answer,
        (smoothed, counted),
        mistakes=[
            ((counted, smoothed), "right, but in the wrong order: first the smoothed class prior"),
            ((1 - smoothed, 1 - counted), "those are the posteriors of class -1"),
            (
                (_plus(0.5, 1), counted),
                "the prior of the first is smoothed with one; take the same alpha, one half",
            ),
            ((_plus(1, 1), _plus(1, 0)), "that is alpha = 1; take one half"),
            ((_plus(0, 0), _plus(0, 0)), "that is alpha = 0: no count was smoothed"),
            ((smoothed, smoothed), "in the second number the class prior stays as it was counted"),
            ((counted, counted), "in the first number the class prior is smoothed as well"),
        ],
        otherwise="each score: class prior, times two smoothed shares; divide by their sum",
    )


def _plus(alpha, class_alpha):
    model = CategoricalNB(alpha=alpha, class_alpha=class_alpha).fit(*_coded(load("li_hang")))
    return float(model.predict_proba([[2, 0]])[0, 1])


@exercise(
    "03.6",
    objectives=(5,),
    first="compute the log evidence at a handful of alphas, then look closer at the best of them",
)
def best_evidence(answer):
    """The alpha of largest evidence for the counts 9, 1, 0, 0."""
    right, two_levels = _peak([9, 1, 0, 0]), _peak([9, 1])
    return near(
        answer,
        right,
        tolerance=0.03,  # two digits are enough
        mistakes=[
            (two_levels, "outcomes never seen are outcomes too: four levels, not two"),
            (np.log(right), "that is its natural logarithm"),
            (np.log10(right), "that is its logarithm to base ten"),
            (
                _best(np.array([9, 1, 0, 0]), _log_evidence)[1],
                "that is the largest log evidence itself; which alpha attains it?",
            ),
            (0, "alpha near 0 maximises the likelihood; the evidence averages over the prior"),
            (1, "compare: the evidence of a smaller alpha is larger"),
        ],
        otherwise="compute Dirichlet(np.full(4, a)).log_evidence([9, 1, 0, 0]) on a fine grid of a",
    )


def _peak(counts):
    return _best(np.array(counts), _log_evidence)[0]


def _log_evidence(counts, alpha):
    return Dirichlet(np.full(len(counts), alpha)).log_evidence(counts)


def _best(counts, score):
    from scipy.optimize import minimize_scalar

    found = minimize_scalar(lambda u: -score(counts, np.exp(u)), bounds=(-7, 4), method="bounded")
    return float(np.exp(found.x)), -float(found.fun)


@exercise(
    "03.7",
    objectives=(1, 5),
    first="for each message count its words that ham never used, and those that spam never used",
)
def counting_zeros(answer):
    """Test messages on which the rule of fewer new words decides, and where the filter differs."""
    lead, meets, nats = _almost_bare()
    named = lead != 0
    differ = (nats > 0) != (lead > 0)
    right = (int(named.sum()), int((differ & named).sum()))
    met = int(meets.sum())
    return near(
        answer,
        right,
        mistakes=[
            (right[::-1], "the right numbers in the wrong order: first how many the rule decides"),
            (
                (len(lead), int(differ.sum())),
                "where both classes have equally many new words the rule names none",
            ),
            ((len(lead) - right[0], right[1]), "those are the messages without a name"),
            ((right[0], right[0] - right[1]), "that is how often they agree"),
            ((met, 0), f"{met:,} messages meet a zero; one class must also have more new words"),
            ((right[0], 0), "the first is right; compare the rule with the sign of the log-odds"),
        ],
        otherwise="for each message, count the occurrences of words with N[k] = 0, for both k; "
        "where the two numbers are equal the rule names no class",
    )


@cache
def _almost_bare():
    """New words of ham less those of spam, whether any is new, and log-odds at 1e-9."""
    sms = load("sms")
    train, test = evaluation.repeated_splits(sms.labels, n_splits=1, random_state=0)[0]
    bag = BagOfWords(analyzer=text.words)
    X, y = bag.fit_transform(sms[train]), sms.labels[train]
    never = [X[y == k].sum(axis=0) == 0 for k in ("ham", "spam")]
    X_test = bag.transform(sms[test])
    to_ham, to_spam = (X_test[:, words].sum(axis=1) for words in never)
    met = to_ham + to_spam > 0
    return to_ham - to_spam, met, linear.log_odds(MultinomialNB(alpha=1e-9).fit(X, y), X_test)


@exercise(
    "03.a",
    objectives=(1,),
    first="which factor of label 1 is zero, and in which queries does it stand?",
)
def erased(answer):
    """Queries for which the product of label 1 is zero once row 4 is gone."""
    table = load("li_hang").drop(3)
    own = table[table["Y"] == 1]
    missing = [3 - own[name].nunique() for name in ("X1", "X2")]
    right = 9 - (3 - missing[0]) * (3 - missing[1])
    return near(
        answer,
        right,
        mistakes=[
            (1, "the query of the text is not the only one with an S"),
            (9 - right, "those are the queries that keep a positive product"),
            (0, "one factor is enough: look at P(S|1)"),
            (9, "only where the factor zero stands in the product"),
        ],
        otherwise="one level has no row left in class 1: in how many queries does it stand?",
    )


@exercise(
    "03.b",
    objectives=(1,),
    first="note for each word in which of the two classes it occurs",
)
def no_verdict(answer):
    """Messages of five whose posterior is 0/0 without smoothing."""
    return near(
        answer,
        2,
        mistakes=[
            (3, "zebra adds no factor, and now is a word of both classes: neither makes a zero"),
            (4, "a zero in one class only is a verdict; 0/0 needs one in each class"),
            (5, "now was seen in both classes, zebra in none: neither makes a zero"),
            (1, "look for every pair of a word of spam only with a word of ham only"),
            (0, "win was never seen in ham, lunch never in spam"),
        ],
        otherwise="0/0 needs a word that ham never used and one that spam never used",
    )


@exercise(
    "03.c",
    objectives=(2,),
    first="how many counts are there in all, with the imagined ones?",
)
def never_counted(answer):
    """Counts 5, 3, 2, 0 with alpha = 1/2: probability of the last level."""
    counts, alpha = np.array([5, 3, 2, 0]), 0.5
    return near(
        answer,
        posterior_mean(counts, alpha)[-1],
        mistakes=[
            (alpha / 10, "the total grows as well: once for every level"),
            (alpha / (10 + alpha), "one half was added four times, so the total grows by two"),
            (1 / 14, "that is alpha = 1; take one half"),
            (alpha / (10 + 3 * alpha), "the level that was never seen is a level, too: four"),
            (0, "that is the share; add one half to every count first"),
        ],
        otherwise="(count + alpha) / (all counts + levels times alpha)",
    )


@exercise(
    "03.d",
    objectives=(3,),
    first="what do the 30 numerators sum to?",
)
def wrong_total(answer):
    """Sum of smoothed shares: 20 words, vocabulary 30, divided by words + 2."""
    numerators, denominator = 20 + 30, 20 + 2
    return near(
        answer,
        numerators / denominator,
        mistakes=[
            (1, "that is the right denominator, words + 30; here it is words + 2"),
            (denominator / numerators, "upside down: the numerators go on top"),
            (20 / 22, "1 was added to each of the 30 counts"),
            (21 / 22, "1 was added to each of the 30 counts, not once"),
            (numerators, "that is the sum of the numerators; divide it"),
        ],
        otherwise="the numerators sum to the words plus 1 for each entry of the vocabulary",
    )


@exercise(
    "03.e",
    objectives=(4,),
    first="add each parameter to its count",
)
def lopsided_prior(answer):
    """Posterior mean of S under Dir(2, 1, 1) with counts 0, 4, 4."""
    prior, counts = np.array([2, 1, 1]), np.array([0, 4, 4])
    after = prior + counts
    return near(
        answer,
        after[0] / after.sum(),
        mistakes=[
            ((after[0] - 1) / (after.sum() - 3), "that is the mode, the top of the hill"),
            (1 / 11, "that is the flat prior, 1 for each level"),
            (2 / 8, "the parameters belong to the total as well"),
            (2 / 11, "the parameters sum to 4, not to 3"),
            (0, "that is the share; the prior has seen two S"),
            (0.5, "that is the mean before the eight rows"),
        ],
        otherwise="formula (2): (count + parameter) / (all counts + all parameters)",
    )


@exercise(
    "03.f",
    objectives=(5,),
    first="which share of the bar holds alpha alone?",
)
def endless(answer):
    """Growth of the bar of a one-sided word when alpha falls from 1 to 0.001."""
    seen, alpha = 71, 0.001
    return near(
        answer,
        np.log(1000),
        tolerance=0.01,  # two digits; 71 + 1 or 71 + 0.001 in spam, or 71
        mistakes=[
            (12.56 - 5.35, "that is the whole growth; here the denominators are to stay"),
            (-np.log(1000), "the share in ham stands below: as it falls, the bar grows"),
            (3, "nats are natural logarithms, not those to base 10"),
            (np.log2(1000), "nats are natural logarithms, not those to base 2"),
            (1000, "that is the factor on the odds; its logarithm is in nats"),
            (np.log(seen * 1000), "the 71 of spam hardly change; only the ham side does"),
            (seen * (1 - alpha), "bars are logarithms of ratios: divide, do not subtract"),
        ],
        otherwise="the numerator of ham falls from 1 to 0.001: what does that do to a logarithm?",
    )
