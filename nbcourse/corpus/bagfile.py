"""The bag file: a table of token counts in an npz without pickle, small and quick to read.

A bag is sparse, and most of what it holds is small. The columns are sorted by document frequency,
so the tokens of a message lie close together on the left; a row is kept as the *steps* from one
column to the next, and steps, counts and row lengths go into one byte each, 255 being the escape
for the rare larger ones, which stand in an array of their own. Text is kept as UTF-8 lines.
The bytes of a file depend on its content alone: no clock, no machine, no order of the input.
"""

import io
import zipfile
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse

from nbcourse.corpus.given import canonical_csr
from nbcourse.paths import given_path

_ESCAPE = 255
_LARGEST = np.iinfo(np.uint32).max
# what reading damaged bytes may raise; RuntimeError stands for zip features no bag file uses
_DAMAGED = (
    OSError,
    EOFError,
    LookupError,
    ValueError,
    RuntimeError,
    zipfile.BadZipFile,
    zlib.error,
)


class Bag(NamedTuple):
    """Content of a bag file.

    Attributes
    ----------
    counts : scipy.sparse.csr_array of int64, shape (n_documents, n_tokens)
        How often each token occurs in each document; indices sorted, no stored zero.
    tokens : list of str, length n_tokens
    labels, names : numpy.ndarray of str, shape (n_documents,), or None
    """

    counts: sparse.csr_array
    tokens: list[str]
    labels: np.ndarray | None
    names: np.ndarray | None


def canonical_counts(counts: ArrayLike) -> sparse.csr_array:
    """Return counts as int64 CSR: checked, indices sorted, no stored zero, no repeated cell.

    Parameters
    ----------
    counts : sparse array or array-like, shape (n_documents, n_tokens)
        Whole numbers from 0 to 4,294,967,295; a cell given several times is the sum of its
        parts. Left unchanged.

    Returns
    -------
    scipy.sparse.csr_array of int64, shape (n_documents, n_tokens)
        Shares memory with `counts` where nothing had to change.

    Raises
    ------
    ValueError
        If `counts` is no table, or a count is negative, fractional, no number or too large.

    Examples
    --------
    >>> canonical_counts([[0, 2], [1, 0]]).data
    array([2, 1])
    """
    table = canonical_csr(counts)
    values = table.data
    if values.size and not _are_counts(values):
        raise ValueError(
            f"counts run from {values.min():.15g} to {values.max():.15g}, expected "
            f"whole numbers from 0 to {_LARGEST}; a bag holds how often each token occurs, "
            "not weights"
        )
    table = table.astype(np.int64, copy=False)
    if not values.all():
        table = table.copy()
        table.eliminate_zeros()
    return table


def _are_counts(values):
    """Return whether all values are whole numbers in the range of counts."""
    whole = values.dtype.kind in "biu"  # looking at each value is needed for other types only
    within = 0 <= values.min() and values.max() <= _LARGEST
    return within and (whole or np.all(values % 1 == 0))


def write_bag(
    path: str | Path,
    counts: ArrayLike,
    tokens: Sequence[str],
    labels: Sequence[str] | None = None,
    names: Sequence[str] | None = None,
) -> None:
    """Write a bag file.

    Columns are reordered by falling document frequency, ties by token, so the same bag gives
    the same bytes whatever the order of its columns was.

    Parameters
    ----------
    path : str or pathlib.Path
        File to write.
    counts : sparse array or array-like of int, shape (n_documents, n_tokens)
        Counts from 0 to 4,294,967,295.
    tokens : sequence of str, length n_tokens
    labels, names : sequence of str, length n_documents, optional

    Raises
    ------
    ValueError
        If lengths disagree, a count is out of range, or a text cannot be one line of UTF-8.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder) / "two.npz"
    ...     write_bag(path, [[0, 2], [1, 1]], ["free", "now"], ["ham", "spam"])
    ...     bag = read_bag(path)
    >>> bag.tokens, bag.counts.toarray().tolist()
    (['now', 'free'], [[2, 0], [1, 1]])
    """
    counts = canonical_counts(counts)
    order = _by_document_frequency(counts, tokens)
    counts = counts[:, order]
    counts.sort_indices()
    members = (
        _lines("tokens", [tokens[j] for j in order], counts.shape[1])
        | _lines("labels", labels, counts.shape[0])
        | _lines("names", names, counts.shape[0])
        | _escaped("lengths", np.diff(counts.indptr))
        | _escaped("steps", _steps(counts))
        | _escaped("counts", counts.data)
    )
    Path(path).write_bytes(_zipped(members))


