"""What a caller gives (texts, tokens, labels, sparse tables), checked once and by position.

A pandas index is never looked at: document i belongs to label i, whatever both are called.
"""

from collections.abc import Iterable, Mapping
from numbers import Real

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse

from nbcourse.logspace import is_collection, real_array

_NO_SEQUENCE = (str, bytes, bytearray, memoryview, Mapping, set, frozenset)


def canonical_csr(table: ArrayLike) -> sparse.csr_array:
    """Return a table as CSR with sorted indices and each cell once, the given one left unchanged.

    A cell that is given several times, as in SciPy's example of a term-document matrix, is the
    sum of its parts. Whole numbers are added as int64, fractions as float64, so that small types
    neither wrap around nor round.

    Parameters
    ----------
    table : sparse array or array-like of shape (n, d)

    Returns
    -------
    scipy.sparse.csr_array of shape (n, d)
        Shares memory with `table` where nothing had to change.

    Raises
    ------
    ValueError
        If it is no table of numbers.

    Examples
    --------
    >>> table = sparse.csr_array(([1, 1], [0, 0], [0, 2]), shape=(1, 2))
    >>> canonical_csr(table).data.tolist(), table.data.tolist()
    ([2], [1, 1])
    """
    if not sparse.issparse(table):
        table = real_array("counts", table)
    if table.ndim != 2 or table.dtype.kind == "c":
        raise ValueError(
            f"a table of shape {table.shape} and type {table.dtype} was given, expected rows of "
            "real numbers: give a list of rows, such as [[1, 0], [0, 2]]"
        )
    if not sparse.issparse(table):
        return sparse.csr_array(table)
    if table.format == "csr" and _has_each_cell_once(own := own_csr(table)):
        return own
    wide = float if table.dtype == object else np.result_type(table.dtype, np.int64)
    own = sparse.csr_array(table.astype(wide))
    own.sum_duplicates()
    return own


def _has_each_cell_once(table):
    """Whether the columns rise within each row: SciPy's canonical format, by array operations."""
    if (table.indptr[1:] < table.indptr[:-1]).any():
        return False
    rises = np.empty(table.nnz + 1, dtype=bool)
    np.greater(table.indices[1:], table.indices[:-1], out=rises[1:-1])
    rises[table.indptr] = True  # the first cell of a row follows nothing, nor does what ends it all
    return rises.all()


def own_csr(table) -> sparse.csr_array:
    """Return a sparse table as CSR in a wrapper of its own, cells as they are.

    SciPy sorts and adds up cells in place whenever it likes to, and remembers that it did: what
    the caller's own wrapper remembers may be stale, and stays as it is.

    Parameters
    ----------
    table : sparse array of shape (n, d)

    Returns
    -------
    scipy.sparse.csr_array of shape (n, d)
        Shares memory with `table` where that is CSR.

    Examples
    --------
    >>> table = sparse.csr_array([[0, 2]])
    >>> np.shares_memory(own_csr(table).data, table.data), own_csr(table) is table
    (True, False)
    """
    if table.format != "csr":
        return canonical_csr(table)
    return sparse.csr_array((table.data, table.indices, table.indptr), shape=table.shape)


def listed(name: str, values: Iterable, cure: str) -> list:
    """Return values in their order as a list; what has no order, or more than one axis, is refused.

    Parameters
    ----------
    name : str
        What the values are called in the error.
    values : iterable
        A list, a 1-D array, a pandas Series, a generator.
    cure : str
        What to give instead.

    Returns
    -------
    list

    Raises
    ------
    ValueError
        If it is a single text, a table, a dict, a set, a file, a sparse array, or nothing that can
        be listed.

    Examples
    --------
    >>> listed("texts", ("a", "b"), "give a list")
    ['a', 'b']
    """
    shape = getattr(values, "shape", (None,))
    unordered = isinstance(values, _NO_SEQUENCE) or hasattr(values, "read")
    if unordered or len(shape) != 1 or not is_collection(values):
        what = f"the single text {values!r:.60}" if isinstance(values, str | bytes) else "a "
        what += "" if isinstance(values, str | bytes) else type(values).__name__
        raise ValueError(f"{name} is {what}, expected a sequence of {name} in their order; {cure}")
    return list(values)


def checked_texts(texts: Iterable[str]) -> list[str]:
    """Return texts as a list in which everything is a str.

    Parameters
    ----------
    texts : sequence of str

    Returns
    -------
    list of str

    Raises
    ------
    ValueError
        If there is one that is no str, or `texts` is not one sequence of texts.

    Examples
    --------
    >>> checked_texts(("win cash", ""))
    ['win cash', '']
    """
    texts = listed(
        "texts",
        texts,
        "of a table give one column, such as df['message'], of a file its lines; put a single "
        "text into a list: [text]",
    )
    for i, text in enumerate(texts):
        if not isinstance(text, str):
            raise ValueError(
                f"text {i} is {text!r:.60} of type {type(text).__name__}, expected a str; "
                "decode bytes, and make missing texts empty ones: texts.fillna('')"
            )
    return texts


def label_array(name: str, labels: ArrayLike) -> NDArray:
    """Return labels as an array of one kind, texts or numbers, in which none is missing.

    Parameters
    ----------
    name : str
        What the labels are called in the error.
    labels : array-like
        Of any shape: a list, an array, a pandas column of any type.

    Returns
    -------
    numpy.ndarray
        Texts stay as they are; numbers that were objects become numbers.

    Raises
    ------
    ValueError
        If a label is missing, neither text nor number, or texts and numbers are mixed.

    Examples
    --------
    >>> label_array("y", ["ham", "spam"]).tolist()
    ['ham', 'spam']
    """
    array = np.asarray(labels) if hasattr(labels, "dtype") else np.array(labels, dtype=object)
    if array.dtype.kind in "biuU":
        return array
    flat = array.astype(object).ravel().tolist()
    for i, label in enumerate(flat):
        number = isinstance(label, Real | np.bool_) and -np.inf < label < np.inf
        if not (number or isinstance(label, str)):
            raise ValueError(
                f"{name}[{i}] is {label!r:.60} of type {type(label).__name__}, expected a text or "
                "a finite number: drop the rows without a label (None, NaN), and decode bytes"
            )
    texts = [isinstance(label, str) for label in flat]
    if len(set(texts)) == 2:
        odd = texts.index(not texts[0])
        raise ValueError(
            f"{name} mixes texts and numbers ({name}[0] is {flat[0]!r:.60}, {name}[{odd}] is "
            f"{flat[odd]!r:.60}): write all labels the same way, for example with str"
        )
    # texts in a column of objects stay objects; everything else finds its own type
    kept = any(texts) and hasattr(labels, "dtype")
    return array.astype(object) if kept else np.array(flat).reshape(array.shape)


def distinct(classes) -> np.ndarray:
    """Sort declared labels, each once.

    Parameters
    ----------
    classes : array-like of shape (K,)

    Returns
    -------
    numpy.ndarray

    Raises
    ------
    ValueError
        If there are none, or they are no labels.

    Examples
    --------
    >>> distinct(["spam", "ham", "spam"]).tolist()
    ['ham', 'spam']
    """
    classes = label_array("classes", classes)
    if classes.ndim != 1 or not classes.size:
        raise ValueError(
            f"classes={classes.tolist()!r:.60} is no list of labels: give all that will ever occur"
        )
    return np.unique(classes)
