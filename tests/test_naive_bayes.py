"""The five classifiers against hand-computed tables, scikit-learn and exact arithmetic."""

import copy
import warnings
from fractions import Fraction
from math import log

import numpy as np
import pandas as pd
import pytest
import sklearn.naive_bayes as sk
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.sparse import coo_array, csr_array
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import check_estimator

import nbcourse.naive_bayes as ours
from nbcourse.naive_bayes.sums import class_sums

NAMES = ["MultinomialNB", "ComplementNB", "BernoulliNB", "CategoricalNB", "GaussianNB"]
COUNTING = NAMES[:3]
ALL = [getattr(ours, name) for name in NAMES]


def both(name, **params):
    return getattr(ours, name)(**params), getattr(sk, name)(**params)


# -- the interface ----------------------------------------------------------------

FRACTIONS = {
    "check_sample_weight_equivalence_on_dense_data": "feeds fractions as categories (scikit-learn "
    "cuts them off silently; we refuse them), see test_weights_equal_repetitions"
}


@pytest.mark.parametrize("model", ALL, ids=NAMES)
def test_scikit_learns_own_checks(model):
    """Clean for all five; one check of CategoricalNB asks for what we refuse on purpose."""
    expected = FRACTIONS if model is ours.CategoricalNB else {}
    outcomes = check_estimator(model(), expected_failed_checks=expected, on_skip=None)
    failed = {o["check_name"] for o in outcomes if o["status"] in ("failed", "xfail")}
    assert failed == set(expected)


class CodedCategoricalNB(ours.CategoricalNB):
    """CategoricalNB behind a coarse code, so that the checks' fractions are categories."""

    def _check_array(self, X, *, reset):
        return np.floor(super()._check_array(X, reset=reset))


def test_scikit_learns_checks_of_categories_with_a_code_before_the_model():
    check_estimator(CodedCategoricalNB(), on_skip=None)


@pytest.mark.parametrize("model", ALL, ids=NAMES)
def test_predict_before_fit_names_the_model(model):
    with pytest.raises(NotFittedError, match=model.__name__):
        model().predict([[0, 1]])


@pytest.mark.parametrize("model", ALL, ids=NAMES)
def test_other_number_of_columns_is_refused(model):
    """A vectoriser fitted anew on one message gives two columns instead of four."""
    fitted = model().fit([[1, 0, 1, 0], [0, 1, 0, 1]] * 2, ["ham", "spam"] * 2)
    with pytest.raises(ValueError, match="2 features.*4 features"):
        fitted.predict([[1, 0]])


# -- the same numbers as scikit-learn ---------------------------------------------


def tables(seed=0):
    """Unbalanced, three-class, sparse, with empty documents and words never seen."""
    rng = np.random.default_rng(seed)
    y = np.array(["spam", "ham", "news"])[rng.choice(3, 60, p=[0.2, 0.7, 0.1])]
    X = rng.poisson(0.4, (60, 25)) * (rng.random((60, 25)) < 0.5)
    X[:3], X[:, 4] = 0, 0
    y[:3] = ["spam", "ham", "news"]
    binary = y != "news"
    return {
        "three classes": (X, y),
        "two classes": (X[binary], y[binary]),
        "sparse": (csr_array(X), y),
        "tf-idf": (csr_array(X / 7.0), y),
        "int labels": (X, np.where(y == "ham", 0, 7)),
        "one class": (X[y == "ham"], y[y == "ham"]),
    }


@pytest.mark.parametrize("table", tables())
@pytest.mark.parametrize("name", COUNTING)
@pytest.mark.parametrize("params", [{}, {"alpha": 0.1}, {"fit_prior": False}], ids=str)
def test_parity_of_the_counting_models(name, table, params):
    X, y = tables()[table]
    mine, theirs = (model.fit(X, y) for model in both(name, **params))
    for attribute in ("feature_count_", "class_count_", "class_log_prior_", "feature_log_prob_"):
        np.testing.assert_allclose(getattr(mine, attribute), getattr(theirs, attribute), rtol=1e-12)
    assert_same_scores(mine, theirs, X)


def assert_same_scores(mine, theirs, X):
    joint = mine.predict_joint_log_proba(X)
    np.testing.assert_allclose(joint, theirs.predict_joint_log_proba(X), rtol=1e-12)
    atol = 1e-12 * max(1, np.abs(joint).max())
    np.testing.assert_allclose(
        mine.predict_log_proba(X), theirs.predict_log_proba(X), rtol=0, atol=atol
    )
    assert mine.predict(X).tolist() == theirs.predict(X).tolist()


@pytest.mark.parametrize("norm", [False, True])
def test_parity_of_normalised_complement_weights(norm):
    X, y = tables()["three classes"]
    mine, theirs = (model.fit(X, y) for model in both("ComplementNB", norm=norm, alpha=0.3))
    np.testing.assert_allclose(mine.feature_log_prob_, theirs.feature_log_prob_, rtol=1e-12)
    assert_same_scores(mine, theirs, X)


@pytest.mark.parametrize("threshold", [0.0, 0.25, 1.5])
def test_parity_of_the_bernoulli_threshold(threshold):
    X, y = tables()["three classes"]
    for data in (X, csr_array(X)):
        mine, theirs = (m.fit(data, y) for m in both("BernoulliNB", binarize=threshold))
        assert_same_scores(mine, theirs, data)


@pytest.mark.parametrize("params", [{}, {"alpha": 0.5}, {"min_categories": 6}], ids=str)
def test_parity_of_categories(params):
    rng = np.random.default_rng(5)
    X, y = rng.integers(0, 4, (50, 3)), rng.choice(["no", "yes", "maybe"], 50, p=[0.6, 0.3, 0.1])
    mine, theirs = (model.fit(X, y) for model in both("CategoricalNB", **params))
    for j in range(3):
        np.testing.assert_allclose(
            mine.feature_log_prob_[j], theirs.feature_log_prob_[j], rtol=1e-12
        )
    assert mine.n_categories_.tolist() == theirs.n_categories_.tolist()
    assert_same_scores(mine, theirs, X)


@pytest.mark.parametrize("smoothing", [1e-9, 0.1])
def test_parity_of_gaussians(smoothing):
    rng = np.random.default_rng(6)
    X, y = rng.normal(size=(40, 3)) * [1, 50, 0.1], rng.choice(["a", "b", "c"], 40)
    mine, theirs = (model.fit(X, y) for model in both("GaussianNB", var_smoothing=smoothing))
    for attribute in ("theta_", "var_", "epsilon_", "class_prior_", "class_count_"):
        np.testing.assert_allclose(getattr(mine, attribute), getattr(theirs, attribute), rtol=1e-12)
    assert_same_scores(mine, theirs, X)


# -- exact arithmetic -------------------------------------------------------------


def exact_log_odds(X, y, row):
    """Log-odds of class 1 over 0 in whole numbers, one logarithm at the very end."""
    odds = Fraction(int((y == 1).sum()), int((y == 0).sum()))
    totals = [int(X[y == k].sum()) + X.shape[1] for k in (0, 1)]
    for j, count in enumerate(row):
        ratio = Fraction(int(X[y == 1, j].sum()) + 1, int(X[y == 0, j].sum()) + 1)
        odds *= (ratio * Fraction(totals[0], totals[1])) ** int(count)
    return log_of_ratio(odds)


