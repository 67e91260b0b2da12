"""Models that count, smooth and add logs: linear in the counts, of words or of one-hot codes.

`alpha` is the pseudo-count of a posterior mean; the same number is the mode under ``alpha + 1``
(S2-cat-map).
"""

import numpy as np
from scipy.sparse import csr_array, issparse

from nbcourse.estimation import log_posterior_mean
from nbcourse.logspace import absent_dot, count_dot
from nbcourse.naive_bayes.base import BaseNB


def class_sums(X, Y):
    r"""Weighted sums of the rows of each class, the sufficient statistic of counting models.

    .. math:: N_{kj} = \sum_i Y_{ik}\,x_{ij}

    Parameters
    ----------
    X : array or CSR array of shape (n, d)
        Non-negative counts; small integers cannot wrap around.
    Y : numpy.ndarray of float, shape (n, K)
        The weight of row i in the column of its class, 0 elsewhere.

    Returns
    -------
    numpy.ndarray of float, shape (K, d)

    Examples
    --------
    >>> class_sums(np.array([[2, 0], [1, 1]]), np.array([[1.0, 0.0], [0.0, 1.0]])).tolist()
    [[2.0, 0.0], [1.0, 1.0]]
    """
    shifts = _counter_shifts(X, Y)
    if len(shifts) < 2:
        return np.ascontiguousarray((X.T @ Y).T)
    sums = []
    for start in range(0, Y.shape[1], len(shifts)):
        classes = Y[:, start : start + len(shifts)].astype(np.int64)
        places = shifts[: classes.shape[1]]
        packed = X.T @ (classes << places).sum(axis=1)
        sums.append((packed >> places[:, None]) & ((1 << shifts[1]) - 1))
    return np.concatenate(sums).astype(float)


def _counter_shifts(X, Y):
    """Places of the whole-number counters that fit into one 64-bit word, so that one pass over
    sparse counts sums several classes; fewer than two where packing cannot be exact."""
    whole = np.result_type(X.dtype, np.int64) == np.int64 and (Y == np.floor(Y)).all()
    if not (issparse(X) and whole and X.nnz):
        return np.zeros(1, dtype=np.int64)
    largest = float(X.data.sum(dtype=float)) * Y.max()  # no sum of a class can be larger
    width = int(largest).bit_length() + 1
    return width * np.arange(62 // width)


class BaseDiscrete(BaseNB):
    r"""Base of the models that count, smooth and add logs: linear in the counts.

    .. math:: s_k = b_k + \sum_j w_{kj} x_j

    The sufficient statistic is ``feature_count_[k, j]``, the weighted sum of feature j over the
    rows of class k. Subclasses give `_estimate`; they replace `_linear_form` where the weights are
    not the log-probabilities, `_unsmoothed_scores` where infinite weights need care, and `_bag`
    where the features are not the columns of X.
    """

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

        Examples
        --------
        >>> from nbcourse.naive_bayes import MultinomialNB
        >>> rows = MultinomialNB().fit([[2, 0], [1, 1], [0, 1]], ["ham", "ham", "spam"])
        >>> sums = MultinomialNB().fit_counts(["ham", "spam"], [2, 1], [[3, 1], [0, 1]])
        >>> (sums.feature_log_prob_ == rows.feature_log_prob_).all().item()
        True
        """
        feature_count = np.array(feature_count, dtype=float)
        self.n_features_in_ = feature_count.shape[1]
        self._start(np.asarray(classes))
        self.class_count_ += class_count
        self.feature_count_ += feature_count
        self.class_log_prior_ = self._log_prior()
        self._estimate()
        return self

    def _check_features(self, X):
        lowest = X.min() if X.shape[0] else 0
        if lowest < 0:
            column = int((X < 0).nonzero()[1][0])
            raise ValueError(
                f"Negative values in data passed to {type(self).__name__} (input X): column "
                f"{column} holds {lowest:g}; expected counts >= 0: do not standardise counts, "
                "and use GaussianNB for measurements"
            )
        return X

    def _reset_counts(self):
        self.feature_count_ = np.zeros((len(self.classes_), self.n_features_in_))

    def _count(self, X, Y):
        self.feature_count_ += class_sums(X, Y)

    def _bag(self, X):
        """The counts to add logs for: X itself where its columns are the features."""
        return X

    def _linear_form(self):
        return self.feature_log_prob_, self.class_log_prior_

    def _joint_log_likelihood(self, X):
        W, b = self._linear_form()
        if np.isfinite(W).all():
            return self._bag(X) @ W.T + b
        return self._unsmoothed_scores(self._bag(X))

    def _unsmoothed_scores(self, X):
        return count_dot(X, self._linear_form()[0]) + self.class_log_prior_

    def _posterior_scores(self, X):
        # Only differences between classes matter. Taking them before summing keeps
        # the digits that two sums of ten thousand nats would cancel.
        W, b = self._linear_form()
        reference = int(b.argmax())
        if not np.isfinite(W).all() or np.isneginf(b[reference]):
            return self._joint_log_likelihood(X)
        others = np.arange(len(b)) != reference
        scores = np.zeros((X.shape[0], len(b)))
        scores[:, others] = self._bag(X) @ (W[others] - W[reference]).T + (b[others] - b[reference])
        return scores

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
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
        As in :class:`MultinomialNB`; the prior is used only if there is a single class.

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
        log_prob = log_posterior_mean(self.feature_all_ - self.feature_count_, self.alpha)
        if self.norm:
            self.feature_log_prob_ = log_prob / log_prob.sum(axis=1, keepdims=True)
        else:
            self.feature_log_prob_ = -log_prob

    def _linear_form(self):
        lone = len(self.classes_) == 1
        return self.feature_log_prob_, self.class_log_prior_ if lone else np.zeros(
            len(self.classes_)
        )


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

    def _check_features(self, X):
        values = X.data if issparse(X) else X
        if self.binarize is None:
            if not np.isin(values, (0, 1)).all():
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
        present = (values > self.binarize).astype(float)
        return csr_array((present, X.indices, X.indptr), shape=X.shape)

    def _estimate(self):
        absent = self.class_count_[:, None] - self.feature_count_
        alpha = np.broadcast_to(self.alpha, absent.shape[1:])[:, None]
        both = log_posterior_mean(np.stack([absent, self.feature_count_], axis=-1), alpha)
        self._log_absent, self.feature_log_prob_ = both[..., 0], both[..., 1]

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
