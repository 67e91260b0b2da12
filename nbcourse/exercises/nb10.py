"""Checkers of notebook 10: joint and conditional fits, limits, thresholds, writing, gaps."""

from functools import cache

import numpy as np
from scipy.stats import norm

from nbcourse.datasets import load
from nbcourse.exercises.kit import behaves, chosen, exercise, near
from nbcourse.naive_bayes import BernoulliNB, MultinomialNB
from nbcourse.text import words


@exercise(
    "10.1",
    objectives=(1,),
    first="write the four joint probabilities down, then P(x) for both values of x",
)
def two_fits(answer):
    """Joint and conditional log-likelihood of four samples."""
    joint = np.array([0.4, 0.4, 0.3, 0.2])
    evidence = np.array([0.6, 0.6, 0.4, 0.6])
    both = np.log(joint).sum(), np.log(joint / evidence).sum()
    return near(
        answer,
        both,
        mistakes=[
            (both[::-1], "the right numbers in the wrong order: the joint first"),
            (
                (both[0], np.log(evidence).sum()),
                "the second is log P(x): what is left of the joint when that is taken away?",
            ),
            (
                (both[0], np.log(joint / np.array([0.5, 0.5, 0.5, 0.5])).sum()),
                "the second divides by P(y); the condition is x",
            ),
            (np.log10(np.exp(both)), "nats, please: the natural logarithm"),
            (np.exp(both), "those are products; add up logarithms"),
            ((-both[0], -both[1]), "a probability below 1 has a logarithm below 0"),
        ],
        otherwise="log P(y | x) is log P(x, y) less log P(x): take it sample by sample",
    )


@exercise(
    "10.2",
    objectives=(5,),
    first="which factors does each class have, and what do the shares of win add up to?",
)
def torn_message(answer):
    """Posterior of spam with free, without meeting, win unknown."""
    return near(
        answer,
        _posterior(0.6 * 0.95, 0.1 * 0.8),
        mistakes=[
            (_posterior(0.6 * 0.95 * 0.6, 0.1 * 0.8 * 0.95), "win is unknown, not absent"),
            (_posterior(0.6 * 0.95 * 0.4, 0.1 * 0.8 * 0.05), "win is unknown, not present"),
            (_posterior(0.6, 0.1), "meeting is known to be absent: that is a factor"),
            (_posterior(0.6 * 0.05, 0.1 * 0.2), "meeting is absent: one minus its share"),
            (
                _posterior(0.6 * 0.95 * 0.5, 0.1 * 0.8 * 0.5, prior=0.5),
                "the prior is 0.3, not one half",
            ),
            (1 - _posterior(0.6 * 0.95, 0.1 * 0.8), "that is the posterior of ham"),
        ],
        otherwise="prior times the factors of free and of no meeting, for both classes",
    )


def _posterior(spam, ham, prior=0.3):
    """Posterior of spam from the likelihoods of both classes."""
    return prior * spam / (prior * spam + (1 - prior) * ham)


@exercise(
    "10.3",
    objectives=(3,),
    first="which weights has naive Bayes with endless data? Put them into formula (2)",
)
def two_limits(answer):
    """Limit of naive Bayes and least error, delta = (2, 0), correlation 0.5."""
    naive, best = norm.cdf(-1), norm.cdf(-1 / np.sqrt(1 - 0.5**2))
    return near(
        answer,
        (naive, best),
        mistakes=[
            ((best, naive), "the right numbers in the wrong order: naive Bayes first"),
            ((1 - naive, 1 - best), "those are the shares of right answers"),
            ((naive, naive), "the second feature alone says nothing, but it is correlated"),
            (
                (naive, norm.cdf(-1 / (1 - 0.5**2))),
                "the distance is the root of delta, Sigma inverse, delta",
            ),
            (
                (naive, norm.cdf(-2 / np.sqrt(1 - 0.5**2))),
                "the boundary lies in the middle: half the distance",
            ),
            (
                (norm.cdf(-2), norm.cdf(-2 / np.sqrt(1 - 0.5**2))),
                "both boundaries lie in the middle: half the distance, twice",
            ),
            ((naive, norm.cdf(-2)), "the second: half the distance, and s holds Sigma"),
            (
                (naive, norm.cdf(-np.sqrt(1 - 0.5**2))),
                "that multiplies by Sigma where its inverse belongs",
            ),
        ],
        otherwise="formula (2) with w = delta, then with w = Sigma inverse times delta",
    )


