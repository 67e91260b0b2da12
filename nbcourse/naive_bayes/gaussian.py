"""Naive Bayes for measurements."""

from functools import reduce

import numpy as np

from nbcourse.distributions import GaussianStats
from nbcourse.naive_bayes.base import BaseNB
from nbcourse.naive_bayes.checks import amount

_CELLS = 2**16
_TINY = np.finfo(float).tiny  # smaller variances have lost digits


class GaussianNB(BaseNB):
    r"""Naive Bayes for measurements: one normal density per class and feature.

    .. math:: s_k = \log P(c_k) - \sum_j \Big[\tfrac12\log(2\pi\sigma_{kj}^2)
              + \frac{(x_j-\mu_{kj})^2}{2\sigma_{kj}^2}\Big]

    Parameters
    ----------
    var_smoothing : float, default=1e-9
        Share of the largest feature variance added to every variance.
    shared_variance : bool, default=False
        Estimate one variance per feature for all classes, which makes the model linear.
    class_alpha, fit_prior
        As in :class:`~nbcourse.naive_bayes.MultinomialNB`.
    priors : array-like of shape (K,), optional
        A fixed prior, in the order of ``classes_``.

    Attributes
    ----------
    theta_, var_ : ndarray of shape (K, d)
        Means, and variances (``ddof=0``) with the smoothing added, in the features' units.
    epsilon_ : float
        What was added: ``var_smoothing`` times the largest variance of a feature.
    class_prior_ : ndarray of shape (K,)
        The prior as probabilities.

    Notes
    -----
    Equations S1-gauss, S2-gauss, S2-gauss-mu and S2-gauss-var. The statistics kept are
    unsmoothed, so batches give the same model as one fit. A class without samples has no
    density and is never predicted. A feature that has the same value in all rows says nothing
    and is left out of the scores; if it is constant in one class only, it needs var_smoothing > 0.

    Examples
    --------
    >>> model = GaussianNB(var_smoothing=0).fit([[1.0], [3.0], [5.0], [9.0]], [0, 0, 1, 1])
    >>> model.theta_.tolist(), model.var_.tolist()
    ([[2.0], [7.0]], [[1.0], [4.0]])
    """

    _prior_name = "priors"

    def __init__(
        self,
        *,
        var_smoothing=1e-9,
        shared_variance=False,
        class_alpha=0.0,
        fit_prior=True,
        priors=None,
    ):
        self.var_smoothing = var_smoothing
        self.shared_variance = shared_variance
        self.class_alpha = class_alpha
        self.fit_prior = fit_prior
        self.priors = priors

    def _check_parameters(self):
        super()._check_parameters()
        amount("var_smoothing", self.var_smoothing, "share of a variance")

    def _reset_counts(self):
        nothing = GaussianStats.of(np.empty((0, self.n_features_in_)))
        self._stats = [nothing] * len(self.classes_)

    def _count(self, X, codes, weights):
        own = [np.flatnonzero((codes == k) & (weights > 0)) for k in range(len(self.classes_))]
        self._stats = [
            stats.merge(GaussianStats.of(X[rows], weights[rows]))
            for stats, rows in zip(self._stats, own, strict=True)
        ]

    def _combine(self, other, operation):
        pairs = zip(self._stats, other._stats, strict=True)
        self._stats = [mine.merge(its) for mine, its in pairs]

    def _estimate(self):
        pooled = reduce(GaussianStats.merge, self._stats)
        self.theta_ = np.array([stats.mean for stats in self._stats])
        with np.errstate(over="ignore"):
            self.epsilon_ = float(float(self.var_smoothing) * pooled.variance.max())
            self.var_ = self._variances() + self.epsilon_
        if not np.isfinite(self.var_).all():
            raise ValueError(
                f"var_smoothing={self.var_smoothing:g} times the largest variance of X is more "
                "than a float can hold: give a smaller share, such as 1e-9"
            )

    def _variances(self):
        """Maximum-likelihood variances (K, d): one per class, or the same for all."""
        if not self.shared_variance:
            return np.array([stats.variance for stats in self._stats])
        within = sum(stats.m2 for stats in self._stats) / self.class_count_.sum()
        return np.tile(within, (len(self._stats), 1))

    @property
    def class_prior_(self):
        """The prior as probabilities, scikit-learn's name."""
        return np.exp(self.class_log_prior_)

    def _joint_log_likelihood(self, X):
        X, speaks = self._spoken(X)
        scores = np.full((len(X), len(self.classes_)), -np.inf)
        for k in np.flatnonzero(self.class_count_):
            height = -0.5 * np.log(2 * np.pi * self.var_[k, speaks]).sum()
            scores[:, k] = self._exponents(X, k, speaks).sum(axis=1) + height
            self._check_near(scores[:, k], X, [k], speaks)
        return scores + self.class_log_prior_

    def _posterior_scores(self, X):
        # differences feature by feature: where two classes agree, exactly zero is added
        prior = np.where(self.class_count_ > 0, self.class_log_prior_, -np.inf)
        if np.isneginf(prior).all():
            return self._joint_log_likelihood(X)
        X, speaks = self._spoken(X)
        rows = max(1, _CELLS // max(1, X.shape[1]))  # a part at a time stays in the fast memory
        parts = [X[i : i + rows] for i in range(0, len(X), rows)]
        return np.concatenate([self._gains(part, speaks, prior) for part in parts])

    def _gains(self, X, speaks, prior):
        """Log scores less those of the class with the largest prior."""
        first, scores = prior.argmax(), np.full((len(X), len(prior)), -np.inf)
        reference, spread = self._exponents(X, first, speaks), np.log(self.var_[:, speaks])
        scores[:, first] = 0.0
        for k in np.flatnonzero((prior > -np.inf) & (np.arange(len(prior)) != first)):
            gain = self._exponents(X, k, speaks)
            with np.errstate(invalid="ignore"):
                gain -= reference
            height = 0.5 * (spread[first] - spread[k]).sum()
            scores[:, k] = gain.sum(axis=1) + (height + prior[k] - prior[first])
            self._check_near(scores[:, k], X, [first, k], speaks)
        return scores

    def _spoken(self, X):
        """The features that say something, and which they are."""
        speaks = self._speaking()
        return (X if speaks.all() else X[:, speaks]), speaks

    def _exponents(self, X, k, speaks):
        """Exponent of the density in class k of each value; X has the features that speak."""
        exponents = X - self.theta_[k, speaks]
        with np.errstate(over="ignore"):
            exponents *= exponents  # in place: each pass over the rows costs as much as the sums
            exponents *= -0.5 / self.var_[k, speaks]
        return exponents

    def _check_near(self, scores, X, classes, speaks):
        """Refuse rows so far from a class that its exponents are no finite numbers."""
        if np.isfinite(scores).all():
            return
        lowest = [self._exponents(X, k, speaks).min(axis=0) for k in classes]
        k, column = np.unravel_index(np.argmin(lowest), np.shape(lowest))
        raise ValueError(
            f"column {np.flatnonzero(speaks)[column]} of X lies so far from class "
            f"{self.classes_[classes[k]]} that its square overflows: check its unit, or drop the "
            "row"
        )

    def _linear_form(self):
        # the square of x is the same for all classes and drops out
        if not np.allclose(self.var_, self.var_[0]):
            raise ValueError(
                "the variances differ between classes, so the log-odds are quadratic in x: "
                "fit GaussianNB(shared_variance=True)"
            )
        W = np.where(self._speaking(), self.theta_, 0) / np.maximum(self.var_, _TINY)
        return W, self.class_log_prior_ - (self.theta_ * W).sum(axis=1) / 2

    def _speaking(self):
        """Which features say something: those that are not the same in all rows."""
        seen = self.class_count_ > 0
        means = self.theta_[seen]
        flat = (self.var_ < _TINY) & seen[:, None]
        speaks = (self.var_[seen] > 0).any(axis=0) | (means != means[0]).any(axis=0)
        if (flat & speaks).any():
            k, column = np.argwhere(flat & speaks)[0].tolist()
            raise ValueError(
                f"column {column} of X has zero variance in class {self.classes_[k]}, hence "
                f"no density: give var_smoothing > 0 (it is {self.var_smoothing:g}), more samples, "
                "another unit, or drop the column"
            )
        return speaks
