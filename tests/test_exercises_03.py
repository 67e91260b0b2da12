"""The exercises of notebook 03: right answers pass, typical mistakes get their hint."""

import numpy as np
import pytest

from nbcourse.estimation import posterior_mean
from tests.exercises import assert_answers


def counted(values, levels, alpha):
    total = len(values) + alpha * len(levels)
    return [(values.count(v) + alpha) / total for v in levels]


def library(values, levels, alpha):
    return posterior_mean([values.count(v) for v in levels], alpha)


def unsmoothed_total(values, levels, alpha):
    return [(values.count(v) + alpha) / max(len(values), 1) for v in levels]


def alpha_once(values, levels, alpha):
    return [(values.count(v) + alpha) / (len(values) + alpha) for v in levels]


def always_one(values, levels, alpha):
    return [(values.count(v) + 1) / (len(values) + len(levels)) for v in levels]


def only_seen(values, levels, alpha):
    total = len(values) + alpha * len(set(values))
    return [(values.count(v) + alpha) / total if total else alpha / 1e-9 for v in levels]


def in_sorted_order(values, levels, alpha):
    return counted(values, sorted(levels), alpha)


def two_priors(alpha, class_alpha):
    """Exercise 03.5 from the counts of the table: (3, S) in class +1 and in class -1."""
    plus = (9 + class_alpha) * (4 + alpha) / (9 + 3 * alpha) * (1 + alpha) / (9 + 3 * alpha)
    minus = (6 + class_alpha) * (1 + alpha) / (6 + 3 * alpha) * (3 + alpha) / (6 + 3 * alpha)
    return plus / (plus + minus)


def peak_of_evidence():
    """Exercise 03.6 by the chain rule: one draw after another, each predicted from the past."""
    alpha = np.logspace(-2, 1, 20_001)
    seen_before = [0, 1, 2, 3, 4, 5, 6, 7, 8, 0]  # nine times one outcome, then another
    logs = sum(np.log((n + alpha) / (t + 4 * alpha)) for t, n in enumerate(seen_before))
    return float(alpha[logs.argmax()])


CASES = {
    "03.1": (
        [1, 1.0, np.int64(1)],
        [(7, "one class only"), (3, "class +1"), (5, "class -1"), (0, "missing")],
    ),
    "03.2": (
        [
            (1 / 7, 1 / 6, 1 / 17),
            [0.14286, 0.16667, 0.05882],
            np.array([0.5, 0.5, 0.5]) / [3.5, 3, 8.5],
        ],
        [
            ((1 / 5, 1 / 4, 1 / 12), "add-one"),
            ((0.1, 0.125, 0.5 / 12), "every outcome"),
            ((1 / 7, 1 / 6, 0.5 / 5.5), "number of tokens"),
            ((1 / 6, 1 / 6, 0.5 / 6), "two outcomes"),
            ((0.5 / 3.5, 1.5 / 3, 2.5 / 9.5), "spam messages"),
            ((1 / 7, 1 / 6, 0.5 / 7), "four messages"),
            ((0, 0, 0), "unsmoothed"),
        ],
    ),
    "03.3": (
        [counted, library],
        [
            (unsmoothed_total, "does not sum to 1"),
            (alpha_once, "S * alpha"),
            (always_one, "whatever alpha"),
            (only_seen, "len(levels)"),
            (in_sorted_order, "order"),
        ],
    ),
    "03.4": (
        [5 / 49, 0.10204],
        [
            (1 + 5 / 49, "mode"),
            (0.1 / 0.99, "total grows by 2 a"),
            (0.1, "grown by 2 a"),
            (1, "one twelfth"),
            (0, "rate of zero"),
        ],
    ),
    "03.5": (
        [(0.4895, 0.4960), (two_priors(0.5, 0.5), two_priors(0.5, 0))],
        [
            ((0.4960, 0.4895), "order"),
            ((0.5105, 0.5040), "class -1"),
            ((two_priors(0.5, 1), 0.4960), "same alpha"),
            ((two_priors(1, 1), two_priors(1, 0)), "alpha = 1"),
            ((0.4960, 0.4960), "sources smooth"),
            ((0.4895, 0.4895), "scikit-learn"),
        ],
    ),
    "03.6": (
        [peak_of_evidence(), 0.16, 0.1644],
        [
            (0.6703, "four levels"),
            (np.log(0.16442), "natural"),
            (np.log10(0.16442), "base ten"),
            (-6.5681, "attains"),
            (0, "likelihood"),
            (1, "smaller alpha"),
        ],
    ),
}


@pytest.mark.parametrize("number", CASES)
def test_exercise(number):
    assert_answers(number, *CASES[number])
