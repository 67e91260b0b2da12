"""Who trains and who is tested, and what came out: splits, error counts, intervals."""

import math
from dataclasses import dataclass
from numbers import Integral

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import connected_components

__all__ = [
    "Confusion",
    "confusion",
    "duplicate_groups",
    "evaluate_splits",
    "repeated_splits",
    "resampled_interval",
    "wilson_interval",
]

_ROWS_AT_ONCE = 512  # keeps the block of pairwise overlaps small


def repeated_splits(labels, *, n_splits, test_size=0.25, groups=None, stratify=False, random_state):
    """Return random divisions of the documents into a training and a test part.

    Every split divides all documents: train and test are disjoint and complete. With an integer
    ``random_state`` the list is reproducible, and a longer list begins with the shorter one.

    Parameters
    ----------
    labels : array-like of shape (n_documents,) or int
        The labels, or just the number of documents.
    n_splits : int
        How many splits to draw.
    test_size : float or int, default 0.25
        Test part as a share or as a number: of the documents, or of the groups where
        ``groups`` is given.
    groups : array-like of shape (n_documents,), optional
        Documents of the same group stay on the same side, for example
        :func:`duplicate_groups`.
    stratify : bool, default False
        Keep the class shares the same in both parts (not together with ``groups``).
    random_state : int, RandomState or None
        Seed of the draws.

    Returns
    -------
    list of (train, test)
        Integer index arrays.

    Raises
    ------
    ValueError
        If ``stratify`` meets ``groups`` or a bare number, if ``n_splits`` is below one, or if
        scikit-learn refuses the sizes.

    Examples
    --------
    >>> [(train, test)] = repeated_splits(8, n_splits=1, random_state=0)
    >>> train.size, test.size, sorted([*train.tolist(), *test.tolist()])
    (6, 2, [0, 1, 2, 3, 4, 5, 6, 7])
    """
    if n_splits < 1:
        raise ValueError(f"n_splits={n_splits!r}: expected a whole number from 1")
    labels = _as_labels(labels, stratify, groups)
    splitter = _splitter(groups, stratify)
    splits = splitter(n_splits=n_splits, test_size=test_size, random_state=random_state)
    return list(splits.split(labels, labels, groups))


def duplicate_groups(corpus, threshold=1.0):
    r"""Number the groups of documents that are copies, or nearly copies, of each other.

    Two documents are linked if their bags are equal or, for a ``threshold`` below one, if
    the Jaccard similarity of their token sets reaches it:
    :math:`|A \cap B| / |A \cup B| \ge` ``threshold``. A group is a connected component,
    so its members need not all be similar to each other.

    Parameters
    ----------
    corpus : Corpus
        A bag with ``counts`` of shape (n_documents, n_tokens).
    threshold : float in (0, 1], default 1.0
        Smallest similarity that links; 1.0 demands equal bags, counts included.

    Returns
    -------
    ndarray of int of shape (n_documents,)
        Group numbers 0, 1, ... in order of first appearance.

    Raises
    ------
    ValueError
        If ``threshold`` is outside (0, 1].

    Examples
    --------
    >>> from nbcourse.corpus import Corpus
    >>> corpus = Corpus.from_texts(["win cash now", "now win cash", "win cash today", "hi"])
    >>> duplicate_groups(corpus).tolist(), duplicate_groups(corpus, 0.5).tolist()
    ([0, 0, 1, 2], [0, 0, 0, 1])
    """
    if not 0 < threshold <= 1:
        raise ValueError(f"threshold={threshold!r}: expected a similarity above 0 and at most 1")
    bags, first = _equal_bags(corpus.counts)
    if threshold == 1:
        return bags
    return _components(_similar_pairs(corpus.counts[first], threshold))[bags]


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

    @property
    def accuracy(self):
        """Share of right decisions, (tp + tn) / n; NaN without documents."""
        return _ratio(self.tp + self.tn, self.tp + self.fp + self.fn + self.tn)

    @property
    def precision(self):
        """Share of the alarms that are right, tp / (tp + fp); NaN without an alarm."""
        return _ratio(self.tp, self.tp + self.fp)

    @property
    def recall(self):
        """Share of the positives that are found, tp / (tp + fn); NaN without a positive."""
        return _ratio(self.tp, self.tp + self.fn)

    @property
    def f1(self):
        """Harmonic mean of precision and recall, 2 tp / (2 tp + fp + fn); NaN if all are 0."""
        return _ratio(2 * self.tp, 2 * self.tp + self.fp + self.fn)

    @property
    def table(self):
        """The counts as [[tp, fn], [fp, tn]]: truth in rows, decision in columns."""
        return np.array([[self.tp, self.fn], [self.fp, self.tn]])


