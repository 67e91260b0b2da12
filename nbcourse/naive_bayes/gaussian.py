"""Naive Bayes for measurements."""

from functools import reduce

import numpy as np

from nbcourse.distributions import GaussianStats
from nbcourse.naive_bayes.base import BaseNB


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
    class_alpha, fit_prior, class_prior
        As in :class:`~nbcourse.naive_bayes.MultinomialNB`; scikit-learn calls the last one
        ``priors``.

    Attributes
    ----------
    theta_, var_ : ndarray of shape (K, d)
        Means, and variances (``ddof=0``) with the smoothing added, in the features' units.
    epsilon_ : float
        What was added: ``var_smoothing`` times the largest variance of a feature.

    Notes
    -----
    Equations S1-gauss, S2-gauss, S2-gauss-mu and S2-gauss-var. The statistics kept are
    unsmoothed, so batches give the same model as one fit. A class without samples has no
    density and is never predicted.

    Examples
    --------
    >>> model = GaussianNB(var_smoothing=0).fit([[1.0], [3.0], [5.0], [9.0]], [0, 0, 1, 1])
    >>> model.theta_.tolist(), model.var_.tolist()
    ([[2.0], [7.0]], [[1.0], [4.0]])
    """

    def __init__(
        self,
        *,
        var_smoothing=1e-9,
        shared_variance=False,
        class_alpha=0.0,
        fit_prior=True,
        class_prior=None,
    ):
        self.var_smoothing = var_smoothing
        self.shared_variance = shared_variance
        self.class_alpha = class_alpha
        self.fit_prior = fit_prior
        self.class_prior = class_prior

    def _reset_counts(self):
        if not self.var_smoothing >= 0:
            raise ValueError(f"var_smoothing={self.var_smoothing!r} is no share: give 0 or more")
        nothing = GaussianStats.of(np.empty((0, self.n_features_in_)))
        self._stats = [nothing] * len(self.classes_)

    def _count(self, X, Y):
        self._stats = [
            stats.merge(GaussianStats.of(X[w > 0], w[w > 0]))
            for stats, w in zip(self._stats, Y.T, strict=True)
        ]

    def _estimate(self):
        pooled = reduce(GaussianStats.merge, self._stats)
        self.epsilon_ = float(self.var_smoothing * pooled.variance.max())
        self.theta_ = np.array([stats.mean for stats in self._stats])
        self.var_ = self._variances() + self.epsilon_

    def _variances(self):
        """Maximum-likelihood variances (K, d): one per class, or the same for all."""
        if not self.shared_variance:
            return np.array([stats.variance for stats in self._stats])
        within = sum(stats.m2 for stats in self._stats) / self.class_count_.sum()
        return np.tile(within, (len(self._stats), 1))

    def _joint_log_likelihood(self, X):
        seen = self.class_count_ > 0
        self._check_variances(seen)
        scores = np.full((len(X), len(self.classes_)), -np.inf)
        for k in np.flatnonzero(seen):
            square = ((X - self.theta_[k]) ** 2 / self.var_[k]).sum(axis=1)
            scores[:, k] = -0.5 * (np.log(2 * np.pi * self.var_[k]).sum() + square)
        return scores + self.class_log_prior_

    def _linear_form(self):
        # the square of x is the same for all classes and drops out
        if not np.allclose(self.var_, self.var_[0]):
            raise ValueError(
                "the variances differ between classes, so the log-odds are quadratic in x: "
                "fit GaussianNB(shared_variance=True)"
            )
        W = self.theta_ / self.var_
        return W, self.class_log_prior_ - (self.theta_ * W).sum(axis=1) / 2

    def _check_variances(self, seen):
        flat = np.argwhere((self.var_ == 0) & seen[:, None])
        if len(flat):
            k, column = flat[0].tolist()
            raise ValueError(
                f"column {column} of X has zero variance in class {self.classes_[k]}, hence "
                f"no density: give var_smoothing > 0 (it is {self.var_smoothing:g}), more samples, "
                "or drop the column"
            )
