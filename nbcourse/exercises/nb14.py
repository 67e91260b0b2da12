"""Checkers of notebook 14: the widest street between two classes."""

from functools import cache

import numpy as np
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC

from nbcourse import text
from nbcourse.corpus import BagOfWords
from nbcourse.datasets import load
from nbcourse.evaluation import duplicate_groups, repeated_splits
from nbcourse.exercises.kit import behaves, exercise, near
from nbcourse.naive_bayes import MultinomialNB

RNG = np.random.default_rng(1400)
POINTS = [RNG.normal(size=(6, 2)), RNG.normal(size=(5, 3)) * 2]
CLASSES = [np.array([1, 1, -1, -1, 1, -1]), np.array([-1, 1, 1, -1, -1])]
#: Two points, and two more behind them, whose widest street is x1 = 0, from -1 to 1.
BEHIND = np.array([[1.0, 0], [-1, 0], [3, 1], [-2, 4]])


@exercise("14.1", objectives=(1,), first="compute w·x + b before you think of the class")
def two_margins(answer):
    """Functional and geometric margin of a point on the wrong side."""
    w, x, b, y = np.array([3, 4]), np.array([2, -1]), 1, -1
    f, norm = y * (w @ x + b), np.linalg.norm(w)
    return near(
        answer,
        (f, f / norm),
        mistakes=[
            ((-f, -f / norm), "the class is missing: it is -1 and turns both signs"),
            ((-f, f / norm), "the functional margin carries the sign of the class, too"),
            ((f, -f / norm), "the geometric margin carries the sign of the class, too"),
            ((f / norm, f), "the right numbers in the wrong order: first the functional margin"),
            ((f, f / norm**2), "divide by the length of w, not by its square"),
            ((f, f / np.abs(w).sum()), "the length of w is a square root of a sum of squares"),
            ((y * (w @ x), y * (w @ x) / norm), "b is missing"),
        ],
        otherwise="formula (1) first; the second number is the first over the length of w",
    )


@exercise("14.2", objectives=(2,), first="in which direction do the edges of the street run?")
def street_of_two(answer):
    """Width and intercept of the widest street between two points."""
    plus, minus = np.array([5, 5]), np.array([1, 2])
    step = plus - minus
    width, w = np.linalg.norm(step), 2 * step / (step @ step)
    b = 1 - w @ plus
    return near(
        answer,
        (width, b),
        mistakes=[
            ((b, width), "the right numbers in the wrong order: first the width"),
            ((width / 2, b), "that is the margin; the street is twice as wide"),
            ((width, -b), "the sign of b is turned: try it on the point of class +1"),
            (
                (width, -w @ plus),
                "each point lies on an edge: there w·x + b is +1 or -1, not 0",
            ),
            ((width, b / 2), "the two points have functional margin 1, so w·x + b goes up by 2"),
            ((width, -step @ (plus + minus) / 2), "the right line, not in the scale of (2)"),
            ((2 / width, b), "the width is 2 over the length of w, not the length of w"),
        ],
        otherwise="w points from one point to the other, and w·x + b rises from -1 to +1",
    )