def confusion(y_true, y_pred, positive="spam"):
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
        If lengths differ, labels mix text with numbers, or ``positive`` occurs nowhere.

    Examples
    --------
    >>> confusion(["ham", "spam", "spam", "ham"], ["ham", "spam", "ham", "ham"])
    Confusion(tp=1, fp=0, fn=1, tn=2)
    """
    y_true, y_pred = _label_array(y_true, "y_true"), _label_array(y_pred, "y_pred")
    if y_true.shape != y_pred.shape:
        raise ValueError(
            f"y_true has {y_true.size} labels but y_pred {y_pred.size}: expected one prediction "
            "per document"
        )
    _check_positive(positive, [*y_true, *y_pred])
    return _count(y_true == positive, y_pred == positive)


def evaluate_splits(make_model, documents, labels, splits, *, positive="spam"):
    """Fit a fresh model on every training part and count its errors on the test part.

    To measure the training part too, pass ``[(train, train) for train, test in splits]``.

    Parameters
    ----------
    make_model : callable
        Called without arguments, returns an unfitted classifier or pipeline.
    documents : Corpus, ndarray or sparse array of n_documents rows
        Anything that ``documents[indices]`` divides and the model understands.
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
        If the labels mix text with numbers, or ``positive`` is none of them.

    Examples
    --------
    >>> from sklearn.dummy import DummyClassifier
    >>> y = np.array(["ham"] * 6 + ["spam"] * 2)
    >>> splits = repeated_splits(y, n_splits=3, stratify=True, test_size=4, random_state=0)
    >>> evaluate_splits(DummyClassifier, np.zeros((8, 1)), y, splits)[["accuracy", "recall"]]
       accuracy  recall
    0      0.75     0.0
    1      0.75     0.0
    2      0.75     0.0
    """
    from pandas import DataFrame
    from sklearn.utils import check_consistent_length

    check_consistent_length(documents, labels)
    _check_positive(positive, _label_array(labels, "labels"))
    labels, rows = np.asarray(labels), []
    for train, test in splits:
        model = make_model().fit(documents[train], labels[train])
        found = _count(labels[test] == positive, model.predict(documents[test]) == positive)
        rows.append(_scores(found))
    return DataFrame(rows)


def wilson_interval(successes, n, level=0.95):
    r"""Return Wilson's score interval for a share.

    The shares :math:`p` that the observed one does not contradict:
    :math:`|k/n - p| \le z \sqrt{p(1-p)/n}`, with :math:`z` the two-sided normal quantile.

    Parameters
    ----------
    successes : int
        Observed count k, between 0 and n.
    n : int
        Number of trials, at least 1.
    level : float in (0, 1), default 0.95
        Confidence level.

    Returns
    -------
    (float, float)
        Lower and upper limit.

    Raises
    ------
    ValueError
        If ``0 <= successes <= n`` with ``n >= 1`` does not hold, or ``level`` is not in (0, 1).

    Examples
    --------
    >>> low, high = wilson_interval(0, 10)
    >>> round(low, 3), round(high, 3)
    (0.0, 0.278)
    """
    from scipy.stats import binomtest

    _check_level(level)
    if not (n >= 1 and 0 <= successes <= n):
        raise ValueError(
            f"successes={successes!r}, n={n!r}: expected 0 <= successes <= n and n >= 1"
        )
    limits = binomtest(int(successes), int(n)).proportion_ci(level, method="wilson")
    return float(limits.low), float(limits.high)


def resampled_interval(differences, test_share, level=0.95):
    r"""Return mean and corrected interval of score differences over repeated random splits.

    Splits of one collection overlap, so their scores vary less than scores on new data
    would. Nadeau and Bengio's correction replaces :math:`s^2/k` by
    :math:`s^2 (1/k + n_{test}/n_{train})` in Student's t interval with k - 1 degrees of freedom.

    Parameters
    ----------
    differences : array-like of shape (k,)
        Score of one model minus score of the other, per split.
    test_share : float in (0, 1)
        Share of the documents in the test part, ``n_test / (n_test + n_train)``.
    level : float in (0, 1), default 0.95
        Confidence level.

    Returns
    -------
    (float, float, float)
        Mean, lower and upper limit.

    Raises
    ------
    ValueError
        If there are fewer than two differences, or one is not finite, or a share is not in (0, 1).

    Examples
    --------
    >>> [round(value, 3) for value in resampled_interval([0.01, 0.03], test_share=0.25)]
    [0.02, -0.144, 0.184]
    """
    from scipy.stats import t

    _check_level(level)
    _check_level(test_share, "test_share")
    d = np.asarray(differences, dtype=float)
    if d.ndim != 1 or d.size < 2 or not np.isfinite(d).all():
        raise ValueError(f"differences: expected two or more finite numbers in a row, got {d!r}")
    mean = float(d.mean())
    spread = math.sqrt(d.var(ddof=1) * (1 / d.size + test_share / (1 - test_share)))
    reach = float(t.ppf((1 + level) / 2, d.size - 1)) * spread
    return mean, mean - reach, mean + reach


def _label_array(labels, name):
    """Return labels as a one-dimensional array of Python objects."""
    array = np.asarray(labels, dtype=object)
    if array.ndim != 1:
        raise ValueError(f"{name} has shape {array.shape}: expected one label per document")
    return array


def _check_positive(positive, labels):
    """Raise unless the labels are of one kind and ``positive`` is among them."""
    found = sorted({*labels}, key=repr)
    if len({isinstance(label, str) for label in found}) > 1:
        raise ValueError(f"labels mix text and numbers: {found}; expected one kind in both arrays")
    if positive not in found:
        raise ValueError(f"positive={positive!r} is none of the labels {found}; name one of them")


def _count(truth, alarm):
    """Return the Confusion of two boolean arrays."""
    pairs = [(True, True), (False, True), (True, False), (False, False)]
    return Confusion(*(int(np.sum((truth == t) & (alarm == a))) for t, a in pairs))


def _scores(found):
    """Return scores and counts of a Confusion as one row of a table."""
    scores = {name: getattr(found, name) for name in ("accuracy", "precision", "recall", "f1")}
    return scores | vars(found)


def _ratio(part, whole):
    """Return part / whole, or NaN where nothing was counted."""
    return part / whole if whole else math.nan


def _check_level(level, name="level"):
    """Raise unless ``level`` lies strictly between zero and one."""
    if not 0 < level < 1:
        raise ValueError(f"{name}={level!r}: expected a number between 0 and 1")


def _as_labels(labels, stratify, groups):
    """Return the labels as an array, or zeros in place of a bare number of documents."""
    if stratify and groups is not None:
        raise ValueError("stratify=True cannot be combined with groups: a group is not divided")
    if isinstance(labels, Integral) and not stratify:
        return np.zeros(labels)
    if np.ndim(labels) != 1:
        wanted = "one label per document" + ("" if stratify else ", or their number")
        raise ValueError(f"labels={labels!r}: expected {wanted}")
    return np.asarray(labels)


def _splitter(groups, stratify):
    """Return scikit-learn's splitter for the wanted kind of split."""
    from sklearn import model_selection

    if groups is not None:
        return model_selection.GroupShuffleSplit
    return model_selection.StratifiedShuffleSplit if stratify else model_selection.ShuffleSplit


