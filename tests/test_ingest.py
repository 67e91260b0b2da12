"""Reading messages: every variant of the file, every trap in it, and the bag of the real one."""

import bz2
import csv
import dataclasses
import gzip
import io
import lzma
import pickle
import re
import tarfile
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import make_pipeline

from nbcourse.corpus import BagOfWords, Corpus
from nbcourse.datasets import load, path
from nbcourse.ingest import build, read_sms


def letters(token):
    """Return runs of two or more Latin letters: the rule the course uses most."""
    return re.findall("[a-zA-Z]{2,}", token.lower())


@pytest.fixture
def read(tmp_path):
    """Return a function that reads bytes as a file of messages."""

    def read_bytes(content):
        (tmp_path / "messages").write_bytes(content)
        return read_sms(tmp_path / "messages")

    return read_bytes


def test_quotes_are_text(read):
    messages = read(
        b'ham\tsee you at nine\nham\t"wait for me by the gate\nspam\tWIN a free phone now\n'
        b'ham\tshe said "later" twice\nham\tok" then\nspam\tcall 0800 000 000\n'
    )
    assert Counter(messages.labels) == {"ham": 4, "spam": 2}
    assert messages.texts[1] == '"wait for me by the gate'
    assert messages.texts[3:5] == ('she said "later" twice', 'ok" then')
    assert not any("\n" in text for text in messages.texts)


def test_text_spilled_into_nameless_columns_comes_back(read):
    messages = read(
        b'v1,v2,,,\r\nham,"come at six"," bring the keys"," and milk",\r\n'
        b'ham,plain one,,,\r\nspam,"Prize, claim today",,,\r\n'
    )
    assert messages.texts == (
        "come at six, bring the keys, and milk",
        "plain one",
        "Prize, claim today",
    )
    assert messages.labels.tolist() == ["ham", "ham", "spam"]


@pytest.mark.parametrize(
    "header", ["v1,v2,,,", "label,message", "Category,Message", "Class,Message", '"V1","V2"', ""]
)
def test_headers_of_csv_files(read, header):
    records = b'ham,"""quoted"" and, cut"\nspam,,,\nham,one,,two,,\nham,"two\r\nlines"\n'
    messages = read(header.encode() + b"\n" * bool(header) + records)
    assert messages.labels.tolist() == ["ham", "spam", "ham", "ham"]
    assert messages.texts == ('"quoted" and, cut', "", "one,,two", "two\r\nlines")


@pytest.mark.parametrize("header", ["label\tmessage", "Label\tMessage", "V1\tV2"])
def test_a_tab_before_a_comma_makes_it_tsv(read, header):
    messages = read(header.encode() + b'\nham\t"a, b",,\n')
    assert (messages.labels.tolist(), messages.texts) == (["ham"], ('"a, b",,',))


@pytest.mark.parametrize(
    ("content", "text", "encoding"),
    [
        (b"v1,v2\nham,caf\xe9 at 5\n", "café at 5", "cp1252"),
        (b"v1,v2\nspam,don\x92t pay \xa35 \x96 ok\n", "don’t pay £5 – ok", "cp1252"),
        (b"ham\t\x81 \xa35\n", "\x81 £5", "latin-1"),
        ("spam\tpay £5 now it\x92s free\n".encode(), "pay £5 now it\x92s free", "utf-8"),
        ("\ufeffham\tcafé\n".encode(), "café", "utf-8"),
    ],
)
def test_encoding_is_found_and_told(read, content, text, encoding):
    messages = read(content)
    assert (messages.texts, messages.encoding) == ((text,), encoding)


def test_only_line_feeds_end_a_line(read):
    content = "ham\tline one\u0085still line one\r\nspam\tbuy\u2028now\r\nham\ta\tb\tc\r\n"
    texts = ("line one\u0085still line one", "buy\u2028now", "a\tb\tc")
    assert read(content.encode()).texts == texts
    assert read(content.replace("\r\n", "\n").encode()).texts == texts
    assert read(content.rstrip().encode()).texts == texts
    assert read(b"ham\ttwo returns\r\r\n").texts == ("two returns",)


