"""The exercises of notebooks 00 and 05: right answers pass, typical mistakes get their hint."""

import numpy as np
import pytest

from tests.exercises import assert_answers


def bracketed(counts, alpha):
    return np.log((counts + alpha) / (counts.sum(axis=1, keepdims=True) + alpha * counts.shape[1]))


def loops(counts, alpha):
    rows = [[np.log((n + alpha) / (sum(row) + alpha * len(row))) for n in row] for row in counts]
    return np.array(rows)


CASES = {
    "00.1": (
        [4827, 4827.0, np.int64(4827)],
        [(747, "spam"), (5574, "subtract"), (4827 / 5574, "share")],
    ),
    "05.1": ([0.134, 747 / 5574], [(0.866, "ham"), (13.4, "percentage"), (1, "recall")]),
    "05.2": (
        [(0.9375, 0.75), [150 / 160, 150 / 200], np.array([0.9375, 0.75])],
        [((0.75, 0.9375), "order"), ((0.0625, 0.25), "errors"), ((1940 / 2000, 0.75), "accuracy")],
    ),
    "05.3": (
        [bracketed, loops],
        [
            (lambda n, a: np.log(n + a / (n.sum(axis=1, keepdims=True) + a * 3)), "sum to 1"),
            (
                lambda n, a: np.log(n + a / (n.sum(axis=1, keepdims=True) + a * n.shape[1])),
                "brackets",
            ),
            (lambda n, a: np.log((n + a) / (n.sum(axis=1, keepdims=True) + a)), "every word"),
            (lambda n, a: np.exp(bracketed(n, a)), "logarithm"),
            (lambda n, a: np.log((n + a) / (n.sum() + a * n.shape[1])), "own total"),
        ],
    ),
    "05.4": ([np.log(1.75), 0.5596], [(-np.log(1.75), "side"), (0, "smoothed"), (1.75, "ratio")]),
    "05.5": ([3, 3.0], [(2, "still above"), (2.765264554, "whole number"), (0, "usual")]),
}


@pytest.mark.parametrize("number", CASES)
def test_exercise(number):
    assert_answers(number, *CASES[number])
