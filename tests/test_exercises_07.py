"""The exercises of notebook 07: right answers pass, typical mistakes get their hint."""

from math import exp, log, log1p

import numpy as np
import pytest

from tests.exercises import assert_answers


def silence(phi, prior):
    total = log(prior[1]) - log(prior[0])
    for in_ham, in_spam in zip(*np.asarray(phi).tolist(), strict=True):
        total += log1p(-in_spam) - log1p(-in_ham)
    return total


def perceptron(X, sign, passes, *, wrong=lambda score: score <= 0, towards=1, intercept=1):
    """Rule (6) number by number."""
    w, b = [0.0] * X.shape[1], 0.0
    for _ in range(passes):
        for x, s in zip(X.tolist(), np.asarray(sign).tolist(), strict=True):
            if wrong(s * (sum(p * q for p, q in zip(w, x, strict=True)) + b)):
                w = [p + towards * s * q for p, q in zip(w, x, strict=True)]
                b += towards * s * intercept
    return [*w, b]


def batch(X, sign, passes):
    w, b = np.zeros(X.shape[1]), 0.0
    for _ in range(passes):
        errors = [i for i in range(len(X)) if sign[i] * (X[i] @ w + b) <= 0]
        for i in errors:
            w, b = w + sign[i] * X[i], b + sign[i]
    return np.array([*w, b])


def conditional(t, sign):
    total = 0.0
    for score in (np.asarray(sign) * t).tolist():
        total += -log1p(exp(-score)) if score > 0 else score - log1p(exp(score))
    return total


def naive(t, sign):
    with np.errstate(all="ignore"):
        return np.log(1 / (1 + np.exp(-sign * t))).sum()


ODDS = exp(3) / 6
BEND = log(11 / 71) - 2 * log(31 / 11) + log(11 / 21)

CASES = {
    "07.1": (
        [(log(77 / 12), -log(2)), np.array([1.8588, -0.6931])],
        [
            ((-log(2), log(77 / 12)), "order"),
            ((-log(77 / 12), log(2)), "turned"),
            ((log(7), -log(2)), "total"),
            ((log(6.3), -log(2)), "three"),
            ((log(77 / 12), -log(3)), "all messages"),
            ((77 / 12, 0.5), "logarithms"),
        ],
    ),
    "07.2": (
        [ODDS / (1 + ODDS), 0.77],
        [
            (exp(1.5) / (6 + exp(1.5)), "twice"),
            (exp(3) / (1 + exp(3)), "prior"),
            (ODDS, "odds"),
            (log(ODDS), "log-odds"),
            (1 / (1 + ODDS), "ham"),
            (exp(3) / (5 + exp(3)), "one in seven"),
        ],
    ),
    "07.3": (
        [silence],
        [
            (lambda phi, prior: -silence(phi, prior), "sign"),
            (lambda phi, prior: np.log(prior[1] / prior[0]), "multinomial"),
            (lambda phi, prior: silence(phi, (0.5, 0.5)), "prior is missing"),
            (
                lambda phi, prior: log(prior[1] / prior[0]) + np.log(phi[1] / phi[0]).sum(),
                "all*",
            ),
            (lambda phi, prior: 1 / (1 + exp(-silence(phi, prior))), "no probability"),
        ],
    ),
    "07.4": (
        [perceptron, lambda X, sign, passes: np.array(perceptron(X, sign, passes))],
        [
            (lambda *case: perceptron(*case, wrong=lambda score: score < 0), "nothing ever"),
            (lambda *case: perceptron(*case, intercept=0), "intercept moves"),
            (batch, "at once"),
            (lambda *case: perceptron(*case, towards=-1), "away"),
            (lambda *case: perceptron(*case, wrong=lambda score: True), "only errors"),
            (lambda *case: np.roll(perceptron(*case), 1), "last"),
            (lambda *case: perceptron(*case)[:-1], "shape"),
        ],
    ),
    "07.5": (
        [conditional, lambda t, sign: -np.logaddexp(0, -sign * t).sum()],
        [
            (naive, "logaddexp"),
            (lambda t, sign: -np.logaddexp(0, -t).sum(), "use the sign"),
            (lambda t, sign: np.logaddexp(0, -sign * t).sum(), "loss"),
            (lambda t, sign: -np.logaddexp(0, -sign * t).mean(), "mean"),
            (lambda t, sign: np.minimum(0, sign * t).sum(), "perceptron"),
            (lambda t, sign: -np.logaddexp(0, -sign * t), "one number"),
        ],
    ),
    "07.6": (
        [BEND, -4.5842],
        [
            (-BEND, "turned"),
            (log(10 / 70) - 2 * log(30 / 10) + log(10 / 20), "pseudo-count"),
            (BEND / 2, "half"),
            (
                log(11 / 53 / (71 / 103)) - log(31 / 53 / (11 / 103)) + log(11 / 53 / (21 / 103)),
                "subtracted twice",
            ),
            (103 / 53 * (11 / 71 - 2 * 31 / 11 + 11 / 21), "ratios"),
        ],
    ),
}


@pytest.mark.parametrize("number", CASES)
def test_exercise(number):
    assert_answers(number, *CASES[number])