def log_of_ratio(ratio):
    """Logarithm of a fraction of any size: mantissa and power of two taken apart exactly."""
    power = ratio.numerator.bit_length() - ratio.denominator.bit_length()
    return log(ratio / Fraction(2) ** power) + power * log(2)


def test_log_odds_are_closer_to_exact_arithmetic_than_scikit_learns():
    rng = np.random.default_rng(2)
    theta = rng.dirichlet(np.ones(40) * 2, size=2)
    y = rng.integers(0, 2, 60)
    X = np.array([rng.multinomial(2000, theta[k] * 0.1 + 0.9 / 40) for k in y])
    mine, theirs = (model.fit(X, y) for model in both("MultinomialNB"))
    exact = np.array([exact_log_odds(X, y, row) for row in X])
    errors = []
    for model in (mine, theirs):
        logs = model.predict_log_proba(X)
        errors.append(np.abs(logs[:, 1] - logs[:, 0] - exact).max())
    assert errors[0] < errors[1]
    assert errors[0] < 1e-12 * np.abs(mine.predict_joint_log_proba(X)).max()


# -- invariants -------------------------------------------------------------------

X_COUNTS = arrays(np.int64, (8, 4), elements=st.integers(0, 5))
LABELS = st.lists(st.sampled_from(["ham", "spam", "ü"]), min_size=8, max_size=8)
WEIGHTS = st.lists(st.integers(0, 3), min_size=8, max_size=8)


def joint(model, X):
    return model.predict_joint_log_proba(X)


@pytest.mark.parametrize("model", ALL, ids=NAMES)
@settings(max_examples=25)
@given(X=X_COUNTS, y=LABELS, weights=WEIGHTS)
def test_weights_equal_repetitions(model, X, y, weights):
    """Weight 2 is the row twice, weight 0 is no row."""
    y, weights = np.array(y), np.array(weights)
    classes = np.unique(y)
    if weights.sum() == 0 or (model is ours.GaussianNB and np.ptp(X[weights > 0]) == 0):
        return
    params = {"var_smoothing": 0.5} if model is ours.GaussianNB else {}
    if model is ours.CategoricalNB:
        params = {"min_categories": 6}
    weighted = model(**params).partial_fit(X, y, classes=classes, sample_weight=weights)
    rows = np.repeat(np.arange(8), weights)
    if model is ours.GaussianNB and np.ptp(X[rows], axis=0).max() == 0:
        return
    repeated = model(**params).partial_fit(X[rows], y[rows], classes=classes)
    np.testing.assert_allclose(joint(weighted, X), joint(repeated, X), rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("model", ALL, ids=NAMES)
@settings(max_examples=25)
@given(X=X_COUNTS, y=LABELS, cut=st.integers(1, 7))
def test_partial_fit_equals_fit(model, X, y, cut):
    y = np.array(y)
    X[:, 0] = np.arange(8)  # no column of zero variance over all rows
    batches = model()
    for part in (slice(0, cut), slice(cut, None)):
        batches.partial_fit(X[part], y[part], classes=np.unique(y))
    whole = model().fit(X, y)
    if model is ours.GaussianNB:
        np.testing.assert_allclose(batches.var_, whole.var_, rtol=1e-12, atol=1e-12)
        np.testing.assert_allclose(batches.theta_, whole.theta_, rtol=1e-12, atol=1e-12)
    else:
        np.testing.assert_array_equal(joint(batches, X), joint(whole, X))


@pytest.mark.parametrize("model", ALL, ids=NAMES)
@settings(max_examples=25)
@given(X=X_COUNTS, y=LABELS, order=st.permutations(range(8)), columns=st.permutations(range(4)))
def test_order_of_rows_and_columns_does_not_matter(model, X, y, order, columns):
    y = np.array(y)
    X[:, 0] = np.arange(8)
    params = {"var_smoothing": 0.1} if model is ours.GaussianNB else {}
    plain = joint(model(**params).fit(X, y), X)
    shuffled = model(**params).fit(X[order][:, columns], y[order])
    np.testing.assert_allclose(joint(shuffled, X[:, columns]), plain, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("model", ALL, ids=NAMES)
@settings(max_examples=25)
@given(X=X_COUNTS, y=LABELS)
def test_posteriors_sum_to_one_and_agree_with_predict(model, X, y):
    X[:, 0] = np.arange(8)
    params = {"var_smoothing": 0.1} if model is ours.GaussianNB else {}
    fitted = model(**params).fit(X, y)
    posterior = fitted.predict_proba(X)
    np.testing.assert_allclose(posterior.sum(axis=1), 1, rtol=1e-12)
    best = fitted.classes_[posterior.argmax(axis=1)]
    top_two = np.sort(posterior, axis=1)[:, -2:]
    clear = np.ptp(top_two, axis=1) > 1e-9 if posterior.shape[1] > 1 else np.ones(8, bool)
    assert fitted.predict(X)[clear].tolist() == best[clear].tolist()


@given(X=X_COUNTS, y=LABELS, alpha=st.floats(0.01, 3))
@settings(max_examples=25)
def test_word_probabilities_sum_to_one(X, y, alpha):
    fitted = ours.MultinomialNB(alpha=alpha).fit(X, y)
    np.testing.assert_allclose(np.exp(fitted.feature_log_prob_).sum(axis=1), 1, rtol=1e-12)


@pytest.mark.parametrize("dtype", [np.uint8, np.int8, bool])
def test_small_integers_never_wrap(dtype):
    X = np.ones((1000, 2), dtype=dtype)
    fitted = ours.MultinomialNB().fit(csr_array(X), np.arange(1000) % 2)
    assert fitted.feature_count_.tolist() == [[500.0, 500.0], [500.0, 500.0]]


@pytest.mark.parametrize("dtype", [np.int32, np.uint32, np.int64, np.uint64])
def test_large_integers_never_wrap(dtype):
    """As many rows of the largest number as no type of whole numbers can add up."""
    largest = np.iinfo(dtype).max
    X = csr_array(np.full((9, 1), largest).astype(dtype))
    fitted = ours.MultinomialNB().fit(X, np.arange(9) % 2)
    assert fitted.feature_count_.tolist() == [[5 * float(largest)], [4 * float(largest)]]


@pytest.mark.parametrize("name", COUNTING)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_a_sparse_table_is_finite_or_refused(name, dtype):
    """Also where the squares of its numbers add up to more than a float can hold."""
    X, largest = csr_array([[1, 0], [0, 1]], dtype=dtype), float(np.finfo(dtype).max) / 1e8
    model = getattr(ours, name)().fit(X, [0, 1])
    for value in (largest, np.inf, -np.inf, np.nan):
        odd = csr_array(([1, value], [0, 1], [0, 1, 2]), shape=(2, 2), dtype=dtype)
        if value == largest:
            for fitted in (model, clone(model).fit(odd, [0, 1])):
                assert fitted.predict(odd).tolist() == [0, 1]
            continue
        for call in (lambda X=odd: clone(model).fit(X, [0, 1]), lambda X=odd: model.predict(X)):
            with pytest.raises(ValueError, match="NaN|infinity"):
                call()


@settings(max_examples=60)
@given(
    X=arrays(np.int64, (5, 3), elements=st.sampled_from([0, 1, 7, 2**20, 2**40])),
    y=st.lists(st.integers(0, 6), min_size=5, max_size=5),
    weights=st.lists(st.sampled_from([0, 1, 3, 0.5]), min_size=5, max_size=5),
)
def test_class_sums_are_the_plain_sums(X, y, weights):
    """As whole numbers where no sum is too large, else as floats."""
    rows = [(row.tolist(), k, w) for row, k, w in zip(X, y, weights, strict=True)]
    expected = [
        [sum(row[j] * w for row, own, w in rows if own == k) for j in range(3)] for k in range(7)
    ]
    for table in (csr_array(X), X):
        found = class_sums(table, np.array(y), np.array(weights, dtype=float), 7)
        np.testing.assert_array_equal(found, expected)


SPARSE = ["csr", "csc", "coo", "lil", "dok", "bsr", "dia"]
TYPES = [bool, np.uint8, np.int32, np.int64, np.float32, np.float64]


def in_parts(X, data, index, rng):
    """CSR as SciPy's term-document example builds it: unsorted, cells repeated, zeros stored."""
    rows, columns = X.nonzero()
    repeats = X[rows, columns]
    rows = np.concatenate([np.repeat(rows, repeats), np.arange(len(X))])
    columns = np.concatenate([np.repeat(columns, repeats), np.zeros(len(X), int)])
    values = np.concatenate([np.ones(repeats.sum()), np.zeros(len(X))]).astype(data)
    order = np.lexsort([rng.random(len(rows)), rows])
    starts = np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=len(X)))])
    table = csr_array((values[order], columns[order], starts), shape=X.shape)
    table.indices, table.indptr = columns[order].astype(index), starts.astype(index)
    return table


