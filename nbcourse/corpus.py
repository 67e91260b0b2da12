"""A corpus as a bag: how often each token occurs in each document, and nothing else.

Naive Bayes never looks at the order of words, so a table of counts is all it can use. Text is
analysed on the vocabulary, not on the documents: every distinct token is turned into features
once, and the table of features follows by one sparse product, ``counts @ mapping``.
"""

from collections import Counter
from dataclasses import dataclass, replace

import numpy as np
from scipy import sparse

from nbcourse.bagfile import canonical_counts, read_bag, write_bag
from nbcourse.vocabulary import (
    StoredVocabulary,
    Vocabulary,
    count_table,
    read_only,
    sorted_tokens,
)


class _Tokens:
    """Field of a corpus: set to tokens or their vocabulary, it gives the array of tokens."""

    def __get__(self, corpus, owner=None):
        if corpus is None:
            raise AttributeError("tokens")  # tells `dataclass` that the field has no default
        return corpus._vocabulary.tokens

    def __set__(self, corpus, given):
        ready = isinstance(given, Vocabulary)
        corpus.__dict__["_vocabulary"] = given if ready else Vocabulary(given)


@dataclass(frozen=True, eq=False, repr=False)
class Corpus:
    """Documents as bags of tokens: row i counts the tokens of document i.

    Parameters
    ----------
    counts : sparse array or array-like of int, shape (n_documents, n_tokens)
        How often each token occurs in each document; kept as ``csr_array`` of int64.
    tokens : sequence of str, length n_tokens
        What each column counts, all different; kept as a read-only array of objects. The tokens
        of a corpus read from a file are decoded when they are first looked at.
    labels, names : sequence, length n_documents, optional
        Class and name of each document; kept as read-only arrays.

    Raises
    ------
    ValueError
        If shapes disagree, a token is repeated or no text, or a count is no count.

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
    tokens: np.ndarray = _Tokens()
    labels: np.ndarray | None = None
    names: np.ndarray | None = None

    def __post_init__(self):
        counts = canonical_counts(self.counts)
        self.__dict__["counts"] = counts
        if len(self._vocabulary) != counts.shape[1]:
            raise ValueError(
                f"tokens has length {len(self._vocabulary)}, expected {counts.shape[1]}: "
                "one token for each column of counts"
            )
        for kind in ("labels", "names"):
            self.__dict__[kind] = _one_per_document(kind, getattr(self, kind), counts.shape[0])

    @classmethod
    def from_texts(cls, texts, labels=None, names=None):
        """Count the white-space separated tokens of texts, case kept, columns sorted by token.

        Parameters
        ----------
        texts : sequence of str
        labels, names : sequence, length n_documents, optional

        Returns
        -------
        Corpus

        Raises
        ------
        ValueError
            If a text is not a str, or `texts` is a single one.

        Examples
        --------
        >>> Corpus.from_texts(["U win\\t£5!", "", "u 2"]).tokens.tolist()
        ['2', 'U', 'u', 'win', '£5!']
        """
        return cls.from_documents([text.split() for text in _checked_texts(texts)], labels, names)

    @classmethod
    def from_documents(cls, token_lists, labels=None, names=None):
        """Count tokens that are separated already, columns sorted by token.

        Parameters
        ----------
        token_lists : sequence of sequences of str
        labels, names : sequence, length n_documents, optional

        Returns
        -------
        Corpus

        Raises
        ------
        ValueError
            If a document is a single str instead of a sequence of them, or a token is no str.

        Examples
        --------
        >>> Corpus.from_documents([["new york", "now"], []])
        Corpus(2 documents, 2 tokens, 2 cells)
        """
        lists = list(token_lists)
        for i, tokens in enumerate(lists):
            if isinstance(tokens, str):
                raise ValueError(
                    f"document {i} is the text {tokens!r:.60}, expected a list of tokens; "
                    "use `Corpus.from_texts`, or split it first"
                )
        vocabulary = sorted_tokens(lists)
        return cls(count_table(lists, vocabulary), vocabulary, labels, names)

    @classmethod
    def read(cls, path):
        """Return the corpus in a bag file (see :mod:`nbcourse.bagfile`).

        Parameters
        ----------
        path : str or pathlib.Path

        Returns
        -------
        Corpus
            Tokens by falling document frequency, not yet decoded.

        Raises
        ------
        FileNotFoundError, ValueError
            If there is no such file, or it is not a whole bag file.
        """
        bag = read_bag(path)
        return cls(bag.counts, StoredVocabulary(bag.vocabulary), bag.labels, bag.names)

    def write(self, path):
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
        return Corpus(self.counts[rows], self._vocabulary, labels, names)

    def features(self, analyzer):
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
        return replace(self, counts=self.counts @ mapping, tokens=features)

    def select(self, tokens):
        """Return the corpus of some tokens; one that never occurs has an empty column.

        Parameters
        ----------
        tokens : sequence of str
            The tokens to count, in column order; all others contribute nothing.

        Returns
        -------
        Corpus
            One column for each of `tokens`; labels and names as they are.

        Examples
        --------
        >>> corpus = Corpus.from_texts(["win cash win", "lunch now"])
        >>> corpus.select(["win", "zzz"]).counts.toarray().tolist()
        [[2, 0], [0, 0]]
        """
        wanted = tokens if isinstance(tokens, Vocabulary) else Vocabulary(tokens)
        column = wanted.positions(self.tokens)
        known = np.flatnonzero(column >= 0)
        ones = np.ones(len(known), dtype=np.int64)
        mapping = sparse.csr_array(
            (ones, (known, column[known])), shape=(self.shape[1], len(wanted))
        )
        return replace(self, counts=self.counts @ mapping, tokens=wanted)

    def document_frequency(self):
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

    def lengths(self):
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
    array = read_only(values)
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


def _checked_texts(texts):
    """Return texts as a list in which everything is a str."""
    if isinstance(texts, (str, bytes)):
        raise ValueError(
            f"texts is the single text {texts!r:.60}, expected a sequence of texts; "
            "put it into a list: [text]"
        )
    texts = list(texts)
    for i, text in enumerate(texts):
        if not isinstance(text, str):
            raise ValueError(
                f"text {i} is {text!r:.60} of type {type(text).__name__}, expected a str; "
                "decode bytes, and read files so that empty texts stay empty texts"
            )
    return texts
