"""SPODE, AODE and TAN against exact fractions, enumeration, refits and the other rooms."""

import copy
import warnings
from fractions import Fraction
from functools import partial
from itertools import combinations, product
from math import log, prod

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.sparse import csr_array
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.utils.estimator_checks import check_estimator

from nbcourse import semi_naive
from nbcourse.logspace import conditional_mutual_information, mutual_information
from nbcourse.naive_bayes import CategoricalNB
from nbcourse.semi_naive import AODE, SPODE, TAN, maximum_spanning_tree

STAR = partial(SPODE, 0)  # its rows may come in parts
ALL = {"AODE": AODE, "SPODE": SPODE, "TAN": TAN}
SUMS = {"AODE": AODE, "SPODE(0)": STAR, "TAN": TAN}

CODES = arrays(np.int64, (8, 3), elements=st.integers(0, 2))
LABELS = st.lists(st.sampled_from(["ham", "spam", "ü"]), min_size=8, max_size=8)
WEIGHTS = arrays(np.int64, 8, elements=st.integers(0, 3))


def models(table):
    return pytest.mark.parametrize("model", table.values(), ids=table)


def joint(model, X):
    return model.predict_joint_log_proba(X)


# -- the interface ----------------------------------------------------------------


@models(ALL)
def test_scikit_learns_own_checks(model):
    """Clean: here a category is any number, and one that nobody has learnt is left out."""
    check_estimator(model(), on_skip=None)


def test_scikit_learns_own_checks_of_a_given_super_parent():
    check_estimator(STAR(), on_skip=None)


@models(ALL)
def test_before_fit_and_for_other_columns(model):
    with pytest.raises(NotFittedError, match=model.__name__):
        model().predict([[0, 1]])
    with pytest.raises(ValueError, match="3 features.*2 features"):
        model().fit([[0, 1], [1, 0]], [0, 1]).predict([[0, 1, 1]])


# -- exact arithmetic -------------------------------------------------------------


class Exact:
    """The formulas of S1 in whole numbers: count rows, divide, multiply."""

    def __init__(self, X, y):
        self.rows = [(tuple(map(int, x)), c) for x, c in zip(X, y, strict=True)]
        self.classes = sorted(set(y))
        self.sizes = [len(set(column)) for column in zip(*(x for x, _ in self.rows), strict=True)]

    def count(self, c=None, **values):
        """Rows of a class that have the given values, by the number of the feature."""
        wanted = {int(name[1:]): value for name, value in values.items()}
        return sum(
            c in (None, own) and all(x[i] == v for i, v in wanted.items()) for x, own in self.rows
        )

    def given(self, c, x, j, i=None):
        """Estimate of P(x_j | c), or of P(x_j | c, x_i)."""
        condition = {} if i is None else {f"x{i}": x[i]}
        together = self.count(c, **condition, **{f"x{j}": x[j]})
        return Fraction(together + 1, self.count(c, **condition) + self.sizes[j])

    def tree(self, c, x, parents):
        prior = Fraction(self.count(c), len(self.rows))
        own = (self.given(c, x, j, i if i >= 0 else None) for j, i in enumerate(parents))
        return prior * prod(own)

    def term(self, c, x, i):
        """The joint estimate with parent i."""
        cells = len(self.classes) * self.sizes[i]
        first = Fraction(self.count(c, **{f"x{i}": x[i]}) + 1, len(self.rows) + cells)
        return first * prod(self.given(c, x, j, i) for j in range(len(x)) if j != i)

    def average(self, c, x, m):
        used = [i for i in range(len(x)) if self.count(**{f"x{i}": x[i]}) >= m]
        if not used:
            return self.tree(c, x, [-1] * len(x))
        return sum(self.term(c, x, i) for i in used) / len(used)


