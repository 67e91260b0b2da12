"""Splits, duplicates, error counts and intervals, each by a second route."""

import functools
import json
import math
from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import optimize, sparse
from sklearn.dummy import DummyClassifier
from sklearn.metrics import f1_score, precision_score, recall_score
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer

from nbcourse.corpus import BagOfWords, Corpus
from nbcourse.datasets import load
from nbcourse.evaluation import (
    Confusion,
    compare,
    confusion,
    duplicate_groups,
    evaluate_splits,
    repeated_splits,
    resampled_interval,
    wilson_interval,
)
from nbcourse.text import words

LABELS = np.array(["ham"] * 285 + ["spam"] * 15)
GROUPS = np.arange(300) // 7
KINDS = {"plain": {}, "stratified": {"stratify": True}, "grouped": {"groups": GROUPS}}


# ---- splits


@pytest.mark.parametrize("seed", range(50))
@pytest.mark.parametrize("kind", KINDS)
def test_train_and_test_are_disjoint_and_complete(kind, seed):
    splits = repeated_splits(LABELS, n_splits=3, random_state=seed, **KINDS[kind])
    assert len(splits) == 3
    for train, test in splits:
        assert sorted([*train, *test]) == list(range(300))


def test_ten_documents_three_held_out():
    [(train, test)] = repeated_splits(10, n_splits=1, test_size=3, random_state=4)
    assert (train.size, test.size, np.intersect1d(train, test).size) == (7, 3, 0)


@pytest.mark.parametrize("kind", KINDS)
def test_a_longer_list_begins_with_the_shorter_one(kind):
    short, long, other = (
        json.dumps([[part.tolist() for part in split] for split in splits])
        for splits in (
            repeated_splits(LABELS, n_splits=2, random_state=0, **KINDS[kind]),
            repeated_splits(LABELS, n_splits=5, random_state=0, **KINDS[kind])[:2],
            repeated_splits(LABELS, n_splits=2, random_state=1, **KINDS[kind]),
        )
    )
    assert short == long != other


def test_stratified_test_part_has_three_spam_in_sixty_and_plain_ones_vary():
    options = {"n_splits": 20, "test_size": 0.2, "random_state": 0}
    stratified = repeated_splits(LABELS, stratify=True, **options)
    assert [np.sum(LABELS[test] == "spam") for _, test in stratified] == [3] * 20
    assert len({np.sum(LABELS[test] == "spam") for _, test in repeated_splits(300, **options)}) > 1


def test_no_group_is_divided():
    for train, test in repeated_splits(LABELS, n_splits=20, groups=GROUPS, random_state=0):
        assert not {*GROUPS[train]} & {*GROUPS[test]}


@pytest.mark.parametrize(
    ("labels", "options", "message"),
    [
        (10, {"stratify": True}, "one label per document$"),
        ("ham", {}, "or their number"),
        ([["ham"], ["spam"]], {}, "one label per document"),
        (LABELS, {"stratify": True, "groups": GROUPS}, "a group is not divided"),
        (LABELS, {"groups": GROUPS[:9]}, "inconsistent numbers of samples"),
        (LABELS, {"test_size": 1.5}, "test_size"),
        (LABELS, {"n_splits": 0}, "n_splits"),
    ],
)
def test_impossible_splits_are_refused(labels, options, message):
    with pytest.raises(ValueError, match=message):
        repeated_splits(labels, **({"n_splits": 1, "random_state": 0} | options))


# ---- duplicates


def groups_by_definition(token_lists, threshold):
    """Merge groups pair by pair, number them in order of appearance."""
    group = list(range(len(token_lists)))
    for (i, a), (j, b) in combinations(enumerate(token_lists), 2):
        same = sorted(a) == sorted(b)
        if threshold < 1 and (union := {*a} | {*b}):
            same = same or len({*a} & {*b}) / len(union) >= threshold
        if same:
            group = [group[i] if g == group[j] else g for g in group]
    order = list(dict.fromkeys(group))
    return [order.index(g) for g in group]


