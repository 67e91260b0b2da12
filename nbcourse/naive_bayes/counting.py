"""Models that count, smooth and add logs: linear in the counts, of words or of one-hot codes.

`alpha` is the pseudo-count of a posterior mean; the same number is the mode under ``alpha + 1``
(S2-cat-map).
"""

import numpy as np
from scipy.sparse import csr_array, issparse

from nbcourse.corpus.given import canonical_csr, label_array
from nbcourse.estimation import log_bernoulli_mean, log_posterior_mean, nonnegative
from nbcourse.logspace import absent_dot, count_dot, real_number, sum_of_logs
from nbcourse.naive_bayes.base import BaseSums
from nbcourse.naive_bayes.sums import are_small, class_sums, left


def _values(X):
    """The stored values of a table, sparse or not."""
    return X.data if issparse(X) else X


def _lowest(X):
    """The smallest value of a table, but not above zero."""
    return _values(X).min(initial=0)


class BaseDiscrete(BaseSums):
    r"""Base of the models that count, smooth and add logs: linear in the counts.

    .. math:: s_k = b_k + \sum_j w_{kj} x_j

    The sufficient statistic is ``feature_count_[k, j]``, the weighted sum of feature j over the
    rows of class k. Subclasses give `_estimate`; they replace `_linear_form` where the weights are
    not the log-probabilities, `_unsmoothed_scores` where infinite weights need care, and `_bag`
    where the features are not the columns of X.
    """

    _takes_sparse = True

    def __init__(self, *, alpha=1.0, class_alpha=0.0, fit_prior=True, class_prior=None):
        self.alpha = alpha
        self.class_alpha = class_alpha
        self.fit_prior = fit_prior
        self.class_prior = class_prior

    def fit_counts(self, classes, class_count, feature_count):
        r"""Learn from class sums in place of rows: the same model, for sums are all it keeps.

        .. math:: N_k = \sum_i Y_{ik}, \qquad N_{kj} = \sum_i Y_{ik}\,x_{ij}

        Parameters
        ----------
        classes : array-like of shape (K,)
            Labels, sorted.
        class_count : array-like of shape (K,)
            Weighted number of rows of each class.
        feature_count : array-like of shape (K, d)
            Weighted sums of the features over the rows of each class.

        Returns
        -------
        self
            The fitted model.

        Raises
        ------
        ValueError
            If shapes disagree, a sum is negative, or the model keeps no such table (CategoricalNB).

        Examples
        --------
        >>> from nbcourse.naive_bayes import MultinomialNB
        >>> rows = MultinomialNB().fit([[2, 0], [1, 1], [0, 1]], ["ham", "ham", "spam"])
        >>> sums = MultinomialNB().fit_counts(["ham", "spam"], [2, 1], [[3, 1], [0, 1]])
        >>> (sums.feature_log_prob_ == rows.feature_log_prob_).all().item()
        True
        """
        labels, size = label_array("classes", classes), nonnegative("class_count", class_count)
        count = nonnegative("feature_count", feature_count).copy()
        categorical = self.__sklearn_tags__().input_tags.categorical
        fits = count.ndim == 2 and labels.shape == size.shape == count.shape[:1] and size.any()
        if categorical or not fits or not np.array_equal(labels, np.unique(labels)):
            raise ValueError(
                f"classes of shape {labels.shape}, class_count {size.shape} and feature_count "
                f"{count.shape} are no class sums of {type(self).__name__}: give sorted labels, "
                "their numbers of rows, and a row of sums for each; or fit rows"
            )
        return self._of_sums(labels, size.copy(), count)

    def _of_sums(self, classes, class_count, feature_count):
        """The model of class sums that were checked; they are kept, not copied."""
        self.n_features_in_ = feature_count.shape[1]
        self._check_parameters()
        self._start(classes)
        log_prior = self._log_prior(class_count)
        self.feature_count_ = feature_count
        return self._renewed(class_count, log_prior)

    def _combine(self, other, operation):
        self.feature_count_ = left(operation(self.feature_count_, other.feature_count_))

    def _check_parameters(self):
        super()._check_parameters()
        shape = nonnegative("alpha", self.alpha).shape
        if shape not in ((), self._alpha_shape()):
            raise ValueError(
                f"alpha has shape {shape}, which does not fit {self.n_features_in_} features: give "
                "one number" + (", or one for each feature" if self._alpha_shape() else "")
            )

    def _alpha_shape(self):
        """Shape of an alpha that differs between features."""
        return (self.n_features_in_,)

    def _check_features(self, X):
        if are_small(_values(X)):
            return X
        lowest = _lowest(X)
        if lowest < 0 and issparse(X):
            X = canonical_csr(X)  # parts of a cell may add up to a count
            lowest = _lowest(X)
        if lowest < 0:
            column = int((X < 0).nonzero()[1][0])
            raise ValueError(
                f"Negative values in data passed to {type(self).__name__} (input X): column "
                f"{column} holds {lowest:g}; expected counts >= 0: do not standardise counts, "
                "and use GaussianNB for measurements"
            )
        return X.astype(float, copy=False)

    def _reset_counts(self):
        self.feature_count_ = np.zeros((len(self.classes_), self.n_features_in_))

    def _count(self, X, codes, weights):
        with np.errstate(over="ignore"):
            count = class_sums(X, codes, weights, len(self.classes_))
            count += self.feature_count_
        if not np.isfinite(count).all():
            raise ValueError(
                f"X holds {_values(X).max():g} and its columns add up to more than a float can "
                "hold: "
                "divide X by its largest number"
            )
        self.feature_count_ = count

    def _bag(self, X):
        """The counts to add logs for: X itself where its columns are the features."""
        return X

    def _linear_form(self):
        return self.feature_log_prob_, self.class_log_prior_

    def _joint_log_likelihood(self, X):
        W, b = self._linear_form()
        if np.isfinite(W).all():
            return sum_of_logs(self._bag(X), W) + b
        return self._unsmoothed_scores(self._bag(X))

    def _unsmoothed_scores(self, X):
        return count_dot(X, self._linear_form()[0]) + self.class_log_prior_

    def _posterior_scores(self, X):
        # Only differences between classes matter. Taking them before summing keeps
        # the digits that two sums of ten thousand nats would cancel.
        W, b = self._linear_form()
        reference = int(b.argmax())
        if not np.isfinite(W).all():
            return self._joint_log_likelihood(X)
        others = np.arange(len(b)) != reference
        scores = np.zeros((X.shape[0], len(b)), order="F")
        gains = sum_of_logs(self._bag(X), W[others] - W[reference])
        scores[:, others] = gains + (b[others] - b[reference])
        return scores

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = self._takes_sparse
        tags.input_tags.positive_only = True
        tags.classifier_tags.poor_score = True
        return tags


