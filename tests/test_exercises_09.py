"""The exercises of notebook 09: right answers pass, typical mistakes get their hint."""

import numpy as np
import pytest
from scipy import stats
from scipy.special import softmax

from tests.exercises import assert_answers


def library(x, mean, variance):
    return stats.norm.logpdf(x, mean, variance**0.5)


def written_out(x, mean, variance):
    return [float(np.log(stats.norm.pdf(v, mean, variance**0.5))) for v in x]


def from_moments(n_a, mean_a, var_a, n_b, mean_b, var_b):
    """By the second moments: another route than formula (13)."""
    n = n_a + n_b
    mean = (n_a * mean_a + n_b * mean_b) / n
    square = (n_a * (var_a + mean_a**2) + n_b * (var_b + mean_b**2)) / n
    return mean, square - mean**2


def averaged(n_a, mean_a, var_a, n_b, mean_b, var_b):
    n = n_a + n_b
    return (n_a * mean_a + n_b * mean_b) / n, (n_a * var_a + n_b * var_b) / n


def posterior(scores, log_prior):
    """By likelihoods: another route than subtracting priors."""
    return softmax(log_prior + sum(score - log_prior for score in scores), axis=1)


CASES = {
    "09.1": (
        [(5, 3), [5.0, 3.0], np.array([5, 3])],
        [
            ((5, 9), "variance"),
            ((5, 12**0.5), "n - 1"),
            ((5, 12), "two slips"),
            ((5, 2.5), "before you average"),
            ((4, 3), "median"),
            ((3, 5), "order"),
            ((5, 1), "then the root"),
        ],
    ),
    "09.2": (
        [3 + 4 / 6 * np.log(4), 3.9242],
        [
            (3, "middle"),
            (3 - 4 / 6 * np.log(4), "rarer"),
            (3 + 2 / 6 * np.log(4), "deviation"),
            (3 + 16 / 6 * np.log(4), "4 squared"),
            (3.4014, "natural"),
            (6, "solve"),
        ],
    ),
    "09.3": (
        [library, written_out],
        [
            (lambda x, m, v: stats.norm.logpdf(x, m, v), "square root"),
            (lambda x, m, v: -0.5 * (np.log(v) + (x - m) ** 2 / v), "constant"),
            (lambda x, m, v: -0.5 * (x - m) ** 2 / v, "wide curves"),
            (
                lambda x, m, v: -0.5 * np.log(2 * np.pi) - np.log(v) - 0.5 * (x - m) ** 2 / v,
                "factor 1/2",
            ),
            (lambda x, m, v: stats.norm.pdf(x, m, v**0.5), "density"),
            (lambda x, m, v: -library(x, m, v), "sign"),
            (lambda x, m, v: x, "factor by factor"),
        ],
    ),
    "09.4": (
        [(3, 1), (3.0, 1.0004)],
        [
            ((1, 3), "order"),
            ((1, 1), "without looking"),
            ((3, 3), "say no more"),
            ((3, 1 / 3), "each copy"),
            ((1, 1 / 3), "single copies"),
            ((9, 1), "np.repeat"),
        ],
    ),
    "09.5": (
        [from_moments, lambda *piece: np.array(from_moments(*piece))],
        [
            (averaged, "between"),
            (lambda n, a, v, m, b, w: ((a + b) / 2, (v + w) / 2), "larger piece"),
            (
                lambda *p: (from_moments(*p)[0], (p[0] + p[3]) * from_moments(*p)[1]),
                "divide it by n",
            ),
            (lambda *p: (from_moments(*p)[0], from_moments(*p)[1] ** 0.5), "standard deviation"),
            (
                lambda *p: (
                    from_moments(*p)[0],
                    from_moments(*p)[1] * (p[0] + p[3]) / (p[0] + p[3] - 1),
                ),
                "ddof",
            ),
            (lambda *p: (0, 0), "M2"),
        ],
    ),
    "09.6": (
        [posterior, lambda scores, prior: posterior(scores, prior).tolist()],
        [
            (lambda s, p: softmax(sum(s), axis=1), "once per model"),
            (lambda s, p: softmax(sum(s) - p, axis=1), "not for three"),
            (lambda s, p: softmax(sum(s) - len(s) * p, axis=1), "altogether"),
            (lambda s, p: np.log(posterior(s, p)), "log posterior"),
            (lambda s, p: np.exp(sum(s) - (len(s) - 1) * p), "evidence"),
            (lambda s, p: sum(s) - (len(s) - 1) * p, "joint log scores"),
            (lambda s, p: s[0], "leave one prior"),
        ],
    ),
}


@pytest.mark.parametrize("number", CASES)
def test_exercise(number):
    assert_answers(number, *CASES[number])
