"""Folders and archives of mails: one order, strays told, nothing unpacked, damage noticed."""

import io
import os
import random
import re
import tarfile
import zipfile
from collections import Counter

import pytest

from nbcourse.ingest import read_mail_folder
from nbcourse.ingest.folders import labelled_files, progress_bar
from nbcourse.ingest.mail import Mail

MAILS = {
    "spam/1.txt": b"win now",
    "spam/2.txt": b"Subject: fr\xe9e\n\nB3ST pills, x pills2",
    "spam/10.txt": b"claim prize",
    "ham/1.txt": b"see you",
    "ham/empty.txt": b"",
}
STRAYS = ("cmds", "README", "ham/Thumbs.db", "ham/.DS_Store", "spam/cmds", "spam/old/3.txt")
IN_ORDER = ("ham/1.txt", "ham/empty.txt", "spam/1.txt", "spam/10.txt", "spam/2.txt")
MODES = ["", "gz", "bz2", "xz"]


@pytest.fixture
def folder(tmp_path):
    """Return a folder of five mails and six files that are none."""
    for name, content in (MAILS | dict.fromkeys(STRAYS, b"stray")).items():
        file = tmp_path / "mails" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    return tmp_path / "mails"


def pack(file, members, mode="xz"):
    """Write an archive of pairs of names and contents."""
    with tarfile.open(file, f"w:{mode}") as archive:
        for name, content in members:
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return file


def test_order_and_strays(folder):
    files = labelled_files(folder)
    assert files.names == IN_ORDER
    assert files.labels == ("ham", "ham", "spam", "spam", "spam")
    assert files.contents == tuple(MAILS[name] for name in IN_ORDER)
    assert files.skipped == tuple(sorted(STRAYS))


@pytest.mark.parametrize("seed", range(5))
def test_the_order_of_the_listing_does_not_matter(folder, monkeypatch, seed):
    expected, walk, shuffle = labelled_files(folder), os.walk, random.Random(seed).shuffle

    def shuffled(top):
        places = list(walk(top))
        shuffle(places)
        for place, folders, names in places:
            shuffle(names)
            yield place, folders, names

    monkeypatch.setattr(os, "walk", shuffled)
    assert labelled_files(folder) == expected


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("root", ["", "enron/", "./", "/deep/er/", "../../"])
def test_an_archive_is_read_like_the_folder(folder, tmp_path, mode, root):
    members = [*MAILS.items(), *((name, b"stray") for name in STRAYS)]
    archive = pack(tmp_path / "a.tar", [(root + name, mail) for name, mail in members[::-1]], mode)
    before = sorted(tmp_path.rglob("*"))
    files = labelled_files(archive)
    assert files[:2] == labelled_files(folder)[:2]
    assert len(files.skipped) == len(STRAYS)
    assert sorted(tmp_path.rglob("*")) == before  # nothing unpacked


def test_links_are_skipped_and_told(folder, tmp_path):
    (folder / "ham" / "gone.txt").symlink_to(tmp_path / "nowhere")
    assert "ham/gone.txt" in labelled_files(folder).skipped
    with tarfile.open(tmp_path / "a.tar", "w") as archive:
        archive.add(folder, "mails")
        link = tarfile.TarInfo("mails/spam/link.txt")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)
    files = labelled_files(tmp_path / "a.tar")
    assert files.names == IN_ORDER
    assert {"mails/ham/gone.txt", "mails/spam/link.txt"} <= set(files.skipped)


@pytest.mark.parametrize("place", ["nowhere", "nowhere.tar.xz"])
def test_a_missing_folder_is_named(tmp_path, place):
    with pytest.raises(FileNotFoundError, match="no folder or archive .*ham/ and spam/") as error:
        read_mail_folder(tmp_path / place)
    assert str(tmp_path / place) in str(error.value)


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        ([], "has no mail in ham/ and spam/; expected the subfolders"),
        (["easy_ham/1", "ham/1"], "has no mail in spam/; expected .*, found easy_ham/; rename"),
        (["Spam/1", "spam/1", "ham/1"], "two files named '(S|s)pam/1'; keep one"),
        (["spam/1", "ham/.1"], "has no mail in ham/; expected"),
        (["a/ham/1", "a/spam/1", "b/ham/1"], re.escape("below each of ['a', 'b']; give one")),
        (["ham/1", "spam/1", "./ham/1"], "two files named 'ham/1'; keep one of them"),
    ],
)
@pytest.mark.parametrize("packed", [True, False])
def test_folders_that_cannot_be_meant(tmp_path, names, reason, packed):
    archive = pack(tmp_path / "a.tar", [(name, b"x") for name in names])
    if not packed:
        if len({os.path.normpath(name).lower() for name in names}) < len(names):
            return  # no folder can hold two files of one name
        with tarfile.open(archive) as members:
            archive = tmp_path / "unpacked"
            archive.mkdir()
            members.extractall(archive, filter="data")
    with pytest.raises(ValueError, match=reason):
        read_mail_folder(archive)


