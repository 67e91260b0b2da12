"""The course's data: bags and small files that came with it, each checked before it is used.

Nothing here touches the network, and nothing is unpickled. ``data/SHA256SUMS`` lists the checksum
of every file, in the form that ``sha256sum --check`` reads; ``data/README.md`` says what each is.
"""

import hashlib
from pathlib import Path
from typing import NamedTuple

from nbcourse.paths import DATA, given_path

__all__ = ["CHECKSUMS", "load", "path", "record", "verify"]

CHECKSUMS = "SHA256SUMS"
_LOADABLE = (".npz", ".csv")


class _Entry(NamedTuple):
    """A data file: its name, what it was made from, and how to get it back."""

    file: str
    origin: str
    cure: str


_CATALOGUE = {
    "sms": _Entry(
        "sms.npz",
        "the SMS Spam Collection v.1 (UCI, https://doi.org/10.24432/C5CC84)",
        "download and unzip that, then run `python -m nbcourse data build sms --raw FOLDER`",
    ),
    "enron": _Entry(
        "enron.npz",
        "Enron-Spam (http://www2.aueb.gr/users/ion/data/enron-spam/), all six parts as source S4 "
        "used them, in a folder or archive `enron_email`",
        "with that in FOLDER, run `python -m nbcourse data build enron --raw FOLDER`",
    ),
    "ling": _Entry(
        "ling.npz",
        "Ling-Spam (http://www.aueb.gr/users/ion/data/lingspam_public.tar.gz), the version `bare` "
        "as source S4 used it, in a folder or archive `ling_email`",
        "with that in FOLDER, run `python -m nbcourse data build ling --raw FOLDER`",
    ),
    "csdmc": _Entry(
        "csdmc.npz",
        "the CSDMC2010 SPAM corpus (once on http://csmining.org), subject and body of its training "
        "mails as source S4 used them, in a folder or archive `CSDMC2010_email`",
        "with that in FOLDER, run `python -m nbcourse data build csdmc --raw FOLDER`",
    ),
    "li_hang": _Entry(
        "li_hang.csv",
        "Example 4.1 of Li Hang's Statistical Learning Methods, 15 rows",
        "restore it with `git checkout -- data/li_hang.csv`, or reinstall the course",
    ),
    "transfer": _Entry(
        "transfer.csv",
        "fits on the mails of Enron-Spam that take long",
        "restore it with `git checkout -- data/transfer.csv`, or run `python -m tests.transfer`",
    ),
    "learning": _Entry(
        "learning.csv",
        "fits on the text messages and on the mails of Enron-Spam that take long",
        "restore it with `git checkout -- data/learning.csv`, or run `python -m tests.learning`",
    ),
    "scale": _Entry(
        "scale.csv",
        "runs over ten million drawn messages, timed on one machine",
        "restore it with `git checkout -- data/scale.csv`, or run `python -m tests.scale`",
    ),
    "sms_sample": _Entry(
        "sms_sample.tsv",
        "messages written for this course",
        "restore it with `git checkout -- data/sms_sample.tsv`, or reinstall the course",
    ),
}


def load(name: str, *, folder: str | Path = DATA):
    """Return one of the course's corpora or tables.

    Parameters
    ----------
    name : str
        ``"sms"``: the 5,574 messages of the SMS Spam Collection, in the order of its file,
        as counts of white-space separated tokens. ``"enron"``, ``"ling"``, ``"csdmc"``: the
        33,698, 2,893 and 4,327 mails of source S4, ham first, in the order of their names, as
        counts of runs of letters (:func:`nbcourse.ingest.read_mail_folder`). ``"li_hang"``: the
        textbook table of 15 rows with the categories X1 (1, 2, 3) and X2 (S, M, L) and the class
        Y (1 or -1). ``"transfer"``: how filters learnt from n mails of Enron do there and on the
        mails of the other two collections. ``"learning"``: errors of naive Bayes and of logistic
        regression that learnt from n messages, repeat by repeat. ``"scale"``: seconds and
        megabytes of counting messages, in a loop and by several processes.
    folder : str or pathlib.Path, optional
        Where the data files are, if not where the course keeps them.

    Returns
    -------
    Corpus or pandas.DataFrame
        A bag as a corpus, a table as a frame.

    Raises
    ------
    ValueError
        If there is no such corpus or table, or the file is not the one that SHA256SUMS lists.
    FileNotFoundError
        If the file is missing; the message says where it comes from.

    Examples
    --------
    >>> load("sms")
    Corpus(5574 documents, 15733 tokens, 81085 cells; ham 4827, spam 747)
    >>> load("li_hang").shape
    (15, 3)
    """
    loadable = [known for known, entry in _CATALOGUE.items() if entry.file.endswith(_LOADABLE)]
    file = path(_known(name, loadable), folder=folder)
    # here and not above: to look for a file, or to verify it, nobody needs scipy or pandas
    if file.suffix == ".csv":
        from pandas import read_csv

        return read_csv(file)
    from nbcourse.corpus import Corpus

    return Corpus.read(file)


