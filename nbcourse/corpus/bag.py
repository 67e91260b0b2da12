"""A corpus as a bag: how often each token occurs in each document, and nothing else.

Naive Bayes never looks at the order of words, so a table of counts is all it can use. Text is
analysed on the vocabulary, not on the documents: every distinct token is turned into features
once, and the table of features follows by one sparse product, ``counts @ mapping``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse

from nbcourse.corpus.bagfile import canonical_counts, read_bag, write_bag
from nbcourse.corpus.given import checked_texts, label_array, listed
from nbcourse.corpus.vocabulary import Vocabulary, read_only

#: What a corpus says where an array is expected, and the cure.
NO_TABLE = (
    "a corpus is no array and no list of texts: give a model its table `corpus.counts` with "
    "`corpus.labels`, or put `BagOfWords` before the model in a pipeline, which takes the corpus"
)


@dataclass(frozen=True, eq=False, repr=False)
class Corpus:
    """Documents as bags of tokens: row i counts the tokens of document i.

    A corpus is frozen: it holds copies of what it is given, and its arrays are read-only.

    Parameters
    ----------
    counts : sparse array or array-like of int, shape (n_documents, n_tokens)
        How often each token occurs in each document; kept as ``csr_array`` of int64. A cell that
        is given several times is the sum of its parts.
    tokens : sequence of str, length n_tokens
        What each column counts, all different; kept as a read-only array of objects.
    labels, names : sequence, length n_documents, optional
        Class and name of each document, by position (the index of a pandas Series is not looked
        at); kept as read-only arrays.

    Raises
    ------
    ValueError
        If shapes disagree, a token is repeated or no text, a count is no count, or a label is
        missing or of another kind than the others.

    Examples
    --------
    >>> corpus = Corpus.from_texts(["win cash win", "lunch now"], ["spam", "ham"])
    >>> corpus
    Corpus(2 documents, 4 tokens, 4 cells; ham 1, spam 1)
    >>> corpus.counts.toarray().tolist(), corpus.tokens.tolist()
    ([[1, 0, 0, 2], [0, 1, 1, 0]], ['cash', 'lunch', 'now', 'win'])
    >>> corpus[corpus.labels == "ham"].counts.toarray().tolist()
    [[0, 1, 1, 0]]
    """

    counts: sparse.csr_array
    tokens: np.ndarray
    labels: np.ndarray | None = None
    names: np.ndarray | None = None

    def __post_init__(self):
        self._keep(
            canonical_counts(self.counts).copy(), Vocabulary(self.tokens), self.labels, self.names
        )

    @classmethod
    def _of(cls, counts, vocabulary, labels, names):
        """Return the corpus of canonical counts that are nobody else's, without copying them."""
        corpus = cls.__new__(cls)
        corpus._keep(counts, vocabulary, labels, names)
        return corpus

    def _keep(self, counts, vocabulary, labels, names):
        """Hold the parts, read-only from now on."""
        n_documents, n_tokens = counts.shape
        if len(vocabulary) != n_tokens:
            raise ValueError(
                f"tokens has length {len(vocabulary)}, expected {n_tokens}: "
                "one token for each column of counts"
            )
        for array in (counts.data, counts.indices, counts.indptr):
            array.flags.writeable = False
        # past the frozen dataclass's own lock, once
        vars(self).update(
            counts=counts,
            tokens=vocabulary.tokens,
            labels=_one_per_document("labels", labels, n_documents),
            names=_one_per_document("names", names, n_documents),
            _vocabulary=vocabulary,  # shared by all parts of a corpus: analysed once
        )

    @classmethod
    def from_texts(
        cls,
        texts: Iterable[str],
        labels: ArrayLike | None = None,
        names: ArrayLike | None = None,
    ) -> Corpus:
        """Count the white-space separated tokens of texts, case kept, columns sorted by token.

        Parameters
        ----------
        texts : sequence of str
            Of a pandas table one column, such as ``df["message"]``.
        labels, names : sequence, length n_documents, optional
            Paired with the texts by position.

        Returns
        -------
        Corpus

        Raises
        ------
        ValueError
            If a text is not a str, or `texts` is a single one, a table, a dict, a set or a file.

        Examples
        --------
        >>> Corpus.from_texts(["U win\\t£5!", "", "u 2"]).tokens.tolist()
        ['2', 'U', 'u', 'win', '£5!']
        """
        return cls.from_documents([text.split() for text in checked_texts(texts)], labels, names)

    @classmethod
    def from_documents(
        cls,
        token_lists: Iterable[Iterable[str]],
        labels: ArrayLike | None = None,
        names: ArrayLike | None = None,
    ) -> Corpus:
        """Count tokens that are separated already, columns sorted by token.

        Parameters
        ----------
        token_lists : sequence of sequences of str
        labels, names : sequence, length n_documents, optional
            Paired with the documents by position.

        Returns
        -------
        Corpus

        Raises
        ------
        ValueError
            If a document is no sequence of tokens (a text, a dict of counts), or a token no str.

        Examples
        --------
        >>> Corpus.from_documents([["new york", "now"], []])
        Corpus(2 documents, 2 tokens, 2 cells)
        """
        lists = listed("token_lists", token_lists, "give one list of tokens for each document")
        for i, tokens in enumerate(lists):
            if isinstance(tokens, str | bytes | dict) or not isinstance(tokens, Iterable):
                kind = "text" if isinstance(tokens, str) else type(tokens).__name__
                raise ValueError(
                    f"document {i} is the {kind} {tokens!r:.60}, expected a list of tokens; "
                    "use `Corpus.from_texts`, or split it first; a Counter has `elements()`"
                )
        lists = [list(tokens) for tokens in lists]
        vocabulary = Vocabulary.found_in(lists)
        return cls._of(vocabulary.count(lists), vocabulary, labels, names)

    @classmethod
    def read(cls, path: str | Path) -> Corpus:
        """Return the corpus in a bag file (see :mod:`nbcourse.corpus.bagfile`).

        Parameters
        ----------
        path : str or pathlib.Path

        Returns
        -------
        Corpus
            Tokens by falling document frequency.

        Raises
        ------
        FileNotFoundError, ValueError
            If there is no such file, or it is not a whole bag file.
        """
        bag = read_bag(path)
        return cls._of(bag.counts, Vocabulary(bag.tokens), bag.labels, bag.names)

    def write(self, path: str | Path) -> None:
        """Write the corpus to a bag file: the same corpus gives the same bytes.

        Parameters
        ----------
        path : str or pathlib.Path

        Raises
        ------
        ValueError
            If a token, label or name is not a text of one line.

        Examples
        --------
        >>> import pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = pathlib.Path(folder) / "small.npz"
        ...     Corpus.from_texts(["lunch now", "win now"], ["ham", "spam"]).write(path)
        ...     Corpus.read(path).tokens.tolist()
        ['now', 'lunch', 'win']
        """
        write_bag(path, self.counts, self.tokens, self.labels, self.names)

    @property
    def shape(self):
        """Number of documents and of tokens, as the table of counts has it."""
        return self.counts.shape

    def __len__(self):
        return self.shape[0]

    def __repr__(self):
        n_documents, n_tokens = self.shape
        size = f"{n_documents} documents, {n_tokens} tokens, {self.counts.nnz} cells"
        return f"Corpus({size}{_class_sizes(self.labels)})"

    def __getitem__(self, rows):
        """Return the corpus of some rows: a slice, an array of indices or a boolean mask.

        ``corpus[rows, ...]``, which is how scikit-learn's splitters ask, means the same.
        """
        rows = np.arange(len(self))[rows]
        if rows.ndim != 1:
            raise ValueError(
                f"a corpus is indexed by rows, got an index of {rows.ndim} dimensions; "
                "for the one document i write corpus[[i]] or corpus[i : i + 1]"
            )
        labels, names = (
            None if column is None else column[rows] for column in (self.labels, self.names)
        )
        return Corpus._of(self.counts[rows], self._vocabulary, labels, names)

    def __iter__(self):
        raise ValueError(NO_TABLE)

    def __array__(self, dtype=None, copy=None):
        raise ValueError(NO_TABLE)

    def features(self, analyzer: Callable[[str], Iterable[str]]) -> Corpus:
        """Return the corpus of the features that an analyzer finds in the tokens.

        ``counts @ mapping``, where row t of the mapping counts the features of token t.

        Parameters
        ----------
        analyzer : callable
            Token to iterable of features (a repeated feature counts again), for example a
            function of :mod:`nbcourse.text`; called once for each token.

        Returns
        -------
        Corpus
            One column for each feature, sorted; labels and names as they are.

        Raises
        ------
        ValueError
            If `analyzer` is no function, or returns anything but an iterable of str.

        Examples
        --------
        >>> corpus = Corpus.from_texts(["Win cash-cash", "win 5"])
        >>> words = corpus.features(lambda token: token.lower().split("-"))
        >>> words.tokens.tolist(), words.counts.toarray().tolist()
        (['5', 'cash', 'win'], [[0, 2, 1], [1, 0, 1]])
        """
        features, mapping = self._vocabulary.analysed(analyzer)
        counts = _sorted(self.counts @ mapping)
        return Corpus._of(counts, features, self.labels, self.names)

    def select(self, tokens: Sequence[str]) -> Corpus:
        """Return the corpus of some tokens; one that never occurs has an empty column.

        Parameters
        ----------
        tokens : sequence of str
            The tokens to count, in column order; all others contribute nothing.

        Returns
        -------
        Corpus
            One column for each of `tokens`; labels and names as they are.

        Raises
        ------
        ValueError
            If a token is no str or named twice, or `tokens` is no sequence in column order.

        Examples
        --------
        >>> corpus = Corpus.from_texts(["win cash win", "lunch now"])
        >>> corpus.select(["win", "zzz"]).counts.toarray().tolist()
        [[2, 0], [0, 0]]
        """
        return self._selected(Vocabulary(tokens))

    def _selected(self, wanted):
        """Return the corpus of the tokens of a vocabulary: its cells get their new columns."""
        # narrow indices, as everywhere: scikit-learn's SVMs refuse wide ones
        column = wanted.positions(self.tokens).astype(np.int32)[self.counts.indices]
        known = column >= 0
        starts = np.concatenate([[0], np.cumsum(known)], dtype=np.int32)[self.counts.indptr]
        cells = self.counts.data[known], column[known], starts
        counts = _sorted(sparse.csr_array(cells, shape=(len(self), len(wanted))))
        return Corpus._of(counts, wanted, self.labels, self.names)

    def document_frequency(self) -> NDArray[np.int64]:
        """Return in how many documents each token occurs.

        Returns
        -------
        numpy.ndarray of int, shape (n_tokens,)

        Examples
        --------
        >>> Corpus.from_texts(["a a b", "b", ""]).document_frequency()
        array([1, 2])
        """
        return np.bincount(self.counts.indices, minlength=self.shape[1])

    def lengths(self) -> NDArray[np.int64]:
        """Return how many tokens each document has, repetitions included.

        Returns
        -------
        numpy.ndarray of int, shape (n_documents,)

        Examples
        --------
        >>> Corpus.from_texts(["a a b", "b", ""]).lengths()
        array([3, 1, 0])
        """
        return self.counts.sum(axis=1)


def _one_per_document(kind, values, n_documents):
    """Return labels or names as a read-only array, or None."""
    if values is None:
        return None
    array = read_only(label_array(kind, values))
    if array.shape != (n_documents,):
        raise ValueError(
            f"{kind} has shape {array.shape}, expected ({n_documents},): one for each document"
        )
    return array


def _class_sizes(labels):
    """Return the number of documents of each class as text, or of classes if there are many."""
    if labels is None:
        return ""
    sizes = sorted((str(label), size) for label, size in Counter(labels.tolist()).items())
    if len(sizes) > 6:
        return f"; {len(sizes)} classes"
    return "; " + ", ".join(f"{label} {size}" for label, size in sizes)


def _sorted(table):
    """Return counts in canonical form, whose rows may list their cells in any order."""
    table = table.tocsc().tocsr()  # by columns and back: quicker than to sort each row
    table.has_canonical_format = True
    return table