@given(
    st.lists(st.lists(st.sampled_from(["a", "A", "é", "£5", "中文"]), max_size=5), max_size=9),
    st.sampled_from([1.0, 0.75, 0.6, 0.5, 1 / 3, 0.2]),
)
@settings(max_examples=200)
def test_duplicate_groups_by_definition(documents, threshold):
    documents.append(["last"])
    found = duplicate_groups(Corpus.from_documents(documents), threshold)
    assert found.tolist() == groups_by_definition(documents, threshold)


def test_similarity_of_exactly_the_threshold_links():
    """11 of 20 tokens shared: 0.55 * 20 is above 11 in floating point, 11 / 20 is 0.55."""
    shared, more = [f"s{i}" for i in range(11)], [f"m{i}" for i in range(9)]
    corpus = Corpus.from_documents([shared, shared + more])
    assert duplicate_groups(corpus, 0.55).tolist() == [0, 0]
    assert duplicate_groups(corpus, 0.5501).tolist() == [0, 1]


def test_more_documents_than_a_block_of_rows():
    n = 1200
    corpus = Corpus.from_documents([[f"only{i % 600}", "and", f"also{i % 600}"] for i in range(n)])
    different = Corpus.from_documents(
        [[f"only{i % 600}", f"also{i % 600}", "x" * (i // 600)] for i in range(n)]
    )
    expected = [i % 600 for i in range(n)]
    assert duplicate_groups(corpus).tolist() == expected
    assert duplicate_groups(different, 0.5).tolist() == expected


@pytest.mark.parametrize("threshold", [0, -0.1, 1.01, math.nan])
def test_threshold_must_be_a_similarity(threshold):
    with pytest.raises(ValueError, match="threshold"):
        duplicate_groups(Corpus.from_texts(["a"]), threshold)


def test_grouped_split_never_has_a_copy_on_both_sides():
    texts = ["win", "win", "win ", "call me", "me call", "a", "b", "c c", "c", "win"]
    corpus = Corpus.from_texts(texts)
    groups = duplicate_groups(corpus)
    assert groups.tolist() == [0, 0, 0, 1, 1, 2, 3, 4, 5, 0]
    for train, test in repeated_splits(10, n_splits=20, groups=groups, random_state=0):
        bags = [{tuple(sorted(texts[i].split())) for i in part} for part in (train, test)]
        assert not bags[0] & bags[1]


def test_duplicates_of_the_sms_collection():
    sms = load("sms")
    exact = duplicate_groups(sms)
    assert exact.max() + 1 == 5160
    assert len({*zip(exact, sms.labels, strict=True)}) == 5160  # no group carries both labels
    near = duplicate_groups(sms.features(words), 0.7)
    _, first = np.unique(near, return_index=True)
    repeats = np.delete(sms.labels, first)
    assert (first.size, repeats.size, np.sum(repeats == "spam")) == (4905, 669, 290)


# ---- error counts


@pytest.mark.parametrize(
    ("ham", "spam"), [("ham", "spam"), (0, 1), (1, 0), (False, True), ("正常", "垃圾"), (-1.0, 2.5)]
)
@pytest.mark.parametrize("kind", [list, tuple, np.array])
def test_confusion_by_hand(ham, spam, kind):
    found = confusion(kind([ham, spam, spam, ham]), kind([ham, spam, ham, ham]), positive=spam)
    assert found == Confusion(tp=1, fp=0, fn=1, tn=2)
    assert (found.precision, found.recall, found.f1) == (1.0, 0.5, 2 / 3)
    assert found.table.tolist() == [[1, 1], [0, 2]]
    assert {type(count) for count in vars(found).values()} == {int}


@given(st.lists(st.tuples(*[st.sampled_from(["ham", "spam", "phish"])] * 2), min_size=1))
def test_scores_are_those_of_scikit_learn(pairs):
    y_true, y_pred = (list(side) for side in zip(("spam", "ham"), *pairs, strict=True))
    found = confusion(y_true, y_pred)
    options = {"labels": ["spam"], "average": "macro", "zero_division": np.nan}
    for score, theirs in (
        (found.precision, precision_score(y_true, y_pred, **options)),
        (found.recall, recall_score(y_true, y_pred, **options)),
        (found.f1, f1_score(y_true, y_pred, **options)),
        (
            found.accuracy,
            np.mean([a == b or "spam" not in (a, b) for a, b in zip(y_true, y_pred, strict=True)]),
        ),
    ):
        assert score == pytest.approx(theirs, nan_ok=True)


def test_an_all_ham_filter_has_accuracy_but_no_precision(recwarn):
    found = confusion(LABELS, np.full(300, "ham"))
    assert (found.accuracy, found.recall) == (0.95, 0.0)
    assert math.isnan(found.precision)
    assert math.isnan(Confusion(0, 0, 0, 0).accuracy)
    assert not recwarn.list


@pytest.mark.parametrize(
    ("y_true", "y_pred", "positive", "message"),
    [
        (["ham", "spam"], ["ham", "spam"], "Spam", r"'Spam' is none of the labels \['ham', 'spam'"),
        (["ham", "spam"], ["ham", "spam"], 1, "positive=1 is none"),
        ([0, 1], [0, 1], "spam", "none of the labels"),
        ([0, 1], [0, 1], "1", "none of the labels"),
        (["0", "1"], [0, 1], 1, "mix text and numbers"),
        (["0", "1"], np.array([0, 1]), "1", "mix text and numbers"),
        (["ham", 1], ["ham", "spam"], "spam", "y_true mixes texts and numbers"),
        (["ham", None], ["ham", "spam"], "spam", r"y_true\[1\] is None"),
        (["ham"], ["ham", "spam"], "spam", "y_true has 1 labels but y_pred 2"),
        ([["ham"]], [["ham"]], "ham", r"y_true has shape \(1, 1\)"),
        ("spam", "spam", "spam", "one label per document"),
        ([], [], "spam", r"none of the labels \[\]"),
    ],
)
def test_labels_that_do_not_fit_are_refused(y_true, y_pred, positive, message):
    with pytest.raises(ValueError, match=message):
        confusion(y_true, y_pred, positive)


# ---- scores over splits


def test_evaluate_splits_equals_the_loop_by_hand():
    rng = np.random.default_rng(3)
    texts = [" ".join(rng.choice(["win", "cash", "lor", "hi"], size=3)) for _ in range(60)]
    labels = rng.choice(["ham", "spam"], size=60)
    corpus = Corpus.from_texts(texts)
    splits = repeated_splits(labels, n_splits=4, random_state=0)
    scores = evaluate_splits(
        lambda: make_pipeline(BagOfWords(), MultinomialNB()), corpus, labels.tolist(), splits
    )
    assert scores.shape == (4, 8)
    for row, (train, test) in zip(scores.itertuples(), splits, strict=True):
        y, x = [labels[i] for i in test], corpus.counts.toarray()
        predicted = MultinomialNB().fit(x[train], labels[train]).predict(x[test])
        found = confusion(y, predicted)
        assert (row.tp, row.fp, row.fn, row.tn) == (found.tp, found.fp, found.fn, found.tn)
        assert row.accuracy == pytest.approx(np.mean(predicted == y))
        assert row.recall == pytest.approx(found.recall)


KINDS_OF_ROWS = {
    "array": np.asarray,
    "list": np.ndarray.tolist,
    "frame": pd.DataFrame,
    "shuffled frame": lambda x: pd.DataFrame(x, index=[*range(40)][::-1]),
    "csr": sparse.csr_array,
    "coo": sparse.coo_array,
    "matrix": sparse.csc_matrix,
    "corpus": lambda x: Corpus(x, ["win", "lor"]),
}
KINDS_OF_LABELS = {
    "array": np.asarray,
    "list": np.ndarray.tolist,
    "shuffled series": lambda y: pd.Series(y, index=np.random.default_rng(1).permutation(40)),
    "text series": lambda y: pd.Series(y, index=[f"n{i}" for i in range(40)], dtype="string"),
    "categories": lambda y: pd.Series(pd.Categorical(y)),
}


@pytest.mark.parametrize("rows", KINDS_OF_ROWS)
@pytest.mark.parametrize("column", KINDS_OF_LABELS)
def test_rows_and_labels_of_any_kind_belong_together_by_position(rows, column):
    y = np.random.default_rng(0).choice(["ham", "spam"], 40)
    x = np.stack([y == "spam", y == "ham"], axis=1) * 1
    splits = repeated_splits(40, n_splits=3, random_state=0)
    first = FunctionTransformer(_counts) if rows == "corpus" else FunctionTransformer()
    scores = evaluate_splits(
        make_pipeline(first, MultinomialNB()),
        KINDS_OF_ROWS[rows](x),
        KINDS_OF_LABELS[column](y),
        splits,
    )
    assert scores["accuracy"].tolist() == [1, 1, 1]


def _counts(corpus):
    return corpus.counts


def test_texts_of_a_shuffled_series_keep_their_labels():
    y = np.array(["ham", "spam"] * 20)
    texts = pd.Series(np.where(y == "spam", "win", "lor")).sample(frac=1, random_state=3)
    splits = repeated_splits(40, n_splits=2, random_state=0)
    model = make_pipeline(BagOfWords(), MultinomialNB())
    for documents in (texts, texts.tolist(), tuple(texts)):
        scores = evaluate_splits(model, documents, pd.Series(y)[texts.index], splits)
        assert scores["accuracy"].tolist() == [1, 1]


def test_an_estimator_is_cloned_and_a_factory_called():
    model, y = MultinomialNB(), np.array([0, 1] * 4)
    x, splits = np.eye(2)[y], [(np.arange(6), np.arange(6, 8)), (np.arange(8) < 4, slice(4, 8))]
    for kind in (model, MultinomialNB, lambda: MultinomialNB(), functools.partial(MultinomialNB)):
        assert evaluate_splits(kind, x, y, splits, positive=1)["accuracy"].tolist() == [1, 1]
    assert not hasattr(model, "classes_")
    with pytest.raises(ValueError, match="model is a str, expected a classifier"):
        evaluate_splits("NB", x, y, splits, positive=1)
    with pytest.raises(ValueError, match=r"splits hold \[99\], expected positions from 0 to 7"):
        evaluate_splits(model, x, y, [([0, 1], [99])], positive=1)


def test_evaluate_splits_takes_any_rows_and_integer_labels():
    x, y = np.arange(8).reshape(-1, 1), np.array([0, 0, 0, 0, 0, 0, 7, 7])
    only_zeros, only_sevens = [0, 1], [6, 7]
    splits = [(np.arange(8), only_zeros), (np.arange(8), only_sevens)]
    scores = evaluate_splits(DummyClassifier, x, y, splits, positive=7)
    assert scores["accuracy"].tolist() == [1.0, 0.0]
    assert math.isnan(scores["recall"][0])
    assert scores["recall"][1] == 0


@pytest.mark.parametrize(
    ("labels", "positive", "message"),
    [
        (["ham"] * 3, "ham", "inconsistent numbers of samples"),
        (["ham"] * 4, "spam", "none of the labels"),
        (["ham", "ham", 1, 1], "ham", "labels mixes texts"),
    ],
)
def test_evaluate_splits_refuses_labels_that_do_not_fit(labels, positive, message):
    with pytest.raises(ValueError, match=message):
        evaluate_splits(DummyClassifier, np.zeros((4, 1)), labels, [], positive=positive)


# ---- intervals


@given(st.integers(1, 2000), st.floats(0, 1), st.sampled_from([0.5, 0.9, 0.95, 0.99]))
def test_wilson_limits_lie_z_standard_errors_from_the_share(n, share, level):
    k = round(n * share)
    z = optimize.brentq(lambda z: math.erf(z / math.sqrt(2)) - level, 0, 9, xtol=1e-14)
    low, high = wilson_interval(k, n, level)
    assert 0 <= low <= k / n <= high <= 1
    for limit in {low, high} - {0.0, 1.0}:
        distance = abs(k / n - limit)
        assert distance == pytest.approx(z * math.sqrt(limit * (1 - limit) / n), rel=1e-6)
    assert all(type(limit) is float for limit in (low, high))


def test_wilson_takes_numpy_counts():
    assert wilson_interval(np.int64(3), np.int64(10)) == wilson_interval(3, 10)


@pytest.mark.parametrize(
    ("successes", "n", "level"), [(5, 4, 0.95), (-1, 4, 0.95), (0, 0, 0.95), (1, 4, 1), (1, 4, 95)]
)
def test_wilson_refuses_what_is_no_share(successes, n, level):
    with pytest.raises(ValueError, match="level" if 0 <= successes <= n and n else "successes"):
        wilson_interval(successes, n, level)


def test_resampled_interval_by_hand():
    """Two scores 1 apart: s² = 1/2, t = tan(0.475 π) for one degree of freedom."""
    mean, low, high = resampled_interval([0.0, 1.0], test_share=0.2)
    reach = math.tan(0.475 * math.pi) * math.sqrt(0.5 * (1 / 2 + 0.2 / 0.8))
    assert (mean, low, high) == pytest.approx((0.5, 0.5 - reach, 0.5 + reach))


def test_resampled_interval_is_wider_than_the_naive_one_by_the_stated_factor():
    d = np.random.default_rng(0).normal(0.01, 0.003, size=100)
    mean, low, high = resampled_interval(d, test_share=0.25)
    _, narrow, _ = resampled_interval(d, test_share=1e-12)
    assert mean == pytest.approx(d.mean())
    assert (high - mean) / (mean - narrow) == pytest.approx(math.sqrt(1 + 100 / 3))
    assert high - mean == pytest.approx(mean - low)


@pytest.mark.parametrize(
    ("differences", "share"),
    [([0.1], 0.25), ([], 0.25), ([0.1, math.nan], 0.25), ([[0.1, 0.2]], 0.25), ([0.1, 0.2], 25)],
)
def test_resampled_interval_refuses_what_has_no_spread(differences, share):
    with pytest.raises(ValueError, match="test_share" if share > 1 else "differences"):
        resampled_interval(differences, share)


# ---- comparisons


def run_of(accuracy, recall):
    counts = dict.fromkeys(["tp", "fp", "fn", "tn"], [1] * len(accuracy))
    return pd.DataFrame({"accuracy": accuracy, "recall": recall, **counts})


def test_compare_is_the_paired_interval_of_each_score():
    rng = np.random.default_rng(7)
    runs = {name: run_of(*rng.random((2, 12))) for name in ("NB", "LR", "all ham")}
    runs["LR"].index = range(100, 112)  # paired by position
    table = compare(runs, "NB", test_share=0.2, level=0.9)
    assert [*table.index] == [
        (name, score) for name in ("LR", "all ham") for score in ("accuracy", "recall")
    ]
    assert [*table.columns] == ["mean", "difference", "low", "high"]
    for (name, score), row in table.iterrows():
        difference = runs[name][score].to_numpy() - runs["NB"][score].to_numpy()
        assert row["mean"] == pytest.approx(runs[name][score].mean())
        expected = resampled_interval(difference, 0.2, 0.9)
        assert row[["difference", "low", "high"]].tolist() == pytest.approx([*expected])
    assert compare(runs, "LR", 0.2, scores=["recall"]).index.tolist() == [
        ("NB", "recall"),
        ("all ham", "recall"),
    ]


GOOD = run_of([0.9, 0.8, 0.7], [0.5, 0.6, 0.7])


@pytest.mark.parametrize(
    ("runs", "base", "options", "message"),
    [
        ({"NB": GOOD}, "LR", {}, r"base='LR' is none of the runs \['NB'\]"),
        ({"NB": GOOD, "LR": GOOD[:2]}, "NB", {}, "run 'LR' has 2 splits but 'NB' has 3"),
        ({"NB": GOOD, "LR": [1, 2, 3]}, "NB", {}, r"run 'LR' has no \['accuracy', 'recall'\]"),
        ({"NB": GOOD, "LR": GOOD}, "NB", {"scores": ["f1"]}, r"has no \['f1'\]"),
        (
            {"NB": GOOD, "LR": run_of([1, 1, 1], [0.5, np.nan, 1])},
            "NB",
            {},
            "recall of 'LR' or 'NB' is not finite in split 1",
        ),
        ({"NB": GOOD[:1], "LR": GOOD[:1]}, "NB", {}, "two or more finite numbers"),
        ({"NB": GOOD, "LR": GOOD}, "NB", {"test_share": 1.5}, "test_share=1.5"),
    ],
)
def test_compare_refuses_what_is_no_pair(runs, base, options, message):
    with pytest.raises(ValueError, match=message):
        compare(runs, base, **({"test_share": 0.25} | options))
