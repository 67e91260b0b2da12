"""Checkers of notebook 02: from a joint table to naive Bayes."""

from functools import cache
from math import prod

import numpy as np
from sklearn.pipeline import make_pipeline

from nbcourse import evaluation, linear, text
from nbcourse.corpus import BagOfWords
from nbcourse.datasets import load
from nbcourse.exercises.kit import behaves, exercise, near
from nbcourse.logspace import log_normalize
from nbcourse.naive_bayes import MultinomialNB


@exercise(
    "02.1",
    objectives=(1,),
    first="count the cells of the joint table: so many per class, and how many classes?",
)
def free_parameters(answer):
    """Free parameters of the joint table and of naive Bayes: d = 10, S = 4, K = 3."""
    d, S, K = 10, 4, 3
    cells, naive = K * S**d, (K - 1) + K * d * (S - 1)
    right = (cells - 1, naive)
    return near(
        answer,
        right,
        mistakes=[
            (right[::-1], "the right numbers in the wrong order: first the table"),
            ((cells, naive), "the cells of the table sum to one, so one of them is not free"),
            (
                (cells - 1, K + K * d * S),
                "each distribution of naive Bayes sums to one: it has one free number less",
            ),
            ((cells - 1, naive - K + 1), "naive Bayes estimates the prior, too: K - 1 more"),
            ((S**d - 1, d * (S - 1)), "every class has its own distribution of the features"),
            ((d**S * K - 1, naive), "one factor S for every feature: S to the power d"),
        ],
        otherwise="the table: K times S to the power d, less one; naive Bayes: formula (2)",
    )


@exercise(
    "02.2",
    objectives=(4,),
    first="count for each class: its rows, those of them with X1 = 3, those with X2 = M",
)
def textbook_posterior(answer):
    """Posterior of y = 1 for the query (3, M), without smoothing."""
    plus, minus = (_score(3, "M", c) for c in (1, -1))
    without_prior = [_score(3, "M", c) / _share(c) for c in (1, -1)]
    return near(
        answer,
        plus / (plus + minus),
        mistakes=[
            (plus, "that is the score; divide by the sum of both scores"),
            (minus / (plus + minus), "that is the posterior of -1"),
            (without_prior[0] / sum(without_prior), "the prior is missing: 9/15 and 6/15"),
            (1, "that is looking up the two rows with (3, M); multiply per feature instead"),
            (plus / minus, "those are the odds; divide by the sum, not by the other score"),
        ],
        otherwise="score of a class: its prior, times P(3 | class), times P(M | class)",
    )


def _share(c):
    return float((load("li_hang")["Y"] == c).mean())


def _score(x1, x2, c):
    """Prior times conditionals, counted in the textbook table."""
    table = load("li_hang")
    rows = table[table["Y"] == c]
    return _share(c) * prod(
        float((rows[name] == value).mean()) for name, value in [("X1", x1), ("X2", x2)]
    )


@exercise(
    "02.3",
    objectives=(2,),
    first="begin with one class: divide its table by its sum and take the two margins of that",
)
def violation(answer):
    """A function P(y, x1, x2) -> largest gap between P(x1, x2 | y) and the product of margins."""
    tables = [
        [[[4, 1, 2], [1, 5, 7]], [[8, 3, 1], [2, 2, 24]]],
        [[[0, 1], [1, 0]], [[1, 0], [0, 1]]],
        [[[81, 9], [9, 1]], [[1, 9], [9, 81]]],
        [[[0, 4, 4], [4, 0, 4], [4, 4, 0]], [[2, 2, 2], [2, 2, 2], [1, 1, 1]]],
        [[[1, 2, 3], [6, 2, 2], [1, 9, 1]], [[3, 3, 1], [1, 1, 1], [2, 2, 2]]],
    ]
    inputs = [(np.array(counts) / np.sum(counts),) for counts in tables]
    return behaves(
        answer,
        lambda joint: np.abs(_gaps(_within(joint))).max(),
        inputs,
        mistakes=[
            (
                lambda joint: np.abs(_gaps(joint.sum(axis=0)[None])).max(),
                "that is unconditional independence: the class has been summed out",
            ),
            (
                lambda joint: np.abs(_gaps(joint)).max(),
                "divide by P(y) first: P(x1, x2 | y) sums to one within each class",
            ),
            (
                lambda joint: _gaps(_within(joint)).max(),
                "differences have signs: take the absolute value before the maximum",
            ),
            (
                lambda joint: np.abs(_gaps(_within(joint))[0]).max(),
                "that is the first class only; the assumption is about all of them",
            ),
            (
                lambda joint: np.abs(_gaps(_within(joint))).mean(),
                "that is the mean difference; the question asks for the largest",
            ),
        ],
        otherwise="normalise each class to sum 1, subtract the product of its two margins",
    )


