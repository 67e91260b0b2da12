"""Analyzers: the sources' rules, each against the source's own way of doing it on whole texts."""

import os
import re
import subprocess
import sys
import unicodedata
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.feature_extraction.text import CountVectorizer

from nbcourse import text
from nbcourse.datasets import load
from nbcourse.paths import DATA, data_path


@pytest.fixture(scope="module", autouse=True)
def _each_token_is_cut_once():
    """Several tests cut every token of the messages in NLTK's way, which is slow."""
    with pytest.MonkeyPatch.context() as patched:
        whole, cut = text.treebank, cache(text.treebank)
        patched.setattr(text, "treebank", lambda t: [*cut(t)] if isinstance(t, str) else whole(t))
        yield


RAW = os.environ.get("NBCOURSE_RAW")
needs_raw = pytest.mark.skipif(RAW is None, reason="NBCOURSE_RAW does not point at raw corpora")
# letters whose lower case is longer, depends on neighbours or is a Latin letter; accents, joiners,
# digits of other scripts, wide and joined letters, halves of surrogate pairs, white space
AWKWARD = "abzAZ019_'£éΣσςİıßẞKſﬁＡ１٣²½ⅷ中\u0301\u0345\u00ad\u200b\u200d\u2060\ufeff"
AWKWARD += "\ud800\U0001f600.,!?&-·: \t\n\0\x1c\x1f\u0085\xa0\u1680\u180e\u2028\u3000"
messages = st.text(st.sampled_from(AWKWARD), max_size=40)
messages |= st.text(st.characters(exclude_categories=()), max_size=40)  # all of Unicode


def wordnet_installed():
    try:
        text._wordnet()
    except LookupError:
        return False
    return True


needs_wordnet = pytest.mark.skipif(not wordnet_installed(), reason="WordNet is not installed")


def by_tokens(analyzer, message):
    return [feature for token in message.split() for feature in analyzer(token)]


@settings(max_examples=500)
@given(messages)
def test_words_are_those_of_count_vectorizer_on_the_whole_text(message):
    whole = CountVectorizer(token_pattern="[a-zA-Z]{2,}").build_analyzer()
    assert by_tokens(text.words, message) == whole(message)


@settings(max_examples=500)
@given(messages)
def test_default_words_are_those_of_count_vectorizer_on_the_whole_text(message):
    assert by_tokens(text.default_words, message) == CountVectorizer().build_analyzer()(message)


def test_rules_agree_with_count_vectorizer_on_every_kind_of_character():
    """One by one, between letters that could change with it; ideographs and unused codes aside."""
    whole = CountVectorizer(token_pattern="[a-zA-Z]{2,}").build_analyzer()
    default = CountVectorizer().build_analyzer()
    characters = [chr(code) for code in range(sys.maxunicode + 1)]
    odd = [c for c in characters if unicodedata.category(c) not in {"Lo", "So", "Co", "Cn"}]
    assert len(odd) > 9000
    for start in range(0, len(odd), 256):
        message = " ".join(f"aΣ{c}b {c}Σ" for c in odd[start : start + 256])
        assert by_tokens(text.words, message) == whole(message)
        assert by_tokens(text.default_words, message) == default(message)


def test_unicode_forms_are_different_words_until_they_are_brought_into_one():
    joined, apart = "caf\u00e9", "cafe\u0301"
    assert (text.default_words(joined), text.default_words(apart)) == ([joined], ["cafe"])
    assert text.default_words(unicodedata.normalize("NFC", apart)) == [joined]
    assert text.words(unicodedata.normalize("NFKC", "ﬁＮ")) == ["fin"]


@pytest.mark.parametrize(
    "rule",
    [
        text.surface,
        text.words,
        text.default_words,
        text.treebank,
        text.s2_lemmas,
        text.s2_lemmas_fixed,
        text.s4_words,
        text.stems,
    ],
)
@pytest.mark.parametrize("token", [None, b"win", 5, ["win"]])
def test_a_token_that_is_no_text_is_named(rule, token):
    with pytest.raises(ValueError, match="token is .* expected a str"):
        rule(token)