def _equal_bags(counts):
    """Number equal rows in order of appearance; return the numbers and each one's first row."""
    numbers, seen = [], {}
    for low, high in zip(counts.indptr[:-1], counts.indptr[1:], strict=True):
        row = counts.indices[low:high].tobytes(), counts.data[low:high].tobytes()
        numbers.append(seen.setdefault(row, len(seen)))
    numbers = np.array(numbers, dtype=int)
    return numbers, np.unique(numbers, return_index=True)[1]


def _similar_pairs(counts, threshold):
    """Return a 0/1 matrix of the pairs of rows whose token sets reach the Jaccard threshold."""
    has = sparse.csr_array(counts > 0, dtype=np.int32)
    size = has.sum(axis=1)
    blocks = range(0, has.shape[0], _ROWS_AT_ONCE)
    return sparse.vstack([_similar_to(has, size, start, threshold) for start in blocks])


def _similar_to(has, size, start, threshold):
    """Return the rows from ``start`` of :func:`_similar_pairs`."""
    overlap = sparse.coo_array(has[start : start + _ROWS_AT_ONCE] @ has.T)
    union = size[overlap.row + start] + size[overlap.col] - overlap.data
    near = overlap.data / union >= threshold
    pairs = overlap.row[near], overlap.col[near]
    return sparse.csr_array((np.ones(pairs[0].size, dtype=bool), pairs), shape=overlap.shape)


def _components(links):
    """Number the connected components of a symmetric matrix of links."""
    return connected_components(links, directed=False)[1].astype(int)