def table(seed, n=30, sizes=(2, 3, 4, 2)):
    """Rows whose second and third features depend on the first, and an unbalanced class."""
    rng = np.random.default_rng(seed)
    y = np.array(["ham", "news", "spam"])[rng.choice(3, n, p=[0.6, 0.1, 0.3])]
    X = rng.integers(0, sizes, (n, len(sizes)))
    X[:, 1:3] = (X[:, 1:3] + X[:, :1] * (y == "ham")[:, None]) % sizes[1:3]
    X[: max(sizes)] = np.arange(max(sizes))[:, None] % sizes  # every value occurs
    y[:3] = ["ham", "news", "spam"]
    return X, y


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("m", [0, 1, 9, 18, 99])
def test_aode_is_its_formula_in_fractions(seed, m):
    X, y = table(seed)
    exact, model = Exact(X, y), AODE(m).fit(X, y)
    expected = [[float(exact.average(c, x, m)) for c in exact.classes] for x in X]
    np.testing.assert_allclose(np.exp(joint(model, X)), expected, rtol=1e-12)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("model", [SPODE(2), SPODE(), TAN(), TAN(3)], ids=str)
def test_trees_are_their_formula_in_fractions(seed, model):
    X, y = table(seed)
    exact, model = Exact(X, y), clone(model).fit(X, y)
    expected = [[float(exact.tree(c, x, model.parents_)) for c in exact.classes] for x in X]
    np.testing.assert_allclose(np.exp(joint(model, X)), expected, rtol=1e-12)


def test_one_term_of_the_average_is_the_spode_whose_prior_is_smoothed_alike():
    """P(c) with N_i pseudo-rows per class times P(x_i | c) is the joint estimate of c and x_i."""
    X, y = table(7)
    exact = Exact(X, y)
    for i in range(4):
        model = SPODE(i, class_alpha=exact.sizes[i]).fit(X, y)
        expected = [[float(exact.term(c, x, i)) for c in exact.classes] for x in X]
        np.testing.assert_allclose(np.exp(joint(model, X)), expected, rtol=1e-12)


@settings(max_examples=25)
@given(X=CODES, y=LABELS, alpha=st.sampled_from([0.1, 1, 5]), prior=st.booleans())
@models(SUMS)
def test_joint_probabilities_sum_to_one(model, X, y, alpha, prior):
    """Over all rows that there can be, and all classes."""
    params = {"class_prior": np.full(len(set(y)), 1 / len(set(y)))} if prior else {}
    params |= {"min_count": 0} if model is AODE else {}
    fitted = model(alpha=alpha, categories=[range(3)] * 3, **params).fit(X, y)
    everything = list(product(range(3), repeat=3))
    np.testing.assert_allclose(np.exp(joint(fitted, everything)).sum(), 1, rtol=1e-9)


@given(X=arrays(np.int64, (9, 2), elements=st.integers(0, 2)), y=arrays(bool, 9))
@settings(max_examples=25)
@models(SUMS)
def test_of_two_features_every_joint_is_learnt_exactly(model, X, y):
    """Without smoothing the posterior is the share of the class among the equal rows."""
    posterior = model(alpha=0).fit(X, y).predict_proba(X)[:, 0]
    same, first = (X[:, None] == X).all(axis=2), y == y.min()
    np.testing.assert_allclose(posterior, (same & first).sum(axis=1) / same.sum(axis=1), atol=1e-12)


# -- hand-computed cases ----------------------------------------------------------

SMALL = [[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 1, 1], [1, 1, 0], [1, 0, 1], [0, 1, 1], [2, 0, 0]]
SMALL_Y = [0, 0, 0, 1, 1, 1, 1, 0]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ((2, 1, 1), [213 / 323, 12 / 17, 2 / 3]),
        ((0, 1, 1), [620 / 939, 620 / 939, 2 / 3]),
        ((2, 0, 1), [171 / 433, 9 / 22, 1 / 3]),
    ],
)
def test_thresholds_of_the_parents(query, expected):
    """All are parents; those of two rows; none, which is naive Bayes."""
    found = [AODE(m).fit(SMALL, SMALL_Y).predict_proba([query])[0, 1] for m in (1, 2, 30)]
    np.testing.assert_allclose(found, expected, rtol=1e-12)
    naive = CategoricalNB().fit(SMALL, SMALL_Y).predict_proba([query])[0, 1]
    assert found[2] == pytest.approx(naive, rel=1e-12)


def test_each_super_parent():
    found = [SPODE(p).fit(SMALL, SMALL_Y).predict_proba([[0, 1, 1]])[0, 1] for p in range(3)]
    np.testing.assert_allclose(found, [25 / 43, 12 / 17, 12 / 17], rtol=1e-12)


