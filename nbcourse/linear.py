"""Naive Bayes as a hyperplane: weights, log-odds, and what each word of a message adds to them."""

import math
from collections import Counter
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import csr_array, issparse
from sklearn.utils.validation import check_is_fitted

from nbcourse.logspace import real_array, whole_number
from nbcourse.naive_bayes import CategoricalNB
from nbcourse.naive_bayes.base import BaseNB

__all__ = [
    "Explanation",
    "LinearForm",
    "angle",
    "explain",
    "hyperplane",
    "linear_form",
    "log_odds",
    "one_hot",
]


class LinearForm(NamedTuple):
    r"""A classifier that takes the largest of K affine scores.

    .. math:: s_k = b_k + \sum_j w_{kj} x_j

    Parameters
    ----------
    W : numpy.ndarray of shape (K, d)
        Weights per unit of the feature: in nats, where the scores are log-probabilities.
    b : numpy.ndarray of shape (K,)
        Intercepts in the same unit.
    """

    W: np.ndarray
    b: np.ndarray

    def log_odds(self) -> tuple[np.ndarray, float]:
        r"""Weights and intercept of a two-class model as one hyperplane.

        .. math:: \log\frac{P(c_1\mid x)}{P(c_0\mid x)} = w\cdot x + b

        Returns
        -------
        (numpy.ndarray of shape (d,), float)
            The second class of ``classes_`` is the positive one.

        Raises
        ------
        ValueError
            If there are not two classes, or `W` and `b` are not their numbers.

        Notes
        -----
        Equations S2-lin-w, S2-lin-b and S4-logodds.

        Examples
        --------
        >>> w, b = LinearForm(np.array([[0.0, 1.0], [2.0, 0.0]]), np.array([0.0, -1.0])).log_odds()
        >>> w.tolist(), b
        ([2.0, -1.0], -1.0)
        """
        W, b = real_array("W", self.W), real_array("b", self.b)
        if b.ndim != 1 or W.ndim != 2 or len(W) != len(b):
            raise ValueError(
                f"W has shape {W.shape} and b {b.shape}, expected a row of W and an entry of b "
                "for each class: take both from linear_form(model)"
            )
        if len(b) != 2:
            raise ValueError(
                f"W has {len(b)} classes; one hyperplane separates two: "
                "compare two rows of W and b yourself"
            )
        if not (np.isfinite(W).all() and np.isfinite(b).all()):
            raise ValueError("W or b is not finite, expected nats: fit the model with alpha > 0")
        return W[1] - W[0], float(b[1] - b[0])


