"""Validation by subtraction is the loop that fits anew: same scores, same posteriors."""

import warnings

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import sparse
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.model_selection import GroupKFold, StratifiedKFold
from sklearn.pipeline import make_pipeline

import nbcourse as nbc
from nbcourse.evaluation import (
    cross_validate_counts,
    evaluate_splits,
    leave_one_out,
    repeated_splits,
)

MODELS = {
    "multinomial": nbc.MultinomialNB(),
    "multinomial, alpha": nbc.MultinomialNB(alpha=0.1, class_alpha=1),
    "uniform prior": nbc.MultinomialNB(fit_prior=False),
    "alpha per word": nbc.MultinomialNB(alpha=[0.5, 1, 2, 3, 0.1]),
    "complement": nbc.ComplementNB(alpha=0.3),
    "Bernoulli": nbc.BernoulliNB(),
    "Bernoulli, threshold": nbc.BernoulliNB(binarize=1, alpha=0.2),
}
each_model = pytest.mark.parametrize("model", MODELS.values(), ids=MODELS)
tables = arrays(np.int64, st.tuples(st.integers(6, 12), st.just(5)), elements=st.integers(0, 3))


def labels_of(X):
    return np.array(["a", "b", "c", "a", "b", "c"] * 2)[: len(X)]


def refitted(model, X, y, i):
    rest = np.arange(len(y)) != i
    return model.fit(X[rest], y[rest]).predict_log_proba(X[[i]])[0]


@each_model
@settings(max_examples=8)
@given(X=tables)
def test_leave_one_out_equals_n_refits(model, X):
    y = labels_of(X)
    found = leave_one_out(model, sparse.csr_array(X), y)
    expected = [refitted(nbc_clone(model), X, y, i) for i in range(len(y))]
    np.testing.assert_allclose(found, expected, rtol=1e-10, atol=1e-12)
    assert not hasattr(model, "classes_")


