"""Naive Bayes for categories: a table becomes a bag of "feature=value", then it is counting."""

import numpy as np
from scipy.sparse import csr_array

from nbcourse.estimation import log_posterior_means, nonnegative
from nbcourse.naive_bayes.counting import BaseDiscrete
from nbcourse.naive_bayes.sums import class_sums, index_type, left

_MOST_CATEGORIES = 10_000_000
_ENCODE = "Encode categories as 0..S-1, for example with sklearn.preprocessing.OrdinalEncoder."


class BaseCategorical(BaseDiscrete):
    r"""Base of the models for categories: a table becomes a bag of "feature=value".

    .. math:: x_{ij} = v \;\longmapsto\; \text{one count in column } (j, v)

    Categories are the integers 0..S_j - 1. In this one-hot code a categorical model
    is a discrete model like the others: it counts columns and adds logs.
    """

    _takes_sparse = False

    def _check_array(self, X, *, reset):
        try:
            return super()._check_array(X, reset=reset)
        except ValueError as error:
            raise ValueError(f"{error} {_ENCODE}") from error

    def _alpha_shape(self):
        return ()

    def _check_features(self, X):
        X = super()._check_features(X)
        odd = X >= _MOST_CATEGORIES
        if X.dtype.kind not in "biu":
            odd |= np.floor(X) != X
        if odd.any():
            row, column = np.argwhere(odd)[0].tolist()
            raise ValueError(
                f"X passed to {type(self).__name__} holds {X[row, column]:g} in column {column}; "
                f"expected whole numbers below {_MOST_CATEGORIES:,}, for no class can count a "
                f"fraction's category, nor a table hold more. {_ENCODE}"
            )
        return X.astype(np.int32)

    def _one_hot(self, codes, n_categories):
        """CSR indicators of the categories; one beyond the known categories counts nothing."""
        n, d = codes.shape
        size = int(n_categories.sum())
        kind = index_type(max(size, n * d))
        columns = codes + (np.cumsum(n_categories) - n_categories).astype(kind)
        known = codes < n_categories
        columns[~known] = 0
        rows = np.arange(n + 1, dtype=kind) * d
        return csr_array((known.view(np.uint8).ravel(), columns.ravel(), rows), shape=(n, size))

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.categorical = True
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

    def _check_parameters(self):
        super()._check_parameters()
        if not isinstance(self.unknown, str) or self.unknown not in ("error", "ignore"):
            raise ValueError(f"unknown={self.unknown!r} is no policy: give 'error' or 'ignore'")
        least = self._least_categories()
        whole = (np.floor(least) == least).all() and (least < _MOST_CATEGORIES).all()
        if least.shape not in ((), (self.n_features_in_,)) or not whole:
            raise ValueError(
                f"min_categories={self.min_categories!r} does not fit {self.n_features_in_} "
                f"features: give one whole number below {_MOST_CATEGORIES:,}, or one per feature"
            )

    def _least_categories(self):
        least = 0 if self.min_categories is None else self.min_categories
        return nonnegative("min_categories", least, "give None, or whole numbers")

    def _reset_counts(self):
        least = self._least_categories().astype(np.int64)
        self.n_categories_ = np.zeros(self.n_features_in_, dtype=np.int64) + least
        K = len(self.classes_)
        self.category_count_ = [np.zeros((K, size)) for size in self.n_categories_]

    def _count(self, X, codes, weights):
        self.n_categories_ = np.maximum(self.n_categories_, X.max(axis=0) + 1)
        bag = self._one_hot(X, self.n_categories_)
        counts = class_sums(bag, codes, weights, len(self.classes_))
        batch = np.split(counts, np.cumsum(self.n_categories_)[:-1], axis=1)
        for j, (old, new) in enumerate(zip(self.category_count_, batch, strict=True)):
            new[:, : old.shape[1]] += old
            self.category_count_[j] = new

    def _combine(self, other, operation):
        sizes = np.maximum(self.n_categories_, other.n_categories_)
        tables = [
            [np.pad(table, ((0, 0), (0, size - table.shape[1]))) for table, size in found]
            for found in (zip(m.category_count_, sizes, strict=True) for m in (self, other))
        ]
        self.category_count_ = [left(operation(*pair)) for pair in zip(*tables, strict=True)]
        self.n_categories_ = sizes

    def _estimate(self):
        sizes = [counts.shape[1] for counts in self.category_count_]
        logs = log_posterior_means(np.hstack(self.category_count_), sizes, self.alpha)
        self.feature_log_prob_ = np.split(logs, np.cumsum(sizes)[:-1], axis=1)

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
