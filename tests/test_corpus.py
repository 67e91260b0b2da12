"""Corpora, vocabularies and the bag of words: every count by a second, slower route."""

import copy
import dataclasses
import hashlib
import io
import os
import pickle
import re
import subprocess
import sys
import warnings
from collections import Counter
from itertools import chain
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import sklearn
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.feature_extraction.text import CountVectorizer, TfidfTransformer
from sklearn.model_selection import cross_val_score, cross_validate
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC

import nbcourse
from nbcourse.corpus import BagOfWords, Corpus, canonical_counts, canonical_csr
from nbcourse.corpus.vocabulary import Vocabulary

TEXTS = [
    "Win CASH now!! win-win",
    '"wait by the gate til I ring u',
    "",
    "NA\tnull  £5\u0085cash",
    "Ünïcode免费cash, K\u2028ok ok",
    "u 2",
]
LABELS = ["spam", "ham", "ham", "ham", "spam", "ham"]


def letters(token):
    """Return runs of two or more Latin letters: the rule the course uses most."""
    return re.findall("[a-zA-Z]{2,}", token.lower())


def two_characters(token):
    """Return runs of two or more word characters: scikit-learn's default rule."""
    return re.findall(r"\b\w\w+\b", token.lower())


def as_counters(corpus):
    """Return {token: count} of each document."""
    rows = corpus.counts.toarray()
    return [
        {token: int(count) for token, count in zip(corpus.tokens, row, strict=True) if count}
        for row in rows
    ]


texts = st.lists(st.text(max_size=30) | st.text("aAbB1 -\t\n", max_size=30), max_size=8)


@given(texts=texts)
def test_from_texts_counts_what_split_finds(texts):
    corpus = Corpus.from_texts(texts)
    assert as_counters(corpus) == [Counter(text.split()) for text in texts]
    assert corpus.tokens.tolist() == sorted({token for text in texts for token in text.split()})
    assert corpus.lengths().tolist() == [len(text.split()) for text in texts]


@given(texts=texts)
def test_features_of_the_vocabulary_are_features_of_the_texts(texts):
    corpus = Corpus.from_texts(texts).features(letters)
    assert as_counters(corpus) == [
        Counter(word for token in text.split() for word in letters(token)) for text in texts
    ]
    assert (corpus.counts.dtype, corpus.counts.indices.dtype) == (np.int64, np.int32)
    assert corpus.counts.has_canonical_format


@pytest.mark.parametrize(
    ("analyzer", "pattern"), [(letters, "[a-zA-Z]{2,}"), (two_characters, r"(?u)\b\w\w+\b")]
)
def test_features_equal_count_vectorizer(analyzer, pattern):
    corpus = Corpus.from_texts(TEXTS).features(analyzer)
    vectorizer = CountVectorizer(token_pattern=pattern)
    counts = vectorizer.fit_transform(TEXTS)
    assert corpus.tokens.tolist() == vectorizer.get_feature_names_out().tolist()
    assert (corpus.counts != counts).nnz == 0


def test_a_count_table_has_one_cell_for_a_repeated_token():
    table = Vocabulary(["b", "a"]).count([["b", "a", "b"], []])
    assert (table.indices.tolist(), table.data.tolist()) == ([0, 1], [2, 1])


def test_each_token_is_analysed_once():
    seen = Counter()

    def spy(token):
        seen[token] += 1
        return [token, token]

    corpus = Corpus.from_texts(["a b a", "b c"])
    doubled = corpus.features(spy)
    assert seen == {"a": 1, "b": 1, "c": 1}
    assert doubled.counts.toarray().tolist() == [[4, 2, 0], [0, 2, 2]]


def test_selected_tokens_keep_their_order():
    corpus = Corpus.from_texts(["a b a", "b c"], [0, 1], ["x", "y"])
    found = corpus.select(["zzz", "b", "a"])
    assert found.counts.toarray().tolist() == [[0, 1, 2], [0, 1, 0]]
    assert (found.tokens.tolist(), found.labels.tolist()) == (["zzz", "b", "a"], [0, 1])
    assert found.names.tolist() == ["x", "y"]


