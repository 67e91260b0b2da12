"""The data files: found, checked, and explained when they are not as they should be."""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tracemalloc
from pathlib import Path

import numpy as np
import pytest

from nbcourse.__main__ import main
from nbcourse.corpus import Corpus
from nbcourse.datasets import load, path, record, verify
from nbcourse.paths import DATA
from nbcourse.text import s4_words

ROOT = Path(__file__).parents[1]


@pytest.fixture
def folder(tmp_path):
    """Return a copy of the data folder that a test may spoil."""
    return Path(shutil.copytree(DATA, tmp_path / "data"))


def test_facts_about_the_sms_bag():
    corpus = load("sms")
    assert corpus.shape == (5574, 15733)
    assert corpus.counts.nnz == 81_085
    assert int(corpus.lengths().sum()) == 86_908
    assert int((corpus.labels == "spam").sum()) == 747
    assert len(set(corpus.tokens)) == 15_733
    assert all(token == "".join(token.split()) for token in corpus.tokens)
    assert corpus.names is None
    frequency = corpus.document_frequency()
    assert (np.diff(frequency) <= 0).all()
    assert frequency.min() == 1


@pytest.mark.parametrize(
    ("name", "ham", "spam", "tokens", "cells", "long_ham", "long_spam"),
    [
        ("enron", 16_545, 17_153, 143_247, 3_788_779, 16_436, 16_816),
        ("ling", 2_412, 481, 53_978, 601_717, 2_410, 481),
        ("csdmc", 2_949, 1_378, 82_119, 745_431, 2_948, 1_376),
    ],
)
def test_facts_about_the_bags_of_mails(name, ham, spam, tokens, cells, long_ham, long_spam):
    corpus = load(name)
    assert corpus.shape == (ham + spam, tokens)
    assert corpus.counts.nnz == cells
    assert corpus.labels.tolist() == ["ham"] * ham + ["spam"] * spam
    assert corpus.names.tolist() == sorted(set(corpus.names))
    assert [name.partition("/")[0] for name in corpus.names] == corpus.labels.tolist()
    assert all(re.fullmatch("[a-zA-Z]{2,}", token) for token in corpus.tokens)
    # S4 drops mails of five different words or fewer
    long = np.diff(corpus.features(s4_words).counts.indptr) > 5
    assert int((long & (corpus.labels == "ham")).sum()) == long_ham
    assert int((long & (corpus.labels == "spam")).sum()) == long_spam


def test_the_bags_are_small():
    sizes = {file.name: file.stat().st_size for file in DATA.glob("*.npz")}
    assert len(sizes) == 4
    assert sizes["enron.npz"] <= 5_000_000
    assert sum(sizes.values()) <= 8_000_000


def test_a_bag_of_mails_takes_little_memory():
    tracemalloc.start()
    try:
        load("enron")
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 100e6


@pytest.mark.parametrize("name", ["sms", "ling"])
def test_writing_the_bag_again_gives_the_same_content(tmp_path, name):
    load(name).write(tmp_path / "again.npz")
    # arrays, not bytes: a Python built with zlib-ng compresses the same content otherwise
    with np.load(tmp_path / "again.npz") as again, np.load(path(name)) as committed:
        assert list(again) == list(committed)
        for member in committed:
            np.testing.assert_array_equal(again[member], committed[member], strict=True)


def test_every_file_is_verified():
    assert {"sms.npz", "sms_sample.tsv"} <= set(verify())
    present = {file.name for file in DATA.iterdir() if not file.name.startswith(".")}
    assert set(verify()) | {"README.md", "SHA256SUMS"} == present


def test_every_file_is_described():
    readme = (DATA / "README.md").read_text(encoding="utf-8")
    for name in verify():
        assert f"`{name}`" in readme


def known_names(ask):
    """Return the names that a function offers to somebody who asks for a wrong one."""
    with pytest.raises(ValueError, match=r"no data named 'enorn'; choose one of \[") as error:
        ask("enorn")
    return re.findall(r"'([^']*)'", str(error.value).partition("[")[2])


def test_unknown_names_are_answered_with_the_known_ones():
    known = known_names(path)
    assert known == sorted(known)
    files = {path(name).name for name in known}
    # every data file has a name, but for the word lists, which only `text` reads
    assert set(verify()) - files == {"lemmas.csv", "stopwords_en.txt", "stopwords_s4.txt"}


def test_what_is_no_bag_and_no_table_is_not_loaded():
    assert [name for name in known_names(path) if name not in known_names(load)] == ["sms_sample"]
    with pytest.raises(ValueError, match="no data named 'sms_sample'; choose one of "):
        load("sms_sample")
    for name in known_names(load):
        assert len(load(name)) > 0


def test_a_missing_file_says_where_it_comes_from(folder):
    (folder / "sms.npz").unlink()
    with pytest.raises(FileNotFoundError, match=r"C5CC84.*nbcourse data build sms --raw") as error:
        load("sms", folder=folder)
    assert str(folder / "sms.npz") in str(error.value)
    with pytest.raises(ValueError, match=r"sms\.npz is missing; restore"):
        verify(folder=folder)


