"""AODE: every feature is the super-parent once, and the models with enough data are averaged."""

import numpy as np
from scipy.special import logsumexp

from nbcourse.estimation import log_posterior_mean
from nbcourse.naive_bayes.checks import amount
from nbcourse.semi_naive.pairs import BasePairs


class AODE(BasePairs):
    r"""Averaged one-dependence estimators: each feature in turn is the parent of all the others.

    .. math:: P(c \mid x) \propto \sum_{i:\,|D_{x_i}| \ge m'} P(c, x_i)
              \prod_{j \ne i} P(x_j \mid c, x_i)

    with :math:`\hat P(c, x_i) = (|D_{c,x_i}| + \alpha) / (|D| + N N_i \alpha)` and
    :math:`\hat P(x_j \mid c, x_i) = (|D_{c,x_i,x_j}| + \alpha) / (|D_{c,x_i}| + N_j \alpha)`,
    where N is the number of classes and :math:`N_i` that of the values of feature i.

    Parameters
    ----------
    min_count : float, default=1.0
        The threshold m': a feature is a parent for a row if so many training rows share its value.
        Where none is, the row gets the scores of naive Bayes.
    alpha : float, default=1.0
        Pseudo-count per value, and per class and value of a parent.
    categories : list of d array-likes, optional
        Values that are possible for each feature, seen or not; those of the training rows are
        always among them.
    unknown : {"ignore", "error"}, default="ignore"
        What to do with a value that no training row had: leave it out, or refuse the row.
    class_alpha, fit_prior, class_prior
        As in :class:`~nbcourse.naive_bayes.MultinomialNB`. Where the prior is learnt,
        :math:`P(c, x_i)` is smoothed as one table, as above, so `class_alpha` matters only to rows
        without a parent; where it is given, :math:`P(c, x_i) = P(c) P(x_i \mid c)`.

    Attributes
    ----------
    categories_ : list of d ndarrays
        The values of each feature, sorted; each has a column, one feature's after the other's.
    pair_count_ : ndarray of shape (K, S, S)
        Weighted number of rows of each class in which two values meet.
    factor_log_prob_ : ndarray of shape (K, S + 1, S + 1)
        Log-probability of a value (last axis) given the class and another feature's value; given
        the class alone in the last row, zero in the last column and within a feature.
    joint_log_prob_ : ndarray of shape (K, S + 1)
        Log-probability of class and value, zero for the unknown value.

    Notes
    -----
    Equations S1-AODE, S1-AODE-joint and S1-AODE-cond. The sum is divided by the number of its
    terms, so that the scores are logarithms of probabilities.

    Examples
    --------
    >>> X = [[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 1, 1], [1, 1, 0], [1, 0, 1], [0, 1, 1], [2, 0, 0]]
    >>> y = [0, 0, 0, 1, 1, 1, 1, 0]
    >>> [AODE(m).fit(X, y).predict_proba([[2, 1, 1]])[0, 1].round(4).item() for m in (1, 2, 30)]
    [0.6594, 0.7059, 0.6667]
    """

    def __init__(
        self,
        min_count=1.0,
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
        self.min_count = min_count

    def _check_parameters(self):
        super()._check_parameters()
        amount("min_count", self.min_count, "number of rows")

    def _estimate(self):
        super()._estimate()
        count, self.joint_log_prob_ = self._value_count(), self.factor_log_prob_[:, -1].copy()
        if self.fit_prior and self.class_prior is None:
            for own in self._blocks():
                table = log_posterior_mean(count[:, own].ravel(), self.alpha)
                self.joint_log_prob_[:, own] = table.reshape(len(count), -1)
        else:
            self.joint_log_prob_[:, :-1] += self._log_prior(self.class_count_)[:, None]

    def _joint_log_likelihood(self, X):
        columns = self._known(X)
        frequency = np.append(self._value_count().sum(axis=0), -1.0)  # an unknown value has none
        enough = frequency[columns] >= self.min_count
        terms = self._star_scores(columns) + self.joint_log_prob_[:, columns].swapaxes(0, 1)
        total = logsumexp(np.where(enough[:, None], terms, -np.inf), axis=2)
        parents = enough.sum(axis=1)
        scores = total - np.log(np.maximum(parents, 1))[:, None]
        nobody = np.full(columns.shape[1], -1)
        scores[parents == 0] = self._tree_scores(columns[parents == 0], nobody)
        return scores
