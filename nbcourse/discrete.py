"""Models that count, smooth and add logs: linear in the counts, sparse or one-hot."""

import numpy as np
from scipy.sparse import csr_array, issparse

from nbcourse.base import BaseNB
from nbcourse.logspace import count_dot


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

    The sufficient statistic is ``feature_count_[k, j]``, the weighted sum of feature
    j over the rows of class k. Subclasses give `_estimate` and `_linear_form`.
    """

    def __init__(self, *, alpha=1.0, class_alpha=0.0, fit_prior=True, class_prior=None):
        self.alpha = alpha
        self.class_alpha = class_alpha
        self.fit_prior = fit_prior
        self.class_prior = class_prior

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


class BaseCategorical(BaseDiscrete):
    r"""Base of the models for categories: a table becomes a bag of "feature=value".

    .. math:: x_{ij} = v \;\longmapsto\; \text{one count in column } (j, v)

    Categories are the integers 0..S_j - 1. In this one-hot code a categorical model
    is a discrete model like the others: it counts columns and adds logs.
    """

    def _check_array(self, X, *y, reset):
        try:
            return super()._check_array(X, *y, reset=reset)
        except ValueError as error:
            raise ValueError(f"{error} {_ENCODE}") from error

    def _check_features(self, X):
        X = super()._check_features(X)
        codes = X.astype(np.int64)
        if (codes != X).any():
            row, column = np.argwhere(codes != X)[0].tolist()
            raise ValueError(
                f"X passed to {type(self).__name__} holds {X[row, column]:g} in column {column}; "
                f"expected whole numbers, for no class can count a fraction's category. {_ENCODE}"
            )
        return codes

    def _one_hot(self, codes, n_categories):
        """CSR indicators of the categories; a category beyond the known ones has no column."""
        known = codes < n_categories
        offsets = np.concatenate([[0], np.cumsum(n_categories)])
        columns = (codes + offsets[:-1])[known]
        indptr = np.concatenate([[0], np.cumsum(known.sum(axis=1))])
        return csr_array(
            (np.ones(len(columns)), columns, indptr), shape=(len(codes), int(offsets[-1]))
        )

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = False
        tags.input_tags.categorical = True
        return tags


_ENCODE = "Encode categories as 0..S-1, for example with sklearn.preprocessing.OrdinalEncoder."