def test_texts_that_look_like_missing_values(read):
    messages = read(b"label\tmessage\nham\tNA\nham\tnull\nham\t\nspam\tNone\nham\t:)\nham\tnan\n")
    assert messages.texts == ("NA", "null", "", "None", ":)", "nan")
    model = make_pipeline(BagOfWords(), MultinomialNB()).fit(messages.corpus(), messages.labels)
    np.testing.assert_allclose(model.predict_proba([""]), [[5 / 6, 1 / 6]], rtol=1e-12)


def test_duplicates_survive_with_their_white_space(read):
    texts = ["ok later", "ok later", "ok later ", "win now", "win now", "call me", "call me"]
    texts += ["bus is late", "claim prize", "claim prize"]
    messages = read("".join(f"ham\t{text}\n" for text in texts).encode())
    assert len(messages) == 10
    assert len(set(messages.texts)) == 6
    assert len({text.strip() for text in messages.texts}) == 5
    assert len({row.tobytes() for row in messages.corpus().counts.toarray()}) == 5


line = st.text(st.characters(exclude_characters="\n", exclude_categories=["Cs"]), max_size=20)
rows = st.lists(st.tuples(st.sampled_from(["ham", "spam"]), line), min_size=1, max_size=6)


@given(rows=rows, ending=st.sampled_from(["\n", "\r\n"]), last=st.booleans())
def test_tsv_rows_in_are_rows_out(rows, ending, last, tmp_path_factory):
    # a text that itself ends in a return cannot be told from a CRLF line
    rows = [(label, text.rstrip("\r")) for label, text in rows]
    content = ending.join(f"{label}\t{text}" for label, text in rows) + ending * last
    file = tmp_path_factory.mktemp("tsv") / "messages.csv"
    file.write_bytes(content.encode())
    messages = read_sms(file)
    assert list(zip(messages.labels, messages.texts, strict=True)) == rows


@given(rows=rows, header=st.booleans())
def test_csv_rows_in_are_rows_out(rows, header, tmp_path_factory):
    rows = [(label, text.rstrip(",")) for label, text in rows]
    buffer = io.StringIO(newline="")
    writer = csv.writer(buffer, quoting=csv.QUOTE_ALL)
    writer.writerows([("v1", "v2", "", "")] * header + [(*row, "", "") for row in rows])
    file = tmp_path_factory.mktemp("csv") / "messages.tsv"
    file.write_bytes(buffer.getvalue().encode())
    messages = read_sms(file)
    assert list(zip(messages.labels, messages.texts, strict=True)) == rows


@pytest.mark.parametrize(
    ("content", "number", "reason"),
    [
        (b"", 1, "found no message, .*check the download"),
        (b"label\tmessage\n", 1, "found no message"),
        (b"no separator", 1, r"found \['no separator'\], .*add what is missing"),
        (b"ham\ta\n\nham\tb\n", 2, r"found \[''\], .*delete the empty line"),
        (b"ham\ta\n\n", 2, "delete the empty line"),
        (
            b"ham\ta\nswallowed tail\n",
            2,
            r"found \['swallowed tail'\], .*a tab .*add what is missing",
        ),
        (b"Ham\ta\n", 1, r"found \['Ham', 'a'\], .*write the label 'Ham' as `ham` or `spam`"),
        (b"ham\ta\n ham\tb\n", 2, "write the label ' ham'"),
        (b"ham\ta\nlabel\tmessage\n", 2, "write the label 'label'"),
        (b"v1,v2\nham\n", 2, r"found \['ham'\], .*add what is missing"),
        (b"v1,v2\nham,a\n\nham,b\n", 3, "delete the empty line"),
        (b"v1,v2\n0,a\n", 2, "write the label '0'"),
        (b'v1,v2\nham,a\nham,"b" c\nham,d\n', 3, "not quoted properly .*double those inside"),
        (b'v1,v2\nham,"a\nb"\nham,"c\nham,d\n', 4, "not quoted properly .unexpected end"),
        (b'v1,v2\nham,"a\nspam,b"\n', 2, "close the double quotes that swallowed the rows"),
        (b'v1,v2\nham,"one\rrow"\nHam,b\n', 3, "write the label 'Ham'"),
        (b'"v1","v2"\n"ham","a\n"spam","b"\n', 2, "not quoted properly"),
        (b"ham\ta\nham\tb\rspam\tc\n", 2, "end all lines in the same way"),
        (b"text,label\nsee you, at nine,ham\n", 2, "enclose the message in double quotes"),
    ],
)
def test_a_row_that_cannot_be_read_is_named(read, tmp_path, content, number, reason):
    place = re.escape(f"{str(tmp_path / 'messages')!r}, line {number}: ")
    with pytest.raises(ValueError, match=f"{place}.*{reason}") as error:
        read(content)
    assert "expected `ham` or `spam`, a tab (in a CSV file a comma)" in str(error.value)
    assert len(str(error.value)) < len(str(tmp_path)) + 300