@pytest.mark.parametrize("params", [{}, {"alpha": 0}, {"alpha": [0.5, 1, 2, 3]}], ids=str)
@pytest.mark.parametrize("name", COUNTING)
@settings(max_examples=25)
@given(
    X=X_COUNTS,
    y=LABELS,
    weights=WEIGHTS,
    kind=st.sampled_from(SPARSE),
    data=st.sampled_from(TYPES),
    index=st.sampled_from([np.int32, np.int64]),
    frozen=st.booleans(),
    seed=st.integers(0, 9),
)
def test_any_sparse_table_equals_the_dense_one(
    name, params, X, y, weights, kind, data, index, frozen, seed
):
    y, weights = np.array(y), np.array(weights)
    if not weights.any():
        return
    table = in_parts(X, data, index, np.random.default_rng(seed))
    if kind == "coo":
        table = coo_array((table.data, (np.repeat(range(8), np.diff(table.indptr)), table.indices)))
        table.resize(X.shape)
    elif kind != "csr" and data is not bool:  # SciPy adds up True and True to True
        table = table.asformat(kind)
    arrays_held = [v for v in vars(table).values() if isinstance(v, np.ndarray)]
    for array in arrays_held if frozen and kind != "lil" else ():  # SciPy itself cannot read that
        array.flags.writeable = False
    before = [array.tobytes() for array in arrays_held]
    settings_ = params | {"binarize": 1} if name == "BernoulliNB" and seed % 2 else params
    dense, sparse = (getattr(ours, name)(**settings_) for _ in range(2))
    dense.fit(X, y, sample_weight=weights), sparse.fit(table, y, sample_weight=weights)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for method in ("predict_log_proba", "predict_proba", "predict_joint_log_proba"):
            found, expected = (getattr(m, method)(t) for m, t in ((sparse, table), (dense, X)))
            np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-10)
        assert sparse.predict(table).tolist() == dense.predict(X).tolist()
        sparse.partial_fit(table, y)
    assert [array.tobytes() for array in arrays_held] == before


def test_presence_is_decided_on_the_sum_of_a_cells_parts():
    """Two "win" in the query are one word present, and two if two are asked for."""
    table = csr_array(([1] * 8, [0, 0, 1, 1, 2, 3, 2, 3], [0, 3, 5, 7, 8]), shape=(4, 4))
    query = csr_array(([1, 1], [0, 0], [0, 2]), shape=(1, 4))
    y = ["spam", "spam", "ham", "ham"]
    for model, spam in (
        (ours.BernoulliNB(), 2 / 3),
        (ours.BernoulliNB(binarize=1), 2 / 3),
        (ours.MultinomialNB(), 49 / 58),
    ):
        assert model.fit(table, y).predict_proba(query)[0, 1] == pytest.approx(spam, rel=1e-12)
    with pytest.raises(ValueError, match="values other than 0 and 1"):
        ours.BernoulliNB(binarize=None).fit(table, y)


def test_parts_of_a_small_type_do_not_wrap_around():
    parts = coo_array((np.array([200, 200], np.uint8), ([0, 0], [0, 0])), shape=(2, 2))
    assert ours.MultinomialNB().fit(parts, [0, 1]).feature_count_.tolist() == [[400, 0], [0, 0]]


@settings(max_examples=50)
@given(
    X=X_COUNTS,
    y=LABELS,
    weights=st.lists(st.sampled_from([0, 0.1, 0.2, 0.3, 1, 2]), min_size=8, max_size=8),
    alpha=st.lists(st.sampled_from([0.1, 1, 2.5]), min_size=4, max_size=4),
    class_alpha=st.sampled_from([0, 0.5, 1]),
)
def test_formulas_with_weights_and_a_pseudo_count_per_feature(X, y, weights, alpha, class_alpha):
    """Each model's formula written out with one loop; fractions of rows may not go below zero."""
    y, w, a = np.array(y), np.array(weights), np.array(alpha)
    if not w.any():
        return
    params = {"alpha": alpha, "class_alpha": class_alpha}
    classes = np.unique(y)
    sums = np.array([(w * (y == c)) @ X for c in classes])
    present = np.array([(w * (y == c)) @ (X > 0) for c in classes])
    size = np.array([(w * (y == c)).sum() for c in classes])
    prior = (size + class_alpha) / (size + class_alpha).sum()
    rest = sums.sum(axis=0) - sums + a
    expected = {
        "MultinomialNB": np.log((sums + a) / (sums + a).sum(axis=1, keepdims=True)),
        "ComplementNB": -np.log(rest / rest.sum(axis=1, keepdims=True)),
        "BernoulliNB": np.log((present + a) / (size[:, None] + 2 * a)),
    }
    for name, table in expected.items():
        model = getattr(ours, name)(**params).fit(X, y, sample_weight=weights)
        np.testing.assert_allclose(model.feature_log_prob_, table, rtol=1e-9, atol=1e-12)
        np.testing.assert_allclose(np.exp(model.class_log_prior_), prior, rtol=1e-12)


# -- odd arguments: right, or refused by name ---------------------------------------