def linear_form(model) -> LinearForm:
    r"""Weights and intercepts of a fitted linear classifier.

    .. math:: \log P(c_k) + \log P(x\mid c_k) = b_k + \sum_j w_{kj} x_j + g(x)

    where :math:`g` is the same for all classes. For MultinomialNB and ComplementNB x are the
    counts; for BernoulliNB the indicators, the absent words being folded into the intercept; for
    CategoricalNB the one-hot code of :func:`one_hot`; for GaussianNB the measurements. Other
    linear classifiers carry their weights as ``coef_`` and ``intercept_``; of two classes the
    first has score 0.

    Parameters
    ----------
    model : fitted model of :mod:`nbcourse.naive_bayes`, or one with ``coef_`` and ``intercept_``
        Naive Bayes smoothed, so that no weight is infinite.

    Returns
    -------
    LinearForm

    Raises
    ------
    ValueError
        If the model is not linear (Gaussian variances that differ between classes), a weight
        is infinite, or the model is none of the two kinds.

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
    if isinstance(model, BaseNB):
        check_is_fitted(model)
        W, b = model._linear_form()
    elif hasattr(model, "classes_") and hasattr(model, "coef_") and hasattr(model, "intercept_"):
        W, b = _carried(model)
    else:
        raise ValueError(
            f"model is {model!r:.60} of type {type(model).__name__}, expected a fitted model of "
            "nbcourse.naive_bayes, such as MultinomialNB().fit(X, y) or the last step of a "
            "pipeline, or a fitted linear classifier with coef_ and intercept_"
        )
    if not np.isfinite(W).all():
        raise ValueError(
            f"model {model!r} has an infinite weight, expected finite ones: fit it with alpha > 0"
        )
    return LinearForm(W, b)


def _carried(model):
    """Weights that a model carries as `coef_`, a row for each class; the first of two is zero."""
    W, b = model.coef_, model.intercept_
    W, b = np.atleast_2d(W.toarray() if issparse(W) else W), np.atleast_1d(b)
    if len(model.classes_) == 2 and len(W) == 1:
        return np.vstack([np.zeros_like(W), W]), np.append(0.0, b)
    if len(model.classes_) != len(W) or b.shape != (len(W),):
        raise ValueError(
            f"model {model!r:.60} has coef_ of shape {W.shape} and intercept_ of shape {b.shape}, "
            f"expected a row and an entry for each of its {len(model.classes_)} classes: it does "
            "not take the largest of their scores"
        )
    return W, b


def hyperplane(model) -> tuple[np.ndarray, float]:
    r"""Weights and intercept of a fitted linear classifier of two classes.

    .. math:: \log\frac{P(c_1\mid x)}{P(c_0\mid x)} = w\cdot x + b

    Parameters
    ----------
    model : fitted model as :func:`linear_form` takes it, with two classes

    Returns
    -------
    (numpy.ndarray of shape (d,), float)
        In nats, if the model has probabilities; the second class of ``classes_`` is the positive
        one.

    Raises
    ------
    ValueError
        As :func:`linear_form`, or if there are not two classes.

    Examples
    --------
    >>> from nbcourse.naive_bayes import MultinomialNB
    >>> w, b = hyperplane(MultinomialNB().fit([[2, 0], [0, 1]], ["ham", "spam"]))
    >>> w.round(3).tolist(), round(b, 3)
    ([-0.811, 0.981], 0.0)
    """
    return linear_form(model).log_odds()


def log_odds(model, X) -> np.ndarray:
    r"""Log posterior odds of the second class against the first, row by row.

    .. math:: \log\frac{P(c_1\mid x)}{P(c_0\mid x)}

    Parameters
    ----------
    model : fitted classifier or pipeline with ``predict_log_proba`` and two classes
    X : array-like, Corpus or sequence of str
        Whatever the model takes.

    Returns
    -------
    numpy.ndarray of shape (n,)
        In nats; positive where ``classes_[1]`` is the more probable class, NaN where neither
        can have produced the row.

    Raises
    ------
    ValueError
        If the model has no log posteriors, or not two classes.

    Notes
    -----
    Equation S4-logodds.

    Examples
    --------
    >>> from nbcourse.naive_bayes import MultinomialNB
    >>> model = MultinomialNB().fit([[2, 0], [0, 1]], ["ham", "spam"])
    >>> log_odds(model, [[1, 0], [0, 2]]).round(3).tolist()
    [-0.811, 1.962]
    """
    if not hasattr(model, "predict_log_proba"):
        raise ValueError(
            f"model is a {type(model).__name__}, expected a fitted classifier with "
            "predict_log_proba: a model of nbcourse.naive_bayes, or a pipeline that ends in one"
        )
    log_posterior = model.predict_log_proba(X)
    if log_posterior.shape[1] != 2:
        raise ValueError(
            f"model has {log_posterior.shape[1]} classes, expected two: subtract two columns of "
            "its predict_log_proba yourself"
        )
    return log_posterior[:, 1] - log_posterior[:, 0]


class Explanation(dict):
    """What each part of a message adds to its score: label -> nats, in the order of adding.

    The first label is that of the start, ``"(prior)"``, or ``"(intercept)"`` where the model's
    constant is more than the prior (all absent words of BernoulliNB); further parentheses are put
    around it where a word of the message reads the same. The words follow in the order in which
    they first occur. The values sum to the log-odds.

    Parameters
    ----------
    nats : dict of str to float
        Label and nats; positive ones speak for ``classes[1]``.
    counts : dict of str to int
        How often each known word occurs in the message.
    unknown : tuple of str
        Words of the message that the model does not know: they add nothing.
    classes : (str, str)
        The two classes.
    unit : str, default "nats"
        Of what the parts are; anything but nats where the model has no probabilities.

    Examples
    --------
    >>> found = Explanation({"(prior)": -1.5, "free": 4.0}, {"free": 2}, ("zzz",), ("ham", "spam"))
    >>> found.log_odds, found.verdict, found.known
    (2.5, 'spam', '1 of 2 words known')
    """

    def __init__(self, nats, counts, unknown, classes, unit="nats"):
        super().__init__(nats)
        self.counts, self.unknown, self.classes, self.unit = counts, unknown, classes, unit

    @property
    def log_odds(self) -> float:
        """Sum of all parts, in their unit."""
        return math.fsum(self.values())

    @property
    def verdict(self):
        """The more probable class."""
        return self.classes[int(self.log_odds > 0)]

    @property
    def known(self) -> str:
        """How many different words of the message the model knows, as text."""
        n_known, n_unknown = len(self.counts), len(self.unknown)
        known = f"{n_known} of {n_known + n_unknown} words known"
        return known if n_known else f"{known}: only the {next(iter(self)).strip('()')} speaks"

    def strongest(self, most: int = 12) -> "Explanation":
        """Return the explanation with all but the strongest words added up to "(N others)".

        Parameters
        ----------
        most : int, default 12
            How many words to keep; the start stays in any case.

        Returns
        -------
        Explanation
            Same sum, same order.

        Raises
        ------
        ValueError
            If `most` is no whole number >= 0.
        """
        most = whole_number("most", most)
        start, *words = self
        if len(words) <= most:
            return self
        kept = {start, *sorted(words, key=lambda word: -abs(self[word]))[:most]}
        others = [word for word in words if word not in kept]
        nats = {label: value for label, value in self.items() if label in kept}
        nats[_label(f"{len(others)} others", nats)] = math.fsum(map(self.get, others))
        return Explanation(nats, self.counts, self.unknown, self.classes, self.unit)


def explain(model, text: str) -> Explanation:
    r"""Add up the log-odds of a message, word by word.

    .. math:: \log\frac{P(c_1\mid x)}{P(c_0\mid x)} = b + \sum_{j:\,x_j>0} w_j x_j

    Parameters
    ----------
    model : fitted pipeline
        A step that turns texts into features, such as ``BagOfWords`` or ``CountVectorizer``, then
        a model that is linear in them, as :func:`linear_form` takes it, with two classes.
    text : str
        The message.

    Returns
    -------
    Explanation
        Label -> nats, the prior first; its ``log_odds`` are those of :func:`log_odds`. Of a model
        without probabilities, such as a support vector machine, it is the score, in its unit.

    Raises
    ------
    ValueError
        If the model is no such pipeline, or `text` is no str.

    Examples
    --------
    >>> from sklearn.pipeline import make_pipeline
    >>> from nbcourse.corpus import BagOfWords
    >>> from nbcourse.naive_bayes import MultinomialNB
    >>> model = make_pipeline(BagOfWords(), MultinomialNB())
    >>> model = model.fit(["win cash", "lunch now", "win"], ["spam", "ham", "spam"])
    >>> found = explain(model, "win a win now")
    >>> {label: round(nats, 2) for label, nats in found.items()}
    {'(prior)': 0.69, 'win': 1.89, 'now': -0.85}
    >>> found.unknown, found.verdict
    (('a',), 'spam')
    """
    vectoriser, classifier = _steps(model)
    if not isinstance(text, str):
        raise ValueError(
            f"text is {text!r:.60} of type {type(text).__name__}, expected one message as a str"
        )
    w, b = hyperplane(classifier)
    counts = Counter(vectoriser[0].build_analyzer()(text))
    names = vectoriser.get_feature_names_out()
    columns = {word: j for j, word in enumerate(names) if word in counts}
    row = csr_array(_added_up(classifier, vectoriser.transform([text]))).toarray()[0]
    words = {
        word: float(w[columns[word]] * row[columns[word]]) for word in counts if word in columns
    }
    return Explanation(
        {_label(_start(classifier, b), words): b, **words},
        {word: counts[word] for word in words},
        tuple(word for word in counts if word not in columns),
        tuple(classifier.classes_.tolist()),
        "nats" if hasattr(classifier, "predict_log_proba") else "units of the score",
    )


def _added_up(classifier, rows):
    """What a model multiplies by its weights: counts or indicators, or the rows as they are."""
    return classifier._bag(classifier._check_rows(rows)) if isinstance(classifier, BaseNB) else rows


def _start(classifier, b):
    """The name of the constant: the prior, if it is no more than that."""
    prior = getattr(classifier, "class_log_prior_", [0.0, np.inf])
    return "prior" if np.isclose(b, prior[1] - prior[0]) else "intercept"


def _steps(model):
    """Return the part of a pipeline that turns texts into features, and its model."""
    steps = getattr(model, "steps", [])
    if len(steps) < 2 or not hasattr(steps[0][1], "build_analyzer"):
        raise ValueError(
            f"model is a {type(model).__name__}, expected a fitted pipeline from texts to a class: "
            "make_pipeline(BagOfWords(), MultinomialNB()).fit(texts, labels)"
        )
    return model[:-1], model[-1]


def _label(name, words):
    """Return a name in as many parentheses as it takes to differ from every word."""
    label = f"({name})"
    while label in words:
        label = f"({label})"
    return label


def one_hot(model, X) -> csr_array:
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

    Raises
    ------
    ValueError
        If the model is another one, or `X` does not hold its categories.

    Examples
    --------
    >>> from nbcourse.naive_bayes import CategoricalNB
    >>> model = CategoricalNB().fit([[0, 1], [1, 0]], [0, 1])
    >>> one_hot(model, [[1, 1]]).toarray().tolist()
    [[0.0, 1.0, 0.0, 1.0]]
    """
    if not isinstance(model, CategoricalNB):
        raise ValueError(
            f"model is {model!r:.60} of type {type(model).__name__}, expected a fitted "
            "CategoricalNB, which knows how many categories each feature has"
        )
    return model._bag(model._check_rows(X)).astype(float)


def angle(u: ArrayLike, v: ArrayLike) -> float:
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
        If a vector is zero and so has no direction, or the two are no finite vectors of one length.

    Examples
    --------
    >>> round(angle([1, 0], [1, 1]), 6)
    45.0
    """
    u, v = _direction("u", u), _direction("v", v)
    if u.shape != v.shape:
        raise ValueError(
            f"u has shape {u.shape} but v {v.shape}: expected weights of the same features"
        )
    # two norms instead of arccos, which loses half of the digits near 0 and 180 degrees
    return float(np.degrees(2 * np.arctan2(np.linalg.norm(u - v), np.linalg.norm(u + v))))


def _direction(name, weights):
    """A vector scaled to length one; by its largest entry first, so that no square overflows."""
    weights = real_array(name, weights)
    largest = np.abs(weights).max(initial=0)
    if weights.ndim != 1 or not 0 < largest < np.inf:
        raise ValueError(
            f"{name} of shape {weights.shape} has {largest:g} as its largest entry, expected one "
            "row of finite weights, not the zero vector, which has no direction: give other weights"
        )
    weights = weights / largest
    return weights / np.linalg.norm(weights)
