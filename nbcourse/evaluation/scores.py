"""Errors counted, the scores that follow from the counts, and models measured over splits."""

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from nbcourse.corpus import label_array
from nbcourse.logspace import is_collection, real_number


@dataclass(frozen=True)
class Confusion:
    """Counts of right and wrong decisions about one class, the positive one.

    Attributes
    ----------
    tp, fp, fn, tn : int
        True positives (spam caught), false positives (ham lost), false negatives (spam let
        through), true negatives (ham let through).

    Examples
    --------
    >>> found = Confusion(tp=1, fp=0, fn=1, tn=2)
    >>> found.accuracy, found.precision, found.recall, round(found.f1, 4)
    (0.75, 1.0, 0.5, 0.6667)
    """

    tp: int
    fp: int
    fn: int
    tn: int

    def __post_init__(self):
        for name, count in vars(self).items():
            if not 0 <= real_number(name, count) < math.inf:
                raise ValueError(f"{name}={count!r}: expected a count, finite and 0 or more")

    @property
    def accuracy(self) -> float:
        """Share of right decisions, (tp + tn) / n; NaN without documents."""
        return _ratio(self.tp + self.tn, self.tp + self.fp + self.fn + self.tn)

    @property
    def precision(self) -> float:
        """Share of the alarms that are right, tp / (tp + fp); NaN without an alarm."""
        return _ratio(self.tp, self.tp + self.fp)

    @property
    def recall(self) -> float:
        """Share of the positives that are found, tp / (tp + fn); NaN without a positive."""
        return _ratio(self.tp, self.tp + self.fn)

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall, 2 tp / (2 tp + fp + fn); NaN if all are 0."""
        return _ratio(2 * self.tp, 2 * self.tp + self.fp + self.fn)

    @property
    def table(self) -> np.ndarray:
        """The counts as [[tp, fn], [fp, tn]]: truth in rows, decision in columns."""
        return np.array([[self.tp, self.fn], [self.fp, self.tn]])


def confusion(y_true: ArrayLike, y_pred: ArrayLike, positive="spam") -> Confusion:
    """Count right and wrong decisions about the class ``positive`` against all others.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n_documents,)
        True and predicted labels, of one kind: all text or all numbers.
    positive : label, default "spam"
        The class that raises the alarm; it must occur among the labels.

    Returns
    -------
    Confusion

    Raises
    ------
    ValueError
        If lengths differ, labels are missing or mix text with numbers, or ``positive`` occurs
        nowhere.

    Examples
    --------
    >>> confusion(["ham", "spam", "spam", "ham"], ["ham", "spam", "ham", "ham"])
    Confusion(tp=1, fp=0, fn=1, tn=2)
    """
    y_true, y_pred = _labels("y_true", y_true), _labels("y_pred", y_pred)
    if y_true.shape != y_pred.shape:
        raise ValueError(
            f"y_true has {y_true.size} labels but y_pred {y_pred.size}: expected one prediction "
            "per document"
        )
    check_positive(positive, [*y_true.tolist(), *y_pred.tolist()])
    return _count(y_true == positive, y_pred == positive)


def evaluate_splits(model, documents, labels, splits, *, positive="spam"):
    """Fit a fresh model on every training part and count its errors on the test part.

    Documents and labels belong together by position, whatever the index of a Series or frame.

    To measure the training part too, pass ``[(train, train) for train, test in splits]``.

    Parameters
    ----------
    model : estimator or callable
        A classifier or pipeline, of which every split fits a clone; or a function or class that
        returns an unfitted one when it is called without arguments.
    documents : Corpus, array, sparse array, frame, Series or list of n_documents rows
        Whatever the model understands.
    labels : array-like of shape (n_documents,)
        Their labels.
    splits : iterable of (train, test)
        Index arrays, as from :func:`repeated_splits`.
    positive : label, default "spam"
        The class that precision and recall speak of.

    Returns
    -------
    pandas.DataFrame
        One row per split with accuracy, precision, recall, f1 and the counts tp, fp, fn, tn.
        A test part without a positive document has recall NaN.

    Raises
    ------
    ValueError
        If there is not one label per document, the labels mix text with numbers, ``positive`` is
        none of them, or a split names documents that are not there.

    Examples
    --------
    >>> from sklearn.dummy import DummyClassifier
    >>> from nbcourse.evaluation import repeated_splits
    >>> y = np.array(["ham"] * 6 + ["spam"] * 2)
    >>> splits = repeated_splits(y, n_splits=3, stratify=True, test_size=4, random_state=0)
    >>> evaluate_splits(DummyClassifier(), np.zeros((8, 1)), y, splits)[["accuracy", "recall"]]
       accuracy  recall
    0      0.75     0.0
    1      0.75     0.0
    2      0.75     0.0
    """
    from pandas import DataFrame

    labels, rows = _labels("labels", labels), []
    check_positive(positive, labels.tolist())
    documents = _indexable(documents, len(labels))
    for train, test in divided(splits, len(labels)):
        fitted = _fresh(model).fit(_part(documents, train), labels[train])
        rows.append(scored(labels[test], fitted.predict(_part(documents, test)), positive))
    return DataFrame(rows)


def scored(truth, predicted, positive) -> dict:
    """Return the scores and counts of decisions as one row of a table.

    Parameters
    ----------
    truth, predicted : numpy.ndarray of shape (n_documents,)
        True and predicted labels.
    positive : label
        The class that raises the alarm; it need not occur.

    Returns
    -------
    dict
        accuracy, precision, recall, f1, tp, fp, fn, tn.

    Examples
    --------
    >>> row = scored(np.array(["ham", "spam"]), np.array(["ham", "ham"]), "spam")
    >>> row["accuracy"], row["recall"], row["fn"]
    (0.5, 0.0, 1)
    """
    found = _count(truth == positive, predicted == positive)
    scores = {name: getattr(found, name) for name in ("accuracy", "precision", "recall", "f1")}
    return scores | vars(found)


def divided(splits, n_documents: int):
    """Yield both sides of each split as positions.

    Parameters
    ----------
    splits : iterable of (train, test)
        As :func:`positions` takes them.
    n_documents : int
        How many documents there are.

    Yields
    ------
    (numpy.ndarray of int, numpy.ndarray of int)
        A training and a test part, neither of them empty.

    Raises
    ------
    ValueError
        If there are no such documents, or none, or no pairs.

    Examples
    --------
    >>> [(train, test)] = divided([([0, 1], slice(2, None))], 4)
    >>> train.tolist(), test.tolist()
    ([0, 1], [2, 3])
    """
    cure = "make them with repeated_splits, for these documents"
    if not is_collection(splits):
        raise ValueError(
            f"splits is a {type(splits).__name__}, expected pairs of positions: {cure}"
        )
    for pair in splits:
        if not isinstance(pair, Sequence) or isinstance(pair, str | bytes) or len(pair) != 2:
            raise ValueError(f"splits hold {pair!r:.60}, expected a pair (train, test): {cure}")
        train, test = (positions(part, n_documents) for part in pair)
        if not (train.size and test.size):
            raise ValueError(f"splits hold {pair!r:.60}, expected documents in both parts: {cure}")
        yield train, test


def positions(part, n_documents: int) -> np.ndarray:
    """Return one side of a split as positions: from indices, a mask or a slice.

    Parameters
    ----------
    part : array-like or slice
        Positions of documents, or a truth value for each.
    n_documents : int
        How many documents there are.

    Returns
    -------
    numpy.ndarray of int
        Positions from 0 on.

    Raises
    ------
    ValueError
        If there are no such documents.

    Examples
    --------
    >>> positions([True, False, True], 3), positions([-1], 3)
    (array([0, 2]), array([2]))
    """
    reason = "no row of them"
    try:
        places = part if isinstance(part, slice) else np.asarray(part)
        if (found := np.arange(n_documents)[places]).ndim == 1:
            return found
    except (IndexError, ValueError, TypeError) as error:
        reason = error
    raise ValueError(
        f"splits hold {part!r:.60}, expected positions from 0 to {n_documents - 1} ({reason}): "
        "make the splits for these documents"
    )


def _fresh(model):
    """Return an unfitted model: a clone of an estimator, or what a function or class returns."""
    from sklearn.base import clone

    if hasattr(model, "fit") and not isinstance(model, type):
        return clone(model)
    reason = ""
    try:
        if callable(model) and hasattr(made := model(), "fit"):
            return made
    except TypeError as error:
        reason = f" ({error})"
    raise ValueError(
        f"model is a {type(model).__name__}{reason}, expected a classifier, or a function without "
        "arguments that returns one"
    )


def _part(documents, rows):
    """Return some documents, by position."""
    if hasattr(documents, "iloc"):
        return documents.iloc[rows]
    if isinstance(documents, (list, tuple)):
        return [documents[i] for i in rows]
    return documents[rows]


def _labels(name, labels):
    """Return labels as a one-dimensional array, none of them missing."""
    array = label_array(name, labels)
    if array.ndim != 1:
        raise ValueError(f"{name} has shape {array.shape}: expected one label per document")
    return array


def _indexable(documents, n):
    """Return n documents as something that has rows."""
    from sklearn.utils import indexable

    try:
        [documents] = indexable(documents)
        found = documents.shape[0] if hasattr(documents, "shape") else len(documents)
    except (TypeError, IndexError) as error:
        raise ValueError(
            f"documents is a {type(documents).__name__}, expected a row for each label: give a "
            "Corpus, a list of texts or a table"
        ) from error
    if found != n:
        raise ValueError(
            f"labels are {n} for {found} documents, inconsistent numbers of samples: expected one "
            "label per document"
        )
    return documents


def check_positive(positive, labels: list) -> None:
    """Raise unless the labels are of one kind and ``positive`` is among them.

    Parameters
    ----------
    positive : label
        The class that raises the alarm.
    labels : list
        All that occur.

    Raises
    ------
    ValueError
        If texts and numbers are mixed, or ``positive`` is none of them.

    Examples
    --------
    >>> check_positive("spam", ["ham", "spam"])
    """
    found = sorted({*labels}, key=repr)
    if len({isinstance(label, str) for label in found}) > 1:
        raise ValueError(f"labels mix text and numbers: {found}; expected one kind in both arrays")
    if not isinstance(positive, Hashable) or positive not in {*found}:
        raise ValueError(
            f"positive={positive!r:.60} is none of the labels {found}; name one of them"
        )


def _count(truth, alarm):
    """Return the Confusion of two boolean arrays."""
    pairs = [(True, True), (False, True), (True, False), (False, False)]
    return Confusion(*(int(np.sum((truth == t) & (alarm == a))) for t, a in pairs))


def _ratio(part, whole):
    """Return part / whole, or NaN where nothing was counted."""
    return part / whole if whole else math.nan
