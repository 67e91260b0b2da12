"""What a file is by its first bytes, whatever its name says."""

import os
import re
from pathlib import Path

# zip archives begin so, and what is one inside: xlsx, docx, npz
_SIGNATURES = (
    (rb"PK(?:\x03\x04|\x05\x06|\x07\x08)", "a zip archive (such as .zip, .xlsx or .npz)"),
    (rb"\x1f\x8b", "a gzip archive"),
    (rb"BZh[1-9](?:1AY&SY|\x17\x72\x45\x38)", "a bzip2 archive"),
    (rb"\xfd7zXZ\0", "an xz archive"),
    (rb"\x28\xb5\x2f\xfd", "a zstd archive"),
    (rb"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (rb"Rar!\x1a\x07", "a rar archive"),
    (rb"(?s:.{257})ustar", "a tar archive"),
    (rb"%PDF-\d", "a PDF document"),
    (rb"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office or Outlook file (.xls, .doc, .msg)"),
    (rb"SQLite format 3\0", "an SQLite database"),
    (rb"\x89PNG\r\n\x1a\n", "a PNG image"),
    (rb"\xff\xd8\xff", "a JPEG image"),
    (rb"GIF8[79]a", "a GIF image"),
    (rb"\x93NUMPY", "a NumPy array"),
    (rb"PAR1", "a Parquet table"),
    (rb"\x80[\x02-\x05](?s:.*)\.\Z", "a pickle"),
    (rb"version https://git-lfs", "a Git LFS pointer, not the file it points to"),
)
_SIGNATURE = re.compile(b"|".join(b"(%b)" % signature for signature, _ in _SIGNATURES))
_NO_TEXT = re.compile(rb"[\0-\x08\x0e-\x1a\x1c-\x1f]")


def signature(content):
    """Return what a file is that holds no messages, None if nothing tells that it is another.

    Parameters
    ----------
    content : bytes

    Returns
    -------
    str or None

    Examples
    --------
    >>> signature(b"PK\\x03\\x04..."), signature(b"ham\\tsee you")
    ('a zip archive (such as .zip, .xlsx or .npz)', None)
    """
    found = _SIGNATURE.match(content)
    return _SIGNATURES[found.lastindex - 1][1] if found else None


def is_binary(content):
    """Return whether there are control characters in a file that no text has.

    Parameters
    ----------
    content : bytes

    Returns
    -------
    bool

    Examples
    --------
    >>> is_binary(b"\\x1f\\x8b\\x08\\x00"), is_binary(b"%PDF-1.4 begins\\tmany files")
    (True, False)
    """
    return bool(_NO_TEXT.search(content))


def content_of(path, cure):
    """Return the bytes of a file.

    Parameters
    ----------
    path : str or os.PathLike
    cure : str
        What to do if there is no such file.

    Returns
    -------
    bytes

    Raises
    ------
    FileNotFoundError
        If there is no such file; a folder is none.
    ValueError
        If `path` is none.

    Examples
    --------
    >>> content_of("nowhere.txt", "look elsewhere")
    Traceback (most recent call last):
    FileNotFoundError: no file 'nowhere.txt'; look elsewhere
    """
    path = checked_path("path", path)
    if not os.path.isfile(path):  # also where the text is too long for a name
        raise FileNotFoundError(f"no file {os.fspath(path)!r:.200}; {cure}")
    return path.read_bytes()


def checked_path(name, path):
    """Return what a caller gives as a path, if it can be one; a number would be an open file.

    Parameters
    ----------
    name : str
        What the path is called in the error.
    path : str or os.PathLike

    Returns
    -------
    pathlib.Path

    Raises
    ------
    ValueError
        If it is neither a text nor a path.

    Examples
    --------
    >>> checked_path("path", "mails/ham").name
    'ham'
    """
    if not isinstance(path, str | os.PathLike):
        raise ValueError(
            f"{name} is {path!r:.60} of type {type(path).__name__}, expected a path: give it as a "
            "str or pathlib.Path"
        )
    return Path(path)