def test_the_tree_is_of_the_information_within_the_classes():
    """A and B say much about each other because both say something of the class."""
    y = [0] * 6 + [1] * 6
    X = np.array(
        [[int(v) for v in row] for row in ("110000111111", "000000110111", "111000001000")]
    )
    model = TAN().fit(X.T, y)
    information = model.information_[np.triu_indices(3, 1)]
    np.testing.assert_allclose(information, [0, 0.1591285420737032, 0.2252806044331523], atol=1e-9)
    assert model.parents_.tolist() == [-1, 2, 0]
    plain = [mutual_information(table_of(X[i], X[j])) for i, j in ((0, 1), (1, 2), (0, 2))]
    assert min(plain[:2]) > 0.2 > plain[2]  # and would give the edges A-B and B-D


def table_of(*columns):
    """Relative frequencies of values that are met together."""
    frequency = np.zeros([len(set(c)) for c in columns])
    np.add.at(frequency, tuple(np.unique(c, return_inverse=True)[1] for c in columns), 1)
    return frequency / len(columns[0])


COPIES = ["00", "00", "01", "01", "10", "11", "00", "01", "10", "10", "11", "11"]


def test_a_copy_an_independent_feature_and_a_constant_one_are_all_in_the_tree():
    """No feature is lost, and an edge that carries nothing changes nothing."""
    X, y = np.array([[int(a), int(a), int(z), 7] for a, z in COPIES]), [0] * 6 + [1] * 6
    model = TAN().fit(X, y)
    assert model.parents_.tolist() == [-1, 0, 0, 0]
    assert model.information_[0, 1] == pytest.approx(0.6365141682948129, abs=1e-9)
    assert np.count_nonzero(model.information_) == 2
    posterior = model.predict_proba([[0, 0, 0, 7], [0, 0, 1, 7]])[:, 0]
    np.testing.assert_allclose(posterior, 50 / 77, rtol=1e-12)
    naive = CategoricalNB().fit(X, y).predict_proba([[0, 0, 0, 7]])[0, 0]
    assert naive == pytest.approx(25 / 34, rel=1e-12)


def test_what_only_two_features_tell_together():
    X, y = np.array(list(product((0, 1), repeat=3)) * 5), [0, 0, 1, 1, 1, 1, 0, 0] * 5
    assert CategoricalNB().fit(X, y).predict_proba(X).round(12).tolist() == [[0.5, 0.5]] * 40
    for model in (TAN(), SPODE(), AODE()):
        assert model.fit(X, y).predict(X).tolist() == y
    assert SPODE().fit(X, y).super_parent_ == 0


# -- the tree ---------------------------------------------------------------------


def all_trees(d):
    """Edges of all spanning trees of the complete graph: sets of d - 1 edges without a circle."""
    for edges in combinations(combinations(range(d), 2), d - 1):
        group = list(range(d))
        for i, j in edges:
            group = [group[i] if g == group[j] else g for g in group]
        if len(set(group)) == 1:
            yield edges


def edges_of(parents):
    return sorted(tuple(sorted((j, int(p)))) for j, p in enumerate(parents) if p >= 0)


@settings(max_examples=60)
@given(upper=st.lists(st.integers(-2, 2), min_size=10, max_size=10), root=st.integers(0, 4))
def test_no_spanning_tree_weighs_more(upper, root):
    """Against all 125 of five vertices; ties, zeros and negative weights are frequent."""
    weights = np.zeros((5, 5))
    weights[np.triu_indices(5, 1)] = upper
    weights += weights.T
    parents = maximum_spanning_tree(weights, root)
    best = max(sum(weights[e] for e in edges) for edges in all_trees(5))
    found = edges_of(parents)
    assert sum(weights[e] for e in found) == best
    assert tuple(found) in set(all_trees(5))
    assert parents[root] == -1
    assert (parents >= 0).sum() == 4
    # of equally heavy trees the first: its edges come first in the order of weight, then of names
    ranked = sorted(combinations(range(5), 2), key=lambda e: (-weights[e], e))
    order = [sorted(map(ranked.index, edges)) for edges in all_trees(5)]
    assert sorted(map(ranked.index, found)) == min(order)


