"""Log-domain arithmetic and information measures: everything naive Bayes adds up.

Probabilities of whole messages are far below the smallest float, so the course
never multiplies them: it adds logarithms and normalises once, here.
"""

from collections.abc import Iterable
from decimal import Decimal
from itertools import pairwise
from numbers import Real

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array, issparse, sparray

__all__ = [
    "absent_dot",
    "conditional_mutual_information",
    "count_dot",
    "entropy",
    "information_of_pairs",
    "is_collection",
    "log0",
    "log_normalize",
    "mutual_information",
    "real_array",
    "real_number",
    "refuse",
    "sum_of_logs",
    "whole_number",
]


def real_array(name: str, values: ArrayLike) -> NDArray[np.float64]:
    r"""Numbers as an array of floats; anything that is no number is refused by name.

    NumPy alone would read the text ``"1.0"`` and make NaN of None.

    Parameters
    ----------
    name : str
        What the numbers are called in the error.
    values : array_like
        Whole, real or logical numbers, any shape.

    Returns
    -------
    numpy.ndarray of float
        Shares memory with `values` where nothing had to change.

    Raises
    ------
    ValueError
        If an entry is no real number, or `values` is ragged or sparse.

    Examples
    --------
    >>> real_array("alpha", [1, 0.5]).tolist()
    [1.0, 0.5]
    """
    try:
        array = np.asarray(values)
        if array.dtype.kind in "biuf":
            return array.astype(float, copy=False)
        array = np.asarray(values, dtype=object)
        odd = [value for value in array.ravel().tolist() if not _is_number(value)]
        if not odd:
            return array.astype(float)
    except (ValueError, TypeError, OverflowError) as error:
        raise ValueError(f"{name} cannot be an array of numbers ({error})") from error
    raise ValueError(
        f"{name} holds {odd[0]!r:.60} of type {type(odd[0]).__name__}, expected real numbers: "
        "convert texts with `float`, fill in what is missing, make a sparse table dense"
    )


def real_number(name: str, value: float) -> float:
    r"""One real number as a float, neither NaN nor an array.

    Parameters
    ----------
    name : str
        What the number is called in the error.
    value : float
        The number; an infinite one is left to the caller.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If it is anything else.

    Examples
    --------
    >>> real_number("level", 0.95)
    0.95
    """
    array = real_array(name, value)
    if array.ndim or np.isnan(array):
        raise ValueError(f"{name}={value!r:.60} is no single number: give one, such as 1.0")
    return float(array)


def whole_number(name: str, value: int, least: int = 0) -> int:
    r"""One whole number as an int, from `least` on and below :math:`2^{53}`.

    Parameters
    ----------
    name : str
        What the number is called in the error.
    value : int, or a float without a fraction
        The number.
    least : int, default 0
        The smallest that makes sense.

    Returns
    -------
    int

    Raises
    ------
    ValueError
        If it is anything else.

    Examples
    --------
    >>> whole_number("n", 3.0, least=1)
    3
    """
    number = real_number(name, value)
    if not (least <= number < 2**53 and number.is_integer()):
        raise ValueError(f"{name}={value!r:.60}: expected a whole number from {least} on")
    return int(number)


def refuse(faults: Iterable[str]) -> None:
    """Raise one error that tells all faults, one a line; without faults do nothing.

    Parameters
    ----------
    faults : iterable of str
        What is wrong, each with its cure.

    Raises
    ------
    ValueError
        If there is a fault.

    Examples
    --------
    >>> refuse([])
    >>> refuse(["A is twice", "B is missing"])
    Traceback (most recent call last):
    ValueError: A is twice
    B is missing
    """
    faults = list(faults)
    if faults:
        raise ValueError("\n".join(faults))


def is_collection(value: object) -> bool:
    """Whether something can be gone through; an array without dimension cannot, nor a sparse one.

    Parameters
    ----------
    value : object
        Anything.

    Returns
    -------
    bool

    Examples
    --------
    >>> is_collection([]), is_collection(3)
    (True, False)
    """
    # the oldest SciPy cannot go through a sparse array of one axis
    kind = isinstance(value, Iterable) and not isinstance(value, sparray)
    return kind and getattr(value, "ndim", 1) != 0


def _is_number(value):
    return isinstance(value, Real | Decimal | np.bool_)