def _within(joint):
    return joint / joint.sum(axis=(1, 2), keepdims=True)


def _gaps(tables):
    return tables - tables.sum(axis=2, keepdims=True) * tables.sum(axis=1, keepdims=True)


@exercise(
    "02.4",
    objectives=(3,),
    first="take one input at a time: which class does the best rule name, and what does it lose?",
)
def least_error(answer):
    """Smallest probability of error in a world of two classes and three inputs."""
    world = np.array([[0.15, 0.09, 0.01], [0.10, 0.20, 0.45]])
    prior = world.sum(axis=1, keepdims=True)
    by_likelihood = (world / prior).argmax(axis=0)
    right = world.min(axis=0).sum()
    return near(
        answer,
        right,
        mistakes=[
            (1 - right, "that is the probability of being right; take its complement"),
            (
                1 - world[by_likelihood, range(3)].sum(),
                "that rule compares P(x | c) and forgets the prior of the classes",
            ),
            (prior.min(), "that rule always says the same class; let it look at x"),
            (100 * right, "a percentage; give a probability between 0 and 1"),
        ],
        otherwise="in each column the rule is right with the larger entry, wrong with the smaller",
    )


@exercise(
    "02.5",
    objectives=(5,),
    first="what may be subtracted from a whole row of scores without changing its posteriors?",
)
def stable_posteriors(answer):
    """A function of log scores (n, K) -> log posteriors, for large negative scores as well."""
    usual = [
        (np.array([[-1.0, -2.0], [-3.0, -0.5], [-4.0, -4.0]]),),
        (np.array([[-2.0, -1.0, -7.0], [0.0, -3.0, -1.0]]),),
    ]
    extreme = [
        (np.array([[-1200.0, -1201.0, -1203.0], [-5.0, -3.0, -4.0]]),),
        (np.array([[-2000.0, -900.0, -1.0], [-1.0, -900.0, -2000.0]]),),  # far apart: not any shift
    ]
    with np.errstate(all="ignore"):
        hint = behaves(
            answer,
            log_normalize,
            usual,
            mistakes=[
                (lambda s: np.exp(log_normalize(s)), "right, but as probabilities: keep the logs"),
                (
                    lambda s: s - s.max(axis=1, keepdims=True),
                    "shifted, but not normalised: subtract the log of the sum of exponentials, too",
                ),
                (
                    lambda s: log_normalize(s.ravel()).reshape(s.shape),
                    "sum over the classes of each row, axis 1, not over the whole array",
                ),
                (lambda s: log_normalize(s, axis=0), "classes are in columns: sum over axis 1"),
            ],
            otherwise="each row of np.exp(result) has to sum to 1: check that first",
        )
        return hint or behaves(
            answer,
            log_normalize,
            [*usual, *extreme],
            otherwise="right for small scores; but exp(-1200) is 0: first subtract the largest one",
        )