@given(
    messages | st.lists(st.sampled_from(["Subject:", "the", "The", "don't", "B4"])).map(" ".join)
)
def test_s4_words_are_those_of_the_source_on_the_whole_mail(mail):
    expected = []
    for run in re.findall(r"[a-zA-Z\d]{2,}", mail):
        if run in text.stop_words("s4") or re.search(r"\d", run):
            continue
        expected.append(run.lower())
    assert by_tokens(text.s4_words, mail) == expected


@pytest.mark.parametrize(
    ("token", "lemmas", "fixed"),
    [
        ("The", ["the"], []),  # a stop word hidden by its capital
        ("the", [], []),
        ("don't", [], []),  # "do" is a stop word, "n't" holds no word of two characters
        ("Don't", [], []),  # "Do" is too short
        ("Was", ["wa"], []),
        ("Ladies!", ["lady"], ["lady"]),
        ("mid-day", ["mid", "day"], ["mid", "day"]),
        ("ok", [], []),  # two characters
        ("4th", ["4th"], ["4th"]),
        ("a-b", [], []),  # three characters, but no word of two
        ("you're", ["re"], ["re"]),  # what is left of "'re": length was tested before
        ("YOU'RE", ["you", "re"], ["re"]),
        ("...", [], []),
        ("Café", ["café"], ["café"]),
    ],
)
def test_s2_rule_by_hand(token, lemmas, fixed):
    assert text.s2_lemmas(token) == lemmas
    assert text.s2_lemmas_fixed(token) == fixed


def test_surface_keeps_everything():
    assert text.surface("£1,000!!") == ["£1,000!!"]


def test_treebank_needs_no_data_and_keeps_case(monkeypatch):
    import nltk

    monkeypatch.setattr(nltk.data, "path", [])
    text._treebank_tokenizer.cache_clear()
    assert text.treebank("Can't!") == ["Ca", "n't", "!"]
    assert text.treebank("now.") == nltk.word_tokenize("now.", preserve_line=True) == ["now", "."]


def _any_case(word):
    return st.tuples(*(st.sampled_from([c, c.upper()]) for c in word)).map("".join)


@given(
    st.from_regex(r"[a-zA-Z\d]{1,12}", fullmatch=True)
    | st.sampled_from(["cannot", "gimme", "gonna", "gotta", "lemme", "wanna"]).flatmap(_any_case)
    | st.sampled_from(["tis", "twas", "whaddya", "whatcha", "dye", "moren"]).flatmap(_any_case)
    | messages.flatmap(lambda message: st.sampled_from(message.split() or ["now"]))
)
def test_treebank_pieces_are_those_of_nltk_for_every_token(token):
    assert text.treebank(token) == text._treebank_tokenizer()(token)


def test_treebank_pieces_of_all_messages_are_those_of_nltk():
    cut = text._treebank_tokenizer()
    plain = [token for token in load("sms").tokens if token.isalnum()]
    assert len(plain) > 8_000
    assert {*map(len, map(text.treebank, plain))} == {1, 2}
    assert [text.treebank(token) for token in plain] == [cut(token) for token in plain]


def test_stems_by_hand():
    assert text.stems("Ponies-RELATIONAL,hopping4u") == ["poni", "relat", "hop"]


def test_stop_word_lists():
    english, s4 = text.stop_words(), text.stop_words("s4")
    assert (len(english), len(s4)) == (179, 176)
    assert {"i", "the", "don't", "wouldn", "y"} <= english
    letters_only = {word for word in s4 - english if "'" not in word}
    assert letters_only == {"cannot", "could", "ought", "subject", "would"}
    assert all(word == word.lower() for word in english | s4)


def test_stop_words_are_nltks():
    corpus = pytest.importorskip("nltk.corpus").stopwords
    try:
        theirs = set(corpus.words("english"))
    except LookupError:
        pytest.skip("NLTK's stop word lists are not installed")
    assert text.stop_words() <= theirs
    assert len(theirs) > 179 or text.stop_words() == theirs