def read_bag(path: str | Path) -> Bag:
    """Read a bag file; nothing in it is ever unpickled.

    Parameters
    ----------
    path : str or pathlib.Path

    Returns
    -------
    Bag

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    ValueError
        If it is not a whole bag file.
    """
    path = given_path("path", path)
    if not path.is_file():
        raise FileNotFoundError(f"no bag file {str(path)!r}; write one with `Corpus.write`")
    try:
        # from bytes in memory: `np.load` would leave a damaged file open
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as members:
            return _decoded(dict(members))
    except _DAMAGED as error:
        raise ValueError(
            f"{str(path)!r} is not a whole bag file ({error}); copy or build it again"
        ) from error


def _by_document_frequency(counts, tokens):
    """Return the column order: most documents first, then by token."""
    _check_size("tokens", tokens, counts.shape[1])
    frequency = np.bincount(counts.indices, minlength=counts.shape[1]).tolist()
    return sorted(range(len(tokens)), key=lambda j: (-frequency[j], tokens[j]))


def _check_size(kind, texts, size):
    """Refuse a table with more or fewer texts than columns or rows."""
    if len(texts) != size:
        raise ValueError(f"{len(texts)} {kind} for {size} places in the table; give one for each")


def _lines(kind, texts, size):
    """Return texts as the bytes of UTF-8 lines under their name, nothing for None."""
    if texts is None:
        return {}
    _check_size(kind, texts, size)
    for text in texts:
        if not isinstance(text, str) or "\n" in text:
            raise ValueError(
                f"{kind} hold {text!r}, expected texts of one line; convert them with `str` "
                "and replace line breaks before writing"
            )
    joined = "".join(f"{text}\n" for text in texts)
    return {kind: np.frombuffer(joined.encode("utf-8"), dtype=np.uint8)}


def _row_starts(lengths):
    """Return where each row that is not empty starts among the cells."""
    return (np.cumsum(lengths) - lengths)[lengths > 0]


def _steps(counts):
    """Return the column of the first cell of each row, else the distance to the cell before."""
    steps = np.diff(counts.indices, prepend=0)
    starts = _row_starts(np.diff(counts.indptr))
    steps[starts] = counts.indices[starts]
    return steps


def _columns(steps, lengths):
    """Undo `_steps`, in place: a row's steps sum to its last column, where the next one starts."""
    starts = _row_starts(lengths)
    last = np.add.reduceat(steps, starts) if starts.size else steps
    steps[starts[1:]] -= last[:-1]
    return np.cumsum(steps, out=steps)


def _escaped(kind, values):
    """Return values >= 0 as bytes, and the ones from 255 on in an array of their own."""
    return {
        kind: np.minimum(values, _ESCAPE).astype(np.uint8),
        f"{kind}_large": values[values >= _ESCAPE].astype("<u4"),
    }


def _unescaped(members, kind, dtype):
    """Undo `_escaped`."""
    small, large = members[kind], members[f"{kind}_large"]
    values = small.astype(dtype)
    escaped = np.flatnonzero(small == _ESCAPE)
    values[escaped.reshape(large.shape)] = large  # refuses too few or too many large ones
    return values


def _decoded(members):
    """Return the bag that the arrays of a file describe."""
    lengths = _unescaped(members, "lengths", np.int32)
    columns = _columns(_unescaped(members, "steps", np.int32), lengths)
    values = _unescaped(members, "counts", np.int64)
    starts = np.concatenate([[0], np.cumsum(lengths)], dtype=np.int32)
    if starts[-1] != len(columns):
        raise ValueError(f"{len(columns)} cells in rows of {starts[-1]}")
    tokens = _texts(members, "tokens")
    shape = (len(lengths), len(tokens))
    counts = sparse.csr_array((values, columns, starts), shape=shape)
    counts.check_format(full_check=True)
    labels, names = (
        _column(members, kind, shape[0]) if kind in members else None
        for kind in ("labels", "names")
    )
    return Bag(counts, tokens, labels, names)


def _texts(members, kind):
    """Return the lines stored under a name."""
    return members[kind].tobytes().decode("utf-8").split("\n")[:-1]


def _column(members, kind, size):
    """Return stored labels or names as an array."""
    lines = _texts(members, kind)
    if len(lines) != size:
        raise ValueError(f"{len(lines)} {kind} for {size} documents")
    return np.array(lines, dtype=str)


def _zipped(members):
    """Return the bytes of an npz in which everything that could vary is fixed."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, array in members.items():
            archive.writestr(_entry(f"{name}.npy"), _npy(array), compresslevel=9)
    return buffer.getvalue()


def _entry(name):
    """Return a zip entry without the traces of day, system and user."""
    entry = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.create_system = 3
    entry.external_attr = 0o644 << 16
    return entry


def _npy(array):
    """Return an array in the npy format, version 1.0."""
    buffer = io.BytesIO()
    np.lib.format.write_array(buffer, array, version=(1, 0), allow_pickle=False)
    return buffer.getvalue()
