"""Who trains and who is tested: repeated random splits, and groups of duplicate documents."""

from numbers import Integral

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from nbcourse.corpus import Corpus, label_array
from nbcourse.logspace import real_number, whole_number

_ROWS_AT_ONCE = 512  # keeps the block of pairwise overlaps small


def repeated_splits(
    labels: ArrayLike | int,
    *,
    n_splits: int,
    test_size: float | int = 0.25,
    groups: ArrayLike | None = None,
    stratify: bool = False,
    random_state,
) -> list[tuple[np.ndarray, np.ndarray]]:
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
        If ``stratify`` meets ``groups`` or a bare number, if ``n_splits`` is below one, if labels
        or groups are missing, or if scikit-learn refuses sizes or seed.

    Examples
    --------
    >>> [(train, test)] = repeated_splits(8, n_splits=1, random_state=0)
    >>> train.size, test.size, sorted([*train.tolist(), *test.tolist()])
    (6, 2, [0, 1, 2, 3, 4, 5, 6, 7])
    """
    n_splits = whole_number("n_splits", n_splits, least=1)
    labels = _as_labels(labels, stratify, groups)
    if len(labels) < 2:
        raise ValueError(f"labels={labels!r}: expected two documents or more, one for each part")
    groups = None if groups is None else _groups(groups, len(labels))
    test_size = _size(test_size)
    _check_seed(random_state)
    splitter = _splitter(groups, stratify)
    splits = splitter(n_splits=n_splits, test_size=test_size, random_state=random_state)
    return list(splits.split(labels, labels, groups))


def duplicate_groups(corpus, threshold: float = 1.0) -> np.ndarray:
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
        If ``threshold`` is outside (0, 1], or ``corpus`` is no Corpus.

    Examples
    --------
    >>> from nbcourse.corpus import Corpus
    >>> corpus = Corpus.from_texts(["win cash now", "now win cash", "win cash today", "hi"])
    >>> duplicate_groups(corpus).tolist(), duplicate_groups(corpus, 0.5).tolist()
    ([0, 0, 1, 2], [0, 0, 0, 1])
    """
    if not isinstance(corpus, Corpus):
        raise ValueError(
            f"corpus is a {type(corpus).__name__}, expected a Corpus: Corpus.from_texts(texts)"
        )
    threshold = real_number("threshold", threshold)
    if not 0 < threshold <= 1:
        raise ValueError(f"threshold={threshold!r}: expected a similarity above 0 and at most 1")
    bags, first = _equal_bags(corpus.counts)
    if threshold == 1:
        return bags
    return _components(_similar_pairs(corpus.counts[first], threshold))[bags]


def _as_labels(labels, stratify, groups):
    """Return the labels as an array, or zeros in place of a bare number of documents."""
    if stratify and groups is not None:
        raise ValueError("stratify=True cannot be combined with groups: a group is not divided")
    if isinstance(labels, Integral) and not stratify:
        return np.zeros(whole_number("labels", labels, least=2))
    wanted = "one label per document" + ("" if stratify else ", or their number")
    return _one_each("labels", labels, wanted)


def _one_each(name, values, wanted):
    """Return one label or group for each document as an array, none of them missing."""
    array = label_array(name, values)
    if array.ndim != 1:
        raise ValueError(f"{name}={values!r:.60}: expected {wanted}")
    return array


def _groups(groups, n):
    """Return one group for each of n documents."""
    groups = _one_each("groups", groups, "one group per document")
    if len(groups) != n:
        raise ValueError(
            f"groups are {len(groups)} for {n} documents, inconsistent numbers of samples: "
            "expected one group per document"
        )
    return groups


def _size(test_size):
    """Return the size of the test part: a share as a float, a number as an int."""
    number = real_number("test_size", test_size)
    if isinstance(test_size, Integral):
        return whole_number("test_size", test_size, least=1)
    if not 0 < number < 1:
        raise ValueError(
            f"test_size={test_size!r}: expected a share between 0 and 1, or a whole number from 1"
        )
    return number


def _check_seed(random_state):
    """Raise unless scikit-learn can draw from it."""
    from sklearn.utils import check_random_state

    try:
        check_random_state(random_state)
    except (ValueError, TypeError) as error:
        raise ValueError(
            f"random_state={random_state!r:.60} is no seed ({error}): give a whole number >= 0"
        ) from error


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
    """Return a 0/1 matrix of the pairs of rows whose token sets reach the Jaccard threshold, once.

    The similarity is at most the ratio of the sizes, so sets are compared with the larger ones up
    to `size / threshold`, and one more, for products are rounded; nothing is divided by a threshold
    that may be tiny.
    """
    has = sparse.csr_array(counts > 0, dtype=np.int32)
    order = np.argsort(has.sum(axis=1), kind="stable")
    has, n = has[order], len(order)
    size = has.sum(axis=1)
    ends = np.searchsorted(threshold * size, size + threshold, side="right")
    blocks = [slice(start, start + _ROWS_AT_ONCE) for start in range(0, n, _ROWS_AT_ONCE)]
    pairs = [_similar_to(has, size, rows, ends[rows].max(), threshold) for rows in blocks]
    row, column = order[np.hstack(pairs)]
    return sparse.coo_array((np.ones(len(row), dtype=bool), (row, column)), shape=(n, n))


def _similar_to(has, size, rows, end, threshold):
    """Return the pairs of :func:`_similar_pairs` of some rows with those from there to the end."""
    overlap = sparse.coo_array(has[rows] @ has[rows.start : end].T)
    row, column = overlap.row + rows.start, overlap.col + rows.start
    near = overlap.data / (size[row] + size[column] - overlap.data) >= threshold
    return np.array([row[near], column[near]])


def _components(links):
    """Number the connected components of a symmetric matrix of links."""
    return connected_components(links, directed=False)[1].astype(int)