def test_a_corpus_takes_any_table_of_whole_numbers():
    expected = [[0, 2], [1, 0]]
    for table in (expected, np.array(expected, dtype=np.uint8), sparse.csc_matrix(expected)):
        counts = Corpus(table, ["a", "b"]).counts
        assert isinstance(counts, sparse.csr_array)
        assert (counts.dtype, counts.toarray().tolist()) == (np.int64, expected)


def test_rows_by_index_slice_and_mask():
    corpus = Corpus.from_texts(TEXTS, LABELS, names=list("abcdef"))
    spam = corpus[corpus.labels == "spam"]
    assert as_counters(spam) == [as_counters(corpus)[i] for i in (0, 4)]
    assert spam.names.tolist() == ["a", "e"]
    assert corpus[[5, 0, 0]].names.tolist() == ["f", "a", "a"]
    assert corpus[::-1].labels.tolist() == LABELS[::-1]
    assert corpus[[3, 1], ...].names.tolist() == ["d", "b"]
    assert len(corpus[[]]) == 0
    assert corpus[1:3].tokens is corpus.tokens


def test_document_frequency_by_hand():
    corpus = Corpus.from_texts(["a a b", "b", "", "c b"])
    assert corpus.document_frequency().tolist() == [1, 3, 1]
    assert corpus[[0]].document_frequency().tolist() == [1, 1, 0]


def test_repr_is_short_and_plain():
    corpus = Corpus.from_texts(TEXTS, np.array(LABELS))
    assert repr(corpus) == "Corpus(6 documents, 20 tokens, 21 cells; ham 4, spam 2)"
    assert repr(Corpus.from_texts(["a"])) == "Corpus(1 documents, 1 tokens, 1 cells)"
    assert repr(Corpus.from_texts(["a", "b"], [1, 0])).endswith("; 0 1, 1 1)")
    assert repr(Corpus.from_texts(["a"] * 7, range(7))).endswith("; 7 classes)")


def test_a_corpus_is_frozen_and_independent_of_its_arguments():
    labels = np.array(["ham", "spam"])
    tokens = np.array(["a", "b"], dtype=object)
    corpus = Corpus([[1, 0], [0, 1]], tokens=tokens, labels=labels)
    labels[0], tokens[0] = "spam", "z"
    assert (corpus.labels.tolist(), corpus.tokens.tolist()) == (["ham", "spam"], ["a", "b"])
    for name in ("counts", "tokens", "labels", "names"):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(corpus, name, None)
    cells = (corpus.counts.data, corpus.counts.indices, corpus.counts.indptr)
    for array in (corpus.tokens, corpus.labels, *cells):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


@pytest.mark.parametrize("kind", [sparse.csr_array, sparse.csr_matrix, sparse.coo_array])
def test_a_corpus_holds_a_copy_of_the_callers_table(kind):
    table = kind(np.array([[1, 0], [0, 1]]))
    corpus = Corpus(table, ["a", "b"])
    table.data[:] = 7
    assert corpus.counts.toarray().tolist() == [[1, 0], [0, 1]]


@pytest.mark.parametrize(
    "use",
    [
        lambda corpus: MultinomialNB().fit(corpus, corpus.labels),
        nbcourse.MultinomialNB().fit,
        nbcourse.GaussianNB().fit,
        CountVectorizer().fit,
        list,
        np.asarray,
    ],
)
def test_a_corpus_taken_for_an_array_names_the_cure(use):
    with pytest.raises(ValueError, match=r"`corpus.counts`.*`BagOfWords` before the model"):
        use(Corpus.from_texts(TEXTS, LABELS))


