"""The exercises of notebook 04: right answers pass, typical mistakes get their hint."""

import numpy as np
import pytest
from scipy.special import rel_entr, xlogy

from tests.exercises import assert_answers


def by_divergence(counts, theta):
    return counts.sum() * rel_entr(counts / counts.sum(), theta).sum()


def by_difference(counts, theta):
    best = xlogy(counts, counts / counts.sum())
    return float((best - xlogy(counts, theta)).sum())


def tied(counts, alpha):
    pseudo = counts.sum(axis=0) + alpha - 1
    return pseudo / pseudo.sum()


def tied_by_loops(counts, alpha):
    columns = [sum(column) + alpha - 1 for column in zip(*counts, strict=True)]
    return [column / sum(columns) for column in columns]


CASES = {
    "04.1": (
        [1 / 432, 0.002315, np.float64(1 / 432)],
        [
            (60 / 432, "any order"),
            (-np.log(432), "log-likelihood"),
            (3 / 2 + 2 / 3 + 1 / 6, "multiplied"),
            (1 / 36, "seen three times"),
            (1 / 2, "one factor per label"),
        ],
    ),
    "04.2": (
        [(-30, 30), [-30.0, 30], np.array([-30, 30])],
        [
            ((30, -30), "both signs"),
            ((30, 30), "the second is right"),
            ((-30, 0), "does not bind"),
            ((-30, -30), "cannot be negative"),
            ((-1, 1), "the counts themselves"),
            ((30, 0), "sign of lambda first"),
            ((-4, 4), "look at (13)"),
        ],
    ),
    "04.3": (
        [(0.4, 0.2), np.array([0.4, 0.2]), [80 / 200, 20 / 100]],
        [
            ((0.45, 0.2), "heads alone"),
            ((0.35, 0.2), "tails alone"),
            ((0.8, 0.2), "more than 1"),
            ((1 / 3, 1 / 3), "ignores"),
            ((0.2, 0.4), "order"),
            ((0.3, 0.4), "derive"),
        ],
    ),
    "04.4": (
        [by_divergence, by_difference],
        [
            (lambda counts, theta: -by_difference(counts, theta), "sign"),
            (lambda counts, theta: by_difference(counts, theta) / counts.sum(), "per sample"),
            (lambda counts, theta: by_difference(counts, theta) / np.log(2), "bits"),
            (lambda counts, theta: -xlogy(counts, theta).sum(), "best theta instead"),
            (
                lambda counts, theta: counts.sum() * rel_entr(theta, counts / counts.sum()).sum(),
                "share * log",
            ),
        ],
    ),
    "04.5": (
        [(0.5, 0.3), [2 / 4, 3 / 10]],
        [
            ((0.3, 0.5), "order"),
            ((0.75, 0.3), "how often"),
            ((0.5, 0.2), "every occurrence"),
            ((0.5, 0.75), "from all words"),
            ((3 / 6, 4 / 14), "smoothed"),
            ((0.1, 0.1), "mails with the word"),
        ],
    ),
    "04.6": (
        [tied, tied_by_loops],
        [
            (
                lambda n, a: ((n + a - 1) / (n + a - 1).sum(axis=1, keepdims=True)).mean(axis=0),
                "small classes",
            ),
            (lambda n, a: (n + a - 1) / (n + a - 1).sum(axis=1, keepdims=True), "one per class"),
            (lambda n, a: tied(n, a + 1), "posterior mean"),
            (lambda n, a: tied(n, len(n) * (a - 1) + 1), "only one theta"),
            (lambda n, a: tied(n, 1), "leaves the prior out"),
            (lambda n, a: tied(n, a)[::-1], "then divide"),
        ],
    ),
}


@pytest.mark.parametrize("number", CASES)
def test_exercise(number):
    assert_answers(number, *CASES[number])
