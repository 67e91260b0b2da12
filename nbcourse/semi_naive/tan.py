"""TAN: the features form a tree, the one whose edges carry the most information."""

import numpy as np
from scipy.sparse.csgraph import breadth_first_order, minimum_spanning_tree

from nbcourse.logspace import information_of_pairs, real_array, whole_number
from nbcourse.semi_naive.pairs import BasePairs


def maximum_spanning_tree(weights, root=0) -> np.ndarray:
    r"""Tree over all vertices with the largest sum of weights, directed away from a root.

    .. math:: \arg\max_T \sum_{(i,j) \in T} w_{ij}

    Parameters
    ----------
    weights : array-like of shape (d, d)
        Symmetric but for rounding; what is above the diagonal is read. Zero and negative
        weights are edges, too.
    root : int, default=0
        The vertex without a parent. It changes directions only, never the edges.

    Returns
    -------
    numpy.ndarray of int, shape (d,)
        The parent of each vertex, -1 for the root.

    Raises
    ------
    ValueError
        If `weights` is no symmetric table of finite numbers, or has no vertex `root`.

    Notes
    -----
    Equation S1-TAN-tree. Of edges with equal weights the one between earlier vertices counts as
    larger: (0, 1) before (0, 2) before (1, 2). So there is exactly one tree.

    Examples
    --------
    >>> maximum_spanning_tree([[0, 3, 1], [3, 0, 2], [1, 2, 0]]).tolist()
    [-1, 0, 1]
    >>> maximum_spanning_tree(np.zeros((4, 4)), root=2).tolist()
    [2, 0, -1, 0]
    """
    weights, root = real_array("weights", weights), whole_number("root", root)
    square = weights.ndim == 2 and weights.shape[0] == weights.shape[1] > 0
    if not (square and np.isfinite(weights).all() and np.allclose(weights, weights.T)):
        raise ValueError(
            f"weights of shape {weights.shape} is no symmetric table of finite numbers: give "
            "w[i, j] == w[j, i] for each two vertices"
        )
    d = len(weights)
    if root >= d:
        raise ValueError(f"root={root} is none of the {d} vertices: give a number below {d}")
    pairs = np.triu_indices(d, 1)
    # places in the order of the weights, from 1: SciPy reads a 0 as "no edge"
    ranks = np.zeros((d, d))
    ranks[pairs] = 1 + np.argsort(np.argsort(-weights[pairs], kind="stable"))
    parents = breadth_first_order(minimum_spanning_tree(ranks), root, directed=False)[1]
    return np.where(parents < 0, -1, parents).astype(int)


class TAN(BasePairs):
    r"""Tree-augmented naive Bayes: each feature depends on the class and on its parent in a tree.

    .. math:: P(c \mid x) \propto P(c) \prod_j P(x_j \mid c, x_{\pi(j)})

    The tree is the maximum spanning tree of the conditional mutual informations

    .. math:: I(X_i; X_j \mid C) = \sum_{x_i, x_j, c} P(x_i, x_j, c)
              \ln\frac{P(x_i, x_j \mid c)}{P(x_i \mid c)\, P(x_j \mid c)}

    of relative frequencies: no other tree makes the training rows likelier.

    Parameters
    ----------
    root : int, default=0
        The feature without a parent in the tree. It changes directions, not edges; and without
        smoothing not the probabilities.
    alpha : float, default=1.0
        Pseudo-count per value.
    categories : list of d array-likes, optional
        Values that are possible for each feature, seen or not; those of the training rows are
        always among them.
    unknown : {"ignore", "error"}, default="ignore"
        What to do with a value that no training row had: leave it out, or refuse the row. A child
        of a value that is left out depends on the class alone.
    class_alpha, fit_prior, class_prior
        As in :class:`~nbcourse.naive_bayes.MultinomialNB`.

    Attributes
    ----------
    parents_ : ndarray of int, shape (d,)
        The parent of each feature, -1 for the root.
    information_ : ndarray of shape (d, d)
        Conditional mutual information of each two features in nats, to ten decimals: what differs
        by less is a tie, and `maximum_spanning_tree` says how it is broken.
    categories_ : list of d ndarrays
        The values of each feature, sorted; each has a column, one feature's after the other's.
    pair_count_ : ndarray of shape (K, S, S)
        Weighted number of rows of each class in which two values meet.
    factor_log_prob_ : ndarray of shape (K, S + 1, S + 1)
        Log-probability of a value (last axis) given the class and another feature's value; given
        the class alone in the last row, zero in the last column and within a feature.

    Notes
    -----
    Equations S1-TAN-CMI and S1-TAN-tree. Every feature is in the tree, also one that no other
    tells anything about: what hangs on an edge without information is nearly naive.

    Examples
    --------
    >>> X, y = [[0, 0], [0, 1], [1, 0], [1, 1]] * 5, [0, 1, 1, 0] * 5
    >>> model = TAN().fit(X, y)
    >>> model.parents_.tolist(), model.predict(X[:4]).tolist()
    ([-1, 0], [0, 1, 1, 0])
    """

    def __init__(
        self,
        root=0,
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
        self.root = root

    def _check_parameters(self):
        super()._check_parameters()
        if whole_number("root", self.root) >= self.n_features_in_:
            raise ValueError(
                f"root={self.root!r} is none of the features 0..{self.n_features_in_ - 1}: give "
                "the number of a column"
            )

    def _estimate(self):
        super()._estimate()
        starts = [own.start for own in self._blocks()]
        joint = self.pair_count_ / self.class_count_.sum()
        information = information_of_pairs(joint, starts)
        np.fill_diagonal(information, 0.0)
        self.information_ = ((information + information.T) / 2).round(10)
        self.parents_ = maximum_spanning_tree(self.information_, self.root)

    def _joint_log_likelihood(self, X):
        return self._tree_scores(self._known(X), self.parents_)
