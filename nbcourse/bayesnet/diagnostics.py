"""Whether chains have forgotten their start (R-hat), and what their draws are worth."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nbcourse.logspace import real_array

__all__ = ["effective_sample_size", "r_hat"]


def r_hat(draws: ArrayLike) -> float:
    r"""Potential scale reduction of chains cut in halves (R-hat, 收敛诊断).

    .. math:: \hat R = \sqrt{\frac{\frac{n-1}{n} W + \frac{1}{n} B}{W}}

    with W the mean variance within the half chains, and B/n the variance of their means.

    Parameters
    ----------
    draws : array_like of shape (chains, n)
        A number from each draw of each chain; four draws a chain at least.

    Returns
    -------
    float
        Near 1 when the chains agree; infinite when every chain stands still, but not all at the
        same number; NaN when all draws are equal, which says nothing.

    Raises
    ------
    ValueError
        If `draws` is no table of finite numbers, or too short.

    Examples
    --------
    >>> mixed = np.random.default_rng(0).normal(size=(4, 1000))
    >>> round(r_hat(mixed), 2)
    1.0
    >>> r_hat([[0, 0, 0, 0], [1, 1, 1, 1]])
    inf
    """
    halves = _halves(draws)
    within, between = _variances(halves)
    if within == 0:
        return float("nan") if between == 0 else float("inf")
    n = halves.shape[1]
    return float(np.sqrt((n - 1) / n + between / within))


def effective_sample_size(draws: ArrayLike) -> float:
    r"""Number of independent draws that would give the same standard error (有效样本量).

    .. math:: n_{\mathrm{eff}} = \frac{Mn}{1 + 2\sum_{t \ge 1} \hat\rho_t}

    The sum of autocorrelations ends where the sum of a pair of neighbours falls below zero, and
    the pairs are made to fall (Geyer's initial monotone sequence); chains are cut in halves.

    Parameters
    ----------
    draws : array_like of shape (chains, n)
        A number from each draw of each chain; four draws a chain at least.

    Returns
    -------
    float
        NaN when all draws are equal.

    Raises
    ------
    ValueError
        If `draws` is no table of finite numbers, or too short.

    Examples
    --------
    >>> mixed = np.random.default_rng(0).normal(size=(4, 1000))
    >>> 3600 < effective_sample_size(mixed) < 4400
    True
    """
    halves = _halves(draws)
    m, n = halves.shape
    within, between = _variances(halves)
    if within == between == 0:
        return float("nan")
    rho = 1 - (within - _autocovariance(halves)) / (within * (n - 1) / n + between)
    rho[0] = 1.0
    pairs = rho[: n // 2 * 2].reshape(-1, 2).sum(axis=1)
    length = int(np.argmax(pairs < 0)) if (pairs < 0).any() else len(pairs)
    tau = 2 * np.minimum.accumulate(pairs[:length]).sum() - 1
    return float(m * n / max(tau, 1 / np.log10(m * n)))


def _halves(draws):
    """Each chain as two, so that a drift within a chain is seen as well."""
    table = real_array("draws", draws)
    if table.ndim != 2 or table.shape[1] < 4 or not table.size or not np.isfinite(table).all():
        raise ValueError(
            f"draws of shape {table.shape}: expected finite numbers, a row for each chain and at "
            "least 4 draws in each"
        )
    n = table.shape[1] // 2
    return np.concatenate([table[:, :n], table[:, -n:]])


def _variances(halves) -> tuple[float, float]:
    """Mean variance within the chains, and the variance of their means."""
    return halves.var(axis=1, ddof=1).mean(), halves.mean(axis=1).var(ddof=1)


def _autocovariance(halves) -> NDArray[np.float64]:
    """Mean over chains of the (biased) autocovariance at each lag, by Fourier transform."""
    n = halves.shape[1]
    spectrum = np.fft.rfft(halves - halves.mean(axis=1, keepdims=True), 2 * n)
    power = (spectrum * spectrum.conj()).real.mean(axis=0)
    return np.fft.irfft(power, 2 * n)[:n] / n