def test_unknown_stop_word_list_is_named():
    with pytest.raises(FileNotFoundError, match="stopwords_klingon.txt"):
        text.stop_words("klingon")


@pytest.mark.parametrize("name", ["stopwords_en.txt", "stopwords_s4.txt", "lemmas.csv"])
def test_word_files_are_sorted_unique_lines_of_utf8(name):
    lines = data_path(name).read_bytes().decode("utf-8").split("\n")
    assert lines.pop() == ""
    words = lines[1:] if name.endswith("csv") else lines
    assert words == sorted(set(words))


def test_data_path_names_the_missing_file_and_the_folder():
    with pytest.raises(FileNotFoundError, match=re.escape(str(DATA))):
        data_path("nothing.npz")


def test_lemmas_by_hand():
    assert [text.lemma(word) for word in ["ladies", "was", "going", "qwxyz", "us"]] == [
        "lady",
        "wa",
        "going",
        "qwxyz",
        "u",
    ]


@needs_wordnet
def test_table_of_lemmas_is_what_wordnet_says(tmp_path):
    text.write_lemmas(load("sms").tokens, tmp_path / "lemmas.csv")
    assert (tmp_path / "lemmas.csv").read_bytes() == data_path("lemmas.csv").read_bytes()


@needs_wordnet
def test_lemmas_of_the_messages_are_those_of_wordnet(monkeypatch):
    tokens = load("sms").tokens
    by_table = [text.s2_lemmas(token) for token in tokens]
    monkeypatch.setattr(text, "lemma", text._wordnet())
    assert [text.s2_lemmas(token) for token in tokens] == by_table


def test_lemmas_are_the_same_with_and_without_wordnet(monkeypatch):
    monkeypatch.setattr(text, "_wordnet", lambda: str.upper)
    assert text.lemma("languages") == "languages"  # not in the table, though WordNet knows it


def test_write_lemmas_quotes_and_skips_what_does_not_change(tmp_path, monkeypatch):
    monkeypatch.setattr(text, "_wordnet", lambda: lambda word: word.removesuffix("s"))
    text.write_lemmas(["Cats!", "cat", "s,", "Cats"], tmp_path / "table.csv")
    assert (tmp_path / "table.csv").read_bytes() == b"word,lemma\ncats,cat\ns,\n"


@pytest.mark.parametrize(
    ("analyzer", "size"),
    [
        (text.surface, 15733),
        (text.words, 7759),
        (text.default_words, 8713),
        (text.s2_lemmas, 8026),
        (text.s2_lemmas_fixed, 7987),
    ],
)
def test_vocabulary_of_the_sms_collection(analyzer, size):
    assert load("sms").features(analyzer).tokens.size == size


@needs_raw
def test_s2_token_by_token_is_s2_on_whole_messages_but_for_punkt():
    """A sentence splitter of one line is as good as punkt, which needs a download."""
    raw = (Path(RAW) / "SMSSpamCollection").read_bytes().decode("utf-8").split("\n")[:-1]
    processed = [s2_on_whole_text(line.split("\t", 1)[1]) for line in raw]
    vectorizer = CountVectorizer()
    theirs = vectorizer.fit_transform(processed)
    ours = load("sms").features(text.s2_lemmas)
    assert ours.tokens.tolist() == vectorizer.get_feature_names_out().tolist()
    assert np.abs(ours.counts - theirs).sum() == 0


def s2_on_whole_text(message):
    import nltk

    sentences = re.split(r"(?<=[.!?])\s+", message.strip())
    pieces = [w for s in sentences for w in nltk.word_tokenize(s, preserve_line=True)]
    kept = [w for w in pieces if w not in text.stop_words()]
    return " ".join(text.lemma(w.lower()) for w in kept if len(w) >= 3)


def test_nltk_is_imported_only_when_asked_for():
    code = (
        "import sys, nbcourse.text as t; t.words('a'); t.s4_words('b'); print(sorted(sys.modules))"
    )
    modules = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True
    )
    assert "'nbcourse.text'" in modules.stdout
    assert "'nltk'" not in modules.stdout
    assert "'sklearn'" not in modules.stdout