@exercise(
    "10.4",
    objectives=(2,),
    first="between two neighbouring values all thresholds decide alike: how many kinds are there?",
)
def least_errors(answer):
    """A function (left-out log-odds, truth) -> the least number of errors."""
    return behaves(
        answer,
        _least,
        [
            (np.array([-3.0, -2, -1, -1.5, -0.5, 2]), np.array([0, 0, 0, 1, 1, 1], bool)),
            (np.array([1.0, 2, 3]), np.array([1, 1, 1], bool)),
            (np.array([-1.0, -2, -3, -4]), np.array([0, 0, 0, 0], bool)),
            (np.array([0.5, 0.5, 1, 4, 4]), np.array([1, 0, 1, 0, 1], bool)),
            (np.array([5.0, 4, 3, 2, 1]), np.array([0, 1, 0, 1, 0], bool)),
        ],
        mistakes=[
            (
                lambda nats, y: int(((nats > 0) != y).sum()),
                "that is the threshold 0: try the others as well",
            ),
            (
                lambda nats, y: min(int(((nats >= c) != y).sum()) for c in nats),
                "calling all messages ham is a threshold too; and spam lies strictly above",
            ),
            (
                lambda nats, y: _least(nats, y, lowest=False),
                "calling all messages spam is a threshold too: one below all values",
            ),
            (
                lambda nats, y: _least(nats, y) / len(y),
                "that is a share; the question asks for a number",
            ),
            (
                lambda nats, y: len(y) - _least(nats, y),
                "that is the number of right decisions",
            ),
            (
                lambda nats, y: min(int(((nats < c) != y).sum()) for c in [*nats, np.inf]),
                "spam lies above the threshold, not below",
            ),
        ],
        otherwise="for each value as a threshold, and one below them all: count, take the least",
    )


def _least(nats, y, lowest=True):
    places = [*nats, -np.inf] if lowest else nats
    return min(int(((nats > place) != y).sum()) for place in places)


@exercise(
    "10.5",
    objectives=(4,),
    first="what is the probability that n words are all different from the first one?",
)
def both_words(answer):
    """A function (a, b, n) -> probability that both words occur among n."""
    return behaves(
        answer,
        _both,
        [(0.1, 0.2, 5), (0.01, 0.03, 24), (0.5, 0.5, 2), (0.3, 0.1, 1), (0.2, 0.2, 40)],
        mistakes=[
            (
                lambda a, b, n: (1 - (1 - a) ** n) * (1 - (1 - b) ** n),
                "one place cannot hold both words: their occurrence is not quite independent",
            ),
            (
                lambda a, b, n: 1 - (1 - a - b) ** n,
                "that is at least one of the two; the question asks for both",
            ),
            (
                lambda a, b, n: 1 - (1 - a) ** n - (1 - b) ** n,
                "messages with neither word are subtracted twice: add them once",
            ),
            (lambda a, b, n: a * b, "that is one place for each; there are n places"),
            (lambda a, b, n: n * (n - 1) * a * b, "that is an expected number of pairs"),
        ],
        otherwise="take away those without the first and those without the second, add neither",
    )


def _both(a, b, n):
    return 1 - (1 - a) ** n - (1 - b) ** n + (1 - a - b) ** n


@exercise(
    "10.6",
    objectives=(2, 3),
    first="write the function of one repeat first, as drawn in Section 2 does it",
)
def far_from_home(answer):
    """Mean errors of naive Bayes and logistic regression from 200 mails of CSDMC2010."""
    right = _errors("csdmc")
    return near(
        answer,
        (right["multinomial"], right["logistic"]),
        tolerance=0.005,
        mistakes=[
            (
                (right["logistic"], right["multinomial"]),
                "the right numbers in the wrong order: naive Bayes first",
            ),
            (
                (right["bernoulli"], right["logistic"]),
                "the first is the Bernoulli model; the question asks for the multinomial one",
            ),
            (
                (1 - right["multinomial"], 1 - right["logistic"]),
                "those are the shares of right decisions",
            ),
            (
                (right["all words"], right["logistic"]),
                "naive Bayes knows words of the test part: take those of the 200 mails only",
            ),
        ],
        otherwise="five repeats: shuffle, 1,000 test, the next 200 teach, with their words only",
    )


