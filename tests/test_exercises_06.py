"""The exercises of notebook 06: right answers pass, typical mistakes get their hint."""

import math

import numpy as np
import pytest

from tests.exercises import assert_answers


def by_counting(nats, tolerated):
    """The same threshold by trying every candidate."""
    fits = [t for t in nats if np.mean(np.asarray(nats) > t) <= tolerated]
    return min(fits)


CASES = {
    "06.1": ([2.34, 1 + 0.8 + 0.3 + 0.24], [(1, "absent"), (1.1, "adds"), (1.34, "empty")]),
    "06.2": ([1.79122], [(42.16666666666663, "distance"), (-1.79122, "sign"), (1.96218, "n - 1")]),
    "06.3": (
        [math.log(1802 / 362), 1.6051],
        [(-1.6051, "side"), (0, "different"), (math.log(5), "smoothing")],
    ),
    "06.4": ([14, 14.0], [(13, "one more"), (13.6536, "whole"), (22, "smoothing"), (15, "nat")]),
    "06.5": (
        [by_counting, lambda x, q: sorted(x, reverse=True)[math.floor(q * len(x))]],
        [
            (lambda x, q: np.quantile(x, 1 - q), "interpolates"),
            (lambda x, q: np.sort(x)[int(q * len(x))], "ham end"),
            (lambda x, q: 0.0, "sort"),
        ],
    ),
}


@pytest.mark.parametrize("number", CASES)
def test_exercise(number):
    assert_answers(number, *CASES[number])