def test_parts_of_a_corpus_share_its_tokens(tmp_path):
    Corpus.from_texts(TEXTS, LABELS, names=list("abcdef")).write(tmp_path / "x.npz")
    corpus = Corpus.read(tmp_path / "x.npz")
    part = corpus[[4, 0]]
    assert part.tokens is corpus.tokens
    assert as_counters(part) == [Counter(TEXTS[i].split()) for i in (4, 0)]
    assert (part.labels.tolist(), part.names.tolist()) == (["spam", "spam"], ["e", "a"])
    for twin in (pickle.loads(pickle.dumps(corpus)), copy.deepcopy(corpus)):
        assert as_counters(twin) == as_counters(corpus)
    assert len(dataclasses.replace(corpus, labels=None)) == len(corpus)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Corpus([[1, 2]], ["a"]), "tokens has length 1, expected 2"),
        (lambda: Corpus([[1, 2]], ["a", "a"]), r"tokens hold 'a' \(str, 2x\)"),
        (lambda: Corpus([[1]], [b"a"]), r"tokens hold b'a' \(bytes, 1x\)"),
        (lambda: Corpus([[1]], ["a"], ["ham", "spam"]), r"labels has shape \(2,\), expected \(1,"),
        (lambda: Corpus([[1]], ["a"], "ham"), r"labels has shape \(\), expected \(1,\)"),
        (lambda: Corpus([[1]], ["a"], names=[]), r"names has shape \(0,\), expected \(1,\)"),
        (lambda: Corpus([[0.5]], ["a"]), "counts run from 0.5 to 0.5, expected whole numbers"),
        (lambda: Corpus.from_texts("one text"), r"single text 'one text'.*list: \[text\]"),
        (lambda: Corpus.from_texts(["a", None]), "text 1 is None of type NoneType, expected a str"),
        (lambda: Corpus.from_texts([float("nan")]), "text 0 is nan of type float"),
        (lambda: Corpus.from_documents([["a"], "b c"]), "document 1 is the text 'b c'"),
        (lambda: Corpus.from_documents([["a", 1]]), "tokens hold 1 .int"),
        (lambda: Corpus.from_documents([Counter(a=2)]), r"document 0 is the Counter .*elements"),
        (lambda: Corpus.from_documents([None]), "document 0 is the NoneType None"),
        (lambda: Corpus.from_documents([["a", ["b"]]]), r"tokens hold \['b'\] .list"),
        (lambda: Corpus([[1, 2]], "ab"), "tokens is the single text 'ab'"),
        (lambda: Corpus([[1, 2]], {"b": 1, "a": 0}), r"tokens is a dict.*get_feature_names_out"),
        (lambda: Corpus([1, 2], ["a", "b"]), r"a table of shape \(2,\)"),
        (lambda: Corpus([["1"]], ["a"]), "counts holds '1' of type str"),
        (lambda: Corpus([[1], [1]], ["a"], ["ham", 1]), "labels mixes texts and numbers"),
        (lambda: Corpus.from_texts(["a"]).select("a"), "tokens is the single text 'a'"),
        (lambda: Corpus.from_texts(["a"]).features(lambda t: None), "returned the None .*for none"),
        (lambda: Corpus.from_texts(["a"])[0], r"write corpus\[\[i\]\]"),
        (lambda: Corpus.from_texts(["a"]).features("word"), "analyzer is 'word', expected a func"),
        (
            lambda: Corpus.from_texts(["Free"]).features(str.lower),
            r"analyzer str.lower returned the text 'free' .* return \['free'\]",
        ),
    ],
)
def test_mistakes_are_named(make, message):
    with pytest.raises(ValueError, match=message):
        make()


FRAME = pd.DataFrame({"message": ["win", "see you"], "label": ["spam", "ham"]}, index=[7, 3])


