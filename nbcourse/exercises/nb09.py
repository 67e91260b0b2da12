"""Checkers of notebook 09: Gaussian estimates, boundaries, merging and mixing."""

from functools import cache

import numpy as np

from nbcourse.datasets import load
from nbcourse.distributions import GaussianStats
from nbcourse.exercises.kit import behaves, exercise, near
from nbcourse.logspace import log_normalize
from nbcourse.naive_bayes import GaussianNB


@exercise(
    "09.1",
    objectives=(1,),
    first="begin with the mean, then write down how far each value is from it",
)
def mean_and_deviation(answer):
    """Maximum likelihood mean and standard deviation of 2, 4, 4, 10."""
    values = np.array([2.0, 4.0, 4.0, 10.0])
    mean, deviation = values.mean(), values.std()
    return near(
        answer,
        (mean, deviation),
        mistakes=[
            ((mean, deviation**2), "the second is the variance: the missing square, once more"),
            ((mean, values.std(ddof=1)), "divided by n - 1; maximum likelihood divides by n"),
            ((mean, values.var(ddof=1)), "that is the variance, divided by n - 1: two slips"),
            ((mean, abs(values - mean).mean()), "square the deviations before you average them"),
            ((np.median(values), deviation), "the first is the median"),
            ((deviation, mean), "the right numbers in the wrong order"),
        ],
        otherwise="first the mean, then the root of the mean squared deviation from it",
    )


@exercise(
    "09.2",
    objectives=(3, 4),
    first="what is equal on the boundary? Write it down for both classes and take logarithms",
)
def boundary(answer):
    """Where N(0, 2^2) with prior 0.8 and N(6, 2^2) with prior 0.2 are equally probable."""
    return near(
        answer,
        _crossing(6, 2**2, 0.8 / 0.2),
        mistakes=[
            (_crossing(6, 2**2, 1), "that is the middle: the priors are not equal"),
            (_crossing(6, 2**2, 0.2 / 0.8), "the rarer class has to lose ground, not to win it"),
            (_crossing(6, 2, 0.8 / 0.2), "2 is the deviation; the formula wants the variance"),
            (_crossing(6, 4**2, 0.8 / 0.2), "the variance is 2 squared, not 4 squared"),
            (
                3 + np.log10(4) * 4 / 6,
                "the natural logarithm, please, as in the exponent of the density",
            ),
        ],
        otherwise="set the log-odds w x + b, with w and b of formula (4), to zero",
    )


def _crossing(mean, variance, odds):
    """Boundary of N(0, variance) and N(mean, variance), for prior odds of the first."""
    return mean / 2 + variance / mean * np.log(odds)


@exercise(
    "09.3",
    objectives=(1, 2),
    first="write the density as a product, then take the logarithm of each factor",
)
def log_density(answer):
    """A function (x, mean, variance) -> log density."""
    x = np.array([-1.0, 0.0, 0.5, 4.0])
    return behaves(
        answer,
        _log_density,
        [(x, 0.0, 1.5), (x, 2.0, 0.3), (x, -1.0, 9.0), (np.array([300.0]), 0.0, 9.0)],
        mistakes=[
            (
                lambda x, m, v: _log_density(x, m, v**2),
                "the variance is used as a deviation: its square root belongs there",
            ),
            (
                lambda x, m, v: _log_density(x, m, v) + np.log(2 * np.pi) / 2,
                "the constant log(2π)/2 is missing",
            ),
            (
                lambda x, m, v: -((x - m) ** 2) / (2 * v),
                "without log(2πv)/2 the area under the curve is not 1: wide curves win too often",
            ),
            (
                lambda x, m, v: _log_density(x, m, v) - np.log(v) / 2,
                "log(2πv) needs a factor 1/2: it comes from the square root",
            ),
            (lambda x, m, v: np.exp(_log_density(x, m, v)), "that is the density: take the log"),
            (lambda x, m, v: -_log_density(x, m, v), "the sign is turned: that is a loss"),
            (
                _log_of_density,
                "far out the density is 0 in the computer: take the logarithm on paper first",
            ),
        ],
        otherwise="take the logarithm of formula (1), factor by factor, with σ² = variance",
    )


def _log_density(x, mean, variance):
    return -(np.log(2 * np.pi * variance) + (x - mean) ** 2 / variance) / 2


def _log_of_density(x, mean, variance):
    with np.errstate(divide="ignore"):
        return np.log(np.exp(-((x - mean) ** 2) / (2 * variance)) / np.sqrt(2 * np.pi * variance))