def test_a_tree_of_weights_that_rounding_made_unequal():
    weights = np.array([[0, 3, 1], [3, 0, 2], [1, 2, 0.0]])
    weights[1, 0] += 1e-15
    assert maximum_spanning_tree(weights).tolist() == [-1, 0, 1]


def test_there_are_as_many_trees_as_cayley_says():
    assert [len(list(all_trees(d))) for d in (2, 3, 4, 5)] == [1, 3, 16, 125]


@pytest.mark.parametrize(
    ("weights", "root", "message"),
    [
        ([[0, 1], [2, 0]], 0, "no symmetric table"),
        ([[0, np.nan], [np.nan, 0]], 0, "no symmetric table"),
        ([0, 1], 0, r"shape \(2,\)"),
        (np.zeros((0, 0)), 0, "no symmetric table"),
        (np.zeros((2, 2)), 2, "root=2 is none of the 2 vertices"),
    ],
)
def test_odd_weights_of_a_tree_are_named(weights, root, message):
    with pytest.raises(ValueError, match=message):
        maximum_spanning_tree(weights, root)


@settings(max_examples=25)
@given(X=CODES, y=LABELS, weights=WEIGHTS)
def test_information_is_that_of_the_other_room(X, y, weights):
    assume(weights.any())
    rows = np.repeat(np.arange(8), weights)
    model = TAN().fit(X, y, sample_weight=weights)
    for i, j in combinations(range(3), 2):
        frequency = table_of(np.array(y)[rows], X[rows, i], X[rows, j])
        expected = conditional_mutual_information(frequency)
        np.testing.assert_allclose(model.information_[i, j], expected, atol=2e-10)


def test_the_root_turns_arrows_and_nothing_else():
    """Without smoothing; with it, a little."""
    X, y = table(3)
    first, last = (TAN(root, alpha=0).fit(X, y) for root in (0, 3))
    assert edges_of(first.parents_) == edges_of(last.parents_)
    assert first.parents_.tolist() != last.parents_.tolist()
    np.testing.assert_allclose(joint(first, X), joint(last, X), rtol=1e-9)


def test_no_other_tree_makes_the_rows_likelier():
    X, y = table(4)
    model = TAN(alpha=0).fit(X, y)
    own = np.searchsorted(model.classes_, y)

    def likelihood():
        return joint(model, X)[np.arange(len(X)), own].sum()

    best = likelihood()
    for edges in all_trees(4):
        weights = np.zeros((4, 4))
        for i, j in edges:
            weights[i, j] = weights[j, i] = 1
        model.parents_ = maximum_spanning_tree(weights)
        assert likelihood() <= best + 1e-9


# -- the super-parent -------------------------------------------------------------


@pytest.mark.parametrize("params", [{}, {"alpha": 0.3, "class_alpha": 1}, {"fit_prior": False}])
def test_leave_one_out_is_what_refits_give(params):
    X, y = table(5, n=25)
    categories = [np.unique(column) for column in X.T]
    chosen = SPODE(categories=categories, **params).fit(X, y)
    for p in range(X.shape[1]):
        model, losses = SPODE(p, categories=categories, **params), []
        for i in range(len(y)):
            rest = np.arange(len(y)) != i
            model.fit(X[rest], y[rest])
            if y[i] in model.classes_:
                [proba] = model.predict_proba(X[[i]])
                losses.append(-log(proba[model.classes_ == y[i]][0]))
        assert chosen.losses_[p] == pytest.approx(np.mean(losses), rel=1e-12)
    assert chosen.super_parent_ == chosen.losses_.argmin()
    given_ = SPODE(chosen.super_parent_, categories=categories, **params).fit(X, y)
    np.testing.assert_array_equal(joint(chosen, X), joint(given_, X))


@settings(max_examples=25)
@given(X=CODES, y=LABELS, weights=WEIGHTS)
def test_losses_with_weights_are_those_of_repeated_rows(X, y, weights):
    assume(weights.any())
    rows = np.repeat(np.arange(8), weights)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        weighted = SPODE().fit(X, y, sample_weight=weights)
        repeated = SPODE().fit(X[rows], np.array(y)[rows])
    np.testing.assert_allclose(weighted.losses_, repeated.losses_, rtol=1e-9, atol=1e-12)