ODD_X, ODD_Y = [[2, 1], [1, 0], [0, 3], [0, 2]], ["ham", "ham", "spam", "spam"]


@pytest.mark.parametrize("model", ALL, ids=NAMES)
@pytest.mark.parametrize(
    ("y", "message"),
    [
        (["ham", None, "spam", "spam"], r"y\[1\] is None"),
        (["ham", np.nan, "spam", "spam"], r"y\[1\] is nan"),
        (["ham", pd.NA, "spam", "spam"], r"y\[1\] is <NA>"),
        ([pd.NaT] * 4, r"y\[0\] is NaT"),
        (["ham", 1, "spam", 2], "y mixes texts and numbers"),
        ([b"ham"] * 4, r"y\[0\] is b'ham'"),
        ([1, 1, np.inf, 0], r"y\[2\] is inf"),
        ([0.5, 0.1, 1, 2], "y holds no class labels"),
        (["ham", "spam"], "y has 2 labels, X has 4 rows"),
        ("ham", "y should be a 1d array"),
        (None, "y should be a 1d array"),
        ({"ham": 1}, r"y\[0\] is {"),
    ],
)
def test_odd_labels_are_named(model, y, message):
    for learn in (model().fit, lambda X, y: model().partial_fit(X, y, classes=["ham", "spam"])):
        with pytest.raises(ValueError, match=message):
            learn(ODD_X, y)


@pytest.mark.parametrize("model", ALL, ids=NAMES)
@pytest.mark.parametrize(
    "kind", ["Int64", "category", bool, float, "string", object, "unsorted index"]
)
def test_labels_of_every_type_of_column(model, kind):
    codes = pd.Series([1, 1, 0, 0], index=[3, 0, 9, 1])
    y = codes.map({1: "ham", 0: "spam"}) if kind in ("category", "string", object) else codes
    y = y if kind == "unsorted index" else y.astype(kind)
    fitted = model().fit(ODD_X, y)
    assert fitted.predict(ODD_X).tolist() == list(y)
    assert fitted.classes_.tolist() == sorted(set(y))


@pytest.mark.parametrize("model", ALL, ids=NAMES)
@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(
            ("sample_weight", value)
            for value in ([1, np.nan, 1, 1], [1, np.inf, 1, 1], [-1] * 4, [0] * 4, [1] * 3, "abcd")
        ),
        ("sample_weight", [[1] * 4]),
        ("sample_weight", [1e308] * 4),
        *(("classes", value) for value in ([], "ham", ["ham", None], ["ham", 1], [["ham"]], {"a"})),
        *(("class_alpha", value) for value in ("1", None, np.nan, np.inf, -1, [1, 1], 1j)),
        *(("prior", value) for value in ("a", [0.5], [[0.5, 0.5]], {"ham": 1}, ["a", "b"])),
        ("prior", pd.Series({"spam": 0.2, "ham": 0.8})),
    ],
    ids=str,
)
def test_odd_parameters_are_named(model, name, value):
    """Before anything is learnt; the model stays unfitted, and usable."""
    prior = "priors" if model is ours.GaussianNB else "class_prior"
    name = prior if name == "prior" else name
    given_to_fit = name in ("sample_weight", "classes")
    fitted = model() if given_to_fit else model(**{name: value})
    passed = {"classes": ["spam", "ham"]} | ({name: value} if given_to_fit else {})
    with pytest.raises(ValueError, match=name):
        fitted.partial_fit(ODD_X, ODD_Y, **passed)
    with pytest.raises(NotFittedError):
        fitted.predict(ODD_X)
    fitted.set_params(**{prior: None, "class_alpha": 0}).partial_fit(ODD_X, ODD_Y, ["spam", "ham"])
    assert fitted.predict(ODD_X).tolist() == ODD_Y
    assert fitted.class_count_.tolist() == [2, 2]


@pytest.mark.parametrize("model", ALL, ids=NAMES)
def test_a_prior_in_the_order_of_the_classes_may_be_a_column(model):
    name = "priors" if model is ours.GaussianNB else "class_prior"
    prior = pd.Series({"ham": 0.2, "spam": 0.8})
    fitted = model(**{name: prior}).fit(ODD_X, ODD_Y)
    np.testing.assert_allclose(np.exp(fitted.class_log_prior_), [0.2, 0.8], rtol=1e-12)


@pytest.mark.parametrize("name", [*COUNTING, "CategoricalNB"])
@pytest.mark.parametrize(
    "alpha", ["1.0", None, np.nan, np.inf, -1, [1, 2, 3], [[1], [1]], 1j, [1, "2"]], ids=str
)
def test_odd_pseudo_counts_are_named(name, alpha):
    with pytest.raises(ValueError, match="^alpha"):
        getattr(ours, name)(alpha=alpha).fit(ODD_X, ODD_Y)


def test_categories_have_one_pseudo_count_for_all():
    with pytest.raises(ValueError, match="alpha has shape .2,.*give one number"):
        ours.CategoricalNB(alpha=[1, 2]).fit(ODD_X, ODD_Y)


@pytest.mark.parametrize("name", [*COUNTING, "CategoricalNB"])
def test_extreme_pseudo_counts(name):
    """Huge: nothing but the prior is left. Tiny: the limit, computed with exact fractions."""
    model = getattr(ours, name)
    for alpha in (1e200, 1e308):
        assert model(alpha=alpha).fit(ODD_X, ODD_Y).predict_proba(ODD_X).tolist() == [[0.5] * 2] * 4
    small, tiny = (model(alpha=a).fit(ODD_X, ODD_Y).predict_proba(ODD_X) for a in (1e-100, 1e-320))
    np.testing.assert_allclose(small, tiny, atol=1e-50)


def test_pseudo_counts_below_the_smallest_normal_float():
    X, y = [[2, 1, 0], [1, 0, 0], [0, 1, 3], [0, 0, 2]], ["ham", "ham", "spam", "spam"]
    for alpha in (1e-100, 1e-320, 5e-324):
        posterior = ours.MultinomialNB(alpha=alpha).fit(X, y).predict_proba([[1, 0, 1]])
        np.testing.assert_allclose(posterior, [[27 / 47, 20 / 47]], rtol=1e-12)


@pytest.mark.parametrize("value", ["1e-9", None, np.nan, np.inf, -1, [1, 2]], ids=str)
def test_odd_smoothing_of_variances_is_named(value):
    with pytest.raises(ValueError, match="var_smoothing"):
        ours.GaussianNB(var_smoothing=value).fit(ODD_X, ODD_Y)


@pytest.mark.parametrize("value", ["0", np.nan, [0], 1j], ids=str)
def test_an_odd_threshold_is_named(value):
    with pytest.raises(ValueError, match="binarize"):
        ours.BernoulliNB(binarize=value).fit(ODD_X, ODD_Y)


