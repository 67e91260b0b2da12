"""Class sums, the sufficient statistic of models that count: they add up, and can be subtracted."""

import numpy as np
from scipy.sparse import csr_array, issparse


def class_sums(X, codes, weights, n_classes):
    r"""Weighted sums of the rows of each class, the sufficient statistic of counting models.

    .. math:: N_{kj} = \sum_i w_i\, I\{y_i = c_k\}\, x_{ij}

    Parameters
    ----------
    X : array or CSR array of shape (n, d)
        Non-negative counts; small integers cannot wrap around.
    codes : numpy.ndarray of int, shape (n,)
        Number of the class of each row.
    weights : numpy.ndarray of float, shape (n,)
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
    # every class gets columns of its own, so that one sum over all rows adds up each class apart
    starts = (codes * d).astype(index_type(n_classes * d))
    columns = np.repeat(starts, np.diff(X.indptr))
    columns += X.indices
    kind = _adding(X, weights)
    apart = csr_array((X.data.astype(kind, copy=False), columns, X.indptr), (n, n_classes * d))
    return (apart.T @ weights.astype(kind, copy=False)).reshape(n_classes, d).astype(float)


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


def _adding(X, weights):
    """The type to add in: whole where that is exact, for it needs no second X; else floats."""
    if X.dtype.kind in "bui" and (weights == np.floor(weights)).all():
        kind = np.int64 if X.dtype.itemsize > 4 else np.int32
        if X.nnz * float(X.data.max(initial=0)) * weights.max(initial=0) < np.iinfo(kind).max:
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
