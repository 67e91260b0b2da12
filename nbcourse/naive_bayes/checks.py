"""What a model is given beside its rows: weights, parameters, checked once."""

import numpy as np

from nbcourse.estimation import nonnegative
from nbcourse.logspace import real_number


def amount(name: str, value: float, kind: str) -> float:
    """Check that a parameter is one finite number >= 0.

    Parameters
    ----------
    name, kind : str
        What it is called in the error, and what it is.
    value : float
        The parameter.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If it is anything else.

    Examples
    --------
    >>> amount("class_alpha", 1, "pseudo-count")
    1.0
    """
    number = real_number(name, value)
    if not 0 <= number < np.inf:
        raise ValueError(f"{name}={value!r} is no {kind}: give one finite number >= 0")
    return number


def row_weights(sample_weight, n: int) -> np.ndarray:
    """Give one weight for each of n rows.

    Parameters
    ----------
    sample_weight : array-like of shape (n,), a number, or None
        None counts every row once.
    n : int
        Number of rows.

    Returns
    -------
    numpy.ndarray of shape (n,)
        Floats; whole numbers where every row counts once.

    Raises
    ------
    ValueError
        If one is negative, not finite, or there are more or fewer than rows.

    Examples
    --------
    >>> row_weights(None, 2).tolist(), row_weights([0, 3], 2).tolist()
    ([1, 1], [0.0, 3.0])
    """
    if sample_weight is None:
        return np.ones(n, dtype=np.int64)
    weights = nonnegative("sample_weight", sample_weight, "give 0 to leave a row out")
    if weights.shape not in ((), (n,)):
        raise ValueError(
            f"sample_weight has shape {weights.shape}, X has {n} rows: give one weight per row"
        )
    return np.broadcast_to(weights, n)


def are_texts(labels: np.ndarray) -> bool:
    """Tell whether labels are texts; if not, they are numbers.

    Parameters
    ----------
    labels : numpy.ndarray
        Labels of one kind.

    Returns
    -------
    bool

    Examples
    --------
    >>> are_texts(np.array(["ham"])), are_texts(np.array([1]))
    (True, False)
    """
    return labels.dtype.kind == "U" or (labels.dtype == object and isinstance(labels[0], str))


def are_finite(values: np.ndarray) -> bool:
    """Tell quickly whether numbers are surely finite: whole ones, and floats whose squares add up.

    Parameters
    ----------
    values : numpy.ndarray of shape (n,)
        Numbers of any type.

    Returns
    -------
    bool
        False where a slower look has to decide: for what is not finite, but also above 1e154.

    Examples
    --------
    >>> are_finite(np.array([0.5, 2])), are_finite(np.array([0.5, np.nan]))
    (True, False)
    """
    if values.dtype.kind != "f":
        return values.dtype.kind in "biu"
    with np.errstate(over="ignore", invalid="ignore"):
        return bool(np.isfinite(values @ values))
