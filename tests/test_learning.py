"""The table of learning curves is what its script makes: some rows are measured again, or all."""

import os

import numpy as np
import pytest

from nbcourse import load
from tests import learning

SLOW = "NBCOURSE_SLOW"
SOME = [("sms", 100, 0), ("sms", 400, 29), ("enron", 200, 3)]


@pytest.fixture(scope="module")
def table():
    return load("learning").set_index(["collection", "n", "repeat"])


def test_the_table_has_all_repeats_and_shares_only(table):
    assert [*table.index] == [*learning.repeats()]
    assert table.drop(columns="C").stack().between(0, 1).all()
    assert set(table["C"]) <= set(learning.STRENGTHS)


def same(row, stored):
    """Solvers differ a little from machine to machine: two messages of a thousand may."""
    for score, value in row.items():
        if score not in ("collection", "n", "repeat"):
            assert value == pytest.approx(stored[score], abs=2e-3), score


@pytest.mark.parametrize("place", SOME, ids=str)
def test_measured_again_a_row_is_the_same(table, place):
    same(learning.row(*place), table.loc[place])


@pytest.mark.skipif(SLOW not in os.environ, reason=f"takes ten minutes: set {SLOW}=1")
def test_measured_again_all_rows_are_the_same(table):
    for place in learning.repeats():
        same(learning.row(*place), table.loc[place])


def test_test_and_training_messages_differ_and_the_words_are_those_of_training():
    X, spam = learning.collection("sms")
    test, train = learning.parts("sms", 100, 7)
    assert len(test) == 1394
    assert len(train) == 100
    assert not set(test) & set(train)
    known, A, y, B, truth = learning.tables("sms", 100, 7)
    assert np.array_equal(known, np.unique(X[train].nonzero()[1]))
    assert np.array_equal(A.toarray(), X[train].toarray()[:, known])
    assert np.array_equal(B.toarray(), X[test].toarray()[:, known])
    assert np.array_equal(y, spam[train])
    assert np.array_equal(truth, spam[test])


def test_the_threshold_is_the_one_a_search_through_all_places_finds():
    draw = np.random.default_rng(0)
    for _ in range(200):
        n = draw.integers(2, 12)
        nats, y = draw.integers(-3, 4, n).astype(float), draw.random(n) < 0.5
        candidates = np.r_[nats.min() - 1, nats.max() + 1, (nats[:, None] + nats).ravel() / 2]
        fewest = min(((nats > place) != y).sum() for place in candidates)
        place = learning.threshold(nats, y)
        assert ((nats > place) != y).sum() == fewest


def test_of_the_best_thresholds_the_one_nearest_to_zero_is_taken():
    spam = np.array([False, False, True, True])
    assert learning.threshold(np.array([-2.0, -1.0, 1.0, 2.0]), spam) == 0
    assert learning.threshold(np.array([-2.0, -1.0, -0.5, 2.0]), spam) == -0.75
    assert learning.threshold(np.array([-2.0, -1.0, -0.5, 2.0]), ~spam) in (-3, 3)


def test_what_chooses_was_not_learnt_from():
    X, spam = learning.collection("sms")
    A, y = X[:60], spam[:60].copy()
    model = learning.MultinomialNB()
    folds = learning.StratifiedKFold(3, shuffle=True, random_state=0)
    nats = learning.left_out(model, A, y)
    for train, held in folds.split(A, y):
        again = model.fit(A[train], y[train])
        assert np.allclose(nats[held], learning.odds(again, A[held]))


def test_the_pseudo_count_is_chosen_on_the_folds_and_judged_on_other_messages():
    _, A, y, B, truth = learning.tables("sms", 200, 1)
    folds = {}
    for alpha in learning.PSEUDO_COUNTS:
        model = learning.MultinomialNB(alpha=alpha)
        inner = learning.left_out(model, A, y)
        place, outer = learning.threshold(inner, y), learning.odds(model.fit(A, y), B)
        likely = np.log(1 / (1 + np.exp(np.where(y, -1, 1) * inner))).sum()
        folds[alpha] = (
            [((inner > 0) != y).sum(), ((inner > place) != y).sum(), -likely],
            [((outer > at) != truth).mean() for at in (0, place, place)],
        )
    for i, found in enumerate(learning.alpha_chosen(A, y, B, truth).values()):
        fewest = min(inner[i] for inner, _ in folds.values())
        # of equals the first, the largest pseudo-count
        best = next(outer[i] for inner, outer in folds.values() if inner[i] == fewest)
        assert found == pytest.approx(best)