def test_without_smoothing_left_out_rows_may_be_impossible():
    """A candidate that thinks a row impossible has an infinite loss, and is not chosen."""
    X = [[0, 0, 0], [0, 0, 1], [1, 1, 0], [1, 1, 1]] * 2 + [[0, 1, 0]]
    model = SPODE(alpha=0).fit(X, [0, 0, 1, 1] * 2 + [0])
    assert np.isfinite(model.losses_).all()
    lone = SPODE(alpha=0).fit([[0, 1], [1, 0], [1, 1]], [0, 0, 1])
    assert (lone.super_parent_, lone.losses_.tolist()) == (0, [0.0, 0.0])


def test_rows_in_parts_need_a_given_super_parent():
    X, y = table(0)
    for name in ("partial_fit", "merge", "forget"):
        assert not hasattr(SPODE(), name)
        assert hasattr(SPODE(0), name)
    with pytest.raises(AttributeError, match="has no attribute 'merge'") as caught:
        SPODE().fit(X, y).merge(SPODE().fit(X, y))
    assert "give super_parent=0" in str(caught.value.__cause__)


# -- sums -------------------------------------------------------------------------


def same(one, other):
    """Whether two models have learnt the same, bit for bit."""
    return (
        np.array_equal(one.pair_count_, other.pair_count_)
        and np.array_equal(one.factor_log_prob_, other.factor_log_prob_)
        and np.array_equal(one.class_log_prior_, other.class_log_prior_)
        and np.array_equal(getattr(one, "parents_", 0), getattr(other, "parents_", 0))
    )


@models(SUMS)
@settings(max_examples=25)
@given(X=CODES, y=LABELS, weights=WEIGHTS, cut=st.integers(1, 7))
def test_batches_merged_models_and_forgotten_rows(model, X, y, weights, cut):
    """One fit on all rows; batches; two fits, merged; all less the rest: the same models."""
    y, classes = np.array(y), np.unique(y)
    weights = weights + (np.arange(8) < 1)
    assume(weights[cut:].any())
    whole, first, second = (
        model().partial_fit(X[rows], y[rows], classes, weights[rows])
        for rows in (slice(None), slice(cut), slice(cut, None))
    )
    batches = model().partial_fit(X[:cut], y[:cut], classes, weights[:cut])
    assert same(batches.partial_fit(X[cut:], y[cut:], sample_weight=weights[cut:]), whole)
    assert same(copy.deepcopy(first).merge(second), whole)
    declared = [np.unique(column) for column in X[weights > 0].T]  # a forgotten value keeps a place
    first = model(categories=declared).partial_fit(X[:cut], y[:cut], classes, weights[:cut])
    assert same(copy.deepcopy(whole).forget(X[cut:], y[cut:], weights[cut:]), first)


@models(SUMS)
def test_rows_that_were_never_learnt_are_not_forgotten(model):
    fitted = model().fit([[0, 1], [1, 0], [1, 1]], ["ham", "spam", "ham"])
    before = fitted.pair_count_.copy()
    for rows, y in (([[0, 0]], ["ham"]), ([[0, 7]], ["ham"]), ([[0, 1]], ["spam"])):
        with pytest.raises(ValueError, match="1 more rows of a class than were learnt"):
            fitted.forget(rows, y)
    np.testing.assert_array_equal(fitted.pair_count_, before)
    assert fitted.predict([[0, 1]]).tolist() == ["ham"]


@models(ALL)
@settings(max_examples=25)
@given(X=CODES, y=LABELS, weights=WEIGHTS)
def test_weights_equal_repetitions(model, X, y, weights):
    assume(weights.any())
    y, rows = np.array(y), np.repeat(np.arange(8), weights)
    weighted = (
        model().fit(X, y, sample_weight=weights) if len(set(y)) == len(set(y[rows])) else None
    )
    assume(weighted is not None)
    repeated = model().fit(X[rows], y[rows])
    np.testing.assert_allclose(joint(weighted, X), joint(repeated, X), rtol=1e-9)