@exercise(
    "02.6",
    objectives=(5,),
    first="work with odds: begin with those of the prior and see what one copy does to them",
)
def copies(answer):
    """Smallest number of copies of a word of ratio 3 that beats prior odds 1/4 at 99 %."""
    right = _copies(prior_odds=1 / 4, odds=99)
    return near(
        answer,
        right,
        mistakes=[
            (_copies(1, 99), "the prior is missing: start from odds of 1 to 4"),
            (_copies(1 / 4, 1), "that turns the decision; the posterior is to exceed 99/100"),
            (_copies(4, 99), "the prior odds are upside down: ham has the head start"),
            (
                np.log(99 * 4) / np.log(3),
                "that is the exact solution of the equation; r is a whole number of copies",
            ),
            (33 * 4, "each copy multiplies the odds by 3; it does not add 3 to them"),
        ],
        otherwise="odds after r copies: 3**r / 4; a posterior above 99/100 means odds above 99",
    )


def _copies(prior_odds, odds):
    return next(r for r in range(100) if prior_odds * 3**r > odds)


@exercise(
    "02.7",
    objectives=(4, 5),
    first="which bar does one more word add, and how far is the message above zero?",
)
def attack(answer):
    """Copies of "you" that turn the verdict, and spam of the test part that they let through."""
    start, word, caught, missed = _messages()
    needed = int(np.ceil(start / -word))

    def escaped(copies):
        return int((caught + copies * word <= 0).sum())

    return near(
        answer,
        (needed, escaped(needed)),
        mistakes=[
            ((escaped(needed), needed), "the right numbers in the wrong order: first the copies"),
            (
                (needed - 1, escaped(needed - 1)),
                "with one copy less the sum is still above zero: round up",
            ),
            (
                (needed, caught.size - escaped(needed)),
                "those are still caught; the question is how many escape",
            ),
            (
                (needed, missed + escaped(needed)),
                "that counts the spam which the filter misses anyway: only what it catches escapes",
            ),
            (
                (start / -word, escaped(needed)),
                "nobody writes a third of a word: the smallest whole number that is enough",
            ),
        ],
        otherwise='copies: log-odds of the message over the bar of "you"; then add them to each',
    )


@cache
def _messages():
    """Log-odds of the message on top, bar of "you", log-odds of caught test spam, number missed."""
    sms = load("sms")
    train, test = evaluation.repeated_splits(sms.labels, n_splits=1, random_state=0)[0]
    model = make_pipeline(BagOfWords(analyzer=text.words), MultinomialNB())
    model.fit(sms[train], sms.labels[train])
    bars = linear.explain(model, "Congratulations, you have won a prize! Call now")
    odds = linear.log_odds(model, sms[test[sms.labels[test] == "spam"]])
    return bars.log_odds, bars["you"], odds[odds > 0], int((odds <= 0).sum())


@exercise(
    "02.a",
    objectives=(1,),
    first="mark the rows with this x in the printed table, then look at their labels",
)
def looked_up(answer):
    """Share of the rows with x = (3, L) that are labelled -1."""
    table = load("li_hang")
    here, minus = (table["X1"] == 3) & (table["X2"] == "L"), table["Y"] == -1
    right = float(minus[here].mean())
    return near(
        answer,
        right,
        mistakes=[
            (1 - right, "that is the posterior of the other label"),
            (
                float((here & minus).mean()),
                "a share of all rows; B holds those with x = (3, L) only",
            ),
            (float(here[minus].mean()), "that is the share of (3, L) in the class: turn it around"),
        ],
        otherwise="find the rows with x = (3, L): how many, and how many labelled -1?",
    )


@exercise(
    "02.b",
    objectives=(3,),
    first="in which rows is the whole of this share, and in which its part?",
)
def turned_around(answer):
    """Share of the rows with x2 = S that are labelled -1."""
    table = load("li_hang")
    has_s, minus = table["X2"] == "S", table["Y"] == -1
    right = float(minus[has_s].mean())
    return near(
        answer,
        right,
        mistakes=[
            (
                float(has_s[minus].mean()),
                "that is the likelihood P(S|-1): divide by the rows with S",
            ),
            (float((has_s & minus).mean()), "that is the joint share; divide by the share of S"),
            (1 - right, "that is the posterior of the other label"),
            (float(minus.mean()), "that is the prior of -1, before looking at x2"),
        ],
        otherwise="take the rows with S only, and count the labels -1 among them",
    )