def test_a_changed_file_is_not_read(folder):
    content = bytearray((folder / "sms.npz").read_bytes())
    content[1000] ^= 1
    (folder / "sms.npz").write_bytes(content)
    found = hashlib.sha256(content).hexdigest()
    with pytest.raises(ValueError, match=f"has SHA-256 {found}, expected .*data build sms --raw"):
        load("sms", folder=folder)
    with pytest.raises(ValueError, match=r"sms\.npz has changed"):
        verify(folder=folder)


def test_verify_names_everything_that_is_wrong(folder):
    (folder / "stray.csv").write_bytes(b"")
    (folder / ".DS_Store").write_bytes(b"left behind by a file browser")
    (folder / "sms_sample.tsv").write_bytes(b"")
    (folder / "sms.npz").unlink()
    wrong = r"data': sms\.npz is missing; sms_sample\.tsv has changed; stray\.csv is not listed in"
    with pytest.raises(ValueError, match=wrong):
        verify(folder=folder)
    with pytest.raises(FileNotFoundError, match="no SHA256SUMS in the data folder"):
        verify(folder=folder.parent)


def test_a_file_without_checksum_is_not_read(folder):
    (folder / "SHA256SUMS").write_bytes(b"")
    with pytest.raises(ValueError, match="expected a line in SHA256SUMS"):
        load("sms", folder=folder)


def test_record_replaces_one_line_and_keeps_the_others(folder):
    before = (folder / "SHA256SUMS").read_bytes()
    assert record(folder / "sms.npz") in before.decode()
    assert (folder / "SHA256SUMS").read_bytes() == before
    (folder / "sms_sample.tsv").write_bytes(b"ham\tnew\n")
    digest = record(folder / "sms_sample.tsv")
    assert digest == hashlib.sha256(b"ham\tnew\n").hexdigest()
    lines = (folder / "SHA256SUMS").read_bytes().splitlines()
    assert f"{digest}  sms_sample.tsv".encode() in lines
    assert len(set(lines) - set(before.splitlines())) == 1
    assert "sms.npz" in verify(folder=folder)


def test_checksums_have_the_form_of_sha256sum():
    for line in (DATA / "SHA256SUMS").read_text(encoding="utf-8").splitlines():
        digest, name = line.split("  ")
        assert digest == hashlib.sha256((DATA / name).read_bytes()).hexdigest()


def test_command_verify(folder, capsys):
    assert main(["data", "verify", "--data", str(folder)]) == 0
    assert f"{folder / 'sms.npz'}: OK\n" in capsys.readouterr().out
    (folder / "sms.npz").unlink()
    assert main(["data", "verify", "--data", str(folder)]) == 1
    assert capsys.readouterr().err.startswith("error: data folder")


def test_command_build_updates_the_checksum(folder, capsys):
    raw = folder.parent / "raw"
    raw.mkdir()
    shutil.copy(DATA / "sms_sample.tsv", raw / "SMSSpamCollection")
    assert main(["data", "build", "sms", "--raw", str(raw), "--out", str(folder)]) == 0
    printed = capsys.readouterr()
    assert "sms.npz\nCorpus(30 documents, 208 tokens, 266 cells; ham 23, spam 7)" in printed.out
    assert printed.err.startswith("warning: ")
    assert "is not the official file" in printed.err
    assert repr(load("sms", folder=folder)) in printed.out
    assert (
        load("sms", folder=folder).labels.tolist()
        == Corpus.read(folder / "sms.npz").labels.tolist()
    )


def test_command_build_into_a_new_folder(folder, tmp_path, capsys):
    shutil.copy(DATA / "sms_sample.tsv", folder / "SMSSpamCollection")
    command = ["data", "build", "sms", "--raw", str(folder), "--out", str(tmp_path / "new")]
    assert main(command) == 0
    assert verify(folder=tmp_path / "new") == ["sms.npz"]
    assert capsys.readouterr().out.count("\n") == 2


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ([], "arguments are required"),
        (["data"], "arguments are required"),
        (["data", "build", "sms"], "required: --raw"),
        (["data", "build", "mail", "--raw", "."], "invalid choice: 'mail'"),
    ],
)
def test_commands_not_understood_exit_with_2(arguments, reason, capsys):
    with pytest.raises(SystemExit) as exit_:
        main(arguments)
    assert exit_.value.code == 2
    assert reason in capsys.readouterr().err


def test_command_build_without_the_raw_file_exits_with_1(tmp_path, capsys):
    assert main(["data", "build", "sms", "--raw", str(tmp_path), "--out", str(tmp_path)]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(f"error: no file {str(tmp_path / 'SMSSpamCollection')!r}")


def test_the_real_command_line_works_and_needs_no_numpy(tmp_path):
    blocked = "raise ImportError('not needed')"
    (tmp_path / "numpy.py").write_text(blocked, encoding="utf-8")
    (tmp_path / "scipy.py").write_text(blocked, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "nbcourse", "data", "verify"],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "sms.npz: OK" in done.stdout


def test_li_hangs_table_has_the_counts_of_the_book():
    table = load("li_hang")
    counts = table.groupby(["Y", "X2"]).size()
    assert table.Y.value_counts().to_dict() == {1: 9, -1: 6}
    assert counts[1].to_dict() == {"S": 1, "M": 4, "L": 4}
    assert counts[-1].to_dict() == {"S": 3, "M": 2, "L": 1}
    assert table.groupby("Y").X1.value_counts()[1].to_dict() == {3: 4, 2: 3, 1: 2}
