"""SPODE: all features depend on the class and on one super-parent, which leave-one-out chooses."""

import numpy as np
from sklearn.utils.metaestimators import available_if

from nbcourse.logspace import log0, log_normalize, whole_number
from nbcourse.naive_bayes.checks import row_weights
from nbcourse.semi_naive.pairs import BasePairs, pair_places, parts


def _is_given(model):
    """Whether rows may come in parts; if not, say why."""
    if model.super_parent is None:
        raise AttributeError(
            "SPODE() compares super-parents on all rows at once: call fit with all rows, or give "
            "super_parent=0, the number of a feature"
        )
    return True


class SPODE(BasePairs):
    r"""Super-parent one-dependence estimator: all features depend on the class and on one of them.

    .. math:: P(c \mid x) \propto P(c)\, P(x_p \mid c) \prod_{j \ne p} P(x_j \mid c, x_p)

    Parameters
    ----------
    super_parent : int, optional
        The feature p. None tries each and keeps the one whose model has the smallest log loss by
        exact leave-one-out; of equals, the first. That needs all rows at once: `partial_fit`,
        `merge` and `forget` are there if `super_parent` is given.
    alpha : float, default=1.0
        Pseudo-count per value.
    categories : list of d array-likes, optional
        Values that are possible for each feature, seen or not; those of the training rows are
        always among them.
    unknown : {"ignore", "error"}, default="ignore"
        What to do with a value that no training row had: leave it out, or refuse the row. Where
        the super-parent's value is left out, the others depend on the class alone.
    class_alpha, fit_prior, class_prior
        As in :class:`~nbcourse.naive_bayes.MultinomialNB`.

    Attributes
    ----------
    super_parent_ : int
        The super-parent.
    losses_ : ndarray of shape (d,)
        Leave-one-out log loss in nats with each feature as super-parent, if they were tried. A row
        that no candidate thinks possible, such as the only one of its class, is not counted.
    parents_ : ndarray of int, shape (d,)
        The feature that each one depends on, -1 for none.
    categories_ : list of d ndarrays
        The values of each feature, sorted; each has a column, one feature's after the other's.
    pair_count_ : ndarray of shape (K, S, S)
        Weighted number of rows of each class in which two values meet.
    factor_log_prob_ : ndarray of shape (K, S + 1, S + 1)
        Log-probability of a value (last axis) given the class and another feature's value; given
        the class alone in the last row, zero in the last column and within a feature.

    Notes
    -----
    Equation S1-ODE.

    Examples
    --------
    Two features that tell the class only together; naive Bayes can say nothing about them:

    >>> X, y = [[0, 0], [0, 1], [1, 0], [1, 1]] * 5, [0, 1, 1, 0] * 5
    >>> SPODE(super_parent=0).fit(X, y).predict(X[:4]).tolist()
    [0, 1, 1, 0]
    """

    def __init__(
        self,
        super_parent=None,
        *,
        alpha=1.0,
        categories=None,
        unknown="ignore",
        class_alpha=0.0,
        fit_prior=True,
        class_prior=None,
    ):
        super().__init__(
            alpha=alpha,
            categories=categories,
            unknown=unknown,
            class_alpha=class_alpha,
            fit_prior=fit_prior,
            class_prior=class_prior,
        )
        self.super_parent = super_parent

    partial_fit = available_if(_is_given)(BasePairs.partial_fit)
    merge = available_if(_is_given)(BasePairs.merge)
    forget = available_if(_is_given)(BasePairs.forget)

    def _check_parameters(self):
        super()._check_parameters()
        last = self.n_features_in_ - 1
        if self.super_parent is not None and whole_number("super_parent", self.super_parent) > last:
            raise ValueError(
                f"super_parent={self.super_parent!r} is none of the features 0..{last}: give the "
                "number of a column, or None to choose it"
            )

    def _learn(self, X, y, sample_weight):
        super()._learn(X, y, sample_weight)
        chosen = self.super_parent
        if chosen is None:
            weights = row_weights(sample_weight, len(y))
            learnt = weights > 0
            self.losses_ = self._losses(X[learnt], self._codes(y[learnt]), weights[learnt])
            chosen = self.losses_.argmin()
        self.super_parent_ = int(chosen)
        self.parents_ = np.full(self.n_features_in_, self.super_parent_)
        self.parents_[self.super_parent_] = -1
        return self

    def _joint_log_likelihood(self, X):
        return self._tree_scores(self._known(X), self.parents_)

    # -- leave-one-out ----------------------------------------------------------

    def _losses(self, X, codes, weights):
        r"""Mean leave-one-out log loss of each candidate.

        A row of weight 2 is two rows, of which one is left out.
        """
        columns, gone = self._known(X), np.minimum(weights, 1.0)
        each = np.arange(len(codes))
        scores = self._star_scores(columns)
        scores += self.factor_log_prob_[:, -1, columns].swapaxes(0, 1)
        scores[each, codes] = self._without_itself(columns, codes, gone)
        left = self.class_count_ - gone[:, None] * np.eye(len(self.classes_))[codes]
        scores += np.broadcast_to(self._log_prior(left), left.shape)[..., None]
        loss = -log_normalize(scores, axis=1)[each, codes]
        possible = np.isfinite(loss).any(axis=1)
        loss = np.where(np.isnan(loss), np.inf, loss)[possible]
        return weights[possible] @ loss / max(weights[possible].sum(), 1.0)

    def _without_itself(self, columns, codes, gone):
        r"""Each row's log-probability in its own class, which has not seen it.

        .. math:: \log\frac{N_{c x_i} - 1 + \alpha}{N_c - 1 + S_i\alpha} + \sum_{j \ne i}
                  \log\frac{N_{c x_i x_j} - 1 + \alpha}{N_{c x_i} - 1 + S_j\alpha}
        """
        logs = np.empty(columns.shape)
        room = self.alpha * np.array([[len(values)] for values in self.categories_])
        size = self.pair_count_.shape[1]
        for part in parts(len(columns), columns.shape[1] ** 2):
            k, less = codes[part], gone[part]
            pairs = self.pair_count_.take(pair_places(columns[part], size) + k * size**2) - less
            alone = np.einsum("iin->in", pairs)
            shares = _share(pairs + self.alpha, alone[:, None] + room)
            np.einsum("iin->in", shares)[:] = 1.0
            first = _share(alone + self.alpha, self.class_count_[k] - less + room)
            logs[part] = (log0(first) + log0(shares).sum(axis=1)).T
        return logs


def _share(part, whole):
    """Quotients, of which nothing of nothing is nothing."""
    return np.maximum(part, 0.0) / np.where(whole > 0, whole, 1.0)
