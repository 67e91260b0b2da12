"""Class sums, the sufficient statistic of models that count: they add up, and can be subtracted."""

import numpy as np
from scipy.sparse import csc_array, issparse

_LARGEST = 2**31 - 1  # of the whole numbers that are added as such


def class_sums(X, codes, weights, n_classes):
    r"""Weighted sums of the rows of each class, the sufficient statistic of counting models.

    .. math:: N_{kj} = \sum_i w_i\, I\{y_i = c_k\}\, x_{ij}

    Parameters
    ----------
    X : array or CSR array of shape (n, d)
        Counts; whole numbers from 2**31 on as floats, see :func:`are_small`. No sum wraps around.
    codes : numpy.ndarray of int, shape (n,)
        Number of the class of each row.
    weights : numpy.ndarray of shape (n,)
        Weight of each row.
    n_classes : int
        Number of classes K.

    Returns
    -------
    numpy.ndarray of float, shape (K, d)

    Examples
    --------
    >>> class_sums(np.array([[2, 0], [1, 1]]), np.array([0, 1]), np.ones(2), 2).tolist()
    [[2.0, 0.0], [1.0, 1.0]]
    """
    if not issparse(X):
        return (np.eye(n_classes)[codes] * weights[:, None]).T @ X
    n, d = X.shape
    # every class gets sums of its own, so that one product adds up each class apart
    starts = (codes * d).astype(index_type(n_classes * d))
    places = np.repeat(starts, np.diff(X.indptr))
    places += X.indices
    kind = _adding(X, weights)
    apart = csc_array((X.data.astype(kind, copy=False), places, X.indptr), (n_classes * d, n))
    sums = apart @ weights.astype(kind, copy=False)
    return sums.reshape(n_classes, d).astype(float, copy=False)


def index_type(size: int) -> type:
    """Choose the type that numbers the columns of a sparse table.

    Parameters
    ----------
    size : int
        How many there are.

    Returns
    -------
    type

    Examples
    --------
    >>> index_type(7_759).__name__, index_type(2**40).__name__
    ('int32', 'int64')
    """
    return np.int32 if size < 2**31 else np.int64


def are_small(values: np.ndarray) -> bool:
    """Tell whether numbers are whole, not negative and below 2**31, as counts of words are.

    Parameters
    ----------
    values : numpy.ndarray
        Numbers of any type.

    Returns
    -------
    bool

    Examples
    --------
    >>> are_small(np.array([0, 7])), are_small(np.array([-1])), are_small(np.array([7.0]))
    (True, False, False)
    """
    if values.dtype.kind not in "iu":
        return False
    # one pass for both ends: read without its sign, a negative number is larger than all others
    unsigned = values.view(values.dtype.str.replace("i", "u"))
    return bool(unsigned.max(initial=0) <= min(np.iinfo(values.dtype).max, _LARGEST))


def _adding(X, weights):
    """The type to add in: whole where no sum can pass its end, else floats."""
    whole = weights.dtype.kind in "iu" or (weights == np.floor(weights)).all()
    if X.dtype.kind in "iu" and whole:
        largest = min(np.iinfo(X.dtype).max, _LARGEST)
        for kind in (np.int32, np.int64):
            if float(largest) * X.nnz * weights.max(initial=0) < np.iinfo(kind).max:
                return kind
    return float


def left(count: np.ndarray) -> np.ndarray:
    """Return class sums after a subtraction, if they can be the sums of what is left.

    Parameters
    ----------
    count : numpy.ndarray of shape (K, d)

    Returns
    -------
    numpy.ndarray of shape (K, d)

    Raises
    ------
    ValueError
        If one is negative: more was taken out than had been learnt.

    Examples
    --------
    >>> left(np.array([[2.0, 0.0]])).tolist()
    [[2.0, 0.0]]
    """
    if (count < 0).any():
        k, column = np.argwhere(count < 0)[0].tolist()
        raise ValueError(
            f"X holds more of column {column} than class number {k} has learnt: forget only rows "
            "that were learnt, with their labels and weights"
        )
    return count
