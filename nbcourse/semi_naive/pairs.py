"""What the semi-naive models share: how often two values meet in a class, and what follows from it.

Each value of each feature has a column, as in a one-hot table O. The one statistic is the table of
meetings of each class, a matrix product; on its diagonal a value meets itself: its number of rows.
"""

from functools import cache

import numpy as np
from threadpoolctl import ThreadpoolController

from nbcourse.estimation import log_posterior_means
from nbcourse.logspace import real_array
from nbcourse.naive_bayes.base import BaseSums
from nbcourse.naive_bayes.checks import amount

_MOST_CELLS = 2**26  # of the tables of meetings: half a gigabyte
_CELLS = 2**20  # of what is worked on at once
_ENCODE = (
    "Give numbers, each a category: encode texts with sklearn.preprocessing.OrdinalEncoder, cut "
    "measurements into intervals with KBinsDiscretizer."
)


class BasePairs(BaseSums):
    r"""Base of the models in which a feature may depend on one other, besides the class.

    .. math:: N_{kab} = \sum_i w_i\, I\{y_i = c_k\}\, o_{ia}\, o_{ib}, \qquad
              \hat P(b \mid c_k, a) = \frac{N_{kab} + \alpha}{N_{kaa} + S_b\alpha}

    for values a and b of two features. A subclass says which feature each one depends on
    (`_joint_log_likelihood`); it may learn that from the counts (`_estimate`).
    """

    def __init__(
        self,
        *,
        alpha=1.0,
        categories=None,
        unknown="ignore",
        class_alpha=0.0,
        fit_prior=True,
        class_prior=None,
    ):
        self.alpha = alpha
        self.categories = categories
        self.unknown = unknown
        self.class_alpha = class_alpha
        self.fit_prior = fit_prior
        self.class_prior = class_prior

    # -- learning ---------------------------------------------------------------

    def _check_array(self, X, *, reset):
        try:
            return super()._check_array(X, reset=reset)
        except ValueError as error:
            raise ValueError(f"{error} {_ENCODE}") from error

    def _check_parameters(self):
        super()._check_parameters()
        amount("alpha", self.alpha, "pseudo-count")
        if not isinstance(self.unknown, str) or self.unknown not in ("error", "ignore"):
            raise ValueError(f"unknown={self.unknown!r} is no policy: give 'error' or 'ignore'")
        self._reserved()

    def _reserved(self):
        """Sorted values of each feature that are possible whether they are seen or not."""
        d = self.n_features_in_
        if self.categories is None:
            return [np.empty(0, dtype=np.int8)] * d
        try:
            values = [real_array("categories", found) for found in self.categories]
        except TypeError:
            values = []
        if len(values) != d or not all(v.ndim == 1 and np.isfinite(v).all() for v in values):
            raise ValueError(
                f"categories={self.categories!r:.60} does not fit {d} features: give a list of "
                "possible values, all finite numbers, for each feature"
            )
        return [np.unique(v) for v in values]

    def _reset_counts(self):
        self.categories_ = self._reserved()
        size = sum(map(len, self.categories_))
        self.pair_count_ = np.zeros((len(self.classes_), size, size))

    def _count(self, X, codes, weights):
        learnt = weights > 0  # a row of weight 0 is no row: its values are not known by it
        X, codes, weights = X[learnt], codes[learnt], weights[learnt]
        categories = _united(self.categories_, [np.unique(column) for column in X.T.copy()])
        count = self._placed(categories)
        with _multiplication().limit(limits=1, user_api="blas"):
            for k, table in enumerate(count):
                _add_meetings(table, X[codes == k], weights[codes == k], categories)
        self.categories_, self.pair_count_ = categories, count

    def _combine(self, other, operation):
        categories = _united(self.categories_, other.categories_)
        count = operation(self._placed(categories), other._placed(categories))
        if (count < 0).any():
            raise ValueError(
                f"X holds values together in {-count.min():g} more rows of a class than were "
                "learnt: forget only rows that were learnt, with their labels and weights"
            )
        self.categories_, self.pair_count_ = categories, count

    def _placed(self, categories):
        """The counts in a larger table, which has room for more values."""
        K, size = len(self.classes_), sum(map(len, categories))
        if K * size**2 > _MOST_CELLS:
            widest = max(range(len(categories)), key=lambda j: len(categories[j]))
            raise ValueError(
                f"X has {size:,} different values, {len(categories[widest]):,} of them in column "
                f"{widest}: too many pairs to count in {K} classes. {_ENCODE}"
            )
        count = np.zeros((K, size, size))
        rooms = zip(_starts(categories), categories, self.categories_, strict=True)
        place = np.concatenate([at + np.searchsorted(new, old) for at, new, old in rooms])
        count[:, place[:, None], place] = self.pair_count_
        return count

    def _estimate(self):
        """Log-probability of a value (last axis), given the class and a value of another feature.

        There is a row more, for a feature that depends on the class alone, and a column more, for
        a value that is unknown: its logarithms are zeros, which leave it out. So are those of the
        values of one feature given each other: a value that is known is certain.
        """
        K, size = self.pair_count_.shape[:2]
        given = np.concatenate([self.pair_count_, self._value_count()[:, None]], axis=1)
        factors = np.zeros((K, size + 1, size + 1))
        sizes = [len(values) for values in self.categories_]
        factors[..., :-1] = log_posterior_means(given, sizes, self.alpha)
        for own in self._blocks():
            factors[:, own, own] = 0.0
        self.factor_log_prob_ = factors

    def _value_count(self):
        """Rows of each class that have each value."""
        return self.pair_count_.diagonal(axis1=1, axis2=2)

    def _blocks(self):
        """The columns of each feature's values."""
        starts = _starts(self.categories_)
        return [slice(a, a + len(v)) for a, v in zip(starts, self.categories_, strict=True)]

    # -- scoring ----------------------------------------------------------------

    def _known(self, X):
        """Column of each value; one that was never learnt is refused, or has the column beyond."""
        columns = _columns(X, self.categories_)
        unseen = columns == self.pair_count_.shape[1]
        if self.unknown == "error" and unseen.any():
            row, column = np.argwhere(unseen)[0].tolist()
            raise ValueError(
                f"X[{row}, {column}] is {X[row, column]:g}, a value that feature {column} never "
                "had in training: pass unknown='ignore' to leave the feature out, or declare all "
                "values with categories"
            )
        return columns

    def _tree_scores(self, columns, parents):
        """Joint log scores where each feature depends on the class and on its parent, if any."""
        given = np.where(parents < 0, self.pair_count_.shape[1], columns[:, parents])
        sums = [factors[given, columns].sum(axis=1) for factors in self.factor_log_prob_]
        return np.column_stack(sums) + self.class_log_prior_

    def _star_scores(self, columns):
        r"""Log-probability of all other features given each one: an array (n, K, d).

        .. math:: \sum_{j \ne i} \log P(x_j \mid c_k, x_i)
        """
        stars = np.empty((len(columns), len(self.classes_), columns.shape[1]))
        for part in parts(len(columns), columns.shape[1] ** 2):
            places = pair_places(columns[part], self.factor_log_prob_.shape[1])
            for k, factors in enumerate(self.factor_log_prob_):
                stars[part, k] = factors.take(places).sum(axis=1).T
        return stars

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.categorical = True
        return tags


