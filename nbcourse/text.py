"""Analyzers: functions that turn one surface token into a list of features.

A bag keeps the white-space separated surface tokens of a message. An analyzer looks at one such
token at a time, so a corpus is processed by analysing every *distinct* token once. Each rule
below is a rule of one of the sources, or of scikit-learn; none needs a download.

No rule changes how characters are coded. "é" may be one character or an "e" followed by an accent,
"ﬁ" one character or two, "Ａ" a wide "A": to a computer these are different, and so they are to
every rule here and to ``CountVectorizer``. To make them equal, bring the texts into one form first:
``unicodedata.normalize("NFC", text)`` joins accents, ``"NFKC"`` also resolves ligatures and widths.

A language written without blanks, such as Chinese, has one token per message. Cut it into
characters with ``BagOfWords(analyzer=list)``, or into pairs of neighbours::

    BagOfWords(analyzer=lambda token: [a + b for a, b in zip(token, token[1:])])
"""

import csv
import re
from functools import cache, lru_cache

from nbcourse.paths import data_path

__all__ = [
    "default_words",
    "lemma",
    "s2_lemmas",
    "s2_lemmas_fixed",
    "s4_words",
    "stems",
    "stop_words",
    "surface",
    "treebank",
    "words",
    "write_lemmas",
]

_LETTERS = re.compile(r"[a-zA-Z]{2,}")
_LETTERS_OR_DIGITS = re.compile(r"[a-zA-Z\d]{2,}")
_DEFAULT = re.compile(r"\b\w\w+\b")
_CONTRACTED = {"cannot", "gimme", "gonna", "gotta", "lemme", "wanna"}


def surface(token: str) -> list[str]:
    """Return the token as it is: ``[token]``.

    Parameters
    ----------
    token : str
        One white-space separated piece of a message.

    Returns
    -------
    list of str

    Examples
    --------
    >>> surface("Free!!")
    ['Free!!']
    """
    return [_text(token)]


def words(token: str) -> list[str]:
    """Return the runs of two or more Latin letters, lower-cased: the rule of S0 5.5.

    The same as ``CountVectorizer(token_pattern="[a-zA-Z]{2,}")`` on every text, whatever
    characters it holds: neither a run nor the lower case of a letter depends on anything beyond
    white space, so nothing is lost by looking at one surface token at a time.

    Parameters
    ----------
    token : str
        One surface token.

    Returns
    -------
    list of str
        Possibly empty, possibly with repetitions.

    Examples
    --------
    >>> words("Go!go4it,U")
    ['go', 'go', 'it']
    """
    try:
        return _LETTERS.findall(token.lower())
    except (AttributeError, TypeError):  # asked afterwards only: every token costs
        return _LETTERS.findall(_text(token))


def default_words(token: str) -> list[str]:
    r"""Return the words by scikit-learn's default rule ``\b\w\w+\b``, lower-cased.

    Unlike :func:`words` it keeps digits, underscores and the letters of every alphabet; what
    ``CountVectorizer()`` finds in a whole text is what this rule finds in its surface tokens. A
    combining accent is no word character, so "é" coded as two characters cuts a word, and
    Chinese text without blanks is one long word: see the head of this module.

    Parameters
    ----------
    token : str
        One surface token.

    Returns
    -------
    list of str

    Examples
    --------
    >>> default_words("Café-4U,£1000")
    ['café', '4u', '1000']
    """
    return _DEFAULT.findall(_text(token).lower())


def treebank(token: str) -> list[str]:
    """Return the pieces of a token by NLTK's Treebank rules, case kept.

    The tokenizer needs no data: the sentence splitter ``punkt``, which S2 runs first, is left
    out, for a surface token is never longer than a sentence.

    Parameters
    ----------
    token : str
        One surface token.

    Returns
    -------
    list of str

    Examples
    --------
    >>> treebank("don't!")
    ['do', "n't", '!']
    """
    return [*_treebank_pieces(_text(token))]


def s2_lemmas(token: str) -> list[str]:
    """Return the features of S2 5.1, one surface token at a time, its slips included.

    Treebank pieces; stop words dropped *before* lower-casing (so "The" stays); pieces shorter
    than three characters dropped; lower case; noun lemma; and then the words that
    ``CountVectorizer``'s default rule finds in the result, which may be shorter again.
    On the SMS collection some 34 of 47,780 counts differ from S2's full-text processing.

    Parameters
    ----------
    token : str
        One surface token.

    Returns
    -------
    list of str

    Examples
    --------
    >>> s2_lemmas("The"), s2_lemmas("the"), s2_lemmas("Boys!"), s2_lemmas("mid-day"), s2_lemmas("u")
    (['the'], [], ['boy'], ['mid', 'day'], [])
    """
    kept = [piece for piece in treebank(token) if piece not in stop_words()]
    return _lemmas_of_long(kept)


def s2_lemmas_fixed(token: str) -> list[str]:
    """Return the features of :func:`s2_lemmas` with stop words found whatever their case.

    Parameters
    ----------
    token : str
        One surface token.

    Returns
    -------
    list of str

    Examples
    --------
    >>> s2_lemmas_fixed("The"), s2_lemmas_fixed("Boys!")
    ([], ['boy'])
    """
    kept = [piece for piece in treebank(token) if piece.lower() not in stop_words()]
    return _lemmas_of_long(kept)