def test_folders_may_have_other_names(tmp_path):
    names = ["Ham/1", "SPAM/1", "SPAM/2"]
    files = labelled_files(pack(tmp_path / "a.tar", [(name, b"x") for name in names]))
    assert files.names == ("ham/1", "spam/1", "spam/2")
    assert files.labels == ("ham", "spam", "spam")
    names = ["easy_ham/1", "hard_ham/1", "spam_2/1", "spam/1"]
    folders = {"Easy_Ham": "ham", "hard_ham": "ham", "spam_2": "spam"}
    archive = pack(tmp_path / "b.tar", [(name, b"Subject: x") for name in names])
    mails = read_mail_folder(archive, folders=folders)
    assert mails.names == ("easy_ham/1", "hard_ham/1", "spam_2/1")
    assert mails.labels.tolist() == ["ham", "ham", "spam"]
    assert mails.skipped == ("spam/1",)
    with pytest.raises(ValueError, match="no mail in spam/; expected the subfolders x/ and spam/"):
        read_mail_folder(
            pack(tmp_path / "c.tar", [("x/1", b"")]), folders={"x": "ham", "spam": "spam"}
        )


def test_a_file_of_another_kind_is_no_archive(tmp_path):
    with zipfile.ZipFile(tmp_path / "mails.tar.xz", "w") as archive:
        archive.writestr("ham/1", "see you")
    with pytest.raises(ValueError, match="mails.tar.xz' is a zip archive.*unpack it and give the"):
        read_mail_folder(tmp_path / "mails.tar.xz")


@pytest.mark.parametrize("mode", MODES)
def test_an_archive_cut_short_is_refused(tmp_path, mode):
    rng = random.Random(0)
    mails = [(f"{label}/{i}", rng.randbytes(700)) for label in ("ham", "spam") for i in range(9)]
    archive = pack(tmp_path / "a.tar", mails, mode)
    content = archive.read_bytes()
    end = len(content) if mode else 18 * 1536  # what follows are zeros
    for length in [0, 1, 512, 1536, 2048, *rng.sample(range(end), 20), end - 1]:
        archive.write_bytes(content[:length])
        with pytest.raises(ValueError, match=r"cannot be read to its end \(.*\); copy or download"):
            labelled_files(archive)


@pytest.mark.parametrize("mode", MODES)
def test_a_damaged_archive_is_refused(tmp_path, mode):
    members = [(name, mail * 100) for name, mail in MAILS.items()]
    archive = pack(tmp_path / "a.tar", members, mode)
    content = bytearray(archive.read_bytes())
    # of a plain archive only headers have a checksum: take the second one
    content[len(content) // 2 if mode else 3 * 512] ^= 0x10
    archive.write_bytes(content)
    with pytest.raises(ValueError, match="cannot be read to its end"):
        labelled_files(archive)


def test_mail_mode_reads_mails_and_s4_mode_whole_files(folder):
    mails = read_mail_folder(folder)
    assert (mails.names, len(mails)) == (IN_ORDER, 5)
    assert mails.mails[-1].subject == "frée"
    assert mails.texts[-1] == "frée\nB3ST pills, x pills2"
    assert mails.skipped == tuple(sorted(STRAYS))
    whole = read_mail_folder(folder, mode="s4")
    assert whole.mails[-1] == Mail("", "Subject: fr\xe9e\n\nB3ST pills, x pills2")
    assert whole.texts == tuple(MAILS[name].decode("latin-1") for name in IN_ORDER)
    with pytest.raises(ValueError, match=r"mode is 'S4', expected one of \['mail', 's4'\]"):
        read_mail_folder(folder, mode="S4")


def test_the_bag_counts_runs_without_digits(folder):
    corpus = read_mail_folder(folder, mode="s4").corpus()
    assert corpus.names.tolist() == list(IN_ORDER)
    assert corpus.labels.tolist() == ["ham", "ham", "spam", "spam", "spam"]
    assert corpus.tokens.tolist() == sorted(
        ["Subject", "claim", "fr", "now", "pills", "prize", "see", "win", "you"]
    )
    words = [re.findall(r"[a-zA-Z\d]{2,}", text) for text in read_mail_folder(folder, "s4").texts]
    for row, found in zip(corpus.counts.toarray(), words, strict=True):
        counted = Counter(word for word in found if not re.search(r"\d", word))
        assert dict(zip(corpus.tokens, row, strict=True)) == {t: counted[t] for t in corpus.tokens}


class Terminal(io.StringIO):
    """A stderr that says it is a terminal."""

    def isatty(self):
        return True


@pytest.mark.parametrize(
    ("stderr", "wanted", "hidden"),
    [(io.StringIO, True, True), (Terminal, False, True), (Terminal, True, False)],
)
def test_a_terminal_only_shows_progress(monkeypatch, folder, stderr, wanted, hidden):
    monkeypatch.setattr("sys.stderr", stderr())
    bar = progress_bar([3, 1], "numbers", wanted)
    assert bool(bar.disable) == hidden
    assert list(bar) == [3, 1]
    read_mail_folder(folder, progress=wanted).corpus(progress=wanted)


def test_quick_work_and_notebooks_show_no_bar(monkeypatch, capsys, folder):
    read_mail_folder(folder).corpus()
    assert capsys.readouterr().err == ""
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    read_mail_folder(folder).corpus()
    assert terminal.getvalue().strip("\r ") == ""
