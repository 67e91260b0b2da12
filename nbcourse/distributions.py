"""Conjugate priors and sufficient statistics, frozen: an update is a new object."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nbcourse.estimation import map_estimate, mle, nonnegative, pseudo_counts
from nbcourse.logspace import real_array, real_number

__all__ = ["Beta", "Dirichlet", "GaussianStats"]


@dataclass(frozen=True, eq=False)
class Dirichlet:
    r"""Dirichlet distribution over the probabilities of S outcomes.

    .. math:: p(\theta) \propto \prod_k \theta_k^{\alpha_k - 1}

    Parameters
    ----------
    alpha : array_like of shape (S,)
        Positive parameters; ``alpha - 1`` are pseudo-counts of the mode, ``alpha``
        those of the mean.

    Examples
    --------
    >>> Dirichlet([1, 1, 1]).update([2, 0, 1]).mean.round(3).tolist()
    [0.5, 0.167, 0.333]
    """

    alpha: NDArray[np.float64]

    def __post_init__(self):
        alpha = real_array("alpha", self.alpha).copy()
        if alpha.ndim != 1 or not (alpha > 0).all() or not np.isfinite(alpha).all():
            raise ValueError(
                f"alpha={alpha.tolist()} is no Dirichlet parameter: give one positive number "
                "per outcome, such as [1, 1, 1]"
            )
        alpha.setflags(write=False)
        object.__setattr__(self, "alpha", alpha)

    @property
    def mean(self) -> NDArray[np.float64]:
        r"""Mean :math:`\alpha_k / \sum_j \alpha_j`."""
        return mle(self.alpha)

    @property
    def mode(self) -> NDArray[np.float64]:
        r"""Mode :math:`(\alpha_k - 1) / \sum_j(\alpha_j - 1)`; needs every alpha >= 1."""
        return map_estimate(np.zeros_like(self.alpha), self.alpha)

    def update(self, counts: ArrayLike) -> Dirichlet:
        r"""Posterior after observing counts.

        .. math:: \mathrm{Dir}(\alpha) \to \mathrm{Dir}(\alpha + N)

        Parameters
        ----------
        counts : array_like of shape (S,)
            How often each outcome was seen.

        Returns
        -------
        Dirichlet
            A new distribution; this one stays as it is.

        Raises
        ------
        ValueError
            If `counts` has another shape than `alpha`, or a negative entry.

        Examples
        --------
        >>> Dirichlet([1, 1]).update([9, 6]).alpha.tolist()
        [10.0, 7.0]
        """
        counts = real_array("counts", counts)
        if counts.shape != self.alpha.shape:
            raise ValueError(
                f"counts has shape {counts.shape}, alpha {self.alpha.shape}: "
                "give one count per outcome"
            )
        return Dirichlet(pseudo_counts(counts, self.alpha))

    def log_evidence(self, counts: ArrayLike) -> float:
        r"""Log-probability of an observed sequence, parameters integrated out.

        .. math:: \ln P(D \mid \alpha) = \ln B(\alpha + N) - \ln B(\alpha)

        Parameters
        ----------
        counts : array_like of shape (S,)
            How often each outcome was seen.

        Returns
        -------
        float
            Log evidence in nats of the sequence (no multinomial coefficient).

        Examples
        --------
        >>> round(float(np.exp(Dirichlet([1, 1]).log_evidence([1, 1]))), 4)
        0.1667
        """
        return _log_beta(self.update(counts).alpha) - _log_beta(self.alpha)


def _log_beta(alpha):
    from scipy.special import gammaln

    return float(gammaln(alpha).sum() - gammaln(alpha.sum()))


@dataclass(frozen=True)
class Beta:
    r"""Beta distribution over the success probability of a Bernoulli variable.

    .. math:: p(\theta) \propto \theta^{a-1} (1-\theta)^{b-1}

    Parameters
    ----------
    a, b : float
        Positive parameters: `a` counts successes, `b` failures.

    Examples
    --------
    >>> Beta(a=1, b=1).update(successes=8, failures=2).mean
    0.75
    """

    a: float
    b: float

    def __post_init__(self):
        for name in ("a", "b"):
            value = getattr(self, name)
            if not 0 < real_number(name, value) < np.inf:
                raise ValueError(
                    f"{name}={value!r} is no Beta parameter: give a positive finite number"
                )

    @property
    def mean(self) -> float:
        r"""Mean :math:`a/(a+b)`."""
        return float(mle([self.a, self.b])[0])

    @property
    def mode(self) -> float:
        r"""Mode :math:`(a-1)/(a+b-2)`; needs a, b >= 1 and not both 1."""
        return float(map_estimate([0, 0], [self.a, self.b])[0])

    @property
    def variance(self) -> float:
        r"""Variance :math:`ab / ((a+b)^2 (a+b+1))`."""
        success, failure = mle([self.a, self.b])  # (a+b)^2 might overflow
        return float(success * failure / (float(self.a) + float(self.b) + 1))

    def update(self, *, successes: float, failures: float) -> Beta:
        r"""Posterior after a sample.

        .. math:: \mathrm{Beta}(a, b) \to \mathrm{Beta}(a + s, b + f)

        Parameters
        ----------
        successes, failures : float
            How often each outcome was seen.

        Returns
        -------
        Beta
            A new distribution; this one stays as it is.

        Examples
        --------
        >>> Beta(a=1, b=1).update(successes=2, failures=0)
        Beta(a=3, b=1)
        """
        seen = real_number("successes", successes), real_number("failures", failures)
        a, b = pseudo_counts(seen, [self.a, self.b])
        return Beta(a=_whole(a), b=_whole(b))

    def interval(self, level: float = 0.95) -> tuple[float, float]:
        r"""Central credible interval.

        .. math:: P(l \le \theta \le u) = \text{level}, \quad
                  P(\theta < l) = P(\theta > u)

        Parameters
        ----------
        level : float, default=0.95
            Probability inside the interval, between 0 and 1.

        Returns
        -------
        tuple of float
            Lower and upper end.

        Examples
        --------
        >>> [round(end, 3) for end in Beta(a=1, b=1).interval(0.9)]
        [0.05, 0.95]
        """
        if not 0 < real_number("level", level) < 1:
            raise ValueError(f"level={level!r} is not between 0 and 1: give for example 0.95")
        from scipy.special import betaincinv

        a, b, tail = float(self.a), float(self.b), (1 - float(level)) / 2
        return tuple(float(betaincinv(a, b, q)) for q in (tail, 1 - tail))


def _whole(value):
    return int(value) if float(value).is_integer() else float(value)


@dataclass(frozen=True, eq=False)
class GaussianStats:
    r"""Sufficient statistics of Gaussian features, mergeable without loss.

    .. math:: n = \sum_i w_i, \quad \bar x = \tfrac1n\sum_i w_i x_i, \quad
              M_2 = \sum_i w_i (x_i - \bar x)^2

    Parameters
    ----------
    weight : float
        Total weight n of the samples.
    mean : array_like of shape (d,)
        Mean of each feature, in its unit.
    m2 : array_like of shape (d,)
        Sum of squared deviations, in squared units.

    Examples
    --------
    >>> stats = GaussianStats.of([[1.0], [3.0]])
    >>> stats.merge(GaussianStats.of([[5.0]])).mean.tolist()
    [3.0]
    """

    weight: float
    mean: NDArray[np.float64]
    m2: NDArray[np.float64]

    def __post_init__(self):
        weight, mean = nonnegative("weight", self.weight), real_array("mean", self.mean).copy()
        m2 = nonnegative("m2", self.m2).copy()
        if weight.ndim or mean.shape != m2.shape or not np.isfinite(mean).all():
            raise ValueError(
                f"weight={self.weight!r}, mean={mean.tolist()} and m2={m2.tolist()} are no "
                "statistics: give one weight, and a finite mean and sum of squares per feature"
            )
        for name, value in (("weight", float(weight)), ("mean", mean), ("m2", m2)):
            object.__setattr__(self, name, value)
        mean.flags.writeable = m2.flags.writeable = False

    @classmethod
    def of(cls, X: ArrayLike, weights: ArrayLike | None = None) -> GaussianStats:
        r"""Statistics of a sample, in two passes.

        .. math:: \hat\mu = \tfrac1n\sum_i x_i, \quad
                  \hat\sigma^2 = \tfrac1n\sum_i (x_i - \hat\mu)^2

        Parameters
        ----------
        X : array_like of shape (n, d)
            Samples.
        weights : array_like of shape (n,), optional
            Non-negative weights; 2 counts a row twice.

        Returns
        -------
        GaussianStats
            Weight, mean and sum of squares.

        Raises
        ------
        ValueError
            If `X` is no table of finite numbers, a weight is negative, or a square overflows.

        Notes
        -----
        Equations S2-gauss-mu and S2-gauss-var (with the square, E-S2-06). Deviations are taken
        from the first row before they are averaged, so a constant feature has variance zero
        exactly, and an offset of many units costs no digits.

        Examples
        --------
        >>> GaussianStats.of([[1.0], [3.0]]).variance.tolist()
        [1.0]
        """
        X = real_array("X", X)
        weights = np.ones(X.shape[:1]) if weights is None else nonnegative("weights", weights)
        if X.ndim != 2 or weights.shape != (len(X),) or not np.isfinite(X).all():
            raise ValueError(
                f"X of shape {X.shape} with weights of shape {weights.shape} is no sample: give "
                "a table of finite numbers, one row per sample, and one weight per row"
            )
        total = float(weights.sum())
        if not total:
            return cls(0.0, np.zeros(X.shape[1]), np.zeros(X.shape[1]))
        origin = X[weights.argmax()]
        with np.errstate(over="ignore", invalid="ignore"):
            away = X - origin
            shift = weights @ away / total
            away -= shift
            away *= away
            m2 = weights @ away
        return cls(total, origin + shift, _held(m2))

    @property
    def variance(self) -> NDArray[np.float64]:
        r"""Maximum-likelihood variance :math:`M_2/n` (``ddof=0``); 0 for an empty sample."""
        with np.errstate(over="ignore"):
            return _held(self.m2 / self.weight if self.weight else np.zeros_like(self.m2))

    def merge(self, other: GaussianStats) -> GaussianStats:
        r"""Statistics of both samples together.

        .. math:: M_2 = M_2^a + M_2^b + \frac{n_a n_b}{n_a + n_b}(\bar x_a - \bar x_b)^2

        Parameters
        ----------
        other : GaussianStats
            Statistics of another sample with the same features.

        Returns
        -------
        GaussianStats
            Statistics of the union.

        Raises
        ------
        ValueError
            If `other` has other features, or a square overflows.

        Examples
        --------
        >>> a, b = GaussianStats.of([[0.0]]), GaussianStats.of([[2.0]])
        >>> a.merge(b).variance.tolist()
        [1.0]
        """
        if not isinstance(other, GaussianStats) or other.mean.shape != self.mean.shape:
            raise ValueError(
                f"other={other!r:.60} does not fit {self.mean.size} features: give the "
                "GaussianStats of another sample of the same features"
            )
        total = self.weight + other.weight
        share = other.weight / total if total else 0.0
        with np.errstate(over="ignore", invalid="ignore"):
            step = other.mean - self.mean
            m2 = self.m2 + other.m2 + (self.weight * share * step) * step
            mean = self.mean + share * step
        return GaussianStats(total, mean, _held(m2))


def _held(m2):
    """Sums of squares if a float holds them."""
    if not np.isfinite(m2).all():
        column = int(np.flatnonzero(~np.isfinite(m2))[0])
        raise ValueError(
            f"column {column} of X spreads so far that its squares overflow: give it in another "
            "unit, for example with sklearn.preprocessing.StandardScaler"
        )
    return m2