@exercise(
    "09.4",
    objectives=(4,),
    first="ask of each model: does the weight of one column depend on the other columns?",
)
def repeated_feature(answer):
    """Growth of the total weight of a feature given three times: naive Bayes, logistic."""
    copies = 3.0
    return near(
        answer,
        (copies, 1.0),
        tolerance=0.02,
        mistakes=[
            ((1, copies), "the right numbers in the wrong order"),
            ((1, 1), "naive Bayes estimates each weight without looking at the other features"),
            ((copies, copies), "logistic regression fits the sum: three copies say no more"),
            ((copies, 1 / copies), "that is each copy's weight; the question is about their sum"),
            ((1, 1 / copies), "those are the weights of single copies; take their sums"),
        ],
        otherwise="repeat a column with np.repeat, fit both models, and compare the sums",
    )


@exercise(
    "09.5",
    objectives=(1,),
    first="merge the means first: how much does each piece count?",
)
def together(answer):
    """A function that merges size, mean and variance of two pieces."""
    return behaves(
        answer,
        _merge,
        [(3, 1.0, 2.0, 5, 4.0, 0.5), (10, 0.0, 1.0, 1, 7.0, 0.0), (2, -3.0, 4.0, 6, -3.5, 2.0)],
        mistakes=[
            (_between_forgotten, "the pieces have different means: add the part between them"),
            (_unweighted, "the larger piece has to count more: weight by the sizes"),
            (_sum_of_squares, "that is the sum of squares of both pieces: divide it by n"),
            (_deviation, "that is the standard deviation; the question asks for the variance"),
            (_unbiased, "divided by n - 1; this is ddof=0"),
        ],
        otherwise="spread within the pieces plus spread of their means, each weighted by the sizes",
    )


def _merge(n_a, mean_a, var_a, n_b, mean_b, var_b):
    one, other = (
        GaussianStats(n, np.array(mean), n * np.array(var))
        for n, mean, var in ((n_a, mean_a, var_a), (n_b, mean_b, var_b))
    )
    both = one.merge(other)
    return float(both.mean), float(both.variance)


def _between_forgotten(n_a, mean_a, var_a, n_b, mean_b, var_b):
    mean, _ = _merge(n_a, mean_a, var_a, n_b, mean_b, var_b)
    return mean, (n_a * var_a + n_b * var_b) / (n_a + n_b)


def _unweighted(n_a, mean_a, var_a, n_b, mean_b, var_b):
    return (mean_a + mean_b) / 2, (var_a + var_b) / 2


def _sum_of_squares(n_a, *rest):
    mean, variance = _merge(n_a, *rest)
    return mean, variance * (n_a + rest[2])


def _deviation(*pieces):
    mean, variance = _merge(*pieces)
    return mean, variance**0.5


def _unbiased(n_a, *rest):
    mean, variance = _merge(n_a, *rest)
    n = n_a + rest[2]
    return mean, variance * n / (n - 1)


@exercise(
    "09.6",
    objectives=(5,),
    first="count how often the log prior is contained in the sum of all scores",
)
def mixed(answer):
    """A function (joint log scores of several models, log prior) -> posterior."""
    prior = np.log([0.8, 0.2])
    scores = [
        prior + np.array([[-1.0, -2.0], [-3.0, -0.5]]),
        prior + np.array([[-4.0, -2.5], [-0.3, -1.1]]),
        prior + np.array([[-0.2, -0.9], [-2.0, -0.4]]),
    ]
    distant = [s - 1000 for s in scores]
    return behaves(
        answer,
        _posterior,
        [(scores, prior), (scores[:2], prior), (scores[:1], prior), (distant, prior)],
        mistakes=[
            (_with_priors(0), "every score holds the prior: it is counted once per model"),
            (_with_priors(1), "the prior is subtracted once; right for two models, not for three"),
            (
                lambda s, p: np.exp(log_normalize(sum(s) - len(s) * p)),
                "now the prior is gone altogether: one of them has to stay",
            ),
            (
                lambda s, p: log_normalize(_total(s, p)),
                "that is the log posterior: take its exponential",
            ),
            (
                lambda s, p: np.exp(_total(s, p)),
                "the rows do not sum to 1: divide by the evidence, as log_normalize does",
            ),
            (_total, "those are the joint log scores; the question asks for the posterior"),
        ],
        otherwise="add all scores, leave one prior, and normalise each row, less its largest score",
    )


def _total(scores, log_prior):
    """Joint log scores of all features together, the prior once."""
    return sum(scores) - (len(scores) - 1) * log_prior


def _posterior(scores, log_prior):
    return np.exp(log_normalize(_total(scores, log_prior)))


def _with_priors(subtracted):
    """The mistake of subtracting the prior a fixed number of times."""
    return lambda scores, prior: np.exp(log_normalize(sum(scores) - subtracted * prior))