@pytest.mark.parametrize("value", ["2", 2.5, -1, np.nan, 1e12, [1, 2, 3]], ids=str)
def test_odd_numbers_of_categories_are_named(value):
    with pytest.raises(ValueError, match="min_categories"):
        ours.CategoricalNB(min_categories=value).fit(ODD_X, ODD_Y)
    with pytest.raises(ValueError, match=r"holds 1e\+12 in column 0.*whole numbers below"):
        ours.CategoricalNB(unknown="ignore").fit(ODD_X, ODD_Y).predict([[1e12, 0]])


def test_extreme_counts_are_right_or_refused():
    X = np.array(ODD_X) * 2.0**53
    exact = ours.MultinomialNB().fit(X, ODD_Y)
    assert exact.feature_count_.tolist() == [[3 * 2.0**53, 2.0**53], [0, 5 * 2.0**53]]
    assert exact.predict_proba(X * 1e280).tolist() == [[1, 0], [1, 0], [0, 1], [0, 1]]
    for convert in (np.array, csr_array):
        with pytest.raises(ValueError, match="X holds .* more than a float can hold"):
            ours.MultinomialNB().fit(convert(np.full((4, 2), 1e308)), ODD_Y)
        with pytest.raises(ValueError, match="X holds .* more than a float can hold"):
            ours.MultinomialNB().fit(ODD_X, ODD_Y).predict(convert([[1.7e308, 1.7e308]]))


def test_extreme_measurements_are_right_or_refused():
    X = np.array([[1.0], [2.0], [5.0], [6.0]])
    plain = ours.GaussianNB().fit(X, ODD_Y).predict_proba(X)
    for scale in (1e-140, 1e-10, 1e10, 1e140):
        scaled = ours.GaussianNB().fit(X * scale, ODD_Y).predict_proba(X * scale)
        np.testing.assert_allclose(scaled, plain, rtol=1e-9)
    for scale, message in ((1e200, "column 0 of X spreads so far"), (1e-200, "another unit")):
        with pytest.raises(ValueError, match=message):
            ours.GaussianNB().fit(X * scale, ODD_Y).predict(X * scale)
    with pytest.raises(ValueError, match="column 0 of X lies so far from class ham"):
        ours.GaussianNB().fit(X, ODD_Y).predict([[1e200]])
    offset = ours.GaussianNB().fit(X + 2.0**40, ODD_Y).predict_proba(X + 2.0**40)
    np.testing.assert_allclose(offset, plain, rtol=1e-9)


@pytest.mark.parametrize("model", ALL, ids=NAMES)
def test_features_that_never_vary_give_the_prior(model):
    """One category, one word in every document, one measurement: nothing to tell classes by."""
    X, y = np.ones((5, 1)), ["ham"] * 3 + ["spam"] * 2
    params = {"var_smoothing": 0} if model is ours.GaussianNB else {}
    if model is ours.CategoricalNB:
        X = 0 * X  # the category 1 would leave room for a 0
    if model in (ours.ComplementNB, ours.BernoulliNB):
        X = X[:4]  # one has no prior, the other counts absence: classes of one size
        y = y[:2] + y[3:]
    posterior = model(**params).fit(X, y).predict_proba(X[:1])
    np.testing.assert_allclose(posterior, [[y.count(c) / len(y) for c in ("ham", "spam")]])


def test_a_lone_feature_has_no_weight_to_normalise():
    model = ours.ComplementNB(norm=True).fit([[1], [2]], [0, 1])
    assert model.feature_log_prob_.tolist() == [[0.0], [0.0]]
    with pytest.raises(ValueError, match="norm=True .* give alpha > 0"):
        ours.ComplementNB(norm=True, alpha=0).fit([[1, 0], [0, 2]], [0, 1])


def test_complement_words_that_no_other_class_has_decide():
    model = ours.ComplementNB(alpha=0).fit([[1, 0, 1], [0, 2, 1]], [0, 1])
    assert model.predict_proba([[1, 0, 1], [0, 1, 0]]).tolist() == [[1.0, 0.0], [0.0, 1.0]]
    np.testing.assert_allclose(model.predict_proba([[0, 0, 1]]), [[0.6, 0.4]], rtol=1e-12)
    with pytest.warns(UserWarning, match="1 of 1 rows"):
        assert np.isnan(model.predict_proba([[1, 1, 0]])).all()


@pytest.mark.parametrize("method", ["predict", "predict_proba", "predict_log_proba"])
@pytest.mark.parametrize("wrap", [lambda model: model, make_pipeline], ids=["model", "pipeline"])
def test_the_warning_points_at_the_readers_line(method, wrap):
    model = wrap(ours.MultinomialNB(alpha=0)).fit([[2, 0], [0, 3]], ["a", "b"])
    with pytest.warns(UserWarning, match="1 of 1 rows") as caught:
        getattr(model, method)([[1, 1]])
    assert caught[0].filename == __file__


@pytest.mark.parametrize("model", ALL, ids=NAMES)
def test_declared_classes_may_be_repeated_and_in_any_order(model):
    fitted = model().partial_fit(ODD_X, ODD_Y, classes=["spam", "ham", "spam"])
    assert fitted.classes_.tolist() == ["ham", "spam"]
    assert fitted.partial_fit(ODD_X, ODD_Y, classes=["ham", "spam"]).class_count_.sum() == 8


@pytest.mark.parametrize(
    ("name", "sums", "message"),
    [
        ("MultinomialNB", (["spam", "ham"], [1, 1], np.eye(2)), "give sorted labels"),
        ("MultinomialNB", (["ham", "ham"], [1, 1], np.eye(2)), "give sorted labels"),
        ("MultinomialNB", (["ham", "spam"], [1], np.eye(2)), "are no class sums"),
        ("MultinomialNB", (["ham", "spam"], [0, 0], np.eye(2)), "are no class sums"),
        ("MultinomialNB", (["ham", "spam"], [1, 1], [[1, -1], [0, 0]]), "feature_count holds -1"),
        ("MultinomialNB", (["ham", None], [1, 1], np.eye(2)), r"classes\[1\] is None"),
        ("CategoricalNB", (["ham", "spam"], [1, 1], np.eye(2)), "no class sums of CategoricalNB"),
    ],
)
def test_class_sums_that_do_not_fit_are_refused(name, sums, message):
    with pytest.raises(ValueError, match=message):
        getattr(ours, name)().fit_counts(*sums)


# -- hand-computed cases ----------------------------------------------------------


def test_laplace_over_the_whole_vocabulary():
    """Cash, lunch, now, win."""
    X = [[1, 0, 0, 2], [1, 0, 1, 0], [0, 1, 1, 0]]
    model = ours.MultinomialNB().fit(X, ["spam", "spam", "ham"])
    p = np.exp(model.feature_log_prob_)
    np.testing.assert_allclose(p[1, [3, 1]], [3 / 9, 1 / 9], rtol=1e-12)
    np.testing.assert_allclose(p[0, [3, 1]], [1 / 6, 2 / 6], rtol=1e-12)
    assert model.predict_proba([[0, 1, 0, 1]])[0, 1] == pytest.approx(4 / 7)