def log0(p: ArrayLike) -> NDArray[np.float64]:
    r"""Natural logarithm with :math:`\log 0 = -\infty`, silently.

    .. math:: \mathrm{log0}(p) = \ln p, \qquad \mathrm{log0}(0) = -\infty

    Parameters
    ----------
    p : array_like
        Non-negative numbers, any shape.

    Returns
    -------
    numpy.ndarray
        Natural logarithms (nats), same shape as `p`.

    Raises
    ------
    ValueError
        If an entry is negative, NaN or no number.

    Examples
    --------
    >>> log0([1.0, 0.0]).tolist()
    [0.0, -inf]
    """
    p = real_array("p", p)
    if not (p >= 0).all():
        raise ValueError(
            f"p holds {p.min():g}; a probability or count is a number and never negative: "
            "check the sign, or use probabilities instead of logarithms"
        )
    with np.errstate(divide="ignore"):
        return np.log(p)


def sum_of_logs(X: ArrayLike, W: NDArray[np.float64]) -> NDArray[np.float64]:
    r"""Sums of finite weights as often as they are counted, if a float holds them.

    .. math:: s_{ik} = \sum_j x_{ij} w_{kj}

    Parameters
    ----------
    X : array or CSR array of shape (n, d)
        Counts.
    W : numpy.ndarray of shape (K, d)
        Logarithms, or differences of logarithms.

    Returns
    -------
    numpy.ndarray of shape (n, K)

    Raises
    ------
    ValueError
        If a sum overflows.

    Examples
    --------
    >>> sum_of_logs(np.array([[2, 1]]), np.array([[-1.0, -0.5]])).tolist()
    [[-2.5]]
    """
    with np.errstate(over="ignore", invalid="ignore"):
        sums = np.concatenate([part @ W.T for part in _as_floats(X)])
    if not np.isfinite(sums).all():
        raise ValueError(
            f"X holds {X.max():g}, a count whose logarithms add up to more than a float can hold: "
            "divide X by its largest number"
        )
    return sums


def _as_floats(X, cells=2**18):
    """Rows of X, a part at a time if they must be made floats: one small buffer, no second X."""
    if not issparse(X) or X.dtype == float or X.nnz <= cells:
        yield X
        return
    starts = np.unique(np.searchsorted(X.indptr, np.arange(0, X.nnz, cells)))
    bounds = np.append(starts, X.shape[0])
    buffer = np.empty(np.diff(X.indptr[bounds]).max())
    for first, last in pairwise(bounds):
        inside = slice(X.indptr[first], X.indptr[last])
        values = buffer[: inside.stop - inside.start]
        values[:] = X.data[inside]
        starts = X.indptr[first : last + 1] - inside.start
        yield csr_array((values, X.indices[inside], starts), shape=(last - first, X.shape[1]))


def log_normalize(scores: ArrayLike, axis: int = -1) -> NDArray[np.float64]:
    r"""Turn joint log scores into log posteriors, once and stably.

    .. math:: \log P(c_k \mid x) = s_k - \log \sum_j e^{s_j}

    Parameters
    ----------
    scores : array_like of shape (..., K)
        Joint log scores :math:`s_k = \log P(c_k) + \log P(x \mid c_k)` in nats.
    axis : int, default=-1
        Axis of the classes.

    Returns
    -------
    numpy.ndarray
        Log posteriors, same shape. Where every score is :math:`-\infty` the
        posterior is 0/0 and the entries are NaN.

    Raises
    ------
    ValueError
        If a score is NaN, :math:`+\infty` or no number, or there is no such axis.

    Notes
    -----
    Equations S0-5.12, S4-post and S4-00.

    Examples
    --------
    >>> np.exp(log_normalize([-1200.0, -1201.0, -1203.0])).round(4).tolist()
    [0.7054, 0.2595, 0.0351]
    """
    scores = real_array("scores", scores)
    top = scores.max(axis=_checked_axis("scores", scores, axis), keepdims=True, initial=-np.inf)
    if not scores.shape[axis]:
        raise ValueError(f"scores of shape {scores.shape} has no class along axis {axis}")
    if not (top < np.inf).all():
        raise ValueError(
            f"scores holds {scores.max():g}, expected logarithms of probabilities, finite or "
            "-inf: look for 0 * inf where they were added"
        )
    with np.errstate(invalid="ignore"):
        # -inf - -inf is NaN on purpose: no class can have produced the row
        shifted = scores - top
    return shifted - np.log(np.exp(shifted).sum(axis=axis, keepdims=True))