@exercise(
    "09.7",
    objectives=(3, 5),
    first="compute the lengths of Ling as in Section 1, then their logarithms",
)
def lengths_elsewhere(answer):
    """Mean share named rightly by two bells on log lengths: text messages, Ling."""
    right = tuple(_named_rightly(name)[0] for name in ("sms", "ling"))
    return near(
        answer,
        right,
        mistakes=[
            (right[::-1], "the right numbers in the wrong order: the text messages first"),
            (
                tuple(_named_rightly(name)[1] for name in ("sms", "ling")),
                "that is the share of all documents: take ham and spam apart, then their mean",
            ),
            (
                tuple(_named_rightly(name, priors=None)[0] for name in ("sms", "ling")),
                "those are the counted priors: give GaussianNB(priors=[0.5, 0.5])",
            ),
            (
                tuple(_named_rightly(name, shape=np.asarray)[0] for name in ("sms", "ling")),
                "the bells stand on the lengths themselves: take logarithms first",
            ),
        ],
        otherwise="fit log lengths with equal priors, then average the shares of ham and of spam",
    )


@cache
def _named_rightly(name, priors=(0.5, 0.5), shape=np.log):
    """Mean of the two classes' shares named rightly, and the share of all documents."""
    corpus = load(name)
    size = corpus.counts @ np.array([len(token) for token in corpus.tokens]) + corpus.lengths() - 1
    X = shape(size.astype(float))[:, None]
    hits = GaussianNB(priors=priors).fit(X, corpus.labels).predict(X) == corpus.labels
    shares = [hits[corpus.labels == c].mean() for c in ("ham", "spam")]
    return float(np.mean(shares)), float(hits.mean())


@exercise(
    "09.a",
    objectives=(1,),
    first="which area has the box under this density, and how wide is it?",
)
def flat_density(answer):
    """Density of an even measurement between 0 and 0.2 metres."""
    return near(
        answer,
        5,
        mistakes=[
            (0.2, "that is the width; the area, height times width, is 1"),
            (1, "that is the area; a density may be higher than 1"),
            (0.05, "that is the density per centimetre"),
            (2.5, "half as wide as you think: from 0 to 0.2"),
        ],
        otherwise="the area of the box, its height times 0.2, is 1",
    )


@exercise(
    "09.b",
    objectives=(2,),
    first="what is the unit of a mean squared deviation of lengths?",
)
def other_ruler(answer):
    """The printed "sigma" 9, from lengths in centimetres, for lengths in metres."""
    return near(
        answer,
        9 / 100**2,
        mistakes=[
            (0.09, "a deviation would shrink like that; the printed formula returns its square"),
            (9, "the printed sum is no pure number: it depends on the ruler"),
            (0.03, "that is the deviation in metres; the printed formula lacks the root"),
            (9 * 100**2, "a metre is longer, so the numbers become smaller"),
        ],
        otherwise="every deviation becomes a hundredth, and then it is squared",
    )


@exercise(
    "09.c",
    objectives=(3,),
    first="draw both bells: which is higher at 0, and which far away?",
)
def crossings(answer):
    """Crossing points of two bells around 0 with deviations 1 and 2."""
    return near(
        answer,
        2,
        mistakes=[
            (1, "what is a crossing on the right of 0 has a mirror image on the left"),
            (0, "the narrow bell is higher at 0, the wide one far away: they must cross"),
            (3, "at 0 itself the narrow bell is higher: no crossing there"),
            (4, "a quadratic has two roots at most"),
        ],
        otherwise="solve a x^2 + r = 0, formula (3), with a > 0 and r < 0",
    )


@exercise(
    "09.d",
    objectives=(4,),
    first="formula (4) needs a difference and a variance: which numbers are they?",
)
def one_weight(answer):
    """Weight for means 1 and 7 and common deviation 2."""
    return near(
        answer,
        (7 - 1) / 2**2,
        mistakes=[
            (3, "divided by the deviation; formula (4) has the variance"),
            (-1.5, "the mean of class 1 comes first"),
            (6, "that is the difference of the means: divide by the variance"),
            (6 / 16, "the variance is 2 squared, not 4 squared"),
        ],
        otherwise="difference of the means, divided by the variance 2 squared",
    )


@exercise(
    "09.e",
    objectives=(5,),
    first="a bell is highest at its centre: which number is that by formula (2)?",
)
def empty_middle(answer):
    """Top of the bell for half zeros, half tens."""
    return near(
        answer,
        5,
        mistakes=[
            (0, "one bell has one top: it cannot stand on the zeros only"),
            (10, "one bell has one top: it cannot stand on the tens only"),
            (25, "that is the variance; the top is at the mean"),
        ],
        otherwise="the top is at the mean of all the values",
    )
