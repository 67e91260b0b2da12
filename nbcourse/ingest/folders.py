"""Folders of labelled mails: what stands in ham/ and spam/ of a folder or of a tar archive.

The order is fixed: it depends on the names alone, not on how a disk or an archive lists them, so
the same seed gives the same split everywhere. Nothing is unpacked to the disk, and nothing is
dropped on the way: as many come out as went in.
"""

import lzma
import os
import posixpath
import re
import sys
import tarfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from nbcourse.corpus import Corpus, read_only
from nbcourse.ingest.files import checked_path, signature
from nbcourse.ingest.mail import Mail, read_mail
from nbcourse.ingest.sms import LABELS

#: The subfolders of a folder of mails, and their labels.
FOLDERS = MappingProxyType({label: label for label in LABELS})

_PACKED = ("gzip archive", "bzip2 archive", "xz archive", "tar archive")  # tar may be in them
_MOST = 10  # folders that are listed
_STRAY = ("thumbs.db", "desktop.ini", "cmds")  # what file browsers and list makers leave behind
_DAMAGED = (tarfile.TarError, lzma.LZMAError, zlib.error, EOFError, OSError)
_RUN = re.compile(r"[a-zA-Z0-9]{2,}")


@dataclass(frozen=True, eq=False)
class Mails:
    """Labelled mails in the order of their names.

    Parameters
    ----------
    names : tuple of str
        Label and file name of each mail, ``"ham/0001.txt"``.
    labels : numpy.ndarray of str
        ``"ham"`` or ``"spam"`` for each mail; read-only.
    mails : tuple of Mail
    skipped : tuple of str
        The files beside them that were taken for no mails.

    Examples
    --------
    >>> mails = Mails(("spam/1.txt",), ("spam",), (Mail("4U", "Win the B3ST pen"),), ())
    >>> len(mails), mails.texts, mails.corpus().tokens.tolist()
    (1, ('4U\\nWin the B3ST pen',), ['Win', 'pen', 'the'])
    """

    names: tuple[str, ...]
    labels: np.ndarray
    mails: tuple[Mail, ...]
    skipped: tuple[str, ...]

    def __post_init__(self):
        # an array, for a comparison such as `labels == "spam"` with a tuple is one silent False
        object.__setattr__(self, "labels", read_only(self.labels))

    def __len__(self):
        return len(self.mails)

    @property
    def texts(self):
        """Subject and body of each mail."""
        return tuple(mail.text for mail in self.mails)

    def corpus(self, *, progress=True):
        """Return the bag of the words; row i is mail i, with its name.

        A word is a run of two or more Latin letters, case kept; a run of letters and digits is
        none. That is S4's rule without its stop words and lower-casing, which
        :func:`nbcourse.text.s4_words` does on the tokens of the bag.

        Parameters
        ----------
        progress : bool, default True
            Whether a terminal shows a progress bar, if it takes more than two seconds.

        Returns
        -------
        Corpus
        """
        words = [_letter_runs(mail.text) for mail in progress_bar(self.mails, "mails", progress)]
        return Corpus.from_documents(words, self.labels, self.names)


def read_mail_folder(
    path: str | os.PathLike,
    mode: str = "mail",
    *,
    folders: Mapping[str, str] = FOLDERS,
    progress: bool = True,
) -> Mails:
    """Read labelled mails: one file each, in the subfolders ham/ and spam/.

    Their order is that of folder and file name, compared character by character, on every
    machine: ``ham/`` before ``spam/``, ``10.txt`` before ``2.txt``. What is no mail is skipped
    and told: dot files, ``Thumbs.db``, ``desktop.ini``, the index file ``cmds``, and whatever is
    not directly in one of the folders. An empty file is a mail, with a defect.

    Parameters
    ----------
    path : str or pathlib.Path
        The folder that holds the two subfolders, or a tar archive of it (plain, gz, bz2 or xz),
        which is read in memory, nothing being unpacked to the disk.
    mode : {"mail", "s4"}, default "mail"
        "mail": what a reader sees, as :func:`nbcourse.ingest.read_mail` finds it. "s4": as in
        source S4 all of the file is the text, header, markup and all, bytes taken for Latin-1;
        the course's bags of mails are made so.
    folders : dict of str to str, optional
        The label of each subfolder, whose name may be in small or capital letters; by default
        ham/ and spam/. ``{"easy_ham": "ham", "hard_ham": "ham", "spam_2": "spam"}`` for one.
    progress : bool, default True
        Whether a terminal shows a progress bar, if it takes more than two seconds.

    Returns
    -------
    Mails

    Raises
    ------
    FileNotFoundError
        If there is no such folder or archive.
    ValueError
        If `mode` is none of the two, there is no mail of a label, or the archive is damaged or
        a file of another kind.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     for label, mail in {"ham": b"Subject: Lunch\\n\\nAt one?", "spam": b"W\\xefn!"}.items():
    ...         Path(folder, label).mkdir()
    ...         _ = Path(folder, label, "1.txt").write_bytes(mail)
    ...     mails = read_mail_folder(folder)
    >>> mails.names, mails.texts
    (('ham/1.txt', 'spam/1.txt'), ('Lunch\\nAt one?', 'Wïn!'))
    """
    if not isinstance(mode, str) or mode not in _MAIL_READERS:
        raise ValueError(f"mode is {mode!r:.60}, expected one of {sorted(_MAIL_READERS)}")
    files = labelled_files(path, folders, progress=progress)
    mails = map(_MAIL_READERS[mode], progress_bar(files.contents, "mails", progress))
    return Mails(files.names, files.labels, tuple(mails), files.skipped)


