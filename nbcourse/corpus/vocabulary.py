"""The vocabulary of a corpus: its tokens in column order, and what an analyzer makes of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import chain, repeat

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse

from nbcourse.corpus.given import listed


class Vocabulary:
    """Tokens in column order.

    Parameters
    ----------
    tokens : iterable of str

    Attributes
    ----------
    tokens : numpy.ndarray of str (object), shape (n_tokens,)
        Read-only.

    Raises
    ------
    ValueError
        If a token is no str, or occurs twice.

    Examples
    --------
    >>> Vocabulary(["now", "free"]).tokens
    array(['now', 'free'], dtype=object)
    """

    def __init__(self, tokens: Iterable[str]):
        cure = "of a fitted vectorizer give `get_feature_names_out()`"
        self.tokens = read_only(_checked(listed("tokens", tokens, cure)), dtype=object)
        self._latest = (None, None)

    @classmethod
    def found_in(cls, lists: Sequence[Sequence[str]]) -> Vocabulary:
        """Return everything that occurs in some list, sorted: the same order in every run.

        Parameters
        ----------
        lists : sequence of sequences of str

        Returns
        -------
        Vocabulary

        Raises
        ------
        ValueError
            If something in a list is no str.

        Examples
        --------
        >>> Vocabulary.found_in([["now", "win"], ["free", "now"]]).tokens.tolist()
        ['free', 'now', 'win']
        """
        try:
            return cls(sorted(set(chain.from_iterable(lists))))
        except TypeError:  # texts can always be sorted: something is none, and will be named
            return cls(chain.from_iterable(lists))

    def __len__(self):
        return len(self.tokens)

    def analysed(
        self, analyzer: Callable[[str], Iterable[str]]
    ) -> tuple[Vocabulary, sparse.csr_array]:
        """Return the features of the tokens and how often each token holds each feature.

        The latest analysis is remembered: the corpora of many splits share one vocabulary.

        Parameters
        ----------
        analyzer : callable
            Token to iterable of features; called once for each token.

        Returns
        -------
        features : Vocabulary
            Every feature found, sorted.
        mapping : scipy.sparse.csr_array of int64, shape (n_tokens, n_features)

        Raises
        ------
        ValueError
            If `analyzer` is no function, or returns anything but an iterable of str.

        Examples
        --------
        >>> features, mapping = Vocabulary(["Go", "go!"]).analysed(lambda t: [t.strip("!").lower()])
        >>> features.tokens.tolist(), mapping.toarray().tolist()
        (['go'], [[1], [1]])
        """
        known, result = self._latest
        if result is None or known is not analyzer:
            lists = feature_lists(self.tokens, analyzer)
            features = Vocabulary.found_in(lists)
            result = features, features.count(lists)
            self._latest = analyzer, result
        return result

    def positions(self, tokens: Iterable[str]) -> NDArray[np.intp]:
        """Return where each of some tokens stands, -1 for those that are not there.

        Parameters
        ----------
        tokens : sequence of str

        Returns
        -------
        numpy.ndarray of int, shape (n_tokens,)

        Examples
        --------
        >>> Vocabulary(["now", "free"]).positions(["free", "zzz"]).tolist()
        [1, -1]
        """
        return np.array([self._column.get(token, -1) for token in tokens], dtype=np.int64)

    @cached_property
    def _column(self):
        """Token to column, made when first asked for."""
        return dict(zip(self.tokens.tolist(), range(len(self)), strict=True))

    def count(self, lists: Sequence[Sequence[str]]) -> sparse.csr_array:
        """Return how often each token occurs in each list; what is no token contributes nothing.

        Parameters
        ----------
        lists : sequence of lists of str

        Returns
        -------
        scipy.sparse.csr_array of int64, shape (n_lists, n_tokens)

        Examples
        --------
        >>> Vocabulary(["now", "win"]).count([["win", "win", "zzz"], []]).toarray()
        array([[0, 2],
               [0, 0]])
        """
        flat = list(chain.from_iterable(lists))
        columns = map(self._column.get, flat, repeat(-1))
        columns = np.fromiter(columns, dtype=np.int32, count=len(flat))
        sizes = np.fromiter(map(len, lists), dtype=np.int32, count=len(lists))
        rows = np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)
        known = columns >= 0
        cells = (np.ones(known.sum(), dtype=np.int64), (rows[known], columns[known]))
        return sparse.coo_array(cells, shape=(len(sizes), len(self))).tocsr()


def read_only(values: ArrayLike, dtype: type | None = None) -> NDArray:
    """Return a copy of values as an array that cannot be changed.

    Parameters
    ----------
    values : array-like
    dtype : data type, optional

    Returns
    -------
    numpy.ndarray

    Examples
    --------
    >>> read_only(["ham"]).flags.writeable
    False
    """
    array = np.array(values, dtype=dtype)
    array.flags.writeable = False
    return array


def feature_lists(
    tokens: Sequence[str], analyzer: Callable[[str], Iterable[str]]
) -> list[list[str]]:
    """Return the list of features of each token.

    Parameters
    ----------
    tokens : sequence of str
    analyzer : callable
        Token to iterable of features; called once for each token.

    Returns
    -------
    list of lists of str, length n_tokens

    Raises
    ------
    ValueError
        If `analyzer` is no function, or returns no list: a text would be cut into letters.

    Examples
    --------
    >>> feature_lists(["Free-Now", "u"], lambda token: token.lower().split("-"))
    [['free', 'now'], ['u']]
    """
    if not callable(analyzer):
        raise ValueError(
            f"analyzer is {analyzer!r}, expected a function from a token to a list of features, "
            "for example `nbcourse.text.words`"
        )
    lists = list(map(analyzer, tokens))
    if set(map(type, lists)) <= {list}:
        return lists
    for token, features in zip(tokens, lists, strict=True):
        if isinstance(features, str | bytes) or not isinstance(features, Iterable):
            kind = "text " if isinstance(features, str) else ""
            raise ValueError(
                f"analyzer {function_name(analyzer)} returned the {kind}{features!r} for the token "
                f"{token!r}, expected a list of features; return [{features!r}], or [] for none"
            )
    return [list(features) for features in lists]


def function_name(function: Callable) -> str:
    """Return the name a reader knows a function by, for messages.

    Parameters
    ----------
    function : callable

    Returns
    -------
    str

    Examples
    --------
    >>> function_name(sorted)
    'sorted'
    """
    return getattr(function, "__qualname__", repr(function))


def _checked(tokens):
    """Return tokens if they are texts, each there once."""
    if set(map(type, tokens)) <= {str} and len(set(tokens)) == len(tokens):
        return tokens
    odd = [(token, 1) for token in tokens if not isinstance(token, str)]
    if not odd and len(set(tokens)) < len(tokens):
        odd = Counter(tokens).most_common(1)
    if odd:
        token, times = odd[0]
        raise ValueError(
            f"tokens hold {token!r:.60} ({type(token).__name__}, {times}x), expected texts, each "
            "once; convert them with `str`, and add up the columns of one token"
        )
    return tokens