@pytest.mark.parametrize(
    "texts",
    [
        FRAME,
        FRAME[["message"]],
        FRAME[["message"]].to_numpy(),
        np.array("win"),
        {"win": 1},
        {"win", "see"},
        io.StringIO("win\nsee"),
        b"win",
        bytearray(b"win"),
        5,
        None,
    ],
    ids=lambda texts: type(texts).__name__,
)
@pytest.mark.parametrize(
    "use", [BagOfWords().fit, BagOfWords().fit_transform, Corpus.from_texts, Corpus.from_documents]
)
def test_what_is_no_sequence_in_order_is_refused(use, texts):
    """A table is iterated over the names of its columns, a dict over its keys."""
    with pytest.raises(ValueError, match="expected a sequence of (texts|token_lists)"):
        use(texts)
    if use != Corpus.from_documents:
        with pytest.raises(ValueError, match=r"df\['message'\]"):
            use(texts)


@pytest.mark.parametrize("kind", [object, "string", "category"])
def test_a_column_of_a_table_is_taken_by_position(kind):
    column = FRAME.message.astype(kind)
    corpus = Corpus.from_texts(column, FRAME.label.astype(kind), names=FRAME.index)
    assert as_counters(corpus) == [{"win": 1}, {"see": 1, "you": 1}]
    assert (corpus.labels.tolist(), corpus.names.tolist()) == (["spam", "ham"], [7, 3])
    assert BagOfWords().fit(text for text in column).vocabulary_.tolist() == ["see", "win", "you"]


@pytest.mark.parametrize("missing", [None, np.nan, pd.NA, pd.NaT])
def test_missing_texts_and_labels_are_named_by_row(missing):
    with pytest.raises(ValueError, match=r"text 1 is .*: texts\.fillna"):
        Corpus.from_texts(pd.Series(["a", missing], dtype=object))
    with pytest.raises(ValueError, match=r"labels\[1\] is"):
        Corpus.from_texts(["a", "b"], ["ham", missing])
    with pytest.raises(ValueError, match="tokens hold"):
        Corpus.from_documents([["a", missing]])


@pytest.mark.parametrize("data", [bool, np.uint8, np.int32, np.int64, np.float32])
@pytest.mark.parametrize("index", [np.int32, np.int64])
@pytest.mark.parametrize("kind", ["csr", "coo", "read-only"])
def test_a_cell_given_several_times_is_the_sum_of_its_parts(data, index, kind):
    """As SciPy documents the construction of a term-document matrix."""
    columns, starts = np.array([1, 0, 1, 1, 0], index), np.array([0, 4, 5], index)
    table = sparse.csr_matrix((np.ones(5, data), columns, starts), shape=(2, 2))
    if kind == "coo":
        table = sparse.coo_matrix((table.data, ([0, 0, 0, 0, 1], columns)), shape=(2, 2))
    parts = [table.data, *([table.row, table.col] if kind == "coo" else [columns, starts])]
    for part in parts if kind == "read-only" else ():
        part.flags.writeable = False
    before = [part.tobytes() for part in parts]
    for counts in (canonical_counts(table), Corpus(table, ["a", "b"]).counts):
        assert counts.toarray().tolist() == [[1, 3], [1, 0]]
        assert counts.has_canonical_format
    assert [part.tobytes() for part in parts] == before


def test_parts_of_a_small_type_do_not_wrap_around():
    parts = sparse.coo_array((np.array([200, 200], np.uint8), ([0, 0], [0, 0])), shape=(1, 1))
    assert canonical_counts(parts).toarray().tolist() == [[400]]


def test_what_a_table_remembers_of_itself_is_not_believed():
    table = sparse.csr_array(np.array([[1, 2], [3, 0]]))
    assert table.has_canonical_format  # remembered from now on
    table.indices[:2] = [1, 1]
    assert canonical_csr(table).toarray().tolist() == [[0, 3], [3, 0]]