@exercise("14.3", objectives=(1,), first="write the geometric margins of all points as one array")
def margin_of_line(answer):
    """A function (w, b, P, y) -> the geometric margin of the line."""
    cases = [(RNG.normal(size=P.shape[1]), 0.3, P, y) for P, y in zip(POINTS, CLASSES, strict=True)]
    cases += [(10 * w, 10 * b, P, y) for w, b, P, y in cases]
    cases.append((np.array([2.0, 0]), 0.5, BEHIND, np.array([1, -1, 1, -1])))
    return behaves(
        answer,
        _margin,
        cases,
        mistakes=[
            (lambda w, b, P, y: np.min(y * (P @ w + b)), "that is the functional margin"),
            (
                lambda w, b, P, y: np.min(abs(P @ w + b)) / np.linalg.norm(w),
                "a distance has no sign: a point on the wrong side must count as negative",
            ),
            (
                lambda w, b, P, y: np.min(y * (P @ w + b)) / (w @ w),
                "divide by the length of w, not by its square",
            ),
            (
                lambda w, b, P, y: np.min(y * (P @ w + b)) / np.linalg.norm([*w, b]),
                "b is no part of the length of w",
            ),
            (
                lambda w, b, P, y: np.mean(y * (P @ w + b)) / np.linalg.norm(w),
                "the nearest point decides, not the mean",
            ),
            (
                lambda w, b, P, y: y * (P @ w + b) / np.linalg.norm(w),
                "those are the margins of the points; the line has that of its nearest one",
            ),
            (
                lambda w, b, P, y: np.min(P @ w + b) / np.linalg.norm(w),
                "the class of each point is missing",
            ),
        ],
        otherwise="the smallest of the geometric margins (1)",
    )


def _margin(w, b, P, y):
    return np.min(y * (P @ w + b)) / np.linalg.norm(w)


@exercise("14.4", objectives=(4,), first="compute the slack of every point as an array")
def soft_price(answer):
    """A function (w, b, P, y, C) -> the objective of the soft margin."""
    cases = [
        (RNG.normal(size=P.shape[1]), -0.2, P, y, C)
        for P, y, C in zip(POINTS, CLASSES, (0.7, 5), strict=True)
    ]
    cases.append((np.array([2.0, 0]), 0.5, BEHIND, np.array([1, -1, 1, -1]), 3))
    return behaves(
        answer,
        _soft,
        cases,
        mistakes=[
            (lambda w, b, P, y, C: _soft(w, b, P, y, C) + w @ w / 2, "half of the squared length"),
            (lambda w, b, P, y, C: _slack(w, b, P, y).sum() * C, "the short w is half of the wish"),
            (
                lambda w, b, P, y, C: w @ w / 2 + _slack(w, b, P, y).sum(),
                "each unit of slack costs C",
            ),
            (
                lambda w, b, P, y, C: w @ w / 2 + C * (1 - y * (P @ w + b)).sum(),
                "a slack is never negative: who has more than 1 is not paid for it",
            ),
            (
                lambda w, b, P, y, C: w @ w / 2 + C * np.maximum(0, -y * (P @ w + b)).sum(),
                "slack begins at the edge of the street, where the functional margin is 1",
            ),
            (
                lambda w, b, P, y, C: w @ w / 2 + C * (y * (P @ w + b) < 1).sum(),
                "a point pays for how much it lacks, not for lacking",
            ),
            (
                lambda w, b, P, y, C: w @ w / 2 + C * _slack(w, b, P, y).mean(),
                "the sum of the slacks, please, not their mean",
            ),
            (
                lambda w, b, P, y, C: w @ w / 2 + C * np.maximum(0, 1 - (P @ w + b)).sum(),
                "the class of each point is missing",
            ),
        ],
        otherwise="half the squared length of w, and C times the sum of the slacks",
    )


def _slack(w, b, P, y):
    return np.maximum(0, 1 - y * (P @ w + b))


def _soft(w, b, P, y, C):
    return w @ w / 2 + C * _slack(w, b, P, y).sum()


