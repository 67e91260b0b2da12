"""Labelled files: what stands in the subfolders ham/ and spam/ of a folder or of a tar archive.

The order is fixed: it depends on the names alone, not on how a disk or an archive lists them, so
the same seed gives the same split everywhere. Nothing is unpacked to the disk.
"""

import lzma
import os
import posixpath
import tarfile
import zlib
from pathlib import Path
from typing import NamedTuple

from nbcourse.progress import progress as bar

LABELS = ("ham", "spam")
_STRAY = ("thumbs.db", "desktop.ini", "cmds")  # what file browsers and list makers leave behind
_DAMAGED = (tarfile.TarError, lzma.LZMAError, zlib.error, EOFError, OSError)


class LabelledFiles(NamedTuple):
    """Files in the order of their names.

    Attributes
    ----------
    names : tuple of str
        Label and file name, ``"ham/0001.txt"``, sorted character by character: all of ``ham/``
        before ``spam/``, and ``10.txt`` before ``2.txt``.
    contents : tuple of bytes
        What is in each of them.
    skipped : tuple of str
        Names of the other files: those not directly in ``ham/`` or ``spam/``, dot files,
        ``Thumbs.db``, ``desktop.ini``, the index file ``cmds``; in an archive also links.
    """

    names: tuple[str, ...]
    contents: tuple[bytes, ...]
    skipped: tuple[str, ...]

    @property
    def labels(self):
        """The folder that each file is in, ``"ham"`` or ``"spam"``."""
        return tuple(name.partition("/")[0] for name in self.names)


def labelled_files(path, *, progress=True):
    """Read the files in the subfolders ham/ and spam/.

    Parameters
    ----------
    path : str or pathlib.Path
        A folder, or a tar archive (plain, gz, bz2 or xz). The two subfolders may stand at any
        depth, but side by side.
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
        If the archive is damaged, one of the subfolders is empty or missing, there are several
        pairs of them, or two members of an archive have one name.

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
    path = Path(path)
    if not path.exists():
        raise FileNotFoundError(
            f"no folder or archive {str(path)!r}; give the folder that holds ham/ and spam/, "
            "or a .tar.xz of it"
        )
    members = _folder_members(path) if path.is_dir() else _archive_members(path)
    try:
        contents, skipped = _sorted_out(bar(members, "files", progress))
    except _DAMAGED as error:
        reason = str(error).partition("\n")[0].rstrip(":")
        raise ValueError(
            f"{str(path)!r} cannot be read to its end ({reason}); copy or download it again"
        ) from error
    _check(path, list(contents))
    names = sorted(contents)
    return LabelledFiles(
        tuple(f"{label}/{file}" for _, label, file in names),
        tuple(contents[name] for name in names),
        tuple(sorted(skipped)),
    )


def _folder_members(folder):
    """Yield relative name and reading function of every file below a folder."""
    for place, _, files in os.walk(folder):
        place = Path(place)
        for file in map(place.joinpath, files):
            read = file.read_bytes if file.is_file() else None
            yield file.relative_to(folder).as_posix(), read


def _archive_members(path):
    """Yield name and reading function of every file in an archive, None for links and devices."""
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


def _sorted_out(members):
    """Return {(root, label, file): content} of labelled files, and the names of the others."""
    contents, skipped = {}, []
    for name, read in members:
        root, label, file = f"//{name}".rsplit("/", 2)
        stray = file.startswith(".") or file.lower() in _STRAY
        if read is None or stray or label not in LABELS:
            skipped.append(name)
        elif (root, label, file) in contents:
            raise ValueError(f"the archive holds two files named {name!r}; keep one of them")
        else:
            contents[root, label, file] = read()
    return contents, skipped


def _check(path, names):
    """Refuse files from more than one pair of subfolders, or from less."""
    roots = sorted({root.strip("/") for root, _, _ in names})
    if len(roots) > 1:
        raise ValueError(f"{str(path)!r} has mails below each of {roots}; give one of them")
    present = {label for _, label, _ in names}
    missing = [f"{label}/" for label in LABELS if label not in present]
    if missing:
        raise ValueError(
            f"{str(path)!r} has no mail in {' and '.join(missing)}; expected the subfolders ham/ "
            "and spam/ with one file for each mail"
        )