@pytest.mark.parametrize("min_df", [1, 2, 3])
@pytest.mark.parametrize("name", ["multinomial, alpha", "complement", "Bernoulli, threshold"])
@settings(max_examples=8)
@given(X=tables)
def test_leave_one_out_with_the_vocabulary_of_the_other_rows(name, min_df, X):
    y, model = labels_of(X), MODELS[name]
    assume((X > 0).sum(axis=0).max() > min_df)  # no vocabulary is empty
    found = leave_one_out(model, X, y, min_df=min_df)
    for i in range(len(y)):
        known = (np.delete(X, i, axis=0) > 0).sum(axis=0) >= min_df
        expected = refitted(nbc_clone(model), X[:, known], y, i)
        np.testing.assert_allclose(found[i], expected, rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("name", ["multinomial", "complement", "Bernoulli"])
def test_a_vocabulary_counts_rows_and_not_stored_cells(name):
    """A cell in two parts is one row with the word, and a stored zero is none."""
    plain = np.array([[2, 1, 0, 1], [0, 1, 2, 0], [1, 0, 1, 0], [0, 2, 0, 0]])
    y, splits = ["a", "b", "a", "b"], [([0, 1, 2], [3]), ([1, 2, 3], [0])]
    rows, columns = np.nonzero(np.ones_like(plain))
    cells = np.concatenate([plain[rows, columns], np.zeros_like(rows)])
    cells[rows.size :] += 1
    cells[: rows.size] -= 1
    order = np.argsort(np.tile(rows, 2), kind="stable")
    table = sparse.csr_array(
        (cells[order], np.tile(columns, 2)[order], np.arange(0, 33, 8)), shape=plain.shape
    )
    assert (table.toarray() == plain).all()
    assert table.nnz == 32
    model = MODELS[name]
    found, wanted = (leave_one_out(model, X, y, min_df=1) for X in (table, plain))
    np.testing.assert_array_equal(found, wanted)
    found, wanted = (
        cross_validate_counts(model, X, y, splits, min_df=1, positive="b") for X in (table, plain)
    )
    assert found.equals(wanted)


def nbc_clone(model):
    return type(model)(**model.get_params())


@pytest.mark.parametrize("name", ["MultinomialNB", "BernoulliNB"])
@settings(max_examples=8)
@given(X=tables)
def test_leave_one_out_without_smoothing(name, X):
    y, model = labels_of(X), getattr(nbc, name)(alpha=0)
    with warnings.catch_warnings(action="ignore"):
        expected = [refitted(nbc_clone(model), X, y, i) for i in range(len(y))]
        found = leave_one_out(model, X, y)
    np.testing.assert_allclose(found, expected, rtol=1e-10, atol=1e-12)


def test_leave_one_out_on_real_messages():
    sms = nbc.load("sms").features(nbc.text.words)
    y = sms.labels
    for name in ("MultinomialNB", "ComplementNB", "BernoulliNB"):
        model = getattr(nbc, name)()
        found = leave_one_out(model, sms.counts, y)
        assert found.shape == (5574, 2)
        for i in (0, 2, 17, 5000):
            rest = np.arange(5574) != i
            expected = model.fit(sms.counts[rest], y[rest]).predict_log_proba(sms.counts[[i]])[0]
            np.testing.assert_allclose(found[i], expected, rtol=1e-10, atol=1e-10)


def test_a_class_with_one_row_is_left_with_none():
    found = leave_one_out(nbc.MultinomialNB(), [[1, 0], [0, 1], [0, 2]], ["a", "b", "b"])
    assert np.exp(found[0]).tolist() == [0, 1]


@each_model
def test_folds_equal_the_loop_that_fits_anew(model):
    rng = np.random.default_rng(0)
    X, y = rng.poisson(1.0, (60, 5)), rng.choice(["ham", "spam"], 60)
    splits = [*StratifiedKFold(3).split(X, y), *GroupKFold(2).split(X, y, np.arange(60) // 7)]
    splits += repeated_splits(60, n_splits=3, test_size=0.8, random_state=0)  # little to learn from
    for rows in (X, sparse.csr_array(X), sparse.coo_array(X)):
        found = cross_validate_counts(model, rows, y, splits)
        assert found.equals(evaluate_splits(model, X, y, splits))


def test_random_splits_with_the_vocabulary_of_each_training_part():
    messages = nbc.read_sms(nbc.datasets.path("sms_sample"))
    texts, y = np.array(messages.texts), messages.labels
    corpus = messages.corpus()
    splits = repeated_splits(len(y), n_splits=20, test_size=0.3, random_state=1)
    splits.append(([0, 1, 2, 5, 8], [3, 4]))  # parts that leave rows out of both
    for name in ("MultinomialNB", "ComplementNB", "BernoulliNB"):
        for min_df in (1, 2):
            model = getattr(nbc, name)()
            found = cross_validate_counts(model, corpus.counts, y, splits, min_df=min_df)
            ours = make_pipeline(nbc.BagOfWords(min_df=min_df), model)
            theirs = make_pipeline(CountVectorizer(analyzer=str.split, min_df=min_df), model)
            with warnings.catch_warnings(action="ignore"):
                assert found.equals(evaluate_splits(ours, corpus, y, splits))
                assert found.equals(evaluate_splits(theirs, texts, y, splits))


def test_a_grid_of_alphas_equals_a_loop_over_them():
    rng = np.random.default_rng(2)
    X, y = rng.poisson(1.0, (40, 6)), rng.choice(["ham", "spam"], 40)
    splits = repeated_splits(40, n_splits=5, random_state=0)
    found = cross_validate_counts(nbc.MultinomialNB(), X, y, splits, alphas=[0, 0.5, 10.0])
    assert [*found] == [0, 0.5, 10.0]
    with warnings.catch_warnings(action="ignore"):
        for alpha, table in found.items():
            assert table.equals(evaluate_splits(nbc.MultinomialNB(alpha=alpha), X, y, splits))


def test_a_training_part_without_a_class_does_not_know_it():
    X, y = [[1, 0], [0, 1], [0, 1]], np.array(["ham", "spam", "spam"])
    table = cross_validate_counts(nbc.MultinomialNB(), X, y, [([1, 2], [0])])
    assert (table["fp"][0], table["accuracy"][0]) == (1, 0)


@pytest.mark.parametrize("model", [nbc.GaussianNB(), nbc.CategoricalNB(), "NB"])
def test_other_models_are_refused(model):
    with pytest.raises(ValueError, match="expected MultinomialNB"):
        cross_validate_counts(model, [[1], [2]], [0, 1], [])
    with pytest.raises(ValueError, match="expected MultinomialNB"):
        leave_one_out(model, [[1], [2]], [0, 1])


def test_what_does_not_fit_together_is_refused():
    X, y = [[1, 0], [0, 1], [0, 1]], ["ham", "spam", "spam"]
    with pytest.raises(ValueError, match="splits hold .*expected positions from 0 to 2"):
        cross_validate_counts(nbc.MultinomialNB(), X, y, [([0, 7], [1])])
    with pytest.raises(ValueError, match="y has 2 labels, X has 3 rows"):
        cross_validate_counts(nbc.MultinomialNB(), X, y[:2], [])