@exercise("14.5", objectives=(3,), first="write the functional margins once; three tests use them")
def judge_of_certificates(answer):
    """A function (w, b, alpha, P, y) -> the largest violation of the KKT conditions."""
    y = np.array([1, -1, 1, -1])
    right = np.array([1.0, 0]), 0.0, np.array([0.5, 0.5, 0, 0])
    cases = [
        right,
        (2 * right[0], 0.0, np.zeros(4)),  # nothing holds the line
        (2 * right[0], 0.0, 2 * right[2]),  # prices off the edges
        (right[0] / 5, 0.0, right[2] / 5),  # points on the street
        (right[0], 0.0, right[2] + [0, 0, 0.3, 0.1]),  # does not balance
        (right[0], 0.0, right[2] - [0.2, 0.2, 0.9, 0.9]),  # negative prices
        (right[0], 0.7, right[2]),
        (1.5 * right[0], -0.5, np.array([1.5, 0, 0, 0])),  # held from one side only
    ]
    return behaves(
        answer,
        _violation,
        [(w, b, alpha, BEHIND, y) for w, b, alpha in cases],
        mistakes=[
            (_three_conditions, "stationarity is missing: the points must hold the line"),
            (_without_balance, "the weights of the two classes must balance, too"),
            (_classless, "the class of each point is missing in the sum"),
            (_summed, "the largest violation, not their sum"),
            (_by_length, "each coordinate of the difference for itself, not its length"),
            (_turned, "a weight breaks its rule below 0, a margin below 1: turn the two signs"),
        ],
        otherwise="five arrays or numbers, each 0 or less where its condition holds; the largest",
    )


def _parts(w, b, alpha, P, y):
    """Of each condition by how much it is broken."""
    f = y * (P @ w + b)
    still, balance = abs(w - (alpha * y) @ P).max(), abs(alpha @ y)
    return [max(0, -alpha.min()), max(0, 1 - f.min()), abs(alpha * (f - 1)).max(), still, balance]


def _violation(w, b, alpha, P, y):
    return max(_parts(w, b, alpha, P, y))


def _three_conditions(w, b, alpha, P, y):
    return max(_parts(w, b, alpha, P, y)[:3])


def _without_balance(w, b, alpha, P, y):
    return max(_parts(w, b, alpha, P, y)[:4])


def _summed(w, b, alpha, P, y):
    return sum(_parts(w, b, alpha, P, y))


def _by_length(w, b, alpha, P, y):
    return max(*_parts(w, b, alpha, P, y), np.linalg.norm(w - (alpha * y) @ P))


def _turned(w, b, alpha, P, y):
    f = y * (P @ w + b)
    return max(0, alpha.min(), f.min() - 1, *_parts(w, b, alpha, P, y)[2:])


def _classless(w, b, alpha, P, y):
    return max(*_parts(w, b, alpha, P, y)[:3], abs(w - alpha @ P).max(), abs(alpha @ y))


@exercise("14.6", objectives=(5,), first="take the first hundred rows of train, make two filters")
def hundred_messages(answer):
    """Errors of naive Bayes and of the SVM after a hundred messages."""
    bayes, margin, ham = _after_a_hundred()
    return near(
        answer,
        (bayes, margin),
        mistakes=[
            ((margin, bayes), "the right numbers in the wrong order: first naive Bayes"),
            ((ham, ham), "that is the answer 'ham' for all: the baseline"),
            (_after_all(), "that is after all messages of train; take its first hundred"),
            (_dear(), "C is 0.1; without a word LinearSVC takes 1"),
            (_with_all_words(), "the list of words comes from the hundred messages only"),
        ],
        otherwise="make_pipeline(BagOfWords(analyzer=text.words), model), fitted on train[:100]",
    )


@cache
def _messages():
    """The messages without copies, and the first split of Section 6."""
    corpus = load("sms")
    groups = duplicate_groups(corpus.features(text.words))
    messages = corpus[np.unique(groups, return_index=True)[1]]
    [split] = repeated_splits(
        messages.labels, n_splits=1, test_size=0.25, stratify=True, random_state=14
    )
    return messages, *split


def _errors(rows, *, all_words=False, C=0.1):
    """Errors of the two models that learn from some rows, with their words or with all."""
    messages, _, test = _messages()
    documents = messages.features(text.words).counts if all_words else messages
    first = [] if all_words else [BagOfWords(analyzer=text.words)]
    found = []
    for model in (MultinomialNB(), LinearSVC(loss="hinge", C=C, random_state=0)):
        fitted = make_pipeline(*first, model).fit(documents[rows], messages.labels[rows])
        found.append(int(np.sum(fitted.predict(documents[test]) != messages.labels[test])))
    return tuple(found)