def count_dot(X: ArrayLike, log_p: ArrayLike) -> NDArray[np.float64]:
    r"""Add logarithms as often as they are counted, with :math:`0\cdot(-\infty)=0`.

    .. math:: s_{ik} = \sum_j x_{ij} \log p_{kj}

    Parameters
    ----------
    X : array or CSR array of shape (n, d)
        Non-negative counts.
    log_p : array_like of shape (K, d)
        Log probabilities in nats; :math:`-\infty` is allowed.

    Returns
    -------
    numpy.ndarray of shape (n, K)
        Sums of logarithms in nats.

    Raises
    ------
    ValueError
        If shapes disagree, or an entry is NaN, :math:`+\infty` or no number.

    Notes
    -----
    The sum of equation S2-rule.

    Examples
    --------
    >>> count_dot(np.array([[2, 0], [1, 1]]), log0([[1.0, 0.0]])).tolist()
    [[0.0], [-inf]]
    """
    X, finite, impossible = _split("log_p", log_p, X)
    total = sum_of_logs(X, finite)
    total[sum_of_logs(X, impossible) > 0] = -np.inf
    return total


def absent_dot(X: ArrayLike, log_q: ArrayLike) -> NDArray[np.float64]:
    r"""Add the logarithms of the features that are absent from each row.

    .. math:: s_{ik} = \sum_{j:\,x_{ij}=0} \log q_{kj} = \sum_j (1-x_{ij}) \log q_{kj}

    Parameters
    ----------
    X : array or CSR array of shape (n, d)
        Indicators, 0 or 1. Sparse rows stay sparse: the sum over the absent features
        is the sum over all minus the sum over the present ones.
    log_q : array_like of shape (K, d)
        Log probabilities of absence in nats; :math:`-\infty` is allowed.

    Returns
    -------
    numpy.ndarray of shape (n, K)
        Sums of logarithms in nats.

    Raises
    ------
    ValueError
        If shapes disagree, or an entry is NaN, :math:`+\infty` or no number.

    Notes
    -----
    The factors :math:`(1-\phi_i)^{1-x_i}` of equation S4-post.

    Examples
    --------
    >>> absent_dot(np.array([[1, 0], [0, 1]]), log0([[0.0, 1.0]])).tolist()
    [[0.0], [-inf]]
    """
    X, finite, impossible = _split("log_q", log_q, X)
    every = np.ones((1, X.shape[1]))
    total = sum_of_logs(every, finite) - sum_of_logs(X, finite)
    total[sum_of_logs(every, impossible) - sum_of_logs(X, impossible) > 0] = -np.inf
    return total


def _split(name, log_p, X):
    """The table X; the finite part of log probabilities, and 1.0 where they are -inf."""
    log_p, X = real_array(name, log_p), X if issparse(X) else real_array("X", X)
    if X.ndim != 2 or log_p.ndim != 2 or X.shape[1] != log_p.shape[1]:
        raise ValueError(
            f"X of shape {X.shape} does not fit {name} of shape {log_p.shape}: give a row of X "
            "for each document, a row of logarithms for each class, and both the same columns"
        )
    for label, values in (("X", X.data if issparse(X) else X), (name, log_p)):
        if not (values < np.inf).all():
            raise ValueError(f"{label} holds {np.max(values):g}, expected numbers below infinity")
    impossible = np.isneginf(log_p)
    return X, np.where(impossible, 0.0, log_p), impossible.astype(float)


def _checked_axis(name, array, axis):
    """The axis or axes if the array has them."""
    axes = axis if isinstance(axis, tuple) else (axis,)
    if not all(type(a) is int and -array.ndim <= a < array.ndim for a in axes):
        raise ValueError(
            f"axis={axis!r} is no axis of {name}, whose shape is {array.shape}: give a whole "
            f"number below {array.ndim}"
        )
    return axis


def _distribution(name, p, axis):
    """Probabilities that sum to one over the given axes."""
    p = real_array(name, p)
    axis = _checked_axis(name, p, axis)
    with np.errstate(over="ignore", invalid="ignore"):
        total = p.sum(axis=axis)
    if not ((p >= 0).all() and np.allclose(total, 1, rtol=0, atol=1e-6)):
        raise ValueError(
            f"{name} holds {p.min(initial=np.inf):g} to {p.max(initial=-np.inf):g} and sums to "
            f"{np.ravel(total)[:3].tolist()} over axis {axis}, expected probabilities that sum to "
            "1: divide counts by their sum"
        )
    return p


def entropy(p: ArrayLike, axis: int | tuple[int, ...] = -1) -> float | NDArray[np.float64]:
    r"""Entropy of a distribution.

    .. math:: H(X) = -\sum_x P(x) \ln P(x)

    Parameters
    ----------
    p : array_like
        Probabilities that sum to one over `axis`.
    axis : int or tuple of int, default=-1
        Axes of the outcomes.

    Returns
    -------
    float or numpy.ndarray
        Entropy in nats, one number per remaining index.

    Raises
    ------
    ValueError
        If `p` is no distribution over `axis`.

    Examples
    --------
    >>> round(entropy([0.5, 0.5]), 4)
    0.6931
    """
    p = _distribution("p", p, axis)
    terms = p * log0(np.where(p > 0, p, 1.0))
    return _plain(0.0 - terms.sum(axis=axis))