@given(st.lists(st.lists(st.integers(0, 3), max_size=4), min_size=1, max_size=4))
def test_a_cell_is_kept_or_added_up_as_scipy_does_it(rows):
    starts = np.cumsum([0, *map(len, rows)])
    columns = list(chain.from_iterable(rows))
    table = sparse.csr_array((np.arange(1, starts[-1] + 1), columns, starts), (len(rows), 4))
    own = canonical_csr(table)
    assert own.toarray().tolist() == table.toarray().tolist()
    assert own.has_canonical_format
    kept = np.shares_memory(own.data, table.data)
    assert kept == (table.copy().has_canonical_format and table.nnz > 0)


@pytest.mark.parametrize("mode", ["default", "pandas", "polars"])
def test_output_is_sparse_whatever_the_global_setting_says(mode):
    with sklearn.config_context(transform_output=mode):
        model = make_pipeline(BagOfWords(), MultinomialNB()).fit(FRAME.message, FRAME.label)
        assert model.predict(["win"]).tolist() == ["spam"]
        assert isinstance(model[0].transform(["win"]), sparse.csr_array)
        assert not hasattr(BagOfWords(), "set_output")
        assert not hasattr(CountVectorizer(), "set_output")


def test_chinese_without_blanks_is_recognised_by_characters():
    texts, labels = ["免费领取大奖", "明天吃饭", "免费大奖", "吃饭了吗"], ["spam", "ham"] * 2
    labels = ["spam", "ham", "spam", "ham"]
    surface, characters = (
        make_pipeline(BagOfWords(analyzer=rule), MultinomialNB()).fit(texts, labels)
        for rule in (None, list)
    )
    assert surface.predict_proba(["大奖"]).tolist() == [[0.5, 0.5]]
    assert characters.predict(["大奖"]).tolist() == ["spam"]
    assert "analyzer=list" in BagOfWords.__doc__


def test_the_warning_points_at_the_readers_line():
    calls = [
        lambda: BagOfWords(analyzer=letters).fit(["a", "b", "cc"]),
        lambda: BagOfWords(analyzer=letters).fit_transform(["a", "b", "cc"]),
        lambda: make_pipeline(BagOfWords(analyzer=letters), MultinomialNB()).fit(
            ["a", "b", "cc"], [0, 1, 1]
        ),
    ]
    for call in calls:
        with pytest.warns(UserWarning, match="without a feature") as caught:
            call()
        assert caught[0].filename == __file__


def test_the_latest_analysis_is_remembered():
    calls = []

    def spy(token):
        calls.append(token)
        return [token]

    corpus = Corpus.from_texts(["a b", "b"])
    first = corpus.features(spy)
    again = corpus[[1]].features(spy)
    assert calls == ["a", "b"]
    assert again.tokens is first.tokens
    corpus.features(lambda token: [token, token])
    corpus.features(spy)
    assert calls == ["a", "b"] * 2  # only the latest one


def test_names_of_features_need_a_vocabulary():
    with pytest.raises(NotFittedError, match="BagOfWords"):
        BagOfWords().get_feature_names_out()


def test_rows_that_are_not_there_are_refused():
    with pytest.raises(IndexError, match="out of bounds"):
        Corpus.from_texts(["a"])[[1]]
    with pytest.raises(IndexError, match="boolean"):
        Corpus.from_texts(["a"])[np.array([True, False])]


def test_a_rule_that_finds_nothing_is_announced():
    texts = ["Free money now!!", "u 2", "c 4"]
    assert Corpus.from_texts(texts[:1]).features(letters).tokens.tolist() == [
        "free",
        "money",
        "now",
    ]
    with pytest.warns(UserWarning, match=r"analyzer letters and min_df=1 leave 2 of 3 training"):
        BagOfWords(analyzer=letters).fit(texts)


def test_half_of_the_documents_may_be_empty():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert BagOfWords(analyzer=letters).fit_transform(["free", "u 2"]).sum() == 1