@cache
def _after_a_hundred():
    messages, train, test = _messages()
    return *_errors(train[:100]), int(np.sum(messages.labels[test] == "spam"))


@cache
def _after_all():
    return _errors(_messages()[1])


@cache
def _dear():
    return _errors(_messages()[1][:100], C=1)


@cache
def _with_all_words():
    return _errors(_messages()[1][:100], all_words=True)


@exercise("14.a", objectives=(1,), first="put the point into the left side of the equation")
def distance(answer):
    """Distance of (3, 1) from 3 x1 + 4 x2 - 3 = 0."""
    total = 3 * 3 + 4 * 1 - 3
    return near(
        answer,
        total / 5,
        mistakes=[
            (total, "that is the sum; divide it by the length of w"),
            (total / 25, "divide by the length of w, not by its square"),
            (total / 7, "the length of w is the root of 9 + 16"),
            ((total + 3) / 5, "b is missing"),
        ],
        otherwise="w·x + b, divided by the length of w",
    )


@exercise("14.b", objectives=(2,), first="how long is w?")
def street_width(answer):
    """Width of the street with w = (3, -4) in the scale of (2)."""
    return near(
        answer,
        2 / 5,
        mistakes=[
            (1 / 5, "that is the margin, from the middle to an edge"),
            (5, "that is the length of w"),
            (10, "a longer w means a narrower street"),
            (2 / 25, "divide by the length of w, not by its square"),
        ],
        otherwise="each edge is 1 over the length of w from the middle",
    )


@exercise("14.c", objectives=(3,), first="add up weight times class times first coordinate")
def held(answer):
    """First weight of the line that (3, 1)+ and (1, 0)- hold with 0.4 each."""
    return near(
        answer,
        0.4 * 3 - 0.4 * 1,
        mistakes=[
            (0.4 * 3 + 0.4 * 1, "the second point is of class -1: it is subtracted"),
            (3 - 1, "each point is multiplied by its weight"),
            (0.4, "that is the second coordinate of w"),
        ],
        otherwise="0.4 times the first coordinates, each with the sign of its class",
    )


@exercise("14.d", objectives=(4,), first="how much does the point lack to 1?")
def slack(answer):
    """Slack of a point with functional margin -0.3."""
    return near(
        answer,
        1 - -0.3,
        mistakes=[
            (0.3, "slack is counted from the edge of the street, not from its middle"),
            (0.7, "the point is beyond the middle: it lacks more than 1"),
            (0, "only points with a functional margin of 1 or more need none"),
            (-1.3, "slack is never negative"),
        ],
        otherwise="formula (5) with its number",
    )


@exercise("14.e", objectives=(5,), first="by how much does the middle of the second class move?")
def pulled(answer):
    """How far the halfway point moves if a third of a class moves six units."""
    return near(
        answer,
        6 / 3 / 2,
        mistakes=[
            (2, "so far moves the middle of the class; the boundary lies halfway"),
            (3, "only a third of the points moves"),
            (6, "so far moves each of these points"),
        ],
        otherwise="a third of six for the middle of the class, and half of that",
    )


@exercise(
    "14.f", objectives=(5,), first="compute the smoothed probability of the word in each class"
)
def unseen_word(answer):
    """Weight of a word of the list that neither class has."""
    right = np.log((1 / (20 + 10)) / (1 / (80 + 10)))
    return near(
        answer,
        right,
        mistakes=[
            (-right, "the sign is turned: spam goes into the numerator"),
            (np.log(80 / 20), "each total grows by one pseudo-count for every word of the list"),
            (np.log(81 / 21), "each total grows by one for *every* word of the list, by ten"),
            (0, "the pseudo-counts are equal, but not the totals they are divided by"),
            (np.exp(right), "that is the ratio; take its logarithm"),
        ],
        otherwise="(0 + 1) over the smoothed total of each class, then the log of the ratio",
    )