def s4_words(token: str) -> list[str]:
    r"""Return the words of S4's ``extract_words``, one surface token at a time.

    Runs of two or more letters or digits, ``[a-zA-Z\d]{2,}``; those that are stop words *as
    written* or hold a digit are dropped; the rest is lower-cased. Because the stop list
    is asked before lower-casing, "Subject" survives although "subject" is listed.
    S4 counts a word once per mail: ask for ``binary=True`` where that matters.

    Parameters
    ----------
    token : str
        One surface token.

    Returns
    -------
    list of str

    Examples
    --------
    >>> s4_words("Subject:"), s4_words("the"), s4_words("B3st-price")
    (['subject'], [], ['price'])
    """
    stops = _stop_words("s4")
    runs = _LETTERS_OR_DIGITS.findall(_text(token))
    return [run.lower() for run in runs if run.isalpha() and run not in stops]


def stems(token: str) -> list[str]:
    """Return the Porter stems of :func:`words`.

    Parameters
    ----------
    token : str
        One surface token.

    Returns
    -------
    list of str

    Examples
    --------
    >>> stems("winning/winner")
    ['win', 'winner']
    """
    return [_porter()(word) for word in words(token)]


def _text(token):
    """Return a token if it is a text."""
    if not isinstance(token, str):
        raise ValueError(
            f"token is {token!r:.60} of type {type(token).__name__}, expected a str: decode bytes, "
            "and split a message into tokens first"
        )
    return token


def stop_words(name: str = "en") -> frozenset[str]:
    """Return a list of English stop words.

    Parameters
    ----------
    name : {"en", "s4"}, default "en"
        "en": the 179 words of NLTK's list as S2 used it (later releases have more);
        "s4": the 176 words printed in S4.

    Returns
    -------
    frozenset of str

    Raises
    ------
    FileNotFoundError
        If there is no such list.
    ValueError
        If `name` is no text.

    Examples
    --------
    >>> len(stop_words()), len(stop_words("s4")), "The" in stop_words()
    (179, 176, False)
    """
    if not isinstance(name, str):
        raise ValueError(f"name is a {type(name).__name__}, expected 'en' or 's4'")
    return _stop_words(name)


@cache
def _stop_words(name):
    """Return a list of stop words, read once."""
    return frozenset(data_path(f"stopwords_{name}.txt").read_text(encoding="utf-8").split())


def lemma(word):
    """Return WordNet's lemma of a lower-case word taken as a noun, on every machine the same.

    It is looked up in the table ``data/lemmas.csv``, which agrees with
    ``nltk.stem.WordNetLemmatizer`` on the vocabulary of the SMS collection, the one that S2
    lemmatises; every word that the table does not hold stays as it is.

    Parameters
    ----------
    word : str
        A word in lower case.

    Returns
    -------
    str

    Examples
    --------
    >>> lemma("messages"), lemma("was"), lemma("going")
    ('message', 'wa', 'going')
    """
    return _lemma_table().get(word, word)


def write_lemmas(tokens, path):
    """Write the table ``word,lemma`` that :func:`lemma` looks words up in; needs WordNet.

    It lists, in order, the words that WordNet changes among the lower-cased Treebank pieces
    and :func:`words` of the given tokens. To rebuild the course's own table::

        write_lemmas(load("sms").tokens, "data/lemmas.csv")

    Parameters
    ----------
    tokens : iterable of str
        Surface tokens.
    path : str or pathlib.Path
        File to write, UTF-8 with ``\\n`` line ends on every platform.

    Raises
    ------
    LookupError
        If WordNet is not installed.
    """
    lemmatize = _wordnet()
    pieces = (piece for token in tokens for piece in treebank(token) + words(token))
    pairs = [(word, lemmatize(word)) for word in sorted({piece.lower() for piece in pieces})]
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["word", "lemma"])
        writer.writerows(pair for pair in pairs if pair[0] != pair[1])


def _lemmas_of_long(pieces):
    """Return the default words in the lemmas of all pieces of three characters or more."""
    lemmas = [lemma(piece.lower()) for piece in pieces if len(piece) >= 3]
    return [word for text in lemmas for word in default_words(text)]


# NLTK takes seconds to import: only who asks for Treebank pieces, lemmas or stems pays for it.


@lru_cache(maxsize=2**16)  # both rules of S2 ask for the same pieces
def _treebank_pieces(token):
    """Return the pieces of :func:`treebank`."""
    # Treebank's rules look for marks, and for six contractions: half of all tokens have neither
    if token.isascii() and token.isalnum() and token.lower() not in _CONTRACTED:
        return (token,)
    return tuple(_treebank_tokenizer()(token))


@cache
def _treebank_tokenizer():
    """Return the tokenizing function ``nltk.word_tokenize`` uses inside a sentence."""
    from nltk.tokenize import NLTKWordTokenizer

    return NLTKWordTokenizer().tokenize


@cache
def _porter():
    """Return the stemming function of Porter's stemmer."""
    from nltk.stem import PorterStemmer

    return PorterStemmer().stem


def _wordnet():
    """Return WordNet's lemmatizing function, or raise LookupError if its data are missing."""
    from nltk.corpus import wordnet
    from nltk.stem import WordNetLemmatizer

    wordnet.ensure_loaded()
    return WordNetLemmatizer().lemmatize


@cache
def _lemma_table():
    """Return the table of lemmas as a dict."""
    with open(data_path("lemmas.csv"), encoding="utf-8", newline="") as file:
        return {row["word"]: row["lemma"] for row in csv.DictReader(file)}