class MultinomialNB(BaseDiscrete):
    r"""Naive Bayes for word counts: every token is one draw from the class's words.

    .. math:: \hat\theta_{kj} = \frac{N_{kj} + \alpha}{\sum_l (N_{kl} + \alpha)}, \qquad
              s_k = \log P(c_k) + \sum_j x_j \log\hat\theta_{kj}

    Parameters
    ----------
    alpha : float or array-like of shape (d,), default=1.0
        Pseudo-count per word; 0 is maximum likelihood.
    class_alpha : float, default=0.0
        Pseudo-count per class: 0 as in scikit-learn, 1 as in the sources (S0-5.18).
    fit_prior : bool, default=True
        Learn the class prior; otherwise it is uniform.
    class_prior : array-like of shape (K,), optional
        A fixed prior, in the order of ``classes_``.

    Attributes
    ----------
    classes_, class_count_, class_log_prior_ : ndarray of shape (K,)
        Sorted labels, their weighted counts and log prior in nats.
    feature_count_, feature_log_prob_ : ndarray of shape (K, d)
        Weighted counts, and log-probabilities whose rows sum to one as probabilities.

    Notes
    -----
    Equations S2-mult-est, S2-mult-rule and S1-code-theta.

    Examples
    --------
    >>> model = MultinomialNB().fit([[2, 1, 0], [0, 0, 1]], ["spam", "ham"])
    >>> np.exp(model.feature_log_prob_).round(3).tolist()
    [[0.25, 0.25, 0.5], [0.5, 0.333, 0.167]]
    """

    def _estimate(self):
        self.feature_log_prob_ = log_posterior_mean(self.feature_count_, self.alpha)