class LabelledFiles(NamedTuple):
    """Files in the order of their names.

    Attributes
    ----------
    names : tuple of str
        Folder and file name, ``"ham/0001.txt"``, sorted character by character: all of ``ham/``
        before ``spam/``, and ``10.txt`` before ``2.txt``.
    contents : tuple of bytes
        What is in each of them.
    skipped : tuple of str
        Names of the other files: those not directly in ``ham/`` or ``spam/``, dot files,
        ``Thumbs.db``, ``desktop.ini``, the index file ``cmds``; in an archive also links.
    labels : tuple of str
        The label of the folder that each file is in, ``"ham"`` or ``"spam"``.
    """

    names: tuple[str, ...]
    contents: tuple[bytes, ...]
    skipped: tuple[str, ...]
    labels: tuple[str, ...]


def labelled_files(path, folders=FOLDERS, *, progress=True):
    """Read the files in the subfolders ham/ and spam/, or in others that stand for them.

    Parameters
    ----------
    path : str or pathlib.Path
        A folder, or a tar archive (plain, gz, bz2 or xz). The subfolders may stand at any
        depth, but side by side.
    folders : dict of str to str, optional
        The label of each subfolder, whose name may be in small or capital letters.
    progress : bool, default True
        Whether a terminal shows a progress bar, if it takes more than two seconds.

    Returns
    -------
    LabelledFiles

    Raises
    ------
    FileNotFoundError
        If there is no such folder or archive.
    ValueError
        If the archive is damaged or a file of another kind, there is no mail of a label, the
        subfolders do not stand side by side, or two files have one name.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     for name in ("spam/2.txt", "spam/10.txt", "ham/1.txt", "ham/.DS_Store"):
    ...         file = Path(folder, name)
    ...         file.parent.mkdir(exist_ok=True)
    ...         _ = file.write_bytes(b"win")
    ...     files = labelled_files(folder)
    >>> files.names, files.labels, files.skipped
    (('ham/1.txt', 'spam/10.txt', 'spam/2.txt'), ('ham', 'spam', 'spam'), ('ham/.DS_Store',))
    """
    path, folders = checked_path("path", path), _labels(folders)
    if not os.path.exists(path):  # also where the text is too long for a name
        raise FileNotFoundError(
            f"no folder or archive {str(path)!r}; give the folder that holds ham/ and spam/, "
            "or a .tar.xz of it"
        )
    members = _folder_members(path) if path.is_dir() else _archive_members(path)
    try:
        contents, skipped = _sorted_out(progress_bar(members, "files", progress), folders)
    except _DAMAGED as error:
        reason = str(error).partition("\n")[0].rstrip(":")
        raise ValueError(
            f"{str(path)!r} cannot be read to its end ({reason}); copy or download it again"
        ) from error
    _check(path, list(contents), skipped, folders)
    names = sorted(contents)
    return LabelledFiles(
        tuple(f"{folder}/{file}" for _, folder, file in names),
        tuple(contents[name] for name in names),
        tuple(sorted(skipped)),
        tuple(folders[folder] for _, folder, _ in names),
    )