def test_bernoulli_and_multinomial_differ_on_binary_data():
    """Absent words speak in one model only."""
    X, y = [[1, 1, 1], [0, 1, 0], [1, 0, 1], [0, 0, 1]], ["ham", "ham", "spam", "spam"]
    bernoulli, multinomial = ours.BernoulliNB().fit(X, y), ours.MultinomialNB().fit(X, y)
    queries = [[0, 1, 1], [0, 0, 0]]
    np.testing.assert_allclose(bernoulli.predict_proba(queries)[:, 0], [2 / 3, 2 / 5], rtol=1e-12)
    np.testing.assert_allclose(
        multinomial.predict_proba(queries)[:, 0], [72 / 121, 1 / 2], rtol=1e-12
    )


def test_bernoulli_likelihood_sums_to_one_over_all_documents():
    """Equation S4-post: summed over the 2^3 documents, the joint is the prior."""
    X, y = np.array([[1, 1, 1], [0, 1, 0], [1, 0, 1], [0, 0, 1]]), [0, 0, 1, 1]
    documents = [[a, b, c] for a in (0, 1) for b in (0, 1) for c in (0, 1)]
    total = np.exp(joint(ours.BernoulliNB().fit(X, y), documents)).sum(axis=0)
    np.testing.assert_allclose(total, [0.5, 0.5], rtol=1e-12)


@pytest.mark.parametrize("name", COUNTING[:1] + COUNTING[2:])
@pytest.mark.parametrize("convert", [np.array, csr_array], ids=["dense", "sparse"])
def test_without_smoothing_zero_counts_contribute_nothing(name, convert):
    """Never NaN for a row that some class can have produced."""
    X, y = convert(np.array([[2, 0], [0, 3]])), [0, 1]
    model = getattr(ours, name)(alpha=0).fit(X, y)
    assert model.predict_proba(convert(np.array([[1, 0]]))).tolist() == [[1.0, 0.0]]
    if name == "MultinomialNB":
        assert model.predict_proba(convert(np.array([[0, 0]]))).tolist() == [[0.5, 0.5]]


@pytest.mark.parametrize("name", ["MultinomialNB", "BernoulliNB"])
def test_a_row_impossible_everywhere_is_nan_with_a_warning(name):
    """No silent first class."""
    model = getattr(ours, name)(alpha=0).fit([[2, 0], [0, 3], [0, 1]], ["a", "b", "b"])
    with pytest.warns(UserWarning, match="1 of 2 rows have zero likelihood in every class"):
        posterior = model.predict_proba([[1, 1], [0, 1]])
    assert np.isnan(posterior[0]).all()
    assert posterior[1].tolist() == [0.0, 1.0]
    with pytest.warns(UserWarning, match="smooth with alpha > 0"):
        assert model.predict([[1, 1]]).tolist() == ["b"]  # the larger prior, not the first class


@pytest.mark.parametrize("name", ["MultinomialNB", "ComplementNB", "CategoricalNB"])
def test_negative_numbers_name_model_and_column(name):
    with pytest.raises(ValueError, match=rf"{name}.*column 1 holds -1"):
        getattr(ours, name)().fit([[1, -1], [2, 0]], [0, 1])


@pytest.mark.parametrize("model", ALL, ids=NAMES)
def test_missing_numbers_are_refused(model):
    with pytest.raises(ValueError, match="NaN"):
        model().fit([[1, np.nan], [2, 0]], [0, 1])


def test_fractions_of_counts_are_accepted_and_negative_alpha_is_not():
    X = [[0.5, 0.0], [0.0, 0.7]]
    assert ours.MultinomialNB().fit(X, [0, 1]).predict(X).tolist() == [0, 1]
    with pytest.raises(ValueError, match="alpha holds -50"):
        ours.MultinomialNB(alpha=-50).fit(X, [0, 1])


def test_bernoulli_documents_its_threshold():
    """Negatives are legal for BernoulliNB because they are absent."""
    dense = ours.BernoulliNB(binarize=-2).fit([[1, -1], [2, -3]], [0, 1])
    assert dense.feature_count_.tolist() == [[1.0, 1.0], [1.0, 0.0]]
    with pytest.raises(ValueError, match="binarize >= 0, or a dense X"):
        ours.BernoulliNB(binarize=-2).fit(csr_array([[1, 1], [2, 3]]), [0, 1])
    with pytest.raises(ValueError, match="values other than 0 and 1"):
        ours.BernoulliNB(binarize=None).fit([[2, 0], [0, 1]], [0, 1])


@pytest.mark.parametrize("fit_prior", [True, False])
@pytest.mark.parametrize("model", ALL, ids=NAMES)
def test_training_on_one_class(model, fit_prior):
    """One label in fit; a declared class without documents in partial_fit."""
    X, y = np.array([[1, 0], [0, 2], [1, 1]]), ["ham"] * 3
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        lone = model(fit_prior=fit_prior).fit(X, y)
        declared = model(fit_prior=fit_prior).partial_fit(X, y, classes=["ham", "spam"])
        assert lone.predict(X).tolist() == y
        assert lone.predict_proba(X).tolist() == [[1.0]] * 3
        if fit_prior and model is not ours.ComplementNB:
            assert declared.predict_proba(X).tolist() == [[1.0, 0.0]] * 3


def test_classes_declared_first_and_seen_later():
    model = ours.MultinomialNB().partial_fit([[0, 2], [3, 0]], [0, 1], classes=[0, 1, 2])
    np.testing.assert_allclose(model.predict_proba([[1, 1]])[0], [75 / 139, 64 / 139, 0])
    model.partial_fit([[1, 1]], [2])
    expected = [[5 / 31, 16 / 31, 10 / 31], [75 / 239, 64 / 239, 100 / 239]]
    np.testing.assert_allclose(model.predict_proba([[1, 0], [1, 1]]), expected, rtol=1e-12)
    assert model.predict([[1, 0], [1, 1]]).tolist() == [1, 2]


@pytest.mark.parametrize("model", ALL, ids=NAMES)
def test_undeclared_labels_and_changed_classes_are_errors(model):
    X, y = [[0, 2], [3, 0]], ["ham", "spam"]
    with pytest.raises(ValueError, match="classes must be passed on the first call"):
        model().partial_fit(X, y)
    with pytest.raises(ValueError, match=r"y holds \['spam'\], not among the declared"):
        model().partial_fit(X, y, classes=["ham", "news"])
    fitted = model().partial_fit(X, y, classes=y)
    with pytest.raises(ValueError, match="differs from the declared"):
        fitted.partial_fit(X, y, classes=["ham", "news"])


def test_forgetting_the_prior_flips_the_decision():
    X, y = np.array([[1, 2, 3, 2, 1, 3, 4, 6]]).T, ["ham"] * 6 + ["spam"] * 2
    learnt = ours.GaussianNB(var_smoothing=0).fit(X, y)
    uniform = ours.GaussianNB(var_smoothing=0, fit_prior=False).fit(X, y)
    assert learnt.predict_proba([[3.5]])[0, 0] == pytest.approx(0.6767432, abs=1e-7)
    assert uniform.predict_proba([[3.5]])[0, 1] == pytest.approx(0.5889841, abs=1e-7)