@cache
def _errors(name):
    """Mean errors over five repeats of 200 mails, model by model."""
    from sklearn.linear_model import LogisticRegression

    corpus = load(name).features(words)
    X, spam = corpus.counts.sign().astype(float), corpus.labels == "spam"
    models = {"multinomial": MultinomialNB(), "bernoulli": BernoulliNB()}
    how = {"solver": "liblinear", "dual": True, "random_state": 0}
    models["logistic"] = LogisticRegression(C=10, **how)
    found = {kind: [] for kind in [*models, "all words"]}
    for repeat in range(5):
        order = np.random.default_rng(repeat).permutation(len(spam))
        test, train = order[:1000], order[1000:1200]
        known = np.flatnonzero(X[train].sum(axis=0))
        for kind in found:
            columns = np.arange(X.shape[1]) if kind == "all words" else known
            model = models.get(kind, models["multinomial"])
            model.fit(X[train][:, columns], spam[train])
            found[kind].append((model.predict(X[test][:, columns]) != spam[test]).mean())
    return {kind: float(np.mean(wrong)) for kind, wrong in found.items()}


@exercise(
    "10.a",
    objectives=(1,),
    first="P(x) is a sum over the classes: of which two numbers?",
)
def evidence(answer):
    """log P(x) from the two joint log-probabilities -40 and -42."""
    return near(
        answer,
        np.logaddexp(-40, -42),
        mistakes=[
            (-82, "logarithms added are probabilities multiplied: P(x) is their sum"),
            (-41, "the mean of two logarithms is no logarithm of a sum"),
            (-np.logaddexp(0, -2), "that is log P(spam | x)"),
            (-40, "that is the larger part alone; ham adds a little"),
            (2, "those are the log-odds"),
            (-np.logaddexp(-40, -42), "a probability below 1 has a logarithm below 0"),
        ],
        otherwise="the logarithm of exp(-40) + exp(-42)",
    )


@exercise(
    "10.b",
    objectives=(2,),
    first="write the six values on a line, ham below and spam above it",
)
def two_thresholds(answer):
    """Errors at threshold 0 and at the best one, for six left-out log-odds."""
    return near(
        answer,
        (2, 1),
        mistakes=[
            ((1, 2), "the right numbers in the wrong order: the threshold 0 first"),
            ((2, 0), "one spam message lies below a ham: no threshold gets both right"),
            ((2, 2), "try a threshold between -2 and -1"),
            ((4, 5), "those are the right decisions"),
            ((1, 1), "at 0 two of the spam messages are below"),
        ],
        otherwise="at 0: spam below it and ham above it; then move the threshold down",
    )


@exercise(
    "10.c",
    objectives=(3,),
    first="of the mails with the first word, which share has the second after the shuffling?",
)
def shuffled_words(answer):
    """In how many of 100 spam mails two words of 60 and 50 meet once each was shuffled."""
    return near(
        answer,
        30,
        mistakes=[
            (50, "so many have both before; the shuffling takes the company away"),
            (10, "that is the least there can be; expected are more"),
            (55, "a mail with both has the first and the second: shares are multiplied"),
            (0.3, "that is the share; the question asks for a number of mails"),
            (80, "that is at least one of the two; the question asks for both"),
        ],
        otherwise="each word keeps its number of mails; which ones is now independent of the other",
    )


@exercise(
    "10.d",
    objectives=(3,),
    first="does the second feature know something about the noise of the first?",
)
def smaller_or_not(answer):
    """How the best possible error compares with that of naive Bayes: smaller."""
    return chosen(
        answer,
        "smaller",
        mistakes=[
            (
                "equal",
                "equal without correlation; but the second feature shares noise with the first, "
                "and noise that is known can be subtracted",
            ),
            ("larger", "the best rule could copy naive Bayes: it cannot be worse"),
        ],
        otherwise='answer with one of the words "smaller", "equal", "larger"',
    )


@exercise(
    "10.e",
    objectives=(5,),
    first="what is left of Bayes' formula when the factor of the word is left out?",
)
def nothing_known(answer):
    """Posterior of spam if the only word is unknown."""
    return near(
        answer,
        0.2,
        mistakes=[
            (2 / 3, "that would be the posterior if the word were there; it is unknown"),
            (0.04 / 0.76, "that would be the posterior if the word were absent; it is unknown"),
            (0.5, "without any word the prior is left, and it is not one half"),
        ],
        otherwise="the shares of the word's two values add up to one in both classes",
    )
