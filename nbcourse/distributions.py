"""Conjugate priors and sufficient statistics, frozen: an update is a new object."""

from dataclasses import dataclass

import numpy as np

from nbcourse.estimation import map_estimate, mle, pseudo_counts


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

    alpha: np.ndarray

    def __post_init__(self):
        alpha = np.array(self.alpha, dtype=float)
        if alpha.ndim != 1 or not (alpha > 0).all() or not np.isfinite(alpha).all():
            raise ValueError(
                f"alpha={alpha.tolist()} is no Dirichlet parameter: give one positive number "
                "per outcome, such as [1, 1, 1]"
            )
        alpha.setflags(write=False)
        object.__setattr__(self, "alpha", alpha)

    @property
    def mean(self):
        r"""Mean :math:`\alpha_k / \sum_j \alpha_j`."""
        return mle(self.alpha)

    @property
    def mode(self):
        r"""Mode :math:`(\alpha_k - 1) / \sum_j(\alpha_j - 1)`; needs every alpha >= 1."""
        return map_estimate(np.zeros_like(self.alpha), self.alpha)

    def update(self, counts):
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
        counts = np.asarray(counts, dtype=float)
        if counts.shape != self.alpha.shape:
            raise ValueError(
                f"counts has shape {counts.shape}, alpha {self.alpha.shape}: "
                "give one count per outcome"
            )
        return Dirichlet(pseudo_counts(counts, self.alpha))

    def log_evidence(self, counts):
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
            if not 0 < value < np.inf:
                raise ValueError(
                    f"{name}={value!r} is no Beta parameter: give a positive finite number"
                )

    @property
    def mean(self):
        r"""Mean :math:`a/(a+b)`."""
        return float(self.a / (self.a + self.b))

    @property
    def mode(self):
        r"""Mode :math:`(a-1)/(a+b-2)`; needs a, b >= 1 and not both 1."""
        return float(map_estimate([0, 0], [self.a, self.b])[0])

    @property
    def variance(self):
        r"""Variance :math:`ab / ((a+b)^2 (a+b+1))`."""
        total = self.a + self.b
        return float(self.a * self.b / (total**2 * (total + 1)))

    def update(self, *, successes, failures):
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
        a, b = pseudo_counts([successes, failures], [self.a, self.b])
        return Beta(a=_whole(a), b=_whole(b))

    def interval(self, level=0.95):
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
        if not 0 < level < 1:
            raise ValueError(f"level={level!r} is not between 0 and 1: give for example 0.95")
        from scipy.special import betaincinv

        tail = (1 - level) / 2
        return tuple(float(betaincinv(self.a, self.b, q)) for q in (tail, 1 - tail))


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
    mean: np.ndarray
    m2: np.ndarray

    @classmethod
    def of(cls, X, weights=None):
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

        Notes
        -----
        Equations S2-gauss-mu and S2-gauss-var (with the square, E-S2-06).

        Examples
        --------
        >>> GaussianStats.of([[1.0], [3.0]]).variance.tolist()
        [1.0]
        """
        X = np.asarray(X, dtype=float)
        weights = np.ones(len(X)) if weights is None else np.asarray(weights, dtype=float)
        total = float(weights.sum())
        mean = weights @ X / total if total else np.zeros(X.shape[1])
        return cls(total, mean, weights @ (X - mean) ** 2)

    @property
    def variance(self):
        r"""Maximum-likelihood variance :math:`M_2/n` (``ddof=0``); 0 for an empty sample."""
        return self.m2 / self.weight if self.weight else np.zeros_like(self.m2)

    def merge(self, other):
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

        Examples
        --------
        >>> a, b = GaussianStats.of([[0.0]]), GaussianStats.of([[2.0]])
        >>> a.merge(b).variance.tolist()
        [1.0]
        """
        total = self.weight + other.weight
        share = other.weight / total if total else 0.0
        step = other.mean - self.mean
        m2 = self.m2 + other.m2 + self.weight * share * step**2
        return GaussianStats(total, self.mean + share * step, m2)
