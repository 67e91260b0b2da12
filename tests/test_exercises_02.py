"""The exercises of notebook 02: right answers pass, typical mistakes get their hint."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.special import logsumexp

from tests.exercises import assert_answers


def violation(joint):
    """Cell by cell, for each class."""
    gaps = [
        abs(p / table.sum() - table[a].sum() * table[:, b].sum() / table.sum() ** 2)
        for table in joint
        for (a, b), p in np.ndenumerate(table)
    ]
    return max(gaps)


def unconditional(joint):
    table = joint.sum(axis=0)
    return np.abs(table - np.outer(table.sum(axis=1), table.sum(axis=0))).max()


def undivided(joint):
    return max(np.abs(t - np.outer(t.sum(axis=1), t.sum(axis=0))).max() for t in joint)


def signed(joint):
    tables = [t / t.sum() for t in joint]
    return max((t - np.outer(t.sum(axis=1), t.sum(axis=0))).max() for t in tables)


def posteriors(scores):
    return scores - logsumexp(scores, axis=1, keepdims=True)


def unstable(scores):
    return np.log(np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True))


CASES = {
    "02.1": (
        [(3145727, 92), [3145727, 92.0], np.array([3145727, 92])],
        [
            ((92, 3145727), "order"),
            ((3145728, 92), "not free"),
            ((3145727, 123), "one free number less"),
            ((3145727, 90), "prior"),
            ((1048575, 30), "every class"),
        ],
    ),
    "02.2": (
        [Fraction(16, 19), 16 / 19, 0.8421],
        [
            (Fraction(16, 135), "score"),
            (3 / 19, "-1"),
            (Fraction(16, 81) / (Fraction(16, 81) + Fraction(1, 18)), "prior"),
            (1, "looking up"),
            (Fraction(16, 3), "odds"),
        ],
    ),
    "02.3": (
        [violation, lambda joint: max(violation(table[None]) for table in joint)],
        [
            (unconditional, "unconditional"),
            (undivided, "divide by P(y)"),
            (signed, "absolute"),
            (lambda joint: violation(joint[:1]), "first class"),
            (lambda joint: 0.0, "margins"),
            (0.25, "function"),
        ],
    ),
    "02.4": (
        [0.2, np.float64(0.2), Fraction(1, 5)],
        [(0.8, "complement"), (0.31, "prior"), (0.25, "same class"), (20, "percentage")],
    ),
    "02.5": (
        [posteriors, lambda scores: np.array([row - logsumexp(row) for row in scores])],
        [
            (unstable, "subtract the largest"),
            (lambda scores: np.exp(posteriors(scores)), "keep the logs"),
            (lambda scores: scores - scores.max(axis=1, keepdims=True), "not normalised"),
            (lambda scores: scores - logsumexp(scores), "whole array"),
            (lambda scores: scores - logsumexp(scores, axis=0), "columns"),
        ],
    ),
    "02.6": (
        [6, 6.0, np.int64(6)],
        [(5, "prior"), (2, "decision"), (3, "upside down"), (5.4446, "whole"), (132, "multiplies")],
    ),
}


@pytest.mark.parametrize("number", CASES)
def test_exercise(number):
    assert_answers(number, *CASES[number])