@exercise(
    "02.c",
    objectives=(2,),
    first="write down the four cells of this world, each with its class",
)
def other_coin(answer):
    """P(x2 = 1 | y = 1, x1 = 0) in the OR world."""
    return near(
        answer,
        1,
        mistakes=[
            (2 / 3, "that is the share within the class, with x1 crossed out; here x1 is known"),
            (1 / 2, "that is the coin alone; but the class is known, too"),
            (1 / 3, "that is the share of cells with x1 = 0 in the class: look at x2 in these"),
            (0, "two zeros belong to the other class"),
        ],
        otherwise="list the cells of the class, keep those with x1 = 0, and look at x2",
    )


@exercise(
    "02.d",
    objectives=(4,),
    first="as for (2, S), three factors: which of them is another one now?",
)
def odds_of_query(answer):
    """Odds of -1 against 1 for the query (2, L), without smoothing."""
    plus, minus = (_score(2, "L", c) for c in (1, -1))
    return near(
        answer,
        minus / plus,
        mistakes=[
            (plus / minus, "upside down: those are the odds of 1 against -1"),
            (minus / (plus + minus), "that is the posterior; the odds divide product by product"),
            (minus / plus * _share(1) / _share(-1), "the prior is missing: 6/15 against 9/15"),
            (minus, "that is the product of -1; divide by the product of 1"),
            (0, "that is looking up; ask each feature separately"),
        ],
        otherwise="odds of the prior, times P(2|-1)/P(2|1), times P(L|-1)/P(L|1)",
    )


@exercise(
    "02.e",
    objectives=(5,),
    first="how many bars has this message, the prior included?",
)
def two_bars(answer):
    """Log-odds from prior odds 1 to 7 and two words of ratio 20."""
    prior, bar = -np.log(7), np.log(20)
    right = prior + 2 * bar
    return near(
        answer,
        right,
        mistakes=[
            (prior + bar, "the word is there twice, and each place has its bar"),
            (2 * bar, "the prior has a bar, too, and it points to ham"),
            (2 * bar - prior, "odds of 1 to 7 are below one: their logarithm is negative"),
            (np.exp(right), "those are the odds; take their logarithm"),
            (right / np.log(10), "nats are natural logarithms, not those to base 10"),
            (
                1 / (1 + np.exp(-right)),
                "that is the posterior; the log-odds are the sum of the bars",
            ),
        ],
        otherwise="three bars: log(1/7), then log(20) for each of the two places",
    )


@exercise(
    "02.f",
    objectives=(2, 4),
    first="how often is a coin 1 among the cells of class 0, and how often in class 1?",
)
def naive_and(answer):
    """Posterior of y = 1 at (1, 1) in the AND world, as naive Bayes has it."""
    prior, share_0 = 1 / 4, 1 / 3  # share_0: P(x_j = 1 | y = 0)
    plus, minus = prior, (1 - prior) * share_0**2
    one_factor = (1 - prior) * share_0
    return near(
        answer,
        plus / (plus + minus),
        mistakes=[
            (1, "that is the true posterior; naive Bayes multiplies P(x1|y) and P(x2|y)"),
            (plus, "that is the product for y = 1; divide by the sum of both products"),
            (1 / (1 + share_0**2), "the prior is missing: y = 1 in one cell of four"),
            (plus / (plus + one_factor), "two features, so two factors in class 0"),
            (plus / (plus + (1 - prior) / 4), "within class 0 a coin is no longer fair"),
        ],
        otherwise="class 0 has three cells: in how many of them is x1 = 1?",
    )