def test_all_faults_of_a_file_are_told_the_first_ten_of_them_in_full(read):
    faults = [b"no separator", b"", b"Ham\ta", b"1\tb"] * 3
    rows = [row for fault in faults for row in (b"ham\tsee; you", fault)]
    with pytest.raises(
        ValueError, match="12 rows cannot be read; the first 10 are listed"
    ) as error:
        read(b"\n".join(rows) + b"\n")
    lines = str(error.value).split("\n")
    assert [re.search(r"line (\d+): found", line)[1] for line in lines[:-1]] == [
        str(2 * number) for number in range(1, 11)
    ]
    cures = ["add what is missing", "delete the empty line", "'Ham' as `ham`", "'1' as `ham`"] * 3
    for line, cure in zip(lines[:10], cures[:10], strict=True):
        assert cure in line
    with pytest.raises(ValueError, match=r"line 2: .*\nline 3: .*\n2 rows cannot be read\Z"):
        read(b"ham\ta\nb\nc\n")
    with pytest.raises(ValueError, match=r"line 2: .*missing\nline 4: .*not quoted properly"):
        read(b'v1,v2\nham\nham,a\nham,"b" c\nham,d\n')


ROWS = [("ham", "see you at nine"), ("spam", "win, cash; now"), ("ham", "bus | late")]


def table(header, separator=",", order="{label}{s}{text}", quote='"', end="\n"):
    """Write the rows in some form."""
    rows = [
        order.format(label=label, text=f"{quote}{text}{quote}", s=separator, i=i)
        for i, (label, text) in enumerate(ROWS)
    ]
    return end.join([header.replace(",", separator)] * bool(header) + rows + [""]).encode()