@pytest.mark.parametrize(
    ("weights", "ham"), [([2, 1, 1], 81 / 209), ((1, 0, 1), 0.53531599), (None, 0.31640625)]
)
def test_sample_weights_by_hand(weights, ham):
    """List and tuple equal the array."""
    X, y = [[3, 0], [1, 2], [0, 4]], ["ham", "spam", "spam"]
    for given_weights in (weights, None if weights is None else np.array(weights)):
        model = ours.MultinomialNB().fit(X, y, sample_weight=given_weights)
        assert model.predict_proba([[1, 1]])[0, 0] == pytest.approx(ham, abs=1e-8)


def test_bad_weights_are_refused():
    X, y = [[3, 0], [1, 2], [0, 4]], ["ham", "spam", "spam"]
    with pytest.raises(ValueError, match="sample_weight holds -1"):
        ours.MultinomialNB().fit(X, y, sample_weight=[1, -1, 1])
    with pytest.raises(ValueError, match="sample_weight"):
        ours.MultinomialNB().fit(X, y, sample_weight=[1, 1])


def test_a_constant_feature_does_not_matter_to_gaussians():
    X, y = [[1, 5], [2, 5], [3, 5], [11, 5], [12, 5], [13, 5]], [0, 0, 0, 1, 1, 1]
    model = ours.GaussianNB().fit(X, y)
    assert model.predict_proba([[6.9, 5]])[0, 0] == pytest.approx(0.8175744762, abs=1e-8)
    assert model.predict([[2, 6]]).tolist() == [0]
    without = ours.GaussianNB(var_smoothing=0).fit(X, y)
    assert without.predict_proba([[6.9, 5]])[0, 0] == pytest.approx(0.8175744762, abs=1e-10)
    np.testing.assert_array_equal(without.predict_proba([[2, 6]]), without.predict_proba([[2, 5]]))
    alone = ours.GaussianNB(var_smoothing=0).fit(np.array(X)[:, :1], y)
    np.testing.assert_array_equal(joint(without, X), joint(alone, np.array(X)[:, :1]))


def test_a_feature_that_is_constant_in_one_class_only_has_no_density():
    X, y = [[1, 5], [2, 5], [3, 5], [11, 5], [12, 5], [13, 6]], [0, 0, 0, 1, 1, 1]
    model = ours.GaussianNB(var_smoothing=0).fit(X, y)
    with pytest.raises(ValueError, match="column 1 of X has zero variance in class 0.*smoothing"):
        model.predict(X)
    X = [[1, 5], [2, 5], [11, 6], [12, 6]]
    with pytest.raises(ValueError, match="column 1 of X has zero variance in class 0"):
        ours.GaussianNB(var_smoothing=0).fit(X, [0, 0, 1, 1]).predict(X)


def test_smoothing_is_a_share_of_the_largest_variance():
    X = [[0.00, -4000], [0.02, 4000], [0.03, -3000], [0.05, 5000]]
    model = ours.GaussianNB().fit(X, [0, 0, 1, 1])
    assert model.epsilon_ == pytest.approx(0.01625)
    assert model.predict_proba([[0.028, 0]])[0, 0] == pytest.approx(0.506436, abs=1e-6)


def test_gaussians_learn_one_sample_at_a_time():
    stream = [([1, 10], 0), ([3, 30], 1), ([2, 14], 0), ([5, 22], 1), ([3, 12], 0), ([4, 20], 1)]
    model = ours.GaussianNB()
    for x, label in stream:
        model.partial_fit([x], [label], classes=[0, 1])
        if (x, label) == ([1, 10], 0):  # one sample says nothing but the prior
            assert model.predict_proba([[2.5, 16]]).tolist() == [[1.0, 0.0]]
        if (x, label) == ([3, 30], 1):
            with pytest.raises(ValueError, match="more samples"):
                ours.GaussianNB(var_smoothing=0).fit([[1, 10], [3, 30]], [0, 1]).predict([x])
    assert model.theta_.tolist() == [[2.0, 12.0], [4.0, 24.0]]
    np.testing.assert_allclose(model.var_, [[2 / 3, 8 / 3], [2 / 3, 56 / 3]], rtol=1e-6)
    assert model.predict_proba([[2.5, 16]])[0, 0] == pytest.approx(0.7662472, abs=1e-6)


def test_priors_are_checked_with_tolerance_and_have_their_say():
    """The likelihood ratio is 200 nats."""
    X, y = [[0], [1], [10], [11]], [0, 0, 1, 1]
    for share, winner in ((1e-12, 0), (1e-100, 1)):
        prior = [share, 1 - share]
        assert ours.GaussianNB(priors=prior).fit(X, y).predict([[0.5]]).tolist() == [winner]
    three = ours.MultinomialNB(class_prior=[0.7, 0.2, 0.1])
    assert three.fit(np.eye(3), [0, 1, 2]).classes_.tolist() == [0, 1, 2]


@pytest.mark.parametrize("model", ALL, ids=NAMES)
@pytest.mark.parametrize("prior", [[0.9, 0.9], [1.5, -0.5], [1.0], [0.5, np.nan]])
def test_a_prior_must_be_a_distribution(model, prior):
    name = "priors" if model is ours.GaussianNB else "class_prior"
    with pytest.raises(ValueError, match=f"{name}=.* is no distribution"):
        model(**{name: prior}).fit([[0, 2], [3, 0]], ["ham", "spam"])


def test_class_alpha_smooths_the_prior():
    """Equation S0-5.18 on Li Hang's table: (9 + 1)/(15 + 2)."""
    X, y = np.ones((15, 1)), [1] * 9 + [-1] * 6
    smooth, plain = (ours.MultinomialNB(class_alpha=a).fit(X, y) for a in (1, 0))
    np.testing.assert_allclose(np.exp(smooth.class_log_prior_), [7 / 17, 10 / 17], rtol=1e-12)
    np.testing.assert_allclose(np.exp(plain.class_log_prior_), [6 / 15, 9 / 15], rtol=1e-12)
    with pytest.raises(ValueError, match="class_alpha=-1"):
        ours.MultinomialNB(class_alpha=-1).fit(X, y)


def test_the_variance_divides_by_n():
    model = ours.GaussianNB(var_smoothing=0).fit([[1], [3], [5], [9]], [0, 0, 1, 1])
    assert model.predict_proba([[4]])[0, 1] == pytest.approx(0.5453383271, abs=1e-9)


def test_categories_not_seen_in_training():
    X, y = [[0, 1], [1, 0], [0, 0]], [0, 1, 1]
    with pytest.raises(ValueError, match=r"X\[0, 0\] is category 2, but feature 0"):
        ours.CategoricalNB().fit(X, y).predict([[2, 0]])
    ignore = ours.CategoricalNB(unknown="ignore").fit(X, y)
    reserve = ours.CategoricalNB(min_categories=3).fit(X, y)
    np.testing.assert_allclose(ignore.predict_proba([[2, 0]])[0], [2 / 11, 9 / 11])
    np.testing.assert_allclose(reserve.predict_proba([[2, 0]])[0], [25 / 121, 96 / 121])
    np.testing.assert_allclose(ignore.predict_proba([[7, 9]])[0], [1 / 3, 2 / 3])
    with pytest.raises(ValueError, match="unknown='drop'"):
        ours.CategoricalNB(unknown="drop").fit(X, y)
    with pytest.raises(ValueError, match="min_categories"):
        ours.CategoricalNB(min_categories=[3, 3, 3]).fit(X, y)