@models(ALL)
@settings(max_examples=25)
@given(X=CODES, y=LABELS, order=st.permutations(range(8)))
def test_neither_order_nor_code_of_the_rows_matters(model, X, y, order):
    plain = joint(model().fit(X, y), X)
    shuffled = model().fit(X[order], np.array(y)[order])
    np.testing.assert_allclose(joint(shuffled, X), plain, rtol=1e-9)
    recoded = model().fit(10.5 - X, y)
    np.testing.assert_allclose(joint(recoded, 10.5 - X), plain, rtol=1e-9)


@models(SUMS)
def test_fractional_weights_and_many_rows_count_like_a_loop(model):
    """More rows than are worked on at once."""
    rng = np.random.default_rng(1)
    X, y, w = rng.integers(0, 40, (30_000, 2)), rng.integers(0, 2, 30_000), rng.random(30_000)
    count = model().fit(X, y, sample_weight=w).pair_count_
    for k in (0, 1):
        rows = y == k
        for i, j in ((0, 0), (0, 1), (1, 1)):
            expected = np.zeros((40, 40))
            np.add.at(expected, (X[rows, i], X[rows, j]), w[rows])
            found = count[k, 40 * i : 40 * i + 40, 40 * j : 40 * j + 40]
            np.testing.assert_allclose(found, expected, rtol=1e-9)


def test_scores_of_many_rows_do_not_depend_on_the_parts():
    X, y = table(2)
    model = AODE().fit(X, y)
    np.testing.assert_array_equal(
        np.tile(joint(model, X), (3_000, 1)), joint(model, np.tile(X, (3_000, 1)))
    )


# -- values -----------------------------------------------------------------------


@models(SUMS)
def test_the_factors_of_the_class_alone_are_those_of_categorical_naive_bayes(model):
    X, y = table(6)
    factors = model(alpha=0.5).fit(X, y).factor_log_prob_
    naive = np.hstack(CategoricalNB(alpha=0.5).fit(X, y).feature_log_prob_)
    np.testing.assert_array_equal(factors[:, -1, :-1], naive)


@models(ALL)
def test_values_not_seen_in_training(model):
    """Left out, which is a sum over the values; refused by name; or declared beforehand."""
    X, y = table(8)
    fitted = model().fit(X, y)
    row = X[:1].copy()
    row[0, 3] = 99
    if model is not AODE:
        fitted.parents_ = np.array([-1, 0, 0, 1])  # feature 3 has no child
    rows = np.repeat(row, 2, axis=0)
    rows[:, 3] = [0, 1]
    if model is not AODE:
        total = np.logaddexp.reduce(joint(fitted, rows))
        np.testing.assert_allclose(joint(fitted, row)[0], total, rtol=1e-12)
    with pytest.raises(ValueError, match=r"X\[0, 3\] is 99, a value that feature 3 never had"):
        model(unknown="error").fit(X, y).predict(row)
    reserved = model(unknown="error", categories=[range(4), range(4), range(4), [0, 1, 99]])
    assert reserved.fit(X, y).predict(row).tolist()[0] in set(y)
    assert len(reserved.categories_[3]) == 3
    nothing = fitted.predict_proba([[99] * 4])
    np.testing.assert_allclose(nothing, [np.exp(fitted.class_log_prior_)], rtol=1e-12)


def test_children_of_an_unknown_value_depend_on_the_class_alone():
    X, y = table(8)
    model, naive = SPODE(0).fit(X, y), CategoricalNB(unknown="ignore").fit(X, y)
    row = [[99, 1, 2, 0]]
    np.testing.assert_allclose(joint(model, row), joint(naive, row), rtol=1e-12)
    no_first = AODE().fit(X[:, 1:], y)
    np.testing.assert_allclose(
        AODE().fit(X, y).predict_proba(row), no_first.predict_proba([row[0][1:]]), rtol=1e-12
    )


@models(ALL)
@pytest.mark.parametrize("kind", [bool, np.uint8, np.int32, np.float32, "frame"])
def test_values_of_every_type(model, kind):
    X, y = table(9, sizes=(2, 2, 2))
    typed = pd.DataFrame(X, columns=list("abc")) if kind == "frame" else X.astype(kind)
    np.testing.assert_array_equal(joint(model().fit(typed, y), typed), joint(model().fit(X, y), X))