def path(name: str, *, folder: str | Path = DATA) -> Path:
    """Return the path of a data file whose checksum is right.

    Parameters
    ----------
    name : str
        A name that :func:`load` knows, or ``"sms_sample"``: a few messages, in the format of
        the original.
    folder : str or pathlib.Path, optional
        Where the data files are, if not where the course keeps them.

    Returns
    -------
    pathlib.Path

    Raises
    ------
    ValueError
        If there is no such name, or the file is not the one that SHA256SUMS lists.
    FileNotFoundError
        If the file is missing; the message says where it comes from.

    Examples
    --------
    >>> path("sms_sample").name
    'sms_sample.tsv'
    """
    entry = _CATALOGUE[_known(name, _CATALOGUE)]
    folder = given_path("folder", folder)
    file = folder / entry.file
    advice = f"it is made from {entry.origin}; {entry.cure}"
    if not file.is_file():
        raise FileNotFoundError(f"data file {str(file)!r} is missing in the folder: {advice}")
    expected = _checksums(folder).get(entry.file, "a line in SHA256SUMS")
    found = _checksum(file)
    if found != expected:
        raise ValueError(
            f"data file {str(file)!r} has SHA-256 {found}, expected {expected}: {advice}"
        )
    return file


def verify(*, folder: str | Path = DATA) -> list[str]:
    """Check every data file against SHA256SUMS.

    Parameters
    ----------
    folder : str or pathlib.Path, optional
        Where the data files are, if not where the course keeps them.

    Returns
    -------
    list of str
        The names of the files, all of which are right.

    Raises
    ------
    ValueError
        If a file is missing, changed or not listed; the message names each of them.
    FileNotFoundError
        If there is no SHA256SUMS.

    Examples
    --------
    >>> "sms.npz" in verify()
    True
    """
    folder = given_path("folder", folder)
    listed = _checksums(folder)
    present = {file.name: file for file in folder.iterdir() if _is_data(file.name)}
    wrong = [f"{name} is missing" for name in listed.keys() - present.keys()]
    wrong += [f"{name} is not listed in {CHECKSUMS}" for name in present.keys() - listed.keys()]
    wrong += [
        f"{name} has changed"
        for name in listed.keys() & present.keys()
        if _checksum(present[name]) != listed[name]
    ]
    if wrong:
        raise ValueError(
            f"data folder {str(folder)!r}: {'; '.join(sorted(wrong))}; restore it with "
            "`git checkout -- data`, reinstall the course, or build the file again"
        )
    return sorted(listed)


def record(file: str | Path) -> str:
    """Put the checksum of a file into the SHA256SUMS beside it, in place of the old one.

    Parameters
    ----------
    file : str or pathlib.Path
        A file that was built on purpose.

    Returns
    -------
    str
        The checksum: SHA-256 in hexadecimal.

    Raises
    ------
    ValueError
        If `file` is no path.
    FileNotFoundError
        If there is no such file.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = (Path(folder) / "empty.csv").write_bytes(b"")
    ...     record(Path(folder) / "empty.csv")[:8], verify(folder=folder)
    ('e3b0c442', ['empty.csv'])
    """
    file = given_path("file", file)
    if not file.is_file():
        raise FileNotFoundError(f"no file {str(file)!r} to record: build it first")
    sums = file.parent / CHECKSUMS
    listed = _checksums(file.parent) if sums.is_file() else {}
    listed[file.name] = _checksum(file)
    lines = [f"{digest}  {name}\n" for name, digest in sorted(listed.items())]
    sums.write_text("".join(lines), encoding="utf-8", newline="\n")
    return listed[file.name]


def _known(name, names):
    """Return a name if it is one of some names."""
    if not isinstance(name, str) or name not in names:
        raise ValueError(f"no data named {name!r:.60}; choose one of {sorted(names)}")
    return name


def _is_data(name):
    """Return whether a file in the data folder is one of the listed kind."""
    return name not in (CHECKSUMS, "README.md") and not name.startswith(".")


def _checksum(file):
    """Return the SHA-256 of a file in hexadecimal."""
    return hashlib.sha256(Path(file).read_bytes()).hexdigest()


def _checksums(folder):
    """Return the listed checksum of each file name."""
    sums = Path(folder) / CHECKSUMS
    if not sums.is_file():
        raise FileNotFoundError(
            f"no {CHECKSUMS} in the data folder {str(folder)!r}; restore it with "
            "`git checkout -- data`, or reinstall the course"
        )
    pairs = (line.split(maxsplit=1) for line in sums.read_text(encoding="utf-8").splitlines())
    return {name: digest for digest, name in pairs}
