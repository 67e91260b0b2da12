"""The SMS Spam Collection: the official file, and the CSV files on the web that were made from it.

The reader is strict. Where a row cannot be read it stops and says which one, what it found there
and how to mend it. Quotes, "NA", empty texts and exotic characters are text like any other.
"""

import csv
import io
import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from nbcourse.corpus import Corpus, read_only
from nbcourse.ingest.decoding import decoded

#: Name of the official file, and where it comes from.
SMS_FILE = "SMSSpamCollection"
SMS_SOURCE = "the SMS Spam Collection v.1 (UCI, https://doi.org/10.24432/C5CC84)"

#: The two classes, in the order of the alphabet.
LABELS = ("ham", "spam")

_HEADERS = {("label", "message"), ("v1", "v2"), ("category", "message"), ("class", "message")}
_EXPECTED = "`ham` or `spam`, a tab (in a CSV file a comma) and the message"
_ROW_INSIDE = re.compile(r"\n(?:ham|spam),")


@dataclass(frozen=True, eq=False)
class Messages:
    """Labelled messages in the order of their file.

    Parameters
    ----------
    labels : numpy.ndarray of str
        ``"ham"`` or ``"spam"`` for each message; read-only.
    texts : tuple of str
        The messages, as they are.
    encoding : str
        The encoding their file turned out to have.

    Examples
    --------
    >>> messages = Messages(("ham", "spam"), ("see u", "win now"), "utf-8")
    >>> len(messages), messages.corpus()
    (2, Corpus(2 documents, 4 tokens, 4 cells; ham 1, spam 1))
    """

    labels: np.ndarray
    texts: tuple[str, ...]
    encoding: str

    def __post_init__(self):
        # an array, for a comparison such as `labels == "spam"` with a tuple is one silent False
        object.__setattr__(self, "labels", read_only(self.labels))

    def __len__(self):
        return len(self.texts)

    def corpus(self):
        """Return the bag of the white-space separated tokens; row i is message i.

        Returns
        -------
        Corpus
        """
        return Corpus.from_texts(self.texts, self.labels)


def read_sms(path):
    """Read SMS messages from the official file or one of the CSV files made from it.

    The official form is ``label<TAB>text``, one message a line, no header and no quoting.
    The CSV files on the web have a header (v1,v2 / label,message / Category,Message /
    Class,Message), quoted fields, and messages cut at their commas into extra columns: the pieces
    are joined with a bare comma again, and empty columns at the end are dropped.
    Which of the two it is, the first line tells: whether a tab or a comma comes first.

    Parameters
    ----------
    path : str or pathlib.Path
        A file in UTF-8 (which is tried first), Windows-1252 or Latin-1, lines ending LF or CRLF.

    Returns
    -------
    Messages

    Raises
    ------
    ValueError
        If a row is no message: no separator, another label than ham or spam, blank, a stray
        quote. The message names file and line.
    FileNotFoundError
        If there is no such file.

    Examples
    --------
    >>> from nbcourse.datasets import path
    >>> messages = read_sms(path("sms_sample"))
    >>> len(messages), messages.encoding, str(messages.labels[0])
    (30, 'utf-8', 'ham')
    """
    text, encoding = decoded(_content(path))
    try:
        rows = _messages(text)
    except ValueError as error:
        raise ValueError(f"{str(path)!r}, {error}") from error
    labels, texts = zip(*rows, strict=True)
    return Messages(labels, texts, encoding)


def _content(path):
    """Return the bytes of a file."""
    path = Path(path)
    if not path.is_file():
        raise FileNotFoundError(
            f"no file {str(path)!r}; the messages are in {SMS_FILE!r} of {SMS_SOURCE}"
        )
    return path.read_bytes()


def _messages(text):
    """Return label and message of every row that is no header."""
    first = re.search(r"[\t,]|$", text)[0]
    rows = list(_csv_rows(text) if first == "," else _tsv_rows(text))
    if rows and tuple(field.lower() for field in rows[0][1]) in _HEADERS:
        del rows[0]
    if not rows:
        raise ValueError(f"line 1: found no message, expected {_EXPECTED}; check the download")
    return [_checked(number, row) for number, row in rows]


def _tsv_rows(text):
    """Yield number and fields of every line: label and message, if there is a tab."""
    lines = text.split("\n")
    if not lines[-1]:
        del lines[-1]  # what follows the last line end is no row
    for number, line in enumerate(lines, start=1):
        yield number, line.removesuffix("\r").split("\t", maxsplit=1)


def _csv_rows(text):
    """Yield first line and fields of every record: label and message, if there is a comma."""
    reader = csv.reader(io.StringIO(text, newline="\n"), strict=True)
    number = 1
    try:
        for row in reader:
            yield number, _rejoined(row)
            number = reader.line_num + 1
    except csv.Error as error:
        raise ValueError(
            f"line {number}: found a field that is not quoted properly ({error}), expected "
            f"{_EXPECTED}; enclose the message in double quotes and double those inside it"
        ) from error


def _rejoined(row):
    """Return label and message of a record whose message was cut at its commas."""
    label, *pieces = row or [""]
    while len(pieces) > 1 and not pieces[-1]:
        pieces.pop()
    return [label, ",".join(pieces)] if pieces else [label]


def _checked(number, row):
    """Return a row if it is a label and a message."""
    label, message = row if len(row) == 2 else (None, row[0])
    found = f"line {number}: found {row!r:.60}, expected {_EXPECTED}"
    if label is None:
        cure = "add what is missing" if message else "delete the empty line"
    elif label not in LABELS:
        cure = f"write the label {label!r:.20} as `ham` or `spam`"
    elif _ROW_INSIDE.search(message):
        cure = "close the double quotes that swallowed the rows after it"
    else:
        return label, message
    raise ValueError(f"{found}; {cure}")