def test_one_character_tokens():
    text = "U r d winner 2 c me"
    everything = ["2", "c", "d", "me", "r", "u", "winner"]
    rules = {two_characters: ["me", "winner"], lambda token: [token.lower()]: everything}
    for rule, expected in rules.items():
        assert BagOfWords(analyzer=rule).fit([text]).vocabulary_.tolist() == expected
    with pytest.raises(ValueError, match="analyzer two_characters and min_df=1 leave no feature"):
        BagOfWords(analyzer=two_characters).fit(["u 2", "c 4"])
    model = make_pipeline(BagOfWords(analyzer=two_characters), MultinomialNB())
    model.fit(["winner me", "see me", "me"], ["spam", "ham", "ham"])
    np.testing.assert_allclose(model.predict_proba(["u 2"]), [[2 / 3, 1 / 3]], rtol=1e-12)


def test_vocabulary_and_model_are_kept_as_one():
    train, labels, new = ["win cash now", "lunch now"], ["spam", "ham"], ["win lunch"]
    with pytest.raises(NotFittedError, match="BagOfWords"):
        BagOfWords().transform(new)
    model = make_pipeline(BagOfWords(analyzer=letters), MultinomialNB()).fit(train, labels)
    refit = BagOfWords(analyzer=letters).fit_transform(new)
    assert refit.shape == (1, 2)
    with pytest.raises(ValueError, match=r"2 features.*expecting 4"):
        model[-1].predict(refit)
    reloaded = pickle.loads(pickle.dumps(model))
    assert reloaded[0].vocabulary_.tolist() == ["cash", "lunch", "now", "win"]
    np.testing.assert_array_equal(reloaded.predict_proba(new), model.predict_proba(new))


@pytest.mark.parametrize("as_corpus", [False, True])
def test_vocabulary_is_learnt_on_the_training_part(as_corpus):
    texts = ["win cash", "lunch now", "win zzz"]
    documents = Corpus.from_texts(texts) if as_corpus else texts
    bag = BagOfWords()
    counts = bag.fit_transform(documents[:2])
    assert bag.get_feature_names_out().tolist() == ["cash", "lunch", "now", "win"]
    assert bag.transform(documents[2:]).toarray().tolist() == [[0, 0, 0, 1]]
    assert TfidfTransformer().fit(counts).idf_[3] == pytest.approx(1.4054651081, abs=1e-10)
    leaky = TfidfTransformer().fit(BagOfWords().fit_transform(documents))
    assert leaky.idf_[3] == pytest.approx(1.2876820725, abs=1e-10)


def test_cross_validation_learns_the_vocabulary_in_every_fold():
    texts = [f"{word} {i}" for i, word in enumerate(["win", "cash", "lunch", "now"] * 3)]
    corpus = Corpus.from_texts(texts, ["spam", "spam", "ham", "ham"] * 3)
    model = make_pipeline(BagOfWords(), MultinomialNB())
    folds = cross_validate(
        model, corpus, corpus.labels, cv=3, return_estimator=True, return_indices=True
    )
    for fitted, train in zip(folds["estimator"], folds["indices"]["train"], strict=True):
        seen = {token for i in train for token in texts[i].split()}
        assert fitted[0].vocabulary_.tolist() == sorted(seen)
    scores = cross_val_score(model, texts, corpus.labels, cv=3)
    np.testing.assert_array_equal(folds["test_score"], scores)


HASH_SCRIPT = """
import pathlib, sys
from nbcourse.corpus import Corpus
corpus = Corpus.from_texts(["win cash now free ham", "now"]).features(lambda token: {token, "!"})
corpus.write(sys.argv[1])
print(*corpus.tokens)
"""


