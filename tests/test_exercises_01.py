"""The exercises of notebook 01: right answers pass, typical mistakes get their hint."""

import numpy as np
import pytest

from tests.exercises import assert_answers

LOG = 34 * np.log(0.85) + 6 * np.log(0.15)

CASES = {
    "01.1": (
        [(0.85, LOG), [34 / 40, -16.9084], np.array([0.85, LOG])],
        [
            ((LOG, 0.85), "order"),
            ((0.85, -LOG), "sign"),
            ((0.85, LOG / np.log(10)), "natural"),
            ((0.85, LOG + np.log(3838380)), "every order"),
            ((0.85, LOG / 40), "mean per fuse"),
            ((0.85, 34 * np.log(0.85)), "failures"),
        ],
    ),
    "01.2": (
        [(10 / 13, 9 / 11), [0.7692, 0.8182]],
        [
            ((9 / 11, 10 / 13), "order"),
            ((0.8, 0.875), "Beta(1, 1)"),
            ((4 / 13, 3 / 11), "failures to b"),
            ((10 / 20, 9 / 18), "all trials"),
            ((0.6, 2 / 3), "prior"),
            ((10 / 13, 10 / 13), "takes 1 off"),
        ],
    ),
    "01.3": (
        [{"b", "e"}, ["e", "B"], ("b", "e"), frozenset("be")],
        [
            ({"b", "e", "a"}, "a: closeness"),
            ({"b", "c"}, "c: the maximum"),
            ({"d", "e"}, "d: that is"),
            ({"e"}, "definition"),
            ("b", "growing function"),
            ({"x"}, "letters"),
        ],
    ),
    "01.4": (
        [lambda x: 1 / np.mean(x), lambda x: len(x) / sum(x)],
        [
            (np.mean, "inverse"),
            (lambda x: 1 / sum(x), "became of n"),
            (lambda x: np.mean(1 / x), "inverses"),
            (lambda x: 1 / np.median(x), "median"),
            (lambda x: (len(x) - 1) / sum(x), "biased"),
            (lambda x: x.max(), "uniform"),
            (3.0, "expected a function"),
            (lambda x: 1 / x.std(), "derivative"),
        ],
    ),
    "01.5": (
        [1 - 0.05 ** (1 / 300), 0.009936],
        [
            (0, "estimate"),
            (0.01, "rule of three"),
            (0.05 ** (1 / 300), "come through"),
            (1 - 0.95 ** (1 / 300), "not 95"),
            (1 - 0.025 ** (1 / 300), "one side"),
            (0.012643, "Wilson"),
            (1 / 302, "Laplace"),
        ],
    ),
    "01.6": (
        [0.4**0.2, 0.8326],
        [
            (0.4, "whole row"),
            (0.4**5, "root"),
            (0.08, "multiply"),
            (1 - 0.6**0.2, "any fuse"),
            (0.6**0.2, "18 do not"),
            (60 / 78, "several bad"),
            (0.5, "write q"),
        ],
    ),
}


@pytest.mark.parametrize("number", CASES)
def test_exercise(number):
    assert_answers(number, *CASES[number])
