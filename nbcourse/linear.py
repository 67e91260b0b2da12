"""Naive Bayes as a hyperplane: weights and intercept of the models that are linear."""

from typing import NamedTuple

import numpy as np
from sklearn.utils.validation import check_is_fitted

from nbcourse.naive_bayes.base import BaseNB


class LinearForm(NamedTuple):
    r"""A classifier that takes the largest of K affine scores.

    .. math:: s_k = b_k + \sum_j w_{kj} x_j

    Parameters
    ----------
    W : numpy.ndarray of shape (K, d)
        Weights in nats per unit of the feature.
    b : numpy.ndarray of shape (K,)
        Intercepts in nats.
    """

    W: np.ndarray
    b: np.ndarray

    def log_odds(self):
        r"""Weights and intercept of a two-class model as one hyperplane.

        .. math:: \log\frac{P(c_1\mid x)}{P(c_0\mid x)} = w\cdot x + b

        Returns
        -------
        (numpy.ndarray of shape (d,), float)
            The second class of ``classes_`` is the positive one.

        Raises
        ------
        ValueError
            If there are not two classes.

        Notes
        -----
        Equations S2-lin-w, S2-lin-b and S4-logodds.

        Examples
        --------
        >>> w, b = LinearForm(np.array([[0.0, 1.0], [2.0, 0.0]]), np.array([0.0, -1.0])).log_odds()
        >>> w.tolist(), b
        ([2.0, -1.0], -1.0)
        """
        if len(self.b) != 2:
            raise ValueError(
                f"W has {len(self.b)} classes; one hyperplane separates two: "
                "compare two rows of W and b yourself"
            )
        return self.W[1] - self.W[0], float(self.b[1] - self.b[0])


def linear_form(model):
    r"""Weights and intercepts of a fitted naive Bayes model.

    .. math:: \log P(c_k) + \log P(x\mid c_k) = b_k + \sum_j w_{kj} x_j + g(x)

    where :math:`g` is the same for all classes. For MultinomialNB and ComplementNB x are the
    counts; for BernoulliNB the indicators, the absent words being folded into the intercept; for
    CategoricalNB the one-hot code of :func:`one_hot`; for GaussianNB the measurements.

    Parameters
    ----------
    model : fitted model of :mod:`nbcourse.naive_bayes`
        Smoothed, so that no weight is infinite.

    Returns
    -------
    LinearForm

    Raises
    ------
    ValueError
        If the model is not linear (Gaussian variances that differ between classes), a weight
        is infinite, or the model is none of the course's.

    Notes
    -----
    Equations S2-lin-w, S2-lin-b, S2-gnb-logit and S4-logodds.

    Examples
    --------
    >>> from nbcourse.naive_bayes import MultinomialNB
    >>> model = MultinomialNB().fit([[2, 0], [0, 1]], ["ham", "spam"])
    >>> w, b = linear_form(model).log_odds()
    >>> w.round(3).tolist(), round(b, 3)
    ([-0.811, 0.981], 0.0)
    """
    if not isinstance(model, BaseNB):
        raise ValueError(
            f"model is a {type(model).__name__}; expected a fitted model of nbcourse.naive_bayes"
        )
    check_is_fitted(model)
    W, b = model._linear_form()
    if not np.isfinite(W).all():
        raise ValueError(
            f"model {model!r} has an infinite weight, expected finite ones: fit it with alpha > 0"
        )
    return LinearForm(W, b)


def one_hot(model, X):
    r"""Indicators of the categories, the features in which CategoricalNB is linear.

    .. math:: x_{ij} = v \;\longmapsto\; \text{one in column } (j, v)

    Parameters
    ----------
    model : fitted CategoricalNB
        Knows how many categories each feature has.
    X : array-like of int, shape (n, d)
        Categories 0..S_j - 1.

    Returns
    -------
    scipy.sparse.csr_array of shape (n, S_1 + ... + S_d)

    Examples
    --------
    >>> from nbcourse.naive_bayes import CategoricalNB
    >>> model = CategoricalNB().fit([[0, 1], [1, 0]], [0, 1])
    >>> one_hot(model, [[1, 1]]).toarray().tolist()
    [[0.0, 1.0, 0.0, 1.0]]
    """
    return model._bag(model._check_rows(X))


def angle(u, v):
    r"""Angle between two weight vectors.

    .. math:: \cos\varphi = \frac{u\cdot v}{\lVert u\rVert\,\lVert v\rVert}

    Parameters
    ----------
    u, v : array-like of shape (d,)
        Weights, not all zero.

    Returns
    -------
    float
        Degrees, from 0 (same direction) to 180.

    Raises
    ------
    ValueError
        If a vector is zero and so has no direction.

    Examples
    --------
    >>> round(angle([1, 0], [1, 1]), 6)
    45.0
    """
    u, v = np.asarray(u, dtype=float), np.asarray(v, dtype=float)
    lengths = np.linalg.norm(u), np.linalg.norm(v)
    if not all(lengths):
        raise ValueError("u or v is the zero vector, which has no direction: give other weights")
    u, v = u / lengths[0], v / lengths[1]
    # two norms instead of arccos, which loses half of the digits near 0 and 180 degrees
    return float(np.degrees(2 * np.arctan2(np.linalg.norm(u - v), np.linalg.norm(u + v))))