def parts(n: int, cells: int) -> list:
    """Cut n rows into parts that have about a million cells each.

    Parameters
    ----------
    n, cells : int
        Number of rows, and of cells that a row takes.

    Returns
    -------
    list of slice

    Examples
    --------
    >>> len(parts(8_000, 22**2))
    4
    """
    step = max(1, _CELLS // cells)
    return [slice(start, start + step) for start in range(0, n, step)]


def pair_places(columns, size: int) -> np.ndarray:
    """Place of each two values of a row in a flat square table; rows last, to add up quickly.

    Parameters
    ----------
    columns : numpy.ndarray of int, shape (n, d)
        Column of each value.
    size : int
        Rows of the table.

    Returns
    -------
    numpy.ndarray of int, shape (d, d, n)

    Examples
    --------
    >>> pair_places(np.array([[0, 2]]), 3)[..., 0].tolist()
    [[0, 2], [6, 8]]
    """
    across = np.ascontiguousarray(columns.T)
    return across[:, None] * size + across


def _starts(categories):
    """Column of the first value of each feature."""
    sizes = [len(values) for values in categories]
    return np.cumsum([0, *sizes[:-1]])


def _united(categories, others):
    """The values of each feature that are in one of two lists."""
    return [np.union1d(*pair) for pair in zip(categories, others, strict=True)]


def _columns(X, categories):
    """Column of each value in the one-hot table; the column beyond the last if it has none."""
    columns, beyond = np.empty(X.shape[::-1], dtype=np.int64), sum(map(len, categories))
    features = zip(_starts(categories), categories, X.T.copy(), columns, strict=True)
    for start, values, given, found in features:
        place = np.searchsorted(values, given).clip(max=len(values) - 1)
        found[:] = np.where(values[place] == given, start + place, beyond)
    return columns.T


def _add_meetings(table, X, weights, categories):
    """Add to a table how often each two values meet in rows of one class."""
    ends = np.cumsum([len(values) for values in categories])[:-1]
    for part in parts(len(X), len(table)):
        one_hot = np.empty((len(table), len(X[part])))  # a row for each value
        features = zip(np.split(one_hot, ends), categories, X[part].T, strict=True)
        for indicators, values, column in features:
            indicators[:] = values[:, None] == column
        table += (one_hot * weights[part]) @ one_hot.T


@cache
def _multiplication():
    """NumPy's library of products, whose threads wait for each other where others compute, too."""
    return ThreadpoolController()