@models(ALL)
def test_one_feature_one_class_and_constant_features(model):
    X, y = np.ones((5, 1)), ["ham"] * 3 + ["spam"] * 2
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        np.testing.assert_allclose(model().fit(X, y).predict_proba(X[:1])[0, 1], 0.4, atol=0.05)
        constant = model(fit_prior=False).fit(np.ones((5, 3)), y)
        np.testing.assert_allclose(constant.predict_proba(np.ones((1, 3))), [[0.5, 0.5]])
        lone = model().fit([[0, 1], [1, 1]], ["ham", "ham"])
        assert lone.predict_proba([[0, 1], [5, 5]]).tolist() == [[1.0]] * 2
        column = np.array([[0], [0], [1], [1], [1]])
        naive = CategoricalNB(fit_prior=False).fit(column, [0, 0, 0, 1, 1])
        found = model(fit_prior=False).fit(column, [0, 0, 0, 1, 1])
        np.testing.assert_allclose(joint(found, column), joint(naive, column), rtol=1e-12)


@models(SUMS)
def test_a_declared_class_without_rows(model):
    fitted = model().partial_fit([[0, 1], [1, 1]], ["ham", "ham"], classes=["ham", "spam"])
    assert np.isfinite(fitted.predict_proba([[0, 1]])).all()
    assert fitted.predict([[0, 1]]).tolist() == ["ham"]


@models(ALL)
def test_a_row_impossible_everywhere_is_nan_with_a_warning(model):
    X, y = [[0, 0], [1, 1], [1, 1]], ["a", "b", "b"]
    fitted = model(alpha=0).fit(X, y)
    with pytest.warns(UserWarning, match="1 of 2 rows have zero likelihood in every class"):
        posterior = fitted.predict_proba([[0, 1], [1, 1]])
    assert np.isnan(posterior[0]).all()
    assert posterior[1].tolist() == [0.0, 1.0]
    with pytest.warns(UserWarning, match="smooth with alpha > 0"):
        assert fitted.predict([[0, 1]]).tolist() == ["b"]


@models(ALL)
@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"alpha": -1}, "alpha=-1"),
        ({"alpha": [1, 1]}, "alpha"),
        ({"class_alpha": -1}, "class_alpha=-1"),
        ({"class_prior": [0.9, 0.9]}, "class_prior=.*is no distribution"),
        ({"unknown": "drop"}, "unknown='drop'"),
        ({"categories": 3}, "categories=3 does not fit 2 features"),
        ({"categories": [[0, 1]]}, "does not fit 2 features"),
        ({"categories": [[0, 1], [np.nan]]}, "does not fit 2 features"),
        ({"categories": [["a"], ["b"]]}, "categories holds 'a'"),
    ],
)
def test_odd_parameters_are_named(model, params, message):
    with pytest.raises(ValueError, match=message):
        model(**params).fit([[0, 1], [1, 0]], [0, 1])


@pytest.mark.parametrize(
    ("model", "message"),
    [
        (SPODE(2), r"super_parent=2 is none of the features 0\.\.1"),
        (SPODE(0.5), "super_parent=0.5"),
        (TAN(2), r"root=2 is none of the features 0\.\.1"),
        (AODE(-1), "min_count=-1"),
    ],
)
def test_features_that_are_not_there_are_named(model, message):
    with pytest.raises(ValueError, match=message):
        model.fit([[0, 1], [1, 0]], [0, 1])


@models(ALL)
def test_what_cannot_be_counted_is_refused_with_a_cure(model):
    rng = np.random.default_rng(0)
    with pytest.raises(ValueError, match=r"3,000 of them in column 0.*KBinsDiscretizer"):
        model().fit(rng.normal(size=(3_000, 2)), rng.integers(0, 2, 3_000))
    with pytest.raises(ValueError, match="OrdinalEncoder"):
        model().fit([["S", "M"], ["L", "M"]], [0, 1])
    with pytest.raises(ValueError, match="NaN"):
        model().fit([[1, np.nan], [2, 0]], [0, 1])
    with pytest.raises(TypeError, match=r"was given a sparse X.*X.toarray"):
        model().fit(csr_array([[1, 0], [0, 2]]), [0, 1])


def test_all_public_names_are_tested_here():
    assert set(semi_naive.__all__) == {*ALL, "maximum_spanning_tree"}
