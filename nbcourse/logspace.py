"""Log-domain arithmetic and information measures: everything naive Bayes adds up.

Probabilities of whole messages are far below the smallest float, so the course
never multiplies them: it adds logarithms and normalises once, here.
"""

import numpy as np
from numpy.typing import ArrayLike


def log0(p: ArrayLike) -> np.ndarray:
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
        If an entry is negative.

    Examples
    --------
    >>> log0([1.0, 0.0]).tolist()
    [0.0, -inf]
    """
    p = np.asarray(p, dtype=float)
    if (p < 0).any():
        raise ValueError(
            f"p holds {p.min():g}; a probability or count is never negative: "
            "check the sign, or use probabilities instead of logarithms"
        )
    with np.errstate(divide="ignore"):
        return np.log(p)


def log_normalize(scores: ArrayLike, axis: int = -1) -> np.ndarray:
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

    Notes
    -----
    Equations S0-5.12, S4-post and S4-00.

    Examples
    --------
    >>> np.exp(log_normalize([-1200.0, -1201.0, -1203.0])).round(4).tolist()
    [0.7054, 0.2595, 0.0351]
    """
    scores = np.asarray(scores, dtype=float)
    top = scores.max(axis=axis, keepdims=True)
    with np.errstate(invalid="ignore"):
        # -inf - -inf is NaN on purpose: no class can have produced the row
        shifted = scores - top
    return shifted - np.log(np.exp(shifted).sum(axis=axis, keepdims=True))


def count_dot(X, log_p: ArrayLike) -> np.ndarray:
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

    Notes
    -----
    The sum of equation S2-rule.

    Examples
    --------
    >>> count_dot(np.array([[2, 0], [1, 1]]), log0([[1.0, 0.0]])).tolist()
    [[0.0], [-inf]]
    """
    finite, impossible = _split(log_p)
    total = X @ finite.T
    total[X @ impossible.T > 0] = -np.inf
    return total


def absent_dot(X, log_q: ArrayLike) -> np.ndarray:
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

    Notes
    -----
    The factors :math:`(1-\phi_i)^{1-x_i}` of equation S4-post.

    Examples
    --------
    >>> absent_dot(np.array([[1, 0], [0, 1]]), log0([[0.0, 1.0]])).tolist()
    [[0.0], [-inf]]
    """
    finite, impossible = _split(log_q)
    total = finite.sum(axis=1) - X @ finite.T
    total[impossible.sum(axis=1) - X @ impossible.T > 0] = -np.inf
    return total


def _split(log_p):
    """Finite part of log probabilities, and 1.0 where they are -inf."""
    log_p = np.asarray(log_p, dtype=float)
    impossible = np.isneginf(log_p)
    return np.where(impossible, 0.0, log_p), impossible.astype(float)


def entropy(p: ArrayLike, axis: int | tuple[int, ...] = -1) -> float | np.ndarray:
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

    Examples
    --------
    >>> round(entropy([0.5, 0.5]), 4)
    0.6931
    """
    p = np.asarray(p, dtype=float)
    terms = np.where(p > 0, p * log0(np.where(p > 0, p, 1.0)), 0.0)
    return _plain(0.0 - terms.sum(axis=axis))


def mutual_information(joint: ArrayLike) -> float | np.ndarray:
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

    Examples
    --------
    >>> round(mutual_information([[0.5, 0.0], [0.0, 0.5]]), 4)
    0.6931
    >>> mutual_information([[0.25, 0.25], [0.25, 0.25]])
    0.0
    """
    joint = np.asarray(joint, dtype=float)
    rows, columns = joint.sum(axis=-1), joint.sum(axis=-2)
    information = entropy(rows) + entropy(columns) - entropy(joint, axis=(-2, -1))
    # rounding may leave -1e-17 where the variables are independent
    return _plain(np.maximum(information, 0.0))


def conditional_mutual_information(joint: ArrayLike) -> float | np.ndarray:
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

    Notes
    -----
    Equation S1-TAN-CMI, in the form :math:`H(X,C)+H(Y,C)-H(X,Y,C)-H(C)`.

    Examples
    --------
    >>> round(conditional_mutual_information([[[0.5, 0.0], [0.0, 0.5]]]), 4)
    0.6931
    """
    joint = np.asarray(joint, dtype=float)
    information = (
        entropy(joint.sum(axis=-1), axis=(-2, -1))
        + entropy(joint.sum(axis=-2), axis=(-2, -1))
        - entropy(joint, axis=(-3, -2, -1))
        - entropy(joint.sum(axis=(-2, -1)))
    )
    return _plain(np.maximum(information, 0.0))


def _plain(value):
    """A Python float for a scalar, the array itself otherwise."""
    return float(value) if np.ndim(value) == 0 else value
