"""The first step of a text classifier: which features there are, and how often each occurs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from numbers import Integral

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from nbcourse.corpus.bag import Corpus
from nbcourse.corpus.vocabulary import Vocabulary, function_name
from nbcourse.paths import warn_caller
from nbcourse.text import surface


class BagOfWords(TransformerMixin, BaseEstimator, auto_wrap_output_keys=None):
    """Learn the vocabulary on the training part only, and count it anywhere.

    The first step of a pipeline whose last one is a classifier. Features that were never seen in
    training contribute nothing. What it returns is sparse whatever scikit-learn's global
    ``transform_output`` says, as with ``CountVectorizer``.

    Parameters
    ----------
    analyzer : callable, optional
        Surface token to list of features (see :mod:`nbcourse.text`); without one the surface
        tokens themselves are counted, of whatever length and case.
    min_df : int, default 1
        Leave out features of fewer training documents than this.
    binary : bool, default False
        Put 1 for every count above zero: *whether* a feature occurs, not how often.

    Attributes
    ----------
    vocabulary_ : numpy.ndarray of str (object), shape (n_features,)
        The features in column order, which is their sorted order; read-only.

    Notes
    -----
    Tokens are what white space separates. A language written without blanks, such as Chinese,
    gives one token per message, which no other message repeats, so nothing is ever recognised
    again: count characters with ``analyzer=list``, or give an analyzer that cuts words.

    Equal letters may be coded differently: "é" is one character or an "e" with an accent behind
    it, and the two are different tokens here, as they are for ``CountVectorizer``. Bring texts
    into one form first, for example with ``unicodedata.normalize("NFC", text)``.

    Examples
    --------
    >>> bag = BagOfWords().fit(["win cash", "lunch now"])
    >>> bag.vocabulary_.tolist(), bag.transform(["win win zzz"]).toarray().tolist()
    (['cash', 'lunch', 'now', 'win'], [[0, 0, 0, 2]])
    >>> BagOfWords(analyzer=list).fit(["免费大奖", "免费"]).vocabulary_.tolist()
    ['免', '大', '奖', '费']
    """

    def __init__(self, *, analyzer=None, min_df=1, binary=False):
        self.analyzer = analyzer
        self.min_df = min_df
        self.binary = binary

    def fit(self, documents: Corpus | Iterable[str], y=None) -> BagOfWords:
        """Learn the vocabulary of the training documents.

        Parameters
        ----------
        documents : Corpus or sequence of str, length n_documents
        y : ignored

        Returns
        -------
        BagOfWords
            Itself.

        Raises
        ------
        ValueError
            If no feature is left, or an argument is not what it should be.

        Warns
        -----
        UserWarning
            If more than half of the documents have no feature at all.
        """
        self.fit_transform(documents)
        return self

    def fit_transform(self, documents: Corpus | Iterable[str], y=None) -> sparse.csr_array:
        """Learn the vocabulary of the training documents and return their counts.

        Parameters
        ----------
        documents : Corpus or sequence of str, length n_documents
        y : ignored

        Returns
        -------
        scipy.sparse.csr_array of int64, shape (n_documents, n_features)
        """
        corpus = _as_corpus(documents)
        features = self._features(corpus)
        kept = features.document_frequency() >= self._fewest_documents()
        if not kept.any():
            raise ValueError(self._nothing_left(corpus))
        self._known = Vocabulary(features.tokens[kept])  # kept: looked up in by every message
        self.vocabulary_ = self._known.tokens
        counts = features.counts[:, kept]
        self._warn_if_mostly_empty(counts)
        return self._values(counts)

    def transform(self, documents: Corpus | Iterable[str]) -> sparse.csr_array:
        """Count the features of the learnt vocabulary, and no others.

        Parameters
        ----------
        documents : Corpus or sequence of str, length n_documents

        Returns
        -------
        scipy.sparse.csr_array of int64, shape (n_documents, n_features)

        Raises
        ------
        sklearn.exceptions.NotFittedError
            If there is no vocabulary yet.
        """
        check_is_fitted(self)
        features = self._features(_as_corpus(documents))._selected(self._known)
        return self._values(features.counts)

    def build_analyzer(self) -> Callable[[str], list[str]]:
        """Return the function that finds the features of a text, as ``CountVectorizer`` does.

        Returns
        -------
        callable
            Text to list of features, known or not, in the order of the text.
        """
        rule = self._rule()
        return lambda text: [feature for token in text.split() for feature in rule(token)]

    def get_feature_names_out(self, input_features=None) -> NDArray[np.object_]:
        """Return the features in column order.

        Parameters
        ----------
        input_features : ignored

        Returns
        -------
        numpy.ndarray of str (object), shape (n_features,)
        """
        check_is_fitted(self)
        return self.vocabulary_

    def _rule(self):
        return surface if self.analyzer is None else self.analyzer

    def _features(self, corpus):
        return corpus.features(self._rule())

    def _fewest_documents(self):
        if not isinstance(self.min_df, Integral) or self.min_df < 1:
            raise ValueError(
                f"min_df is {self.min_df!r}, expected a whole number of documents from 1 on; "
                "1 keeps every feature"
            )
        return self.min_df

    def _settings(self):
        return f"analyzer {function_name(self._rule())} and min_df={self.min_df}"

    def _nothing_left(self, corpus):
        return (
            f"{self._settings()} leave no feature of the {len(corpus)} training documents "
            f"({corpus.shape[1]} different tokens), expected at least one; use an analyzer that "
            "keeps short tokens (analyzer=None keeps them all), or lower min_df"
        )

    def _warn_if_mostly_empty(self, counts):
        n_documents = counts.shape[0]
        empty = int(np.count_nonzero(np.diff(counts.indptr) == 0))
        if 2 * empty > n_documents:
            warn_caller(
                f"{self._settings()} leave {empty} of {n_documents} training documents without a "
                "feature: nothing but the prior can classify them; look at what the analyzer "
                "returns for a few tokens"
            )

    def _values(self, counts):
        """Return counts, or whether they are positive, with sorted indices."""
        counts.sort_indices()
        return counts.sign() if self.binary else counts


def _as_corpus(documents):
    """Return documents as a corpus: one is passed on, texts are split at white space."""
    return documents if isinstance(documents, Corpus) else Corpus.from_texts(documents)
