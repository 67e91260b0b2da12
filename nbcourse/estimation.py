"""From counts to probabilities: maximum likelihood, MAP and posterior mean.

All functions work over the last axis, so one call estimates every class at once.
`log_posterior_mean` is the only place of the course that turns counts into the
log-probabilities of a model.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nbcourse.logspace import log0, real_array

__all__ = [
    "log_bernoulli_mean",
    "log_posterior_mean",
    "log_posterior_means",
    "map_estimate",
    "mle",
    "nonnegative",
    "posterior_mean",
    "pseudo_counts",
]

_NORMAL = 1e-250  # quotients of larger numbers keep their digits


def mle(counts: ArrayLike) -> NDArray[np.float64]:
    r"""Relative frequencies, the maximum-likelihood estimate.

    .. math:: \hat\theta_k = \frac{N_k}{\sum_j N_j}

    Parameters
    ----------
    counts : array_like of shape (..., S)
        Non-negative counts of the S outcomes.

    Returns
    -------
    numpy.ndarray of shape (..., S)
        Probabilities; the last axis sums to one.

    Raises
    ------
    ValueError
        If a count is negative or a row has no count at all (0/0, S4-00).

    Notes
    -----
    Equations S0-5.15 and S0-5.24.

    Examples
    --------
    >>> mle([9, 6]).tolist()
    [0.6, 0.4]
    """
    return posterior_mean(counts, alpha=0.0)


def map_estimate(counts: ArrayLike, alpha: ArrayLike) -> NDArray[np.float64]:
    r"""Mode of the Dirichlet posterior.

    .. math:: \hat\theta_k = \frac{N_k + \alpha_k - 1}{\sum_j (N_j + \alpha_j - 1)}

    Parameters
    ----------
    counts : array_like of shape (..., S)
        Non-negative counts of the S outcomes.
    alpha : float or array_like of shape (S,)
        Parameters of the Dirichlet prior, at least 1 (below, the density may peak
        at infinity on the boundary and there is no mode).

    Returns
    -------
    numpy.ndarray of shape (..., S)
        Probabilities; the last axis sums to one.

    Raises
    ------
    ValueError
        If `alpha` is below 1, or counts and `alpha` leave nothing to divide.

    Notes
    -----
    ``map_estimate(n, alpha + 1)`` equals ``posterior_mean(n, alpha)`` (S2-cat-map).

    Examples
    --------
    >>> map_estimate([9, 6], 2).round(4).tolist() == posterior_mean([9, 6], 1).round(4).tolist()
    True
    """
    alpha = real_array("alpha", alpha)
    if not (alpha >= 1).all():
        raise ValueError(
            f"alpha={alpha.min():g} is below 1, where the Dirichlet posterior may have no mode: "
            "give alpha >= 1, or use posterior_mean, which needs only alpha >= 0"
        )
    return posterior_mean(counts, alpha - 1)


def posterior_mean(counts: ArrayLike, alpha: ArrayLike) -> NDArray[np.float64]:
    r"""Mean of the Dirichlet posterior: additive smoothing.

    .. math:: \hat\theta_k = \frac{N_k + \alpha_k}{\sum_j (N_j + \alpha_j)}

    Parameters
    ----------
    counts : array_like of shape (..., S)
        Non-negative counts of the S outcomes.
    alpha : float or array_like of shape (S,)
        Pseudo-counts: 0 is maximum likelihood, 1 Laplace's rule.

    Returns
    -------
    numpy.ndarray of shape (..., S)
        Probabilities; the last axis sums to one.

    Raises
    ------
    ValueError
        If a count or `alpha` is negative or not finite, or a row has neither counts
        nor pseudo-counts (0/0).

    Notes
    -----
    Equations S0-5.18, S2-cat-est, S3-lap-cond and S4-laplace.

    Examples
    --------
    >>> posterior_mean([2, 0], 1).tolist()
    [0.75, 0.25]
    """
    scaled, _ = _scaled(pseudo_counts(counts, alpha))
    total = scaled.sum(axis=-1, keepdims=True)
    if (total == 0).any():
        raise ValueError(
            "counts has a row without any count and alpha=0, so the estimate is 0/0: "
            "give alpha > 0, or drop the empty row"
        )
    return scaled / total


def log_posterior_mean(counts: ArrayLike, alpha: ArrayLike) -> NDArray[np.float64]:
    r"""Logarithm of :func:`posterior_mean`, exact where the estimate is zero.

    .. math:: \log\hat\theta_k = \log\frac{N_k + \alpha_k}{\sum_j (N_j + \alpha_j)}

    Parameters
    ----------
    counts : array_like of shape (..., S)
        Non-negative counts of the S outcomes.
    alpha : float or array_like of shape (S,)
        Pseudo-counts.

    Returns
    -------
    numpy.ndarray of shape (..., S)
        Log-probabilities in nats. A zero estimate is :math:`-\infty`; a row with
        neither counts nor pseudo-counts supports no outcome and is :math:`-\infty`
        throughout.

    Raises
    ------
    ValueError
        If a count or `alpha` is negative or not finite.

    Notes
    -----
    Equation S2-code-logprob.

    Examples
    --------
    >>> np.exp(log_posterior_mean([2, 0], 1)).round(4).tolist()
    [0.75, 0.25]
    """
    pseudo = pseudo_counts(counts, alpha)
    with np.errstate(over="ignore"):
        total = pseudo.sum(axis=-1, keepdims=True)
    if _usual(total) and pseudo.min(initial=1.0) > _NORMAL * total.max(initial=0.0):
        pseudo /= total  # no zero and no extreme number: in place, for a vocabulary is wide
        return np.log(pseudo, out=pseudo)
    scaled, unit = _scaled(pseudo)
    total = scaled.sum(axis=-1, keepdims=True)
    total = np.where(total > 0, total, 1.0)
    share = scaled / total
    # one logarithm of the quotient: a difference of two would round each rare word alike,
    # and thousands of absent words add that up; only a quotient too small for a float needs it
    small = share < np.finfo(float).tiny
    if not pseudo[small].any():
        return log0(share)
    return np.where(small, log0(pseudo) - np.log(unit) - np.log(total), log0(share))


def log_posterior_means(counts: ArrayLike, sizes: ArrayLike, alpha: float) -> NDArray[np.float64]:
    r"""Of several variables side by side: :func:`log_posterior_mean` of the outcomes of each.

    .. math:: \log\hat\theta_{jk} = \log\frac{N_{jk} + \alpha}{\sum_l (N_{jl} + \alpha)}

    Parameters
    ----------
    counts : array_like of shape (..., S)
        Non-negative counts of the outcomes of the first variable, then of the second, ...
    sizes : array_like of int, shape (d,)
        Number of outcomes of each variable; together S.
    alpha : float
        Pseudo-count of every outcome.

    Returns
    -------
    numpy.ndarray of shape (..., S)
        Log-probabilities in nats.

    Raises
    ------
    ValueError
        If a count or `alpha` is negative or not finite.

    Examples
    --------
    >>> np.exp(log_posterior_means([2, 0, 1, 1, 1], [2, 3], 1)).round(3).tolist()
    [0.75, 0.25, 0.333, 0.333, 0.333]
    """
    counts, sizes = np.asarray(counts), np.asarray(sizes)
    logs, starts = np.empty(counts.shape), np.cumsum(sizes) - sizes
    for size in np.unique(sizes):  # one call for all variables with so many outcomes
        outcomes = starts[sizes == size, None] + np.arange(size)
        logs[..., outcomes] = log_posterior_mean(counts[..., outcomes], alpha)
    return logs


def log_bernoulli_mean(
    successes: ArrayLike, trials: ArrayLike, alpha: ArrayLike
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    r"""Logarithms of a smoothed share and of its complement: two outcomes, many variables at once.

    .. math:: \log\hat\phi = \log\frac{M + \alpha}{N + 2\alpha}, \qquad
              \log(1 - \hat\phi) = \log\frac{N - M + \alpha}{N + 2\alpha}

    Parameters
    ----------
    successes : array_like of shape (..., d)
        Non-negative counts M.
    trials : array_like that fits `successes`
        Counts N; where rounding left less than M, M is meant.
    alpha : float or array_like of shape (d,)
        Pseudo-counts of success, and again of failure.

    Returns
    -------
    (numpy.ndarray, numpy.ndarray) of shape (..., d)
        As :func:`log_posterior_mean` of the two outcomes.

    Raises
    ------
    ValueError
        If a count or `alpha` is negative or not finite.

    Notes
    -----
    Equations S4-phi1 and S4-lap-bern.

    Examples
    --------
    >>> present, absent = log_bernoulli_mean([2, 0], 2, 1)
    >>> np.exp(present).tolist(), np.exp(absent).tolist()
    ([0.75, 0.25], [0.25, 0.75])
    """
    successes = nonnegative("successes", successes)
    trials, alpha = nonnegative("trials", trials), nonnegative("alpha", alpha)
    try:
        failures = np.asarray(trials - successes)
    except ValueError as error:
        raise ValueError(
            f"trials has shape {trials.shape}, successes {successes.shape}: give one number for "
            "all variables, or one for each"
        ) from error
    np.maximum(failures, 0.0, out=failures)
    successes = np.broadcast_to(successes, failures.shape)
    pair = [_added(counts, alpha) for counts in (successes, failures)]
    with np.errstate(over="ignore"):
        total = pair[0] + pair[1]
    if not _usual(total):
        both = log_posterior_mean(np.stack([successes, failures], axis=-1), _last_axis(alpha))
        return both[..., 0], both[..., 1]
    for counts in pair:  # in place: the tables are as wide as the vocabulary
        counts /= total
    with np.errstate(divide="ignore"):
        return tuple(np.log(share, out=share) for share in pair)


def _usual(total):
    """Whether something was counted, and no number is at the ends of what a float can hold."""
    return total.min(initial=1.0) > _NORMAL and total.max(initial=1.0) < np.inf


def _last_axis(alpha):
    """Pseudo-counts of variables as those of their outcomes, which have an axis more."""
    return np.asarray(alpha, dtype=float)[..., None] if np.ndim(alpha) else alpha


def _scaled(pseudo):
    """Pseudo-counts over a power of two near the largest of each row, and that power: exact, and
    no sum of them overflows."""
    exponent = np.frexp(pseudo.max(axis=-1, keepdims=True, initial=0.0))[1]
    unit = np.ldexp(1.0, exponent - 1)
    return pseudo / unit, unit


def nonnegative(
    name: str,
    values: ArrayLike,
    cure: str = "clean the table, and smooth with alpha=1 (Laplace) or a smaller positive number",
) -> NDArray[np.float64]:
    """Check that values are finite numbers >= 0, as counts, pseudo-counts and weights are.

    Parameters
    ----------
    name : str
        What they are called in the error.
    values : array_like
        Numbers, any shape.
    cure : str, optional
        What the error advises.

    Returns
    -------
    numpy.ndarray of float

    Raises
    ------
    ValueError
        If one is negative, not finite or no number.

    Examples
    --------
    >>> nonnegative("alpha", [1, 0]).tolist()
    [1.0, 0.0]
    """
    array = real_array(name, values)
    if not (array.min(initial=0.0) >= 0 and array.max(initial=0.0) < np.inf):
        worst = array[~(np.isfinite(array) & (array >= 0))].flat[0]
        raise ValueError(f"{name} holds {worst:g}; expected finite numbers >= 0: {cure}")
    return array


def pseudo_counts(counts: ArrayLike, alpha: ArrayLike) -> NDArray[np.float64]:
    r"""Counts with the prior's pseudo-counts added, checked.

    .. math:: N_k + \alpha_k

    Parameters
    ----------
    counts : array_like of shape (..., S)
        Non-negative counts of the S outcomes.
    alpha : float or array_like of shape (S,)
        Pseudo-counts, the same for all outcomes or one for each.

    Returns
    -------
    numpy.ndarray of shape (..., S)
        The sum, as floats.

    Raises
    ------
    ValueError
        If a number is negative or not finite, or `alpha` does not fit the outcomes.

    Examples
    --------
    >>> pseudo_counts([2, 0], 1).tolist()
    [3.0, 1.0]
    """
    return _added(nonnegative("counts", counts), nonnegative("alpha", alpha))


def _added(counts, alpha):
    """Counts and pseudo-counts that were checked, added if they fit and a float holds the sum."""
    if counts.ndim == 0:
        raise ValueError(
            f"counts={counts:g} is one number, expected a list of counts: [{counts:g}]"
        )
    fits = alpha.ndim <= counts.ndim and all(
        size in (1, wanted)
        for size, wanted in zip(alpha.shape[::-1], counts.shape[::-1], strict=False)
    )
    if not fits:
        raise ValueError(
            f"alpha has shape {alpha.shape}, counts {counts.shape}: give one number for all "
            f"outcomes, or one for each of the {counts.shape[-1]}"
        )
    with np.errstate(over="ignore"):
        pseudo = counts + alpha
    if not pseudo.max(initial=0.0) < np.inf:
        raise ValueError(
            f"counts and alpha reach {counts.max():g} and {alpha.max():g}, whose sum no float "
            "holds: divide both by the same number"
        )
    return pseudo