def mutual_information(joint: ArrayLike) -> float | NDArray[np.float64]:
    r"""Mutual information of two variables.

    .. math:: I(X;Y) = H(X) + H(Y) - H(X,Y)

    Parameters
    ----------
    joint : array_like of shape (..., R, S)
        Joint probabilities :math:`P(x, y)`; they sum to one over the last two axes.

    Returns
    -------
    float or numpy.ndarray
        Mutual information in nats, never below zero.

    Raises
    ------
    ValueError
        If `joint` is no distribution over its last two axes.

    Examples
    --------
    >>> round(mutual_information([[0.5, 0.0], [0.0, 0.5]]), 4)
    0.6931
    >>> mutual_information([[0.25, 0.25], [0.25, 0.25]])
    0.0
    """
    joint = _distribution("joint", joint, (-2, -1))
    rows, columns = joint.sum(axis=-1), joint.sum(axis=-2)
    information = entropy(rows) + entropy(columns) - entropy(joint, axis=(-2, -1))
    # rounding may leave -1e-17 where the variables are independent
    return _plain(np.maximum(information, 0.0))


def conditional_mutual_information(joint: ArrayLike) -> float | NDArray[np.float64]:
    r"""Mutual information of two variables within the classes, averaged over them.

    .. math:: I(X;Y \mid C) = \sum_{x,y,c} P(x,y,c)\,
              \ln \frac{P(x,y \mid c)}{P(x \mid c)\,P(y \mid c)}

    Parameters
    ----------
    joint : array_like of shape (..., K, R, S)
        Joint probabilities :math:`P(c, x, y)`, class first; they sum to one over
        the last three axes.

    Returns
    -------
    float or numpy.ndarray
        Conditional mutual information in nats, never below zero.

    Raises
    ------
    ValueError
        If `joint` is no distribution over its last three axes.

    Notes
    -----
    Equation S1-TAN-CMI, in the form :math:`H(X,C)+H(Y,C)-H(X,Y,C)-H(C)`.

    Examples
    --------
    >>> round(conditional_mutual_information([[[0.5, 0.0], [0.0, 0.5]]]), 4)
    0.6931
    """
    joint = _distribution("joint", joint, (-3, -2, -1))
    information = (
        entropy(joint.sum(axis=-1), axis=(-2, -1))
        + entropy(joint.sum(axis=-2), axis=(-2, -1))
        - entropy(joint, axis=(-3, -2, -1))
        - entropy(joint.sum(axis=(-2, -1)))
    )
    return _plain(np.maximum(information, 0.0))


def information_of_pairs(joint: NDArray[np.float64], starts: ArrayLike) -> NDArray[np.float64]:
    r"""Conditional mutual information of each two of several variables, from one table.

    .. math:: I(X_i; X_j \mid C) = H(X_i, C) + H(X_j, C) - H(X_i, X_j, C) - H(C)

    Parameters
    ----------
    joint : numpy.ndarray of shape (K, S, S)
        :math:`P(c, a, b)` for values a and b of any two variables; a value meets itself only among
        those of its own variable. The values of a variable are neighbours.
    starts : array_like of int, shape (d,)
        Where the values of each variable begin.

    Returns
    -------
    numpy.ndarray of shape (d, d)
        Nats, never below zero; on the diagonal :math:`H(X_i \mid C)`.

    Notes
    -----
    Equation S1-TAN-CMI, of all pairs at once.

    Examples
    --------
    >>> joint = np.array([[[0.5, 0, 0.5, 0], [0, 0.5, 0, 0.5]] * 2])  # two coins that agree
    >>> information_of_pairs(joint, [0, 2]).round(4).tolist()
    [[0.6931, 0.6931], [0.6931, 0.6931]]
    """
    terms = -(joint * log0(np.where(joint > 0, joint, 1.0))).sum(axis=0)
    together = np.add.reduceat(np.add.reduceat(terms, starts, axis=0), starts, axis=1)
    alone = together.diagonal()
    classes = np.add.reduceat(joint.diagonal(axis1=1, axis2=2), starts, axis=1)[:, 0]
    information = alone[:, None] + alone - together - entropy(classes)
    return np.maximum(information, 0.0)  # rounding may leave -1e-17


def _plain(value):
    """A Python float for a scalar, the array itself otherwise."""
    return float(value) if np.ndim(value) == 0 else value