def test_order_does_not_depend_on_string_hashing(tmp_path):
    running = {
        seed: subprocess.Popen(
            [sys.executable, "-c", HASH_SCRIPT, tmp_path / seed],
            env=os.environ | {"PYTHONHASHSEED": seed},
            cwd=Path(__file__).parents[1],
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
        for seed in ("1", "2")
    }
    outputs = {process.communicate()[0] for process in running.values()}
    digests = {hashlib.sha256((tmp_path / seed).read_bytes()).hexdigest() for seed in running}
    assert outputs == {"! cash free ham now win\n"}
    assert len(digests) == 1
    bag = BagOfWords().fit(["win cash now free ham"])
    assert bag.vocabulary_.tolist() == ["cash", "free", "ham", "now", "win"]


@settings(max_examples=50)
@given(
    texts=st.lists(
        st.lists(st.sampled_from(["a", "b", "A", "-é", "免"])).map(" ".join), min_size=1, max_size=8
    ),
    n_train=st.integers(1, 8),
    min_df=st.integers(1, 2),
    binary=st.booleans(),
)
def test_bag_of_words_equals_count_vectorizer(texts, n_train, min_df, binary):
    settings = {"min_df": min_df, "binary": binary}
    peer = CountVectorizer(token_pattern=r"\S+", lowercase=False, **settings)
    train = texts[:n_train]
    try:
        expected = peer.fit_transform(train)
    except ValueError:  # no feature left, or min_df above the number of documents
        with pytest.raises(ValueError, match="leave no feature"):
            BagOfWords(**settings).fit(train)
        return
    bag = BagOfWords(**settings)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        counts = bag.fit_transform(Corpus.from_texts(texts)[:n_train])
    assert bag.vocabulary_.tolist() == peer.get_feature_names_out().tolist()
    assert counts.toarray().tolist() == expected.toarray().tolist()
    assert bag.transform(texts).toarray().tolist() == peer.transform(texts).toarray().tolist()


def test_binary_tells_whether_not_how_often():
    bag = BagOfWords(binary=True)
    assert bag.fit_transform(["b a b", "b"]).toarray().tolist() == [[1, 1], [0, 1]]
    assert bag.transform(["a a a"]).toarray().tolist() == [[1, 0]]


def test_bag_of_words_gives_sorted_int64_and_leaves_the_corpus_alone():
    corpus = Corpus.from_texts(["b a a", "c b b"])
    for bag in (BagOfWords(), BagOfWords(binary=True), BagOfWords(min_df=2)):
        for counts in (bag.fit_transform(corpus), bag.transform(corpus)):
            assert isinstance(counts, sparse.csr_array)
            assert counts.dtype == np.int64
            assert counts.has_canonical_format
    assert corpus.counts.toarray().tolist() == [[2, 1, 0], [0, 2, 1]]


def test_bag_of_words_is_cloned_with_its_settings():
    bag = BagOfWords(analyzer=letters, min_df=2, binary=True).fit(["ok go", "go"])
    twin = clone(bag)
    assert twin.get_params() == {"analyzer": letters, "min_df": 2, "binary": True}
    assert not hasattr(twin, "vocabulary_")
    assert twin.set_params(min_df=1).fit(["ok go", "go"]).vocabulary_.tolist() == ["go", "ok"]
    assert bag.vocabulary_.tolist() == ["go"]


@pytest.mark.parametrize("min_df", [0, -1, 0.5, None])
def test_min_df_is_a_number_of_documents(min_df):
    with pytest.raises(ValueError, match="min_df is .*, expected a whole number of documents"):
        BagOfWords(min_df=min_df).fit(["a"])


@pytest.mark.parametrize("documents", ["one text", b"bytes"])
def test_a_single_text_is_not_a_list_of_texts(documents):
    with pytest.raises(ValueError, match="expected a sequence of texts"):
        BagOfWords().fit(documents)
    with pytest.raises(ValueError, match="expected a sequence of texts"):
        BagOfWords().fit(["a"]).transform(documents)


def test_selected_columns_keep_narrow_indices_as_every_peer_takes_them():
    sms = nbcourse.load("sms")[:200]
    bag = BagOfWords(analyzer=nbcourse.text.words).fit(sms[:100])
    for counts in (sms.select(["call", "free"]).counts, bag.transform(sms)):
        assert counts.indices.dtype == counts.indptr.dtype == sms.counts.indices.dtype == np.int32
    LinearSVC().fit(bag.transform(sms), sms.labels)