@pytest.mark.parametrize(
    "content",
    [
        table("type,text"),
        table("text,label", order="{text}{s}{label}"),
        table("Message,Category", order="{text}{s}{label}"),
        table(",label,text,label_num", order="{i}{s}{label}{s}{text}{s}0"),
        table("Unnamed: 0,label,text", order="{i}{s}{label}{s}{text}"),
        table("label;message".replace(";", ","), ";"),
        table("label,message", "|"),
        table("v1,v2,,,", order="{label}{s}{text}{s}{s}{s}"),
        b"sep=,\n" + table("label,message"),
        b"sep=;\r\n" + table("label,message", ";"),
        b"\xef\xbb\xbfsep=;\n" + table("", ";"),
        table("", ";"),
        table('"label","message"', "\t", order='"{label}"{s}{text}'),
        table("", "\t", order='"{label}"{s}{text}'),
        table("label,message", "\t", quote=""),
        table("text,label", "\t", order="{text}{s}{label}", quote=""),
        table(",label,text", "\t", order="{i}{s}{label}{s}{text}", quote=""),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\r\r\n"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_tables_of_every_form_hold_the_same_rows(read, content, end, encoding):
    text = content.decode().replace("\r\n", "\n").replace("\n", end)
    messages = read(text.encode(encoding))
    assert list(zip(messages.labels, messages.texts, strict=True)) == ROWS


@pytest.mark.parametrize(
    "content",
    [
        b"foo,bar\nham,a\n",
        b"see you,ham\nwin,spam\n",
        b"0,a\n1,b\n",
        b"label,type,text\nham,x,a\n",
        b"label,note\nham,a\n",
        b"0\tham\tsee you\n",
    ],
)
def test_a_header_that_is_not_known_is_told_as_such(read, content):
    with pytest.raises(ValueError, match=r"line 1: found the header \[.*\(df.text, df.label\)"):
        read(content)


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"PK\x03\x04\x14\0", "a zip archive"),
        (gzip.compress(b"ham\ta\n", mtime=0), "a gzip archive"),
        (bz2.compress(b"ham\ta\n"), "a bzip2 archive"),
        (bz2.compress(b""), "a bzip2 archive"),
        (lzma.compress(b"ham\ta\n"), "an xz archive"),
        (b"7z\xbc\xaf\x27\x1c\0\x04", "a 7z archive"),
        (b"Rar!\x1a\x07\x01\0", "a rar archive"),
        (b"%PDF-1.7\n", "a PDF document"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office or Outlook file"),
        (b"SQLite format 3\0", "an SQLite database"),
        (b"\x89PNG\r\n\x1a\n", "a PNG image"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "a JPEG image"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:0\n", "a Git LFS pointer"),
        (b"\n<!DOCTYPE html>\n<html>", "an HTML page"),
        ("<html>\tham".encode("utf-16"), "an HTML page"),
        (pickle.dumps(["ham"]), "a pickle"),
    ],
)
def test_a_file_of_another_kind_is_named(read, content, kind):
    with pytest.raises(ValueError, match=f"messages' is {kind}.*; unpack or export it, or"):
        read(content)


@pytest.mark.parametrize("name", ["missing", "."])
def test_a_missing_file_says_where_it_comes_from(tmp_path, name):
    with pytest.raises(FileNotFoundError, match=r"no file .*doi\.org/10\.24432/C5CC84") as error:
        read_sms(tmp_path / name)
    assert str(tmp_path / name) in str(error.value)


def test_messages_are_frozen_and_become_a_corpus_row_by_row(read):
    messages = read(b"spam\tb a\nham\ta a\n")
    with pytest.raises(dataclasses.FrozenInstanceError):
        messages.texts = ()
    corpus = messages.corpus()
    assert corpus.labels.tolist() == ["spam", "ham"]
    assert corpus.counts.toarray().tolist() == [[1, 1], [2, 0]]
    assert corpus.names is None


def test_the_sample_holds_every_trap():
    content = path("sms_sample").read_bytes()
    messages = read_sms(path("sms_sample"))
    assert len(messages) == content.count(b"\n") == 30
    assert content.count(b"\r\n") == 1
    assert Counter(messages.labels) == {"ham": 23, "spam": 7}
    assert {"NA", "null", "", "?"} <= set(messages.texts)
    assert len(set(messages.texts)) == 29
    for trap in ("\t", "\u0085", "£", "🎂", "’", "车站"):
        assert any(trap in text for text in messages.texts)
    assert any(text.startswith('"') and text.count('"') == 1 for text in messages.texts)
    assert not any("\r" in text or "\n" in text for text in messages.texts)


def test_features_of_the_sample_equal_count_vectorizer():
    messages = read_sms(path("sms_sample"))
    vectorizer = CountVectorizer(token_pattern="[a-zA-Z]{2,}")
    expected = vectorizer.fit_transform(messages.texts)
    found = messages.corpus().features(letters)
    assert found.tokens.tolist() == vectorizer.get_feature_names_out().tolist()
    assert (found.counts != expected).nnz == 0


def raw_folder(parent, content):
    """Return a folder that holds some bytes under the name of the official file."""
    parent.mkdir()
    (parent / "SMSSpamCollection").write_bytes(content)
    return parent


def test_building_twice_gives_the_same_bytes_and_warns_that_the_file_is_another(tmp_path):
    content = path("sms_sample").read_bytes()
    copies = {"lf": content.replace(b"\r\n", b"\n"), "mixed": content}
    written = []
    for name, copy in copies.items():
        folder = raw_folder(tmp_path / name, copy)
        with pytest.warns(UserWarning, match="is not the official file: SHA-256 with LF"):
            written.append(build("sms", folder, tmp_path / "new" / name))
    first, second = written
    assert first == tmp_path / "new" / "lf" / "sms.npz"
    assert first.read_bytes() == second.read_bytes()
    corpus, expected = Corpus.read(first), read_sms(path("sms_sample")).corpus()
    assert_same_cells(corpus, expected)


def test_only_known_bags_are_built(tmp_path):
    known = r"\['csdmc', 'enron', 'ling', 'sms'\]"
    with pytest.raises(ValueError, match=f"no bag named 'mail' to build; choose one of {known}"):
        build("mail", tmp_path, tmp_path)


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("sms", "SMSSpamCollection"),
        ("enron", "enron_email"),
        ("ling", "ling_email"),
        ("csdmc", "CSDMC2010_email"),
    ],
)
def test_building_without_raw_files_says_what_is_missing(tmp_path, name, file):
    with pytest.raises(FileNotFoundError, match=re.escape(repr(str(tmp_path / file)))):
        build(name, tmp_path, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_bags_of_mails_come_from_a_folder_or_its_archive(tmp_path):
    mails = {"spam/1": b"Win \xa3100 win\r\n", "ham/10": b"See U at b4 tea", "ham/9": b""}
    for name, content in mails.items():
        file = tmp_path / "unpacked" / "ling_email" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    (tmp_path / "packed").mkdir()
    with tarfile.open(tmp_path / "packed" / "ling_email.tar.xz", "w:xz") as archive:
        archive.add(tmp_path / "unpacked" / "ling_email", "ling_email")
    first, second = (
        build("ling", tmp_path / raw, tmp_path / raw) for raw in ("unpacked", "packed")
    )
    assert first == tmp_path / "unpacked" / "ling.npz"
    assert first.read_bytes() == second.read_bytes()
    corpus = Corpus.read(first)
    assert corpus.names.tolist() == ["ham/10", "ham/9", "spam/1"]
    assert corpus.labels.tolist() == ["ham", "ham", "spam"]
    assert corpus.tokens.tolist() == ["See", "Win", "at", "tea", "win"]
    assert corpus.counts.toarray().tolist() == [[1, 0, 1, 1, 0], [0] * 5, [0, 1, 0, 0, 1]]
    (file.parent / ".DS_Store").touch()
    with pytest.warns(UserWarning, match="1 files in .* are no mails and were skipped, 'ham/.DS_S"):
        build("ling", tmp_path / "unpacked", tmp_path)
    assert (tmp_path / "ling.npz").read_bytes() == first.read_bytes()


def assert_same_cells(corpus, expected):
    """Compare two corpora whose columns may stand in another order."""
    assert sorted(corpus.tokens) == sorted(expected.tokens)
    column = {token: j for j, token in enumerate(corpus.tokens)}
    found = corpus.counts[:, [column[token] for token in expected.tokens]]
    assert (found != expected.counts).nnz == 0
    assert corpus.labels.tolist() == expected.labels.tolist()


def test_raw_the_committed_bag_is_what_the_command_builds(raw, tmp_path):
    corpus = load("sms")
    assert_same_cells(corpus, read_sms(raw / "SMSSpamCollection").corpus())
    rebuilt = Corpus.read(build("sms", raw, tmp_path))
    assert rebuilt.tokens.tolist() == corpus.tokens.tolist()
    assert (rebuilt.counts != corpus.counts).nnz == 0


def test_raw_lf_and_crlf_copies_are_the_same(raw, tmp_path):
    content = (raw / "SMSSpamCollection").read_bytes()
    folder = raw_folder(tmp_path / "crlf", content.replace(b"\n", b"\r\n"))
    copied, original = (read_sms(place / "SMSSpamCollection") for place in (folder, raw))
    assert (copied.texts, copied.encoding) == (original.texts, original.encoding)
    assert copied.labels.tolist() == original.labels.tolist()
    # no warning either, and warnings are errors here
    assert build("sms", folder, tmp_path).read_bytes() == build("sms", raw, tmp_path).read_bytes()


def test_raw_facts_about_the_messages(raw):
    messages = read_sms(raw / "SMSSpamCollection")
    assert Counter(messages.labels) == {"ham": 4827, "spam": 747}
    assert messages.encoding == "utf-8"
    assert len(set(messages.texts)) == 5171
    assert len({text.strip() for text in messages.texts}) == 5160
    assert sum(text.startswith('"') for text in messages.texts) == 54


def test_raw_features_equal_count_vectorizer_on_the_texts(raw):
    vectorizer = CountVectorizer(token_pattern="[a-zA-Z]{2,}")
    expected = vectorizer.fit_transform(read_sms(raw / "SMSSpamCollection").texts)
    found = load("sms").features(letters)
    assert found.tokens.tolist() == vectorizer.get_feature_names_out().tolist()
    assert found.shape == (5574, 7759)
    assert (found.counts != expected).nnz == 0
