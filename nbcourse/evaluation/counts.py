"""Validation by subtraction: class sums add up, so a training part is all less what is left out.

A loop that fits a counting model anew for every split adds up almost the same rows each time. Here
every row is added once, and what a split leaves out is subtracted (or the training part added up,
where that has fewer rows). Sums of whole numbers make that exact: the decisions are those of the
loop.
"""

from collections.abc import Sequence

import numpy as np
from scipy.sparse import csr_array
from sklearn.base import clone

from nbcourse.corpus.given import canonical_csr, listed
from nbcourse.evaluation.scores import check_positive, divided, scored
from nbcourse.logspace import whole_number
from nbcourse.naive_bayes.checks import amount
from nbcourse.naive_bayes.counting import BaseDiscrete
from nbcourse.naive_bayes.sums import class_sums


def cross_validate_counts(
    model, X, y, splits, *, alphas: Sequence | None = None, min_df: int = 0, positive="spam"
):
    r"""Measure a counting model over many splits without adding up its rows again.

    .. math:: N_{kj}^{\text{train}} = N_{kj} - \sum_{i\,\text{left out}} Y_{ik}\,x_{ij}

    Parameters
    ----------
    model : MultinomialNB, ComplementNB or BernoulliNB
        Unfitted; it stays so.
    X : array or sparse array of shape (n, d)
        Counts.
    y : array-like of shape (n,)
        Labels.
    splits : iterable of (train, test)
        Positions, as from :func:`repeated_splits` or a splitter of scikit-learn.
    alphas : sequence of float, optional
        Values to try in place of the model's own `alpha`: each costs no more than its logarithms.
    min_df : int, default 0
        Leave out features of fewer training rows than this, as ``BagOfWords(min_df=...)`` does;
        0 keeps every column of `X`.
    positive : label, default "spam"
        The class that precision and recall speak of.

    Returns
    -------
    pandas.DataFrame, or dict of float to pandas.DataFrame
        One row per split, as from :func:`evaluate_splits`; with `alphas` a table for each of them.

    Raises
    ------
    ValueError
        If the model is no counting model, or rows, labels or splits do not fit together.

    Examples
    --------
    >>> from nbcourse.evaluation import repeated_splits
    >>> from nbcourse.naive_bayes import MultinomialNB
    >>> X, y = np.tile([[2, 0], [0, 1]], (8, 1)), np.tile(["ham", "spam"], 8)
    >>> splits = repeated_splits(16, n_splits=2, random_state=0)
    >>> cross_validate_counts(MultinomialNB(), X, y, splits)["accuracy"].tolist()
    [1.0, 1.0]
    """
    from pandas import DataFrame

    whole = _Sums(model, X, y, min_df)
    check_positive(positive, whole.y.tolist())
    tried = [None] if alphas is None else _grid(alphas)
    models = {a: clone(model) if a is None else clone(model).set_params(alpha=a) for a in tried}
    rows = {alpha: [] for alpha in models}
    for train, test in divided(splits, len(whole.y)):
        counts, part = whole.parted(train, test)
        for alpha, candidate in models.items():
            predicted = candidate._of_sums(*counts)._decide(part)
            rows[alpha].append(scored(whole.y[test], predicted, positive))
    tables = {alpha: DataFrame(found) for alpha, found in rows.items()}
    return tables[None] if alphas is None else tables


def _grid(alphas):
    """Return the pseudo-counts to try, each a number that can name its table."""
    alphas = listed("alphas", alphas, "give the values to try, such as [0.1, 1]")
    return [amount("alphas", alpha, "pseudo-count") for alpha in alphas]


class _Sums:
    """The class sums of all rows, and of some."""

    def __init__(self, model, X, y, min_df):
        if not isinstance(model, BaseDiscrete) or model.__sklearn_tags__().input_tags.categorical:
            raise ValueError(
                f"model is {model!r}, expected MultinomialNB, ComplementNB or BernoulliNB: "
                "cross-validate other models with evaluate_splits"
            )
        counting = clone(model)
        features, self.y = counting._validate(X, y, reset=True)
        self._features = csr_array(features)
        self._min_df = whole_number("min_df", min_df)
        self._classes, self._codes = np.unique(self.y, return_inverse=True)
        self._cells = canonical_csr(X) if self._min_df else None
        counting._start(self._classes)
        counting._count(self._features, self._codes, np.ones(len(self.y)))
        of_class = np.bincount(self._codes).astype(float)
        self._whole = of_class, counting.feature_count_, self._frequency(slice(None))

    def _frequency(self, rows):
        """Return in how many of some rows each feature is, if that is asked for."""
        return document_frequency(self._cells[rows]) if self._min_df else 0

    def _sums(self, table, rows):
        """Return the number of rows of each class, class sums and frequency, of some rows."""
        K, codes = len(self._classes), self._codes[rows]
        of_class = np.bincount(codes, minlength=K).astype(float)
        return of_class, class_sums(table, codes, np.ones(len(codes)), K), self._frequency(rows)

    def parted(self, train, test):
        """Return classes and class sums of the training rows, and the test rows."""
        inside = np.zeros(len(self.y), dtype=bool)
        inside[train] = True
        few = inside if 2 * inside.sum() < len(inside) else ~inside  # the fewer are added up
        table = self._features[few]
        sums = self._sums(table, few)
        if few is not inside:
            sums = [whole - less for whole, less in zip(self._whole, sums, strict=True)]
        of_class, feature_count, frequency = sums
        known = of_class > 0
        counts = self._classes[known], of_class[known], feature_count[known]
        usual = np.array_equal(test, np.flatnonzero(few))  # what is left out is what is tested
        part = (table if usual else self._features[test]).astype(float)
        if not self._min_df:
            return counts, part
        kept = frequency >= self._min_df
        return (*counts[:2], counts[2].compress(kept, axis=1)), part[:, kept]


def document_frequency(X: csr_array) -> np.ndarray:
    r"""Count the rows that have each feature.

    .. math:: \mathrm{df}_j = \sum_i I\{x_{ij} > 0\}

    Parameters
    ----------
    X : CSR array of shape (n, d), each cell once
        Counts; a stored zero is none.

    Returns
    -------
    numpy.ndarray of shape (d,)

    Examples
    --------
    >>> document_frequency(csr_array([[2, 0], [1, 1]])).tolist()
    [2.0, 1.0]
    """
    return np.bincount(X.indices, X.data > 0, minlength=X.shape[1])