def test_categories_only_grow():
    model = ours.CategoricalNB().partial_fit([[3]], [0], classes=[0, 1]).partial_fit([[1]], [1])
    assert model.n_categories_.tolist() == [4]
    assert model.category_count_[0].tolist() == [[0, 0, 0, 1], [0, 1, 0, 0]]


def test_li_hangs_query():
    """Equations S3-query-mle and S3-query-lap: 15 rows, (2, S), exact posteriors."""
    X = np.column_stack([np.repeat([0, 1, 2], 5), ["SML".index(c) for c in "SMMSSSMMLLLMMLL"]])
    y = [-1, -1, 1, 1, -1, -1, -1, 1, 1, 1, 1, 1, 1, 1, -1]
    expected = {
        (0, 0): (Fraction(3, 4), Fraction(1, 4)),
        (1, 1): (Fraction(28, 43), Fraction(15, 43)),
        (1, 0): (Fraction(16, 25), Fraction(9, 25)),
    }
    for (alpha, class_alpha), posterior in expected.items():
        model = ours.CategoricalNB(alpha=alpha, class_alpha=class_alpha).fit(X, y)
        np.testing.assert_allclose(
            model.predict_proba([[1, 0]])[0], [float(p) for p in posterior], rtol=1e-12
        )


def test_categories_must_be_whole_numbers():
    """Scikit-learn cuts 1.9 to category 1."""
    with pytest.raises(ValueError, match="holds 0.9 in column 0.*OrdinalEncoder"):
        ours.CategoricalNB().fit([[0.9, 1.2], [1.9, 0.1]], [0, 1])
    with pytest.raises(ValueError, match="OrdinalEncoder"):
        ours.CategoricalNB().fit([["S", "M"], ["L", "M"]], [0, 1])
    whole = ours.CategoricalNB().fit([[0.0, 1.0], [1.0, 0.0]], [0, 1])
    assert whole.n_categories_.tolist() == [2, 2]


@pytest.mark.parametrize("name", ["CategoricalNB", "GaussianNB"])
def test_models_that_need_every_value_refuse_sparse_input(name):
    with pytest.raises(TypeError, match=rf"{name} was given a sparse X.*X.toarray"):
        getattr(ours, name)().fit(csr_array([[1, 0], [0, 2]]), [0, 1])


@pytest.mark.parametrize("name", COUNTING)
def test_sparse_and_dense_agree(name):
    X, y = tables()["three classes"]
    dense, sparse = (getattr(ours, name)().fit(data, y) for data in (X, csr_array(X)))
    np.testing.assert_array_equal(dense.predict(X), sparse.predict(csr_array(X)))
    np.testing.assert_allclose(joint(dense, X), joint(sparse, csr_array(X)), rtol=1e-12)


@pytest.mark.parametrize("model", ALL, ids=NAMES)
def test_clone_and_refit_forget(model):
    X, y = [[0, 2], [3, 0]], ["ham", "spam"]
    fitted = model().fit(X, y)
    again = clone(fitted).fit(X, y)
    fitted.fit(X, y)
    np.testing.assert_array_equal(fitted.class_count_, [1, 1])
    np.testing.assert_allclose(joint(fitted, X), joint(again, X))


COUNTING = ["MultinomialNB", "BernoulliNB", "ComplementNB", "CategoricalNB"]


def _same(one, other):
    """Whether two models have the same parameters, bit for bit."""
    pairs = zip(_learnt(one), _learnt(other), strict=True)
    return all(np.array_equal(mine, its) for mine, its in pairs)


def _learnt(model):
    if hasattr(model, "theta_"):
        return model.theta_, model.var_, model.class_log_prior_
    return [*model.feature_log_prob_, model.class_log_prior_]


@pytest.mark.parametrize("name", COUNTING)
@settings(max_examples=30)
@given(
    X=arrays(np.int64, (8, 3), elements=st.integers(0, 4)),
    weights=arrays(np.int64, 8, elements=st.integers(0, 3)),
    cut=st.integers(1, 7),
)
def test_models_merge_and_forget_rows_exactly(name, X, weights, cut):
    """One fit on all rows; two fits, merged; and all rows less the rest: the same three models."""
    y, classes = np.arange(8) % 2, [0, 1]
    weights = weights + (np.arange(8) < 1)  # something is left to learn from
    assume(weights[cut:].any())
    # a forgotten category keeps its place, so all three models need the same places
    options = {"min_categories": X.max(axis=0) + 1} if name == "CategoricalNB" else {}
    whole, first, second = (
        getattr(ours, name)(**options).partial_fit(X[rows], y[rows], classes, weights[rows])
        for rows in (slice(None), slice(cut), slice(cut, None))
    )
    before = [p.copy() for p in _learnt(second)]
    assert _same(copy.deepcopy(first).merge(second), whole)
    assert all(map(np.array_equal, before, _learnt(second)))  # it stays as it is
    table = csr_array(X) if name != "CategoricalNB" else X
    forgotten = copy.deepcopy(whole).forget(table[cut:], y[cut:], weights[cut:])
    assert _same(forgotten, first)


def test_merged_measurements_are_one_sample():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(40, 3)), np.arange(40) % 2
    merged = ours.GaussianNB().fit(X[:15], y[:15]).merge(ours.GaussianNB().fit(X[15:], y[15:]))
    for mine, its in zip(_learnt(merged), _learnt(ours.GaussianNB().fit(X, y)), strict=True):
        np.testing.assert_allclose(mine, its, rtol=1e-12)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda m: m.merge("model"), "other is 'model', expected another MultinomialNB"),
        (lambda m: m.merge(ours.BernoulliNB().fit([[1]], [0])), "expected another MultinomialNB"),
        (lambda m: m.merge(ours.MultinomialNB().fit([[1]], ["ham"])), "n_features_in_=1"),
        (lambda m: m.merge(ours.MultinomialNB().fit([[1, 0]], ["ham"])), "classes_=.*declare"),
        (lambda m: m.forget([[0, 1]], ["ham"]), "more of column 1 than class number 0"),
        (lambda m: m.forget([[0, 0]] * 2, ["spam"] * 2), "forget rows that were learnt"),
        (lambda m: m.forget([[2, 0], [0, 1]], ["ham", "spam"]), "and not all of them"),
        (lambda m: m.forget([[2]], ["ham"]), "X has 1 features, this model has 2"),
        (lambda m: m.forget([[2, 0]], ["eggs"]), "not among the declared classes"),
    ],
)
def test_sums_that_cannot_be_are_refused_and_change_nothing(change, message):
    model = ours.MultinomialNB().fit([[2, 0], [0, 1]], ["ham", "spam"])
    before = [p.copy() for p in _learnt(model)]
    with pytest.raises(ValueError, match=message):
        change(model)
    assert all(map(np.array_equal, before, _learnt(model)))