def _labels(folders):
    """Return the label of each subfolder, its name in small letters."""
    pairs = [*folders.items()] if isinstance(folders, Mapping) else []
    if not pairs or not all(isinstance(text, str) for pair in pairs for text in pair):
        raise ValueError(
            f"folders={folders!r:.60}, expected a dict from the name of each subfolder to its "
            'label: {"easy_ham": "ham", "spam_2": "spam"}'
        )
    return {folder.lower(): label for folder, label in pairs}


def _folder_members(folder):
    """Yield relative name and reading function of every file below a folder."""
    for place, _, files in os.walk(folder):
        place = Path(place)
        for file in map(place.joinpath, files):
            read = file.read_bytes if file.is_file() else None
            yield file.relative_to(folder).as_posix(), read


def _archive_members(path):
    """Yield name and reading function of every file in an archive, None for links and devices."""
    with path.open("rb") as file:
        begin = file.read(512)
    kind = signature(begin)
    if kind and not kind.endswith(_PACKED):
        raise ValueError(
            f"{str(path)!r} is {kind}; unpack it and give the folder, or a .tar.xz of it"
        )
    with tarfile.open(path) as archive:
        for member in archive:
            if not member.isdir():
                file = archive.extractfile(member) if member.isreg() else None
                yield posixpath.normpath(member.name).lstrip("/"), file and file.read
        # tarfile takes whatever is no member for the end, which should be zeros: look at the rest
        archive.fileobj.seek(archive.offset)
        rest = archive.fileobj.read()
    if rest.strip(b"\0") or not rest:
        raise tarfile.ReadError(f"no end of the archive after {member.name!r}")


def _sorted_out(members, folders):
    """Return {(root, folder, file): content} of labelled files, and the names of the others."""
    contents, skipped = {}, []
    for name, read in members:
        root, folder, file = f"//{name}".rsplit("/", 2)
        place = root, folder.lower(), file
        if read is None or _is_stray(file) or folder.lower() not in folders:
            skipped.append(name)
        elif place in contents:
            raise ValueError(f"there are two files named {name!r}; keep one of them")
        else:
            contents[place] = read()
    return contents, skipped


def _is_stray(file):
    """Return whether the name of a file is one that no mail has."""
    return file.startswith(".") or file.lower() in _STRAY


def _check(path, names, skipped, folders):
    """Refuse files from more than one place with subfolders, or none of a label."""
    roots = sorted({root.strip("/") for root, _, _ in names})
    if len(roots) > 1:
        raise ValueError(f"{str(path)!r} has mails below each of {roots}; give one of them")
    present = {folders[folder] for _, folder, _ in names}
    missing = [folder for folder, label in folders.items() if label not in present]
    if missing:
        found = {
            name.rpartition("/")[0] for name in skipped if not _is_stray(name.rpartition("/")[2])
        }
        there = ", ".join(f"{folder}/" for folder in sorted(found - {""})[:_MOST])
        raise ValueError(
            f"{str(path)!r} has no mail in {'/ and '.join(missing)}/; expected the subfolders "
            f"{'/ and '.join(folders)}/ with one file for each mail, found {there or 'no other'}; "
            'rename them, or say which is which, such as `folders={"easy_ham": "ham", '
            '"spam_2": "spam"}`'
        )


def _whole_file(content):
    """Return a file as S4 reads it: a mail that is all body, bytes taken for Latin-1."""
    return Mail("", content.decode("latin-1"))


_MAIL_READERS = {"mail": read_mail, "s4": _whole_file}


def _letter_runs(text):
    """Return the runs of two or more letters and digits that hold no digit."""
    # interned, so that a word is one object in all mails: counting is faster and takes less memory
    return list(map(sys.intern, filter(str.isalpha, _RUN.findall(text))))


def progress_bar(items, what, wanted=True):
    """Return items, to be looped over under a progress bar on stderr.

    The bar comes after two seconds, and on a terminal only: nothing of it gets into the stored
    output of a notebook or into a log.

    Parameters
    ----------
    items : iterable
    what : str
        What the items are, in the plural.
    wanted : bool, default True
        False: no bar.

    Returns
    -------
    iterable
        The same items.

    Examples
    --------
    >>> sum(progress_bar([1, 2], "numbers"))
    3
    """
    from tqdm import tqdm  # here and not above: most of the course has no use for it

    return tqdm(items, unit=f" {what}", delay=2, leave=False, disable=None if wanted else True)
