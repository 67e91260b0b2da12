"""The five naive Bayes classifiers: what each counts, and how it adds.

All follow scikit-learn's interface and attribute names. `alpha` is the pseudo-count
of a posterior mean; the same number is the mode under ``alpha + 1`` (S2-cat-map).
"""

import numpy as np
from scipy.sparse import csr_array, issparse

from nbcourse.discrete import BaseCategorical, BaseDiscrete
from nbcourse.estimation import log_posterior_mean
from nbcourse.gaussian import GaussianNB
from nbcourse.logspace import absent_dot, count_dot

__all__ = ["BernoulliNB", "CategoricalNB", "ComplementNB", "GaussianNB", "MultinomialNB"]


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


class CategoricalNB(BaseCategorical):
    r"""Naive Bayes for categories, coded as the integers 0..S_j - 1.

    .. math:: \hat P(x_j = v \mid c_k) = \frac{N_{kjv} + \alpha}{N_k + S_j\alpha}, \qquad
              s_k = \log P(c_k) + \sum_j \log\hat P(x_j \mid c_k)

    Parameters
    ----------
    alpha : float, default=1.0
        Pseudo-count per category.
    min_categories : int or array-like of shape (d,), optional
        Number of categories to reserve per feature, seen or not.
    unknown : {"error", "ignore"}, default="error"
        What to do with a category never seen in training: refuse the row, or leave the
        feature out of its score.
    class_alpha, fit_prior, class_prior
        As in :class:`MultinomialNB`.

    Attributes
    ----------
    n_categories_ : ndarray of shape (d,)
        Categories per feature; it only grows.
    category_count_, feature_log_prob_ : list of d ndarrays of shape (K, S_j)
        Weighted counts and log-probabilities in nats.

    Notes
    -----
    Equations S0-5.15, S0-5.18, S1-cat, S2-cat-est and S3-lap-cond.

    Examples
    --------
    >>> model = CategoricalNB().fit([[0, 1], [1, 0], [0, 0]], [0, 1, 1])
    >>> model.predict_proba([[0, 1]]).round(4).tolist()
    [[0.64, 0.36]]
    """

    def __init__(
        self,
        *,
        alpha=1.0,
        min_categories=None,
        unknown="error",
        class_alpha=0.0,
        fit_prior=True,
        class_prior=None,
    ):
        super().__init__(
            alpha=alpha, class_alpha=class_alpha, fit_prior=fit_prior, class_prior=class_prior
        )
        self.min_categories = min_categories
        self.unknown = unknown

    def _reset_counts(self):
        if self.unknown not in ("error", "ignore"):
            raise ValueError(f"unknown={self.unknown!r} is no policy: give 'error' or 'ignore'")
        least = np.asarray(0 if self.min_categories is None else self.min_categories)
        if least.shape not in ((), (self.n_features_in_,)):
            raise ValueError(
                f"min_categories={self.min_categories!r} does not fit {self.n_features_in_} "
                "features: give one integer, or one per feature"
            )
        self.n_categories_ = np.zeros(self.n_features_in_, dtype=np.int64) + least
        K = len(self.classes_)
        self.category_count_ = [np.zeros((K, size)) for size in self.n_categories_]

    def _count(self, X, Y):
        self.n_categories_ = np.maximum(self.n_categories_, X.max(axis=0) + 1)
        counts = (self._one_hot(X, self.n_categories_).T @ Y).T
        batch = np.split(counts, np.cumsum(self.n_categories_)[:-1], axis=1)
        for j, (old, new) in enumerate(zip(self.category_count_, batch, strict=True)):
            new[:, : old.shape[1]] += old
            self.category_count_[j] = new

    def _estimate(self):
        self.feature_log_prob_ = [log_posterior_mean(n, self.alpha) for n in self.category_count_]

    def _linear_form(self):
        return np.hstack(self.feature_log_prob_), self.class_log_prior_

    def _bag(self, X):
        unseen = X >= self.n_categories_
        if self.unknown == "error" and unseen.any():
            row, column = np.argwhere(unseen)[0].tolist()
            raise ValueError(
                f"X[{row}, {column}] is category {X[row, column]}, but feature {column} had only "
                f"0..{self.n_categories_[column] - 1} in training: pass unknown='ignore' to leave "
                "the feature out, or min_categories to reserve categories"
            )
        return self._one_hot(X, self.n_categories_)