class ComplementNB(BaseDiscrete):
    r"""Multinomial weights learnt from the other classes (Rennie et al., 2003).

    .. math:: w_{kj} = -\log\frac{\sum_{l\ne k} N_{lj} + \alpha}
              {\sum_i \sum_{l\ne k} (N_{li} + \alpha)}, \qquad s_k = \sum_j x_j w_{kj}

    Parameters
    ----------
    alpha : float or array-like of shape (d,), default=1.0
        Pseudo-count per word.
    norm : bool, default=False
        Divide each class's weights by their sum.
    class_alpha, fit_prior, class_prior
        As in :class:`MultinomialNB`; the prior has no part in the scores.

    Attributes
    ----------
    feature_all_ : ndarray of shape (d,)
        Weighted counts over all classes.
    feature_log_prob_ : ndarray of shape (K, d)
        The weights; scikit-learn's name, though they are not log-probabilities.

    Examples
    --------
    >>> model = ComplementNB().fit([[2, 0], [0, 1]], ["ham", "spam"])
    >>> model.predict([[1, 0]]).tolist()
    ['ham']
    """

    def __init__(self, *, alpha=1.0, norm=False, class_alpha=0.0, fit_prior=True, class_prior=None):
        super().__init__(
            alpha=alpha, class_alpha=class_alpha, fit_prior=fit_prior, class_prior=class_prior
        )
        self.norm = norm

    def _estimate(self):
        self.feature_all_ = self.feature_count_.sum(axis=0)
        # sums over the others, for a difference of sums may fall below zero by rounding
        others = (1 - np.eye(len(self.classes_))) @ self.feature_count_
        weights = log_posterior_mean(others, self.alpha)
        np.subtract(0, weights, out=weights)
        if self.norm:
            total = weights.sum(axis=1, keepdims=True)
            if np.isinf(total).any():
                raise ValueError(
                    "norm=True divides by an infinite sum, for a word of alpha=0 never occurs "
                    "outside a class: give alpha > 0"
                )
            weights /= np.where(total > 0, total, 1.0)  # a lone feature weighs nothing
        self.feature_log_prob_ = weights

    def _linear_form(self):
        return self.feature_log_prob_, np.zeros(len(self.classes_))

    def _unsmoothed_scores(self, X):
        return -count_dot(X, -self.feature_log_prob_)

    def _posterior_scores(self, X):
        scores = super()._posterior_scores(X)
        certain = np.isposinf(scores)  # a word that no other class has
        decided = certain.any(axis=1)
        # certain of several classes is 0/0, as impossible in all of them is
        scores[decided] = -np.inf
        scores[certain & (certain.sum(axis=1) == 1)[:, None]] = 0.0
        return scores


class BernoulliNB(BaseDiscrete):
    r"""Naive Bayes for word sets: every vocabulary word is present or absent.

    .. math:: \hat\phi_{kj} = \frac{N_{kj} + \alpha}{N_k + 2\alpha}, \qquad
              s_k = \log P(c_k) + \sum_j \big[x_j\log\hat\phi_{kj}
              + (1-x_j)\log(1-\hat\phi_{kj})\big]

    Parameters
    ----------
    alpha : float or array-like of shape (d,), default=1.0
        Pseudo-count for presence and again for absence.
    binarize : float or None, default=0.0
        Values above it count as present; None if X already holds only 0 and 1.
    class_alpha, fit_prior, class_prior
        As in :class:`MultinomialNB`.

    Attributes
    ----------
    feature_count_ : ndarray of shape (K, d)
        Weighted number of rows of each class with the word.
    feature_log_prob_ : ndarray of shape (K, d)
        Log-probability of presence, in nats.

    Notes
    -----
    Equations S4-phi1, S4-lap-bern and S4-logodds.

    Examples
    --------
    >>> model = BernoulliNB().fit([[1, 1], [0, 1]], ["ham", "spam"])
    >>> np.exp(model.feature_log_prob_).round(3).tolist()
    [[0.667, 0.667], [0.333, 0.667]]
    """

    def __init__(
        self, *, alpha=1.0, binarize=0.0, class_alpha=0.0, fit_prior=True, class_prior=None
    ):
        super().__init__(
            alpha=alpha, class_alpha=class_alpha, fit_prior=fit_prior, class_prior=class_prior
        )
        self.binarize = binarize

    def _check_parameters(self):
        super()._check_parameters()
        if self.binarize is not None:
            real_number("binarize", self.binarize)

    def _check_features(self, X):
        if self.binarize is None:
            X = canonical_csr(X) if issparse(X) else X
            if not np.isin(_values(X), (0, 1)).all():
                raise ValueError(
                    "X passed to BernoulliNB(binarize=None) holds values other than 0 and 1: "
                    "give binarize=0.0 to count every positive number as present"
                )
            return X
        if not issparse(X):
            return (X > self.binarize).astype(float)
        if self.binarize < 0:
            raise ValueError(
                f"binarize={self.binarize:g} would make every absent word of a sparse X present: "
                "give binarize >= 0, or a dense X"
            )
        X = canonical_csr(X)
        least = self.binarize
        if X.dtype.kind in "iu" and least < 2**62:
            least = int(least)  # whole numbers are compared without making them floats
        present = (X.data > least).view(np.uint8)
        return csr_array((present, X.indices, X.indptr), shape=X.shape)

    def _estimate(self):
        self.feature_log_prob_, self._log_absent = log_bernoulli_mean(
            self.feature_count_, self.class_count_[:, None], self.alpha
        )

    def _linear_form(self):
        with np.errstate(invalid="ignore"):
            # -inf - -inf: an empty class without smoothing; the caller sees it is not finite
            W = self.feature_log_prob_ - self._log_absent
        return W, self.class_log_prior_ + self._log_absent.sum(axis=1)

    def _unsmoothed_scores(self, X):
        present = count_dot(X, self.feature_log_prob_)
        return present + absent_dot(X, self._log_absent) + self.class_log_prior_

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = False
        return tags
