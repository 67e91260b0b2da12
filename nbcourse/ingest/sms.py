"""The SMS Spam Collection: the official file, and the CSV files on the web that were made from it.

The reader is strict. Where a row cannot be read it stops and says which one, what it found there
and how to mend it. Quotes, "NA", empty texts and exotic characters are text like any other.
"""

import csv
import io
import os
import re
from dataclasses import dataclass

import numpy as np

from nbcourse.corpus import Corpus, read_only
from nbcourse.ingest.decoding import decoded
from nbcourse.ingest.files import content_of, signature
from nbcourse.ingest.page import PAGE

#: Name of the official file, and where it comes from.
SMS_FILE = "SMSSpamCollection"
SMS_SOURCE = "the SMS Spam Collection v.1 (UCI, https://doi.org/10.24432/C5CC84)"

#: The two classes, in the order of the alphabet.
LABELS = ("ham", "spam")

_NAMES = (  # of the columns of labels and of messages
    {"label", "v1", "category", "class", "type", "target"},
    {"message", "v2", "text", "sms", "email", "mail"},
)
_EXPECTED = "`ham` or `spam`, a tab (in a CSV file a comma) and the message"
_SEPARATOR_LINE = re.compile(r'"?sep=(.)"?\r?\n', re.IGNORECASE)
_ROW_INSIDE = re.compile(r"[\r\n]\"?(?:ham|spam)\"?[\t,;|]")
_MOST = 10  # faults that are listed


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


def read_sms(path: str | os.PathLike) -> Messages:
    """Read SMS messages from the official file or one of the CSV files made from it.

    The official form is ``label<TAB>text``, one message a line, no header and no quoting.
    The CSV files on the web have a header with a column for the label (label, v1, category,
    class, type, target) and one for the message (message, v2, text, sms, email, mail), in any
    order and with others beside them, and quoted fields. Where the message comes last, it may
    have been cut at its commas into extra columns: the pieces are joined with a bare comma
    again, and empty columns at the end are dropped.
    Which separator it is, the first line tells: a tab, comma, semicolon or bar, whichever comes
    first, or Excel's ``sep=``. A tab separates quoted fields if the line begins with a quote.

    Parameters
    ----------
    path : str or os.PathLike
        A file in UTF-8 (which is tried first), Windows-1252, Latin-1, UTF-16 or UTF-32, whatever
        its line ends.

    Returns
    -------
    Messages

    Raises
    ------
    ValueError
        If the file is of another kind or has another header, or if rows are no messages: no
        separator, another label than ham or spam, blank, a stray quote. The message names file
        and line, what was found and what to do, for the first ten faults, and how many there are.
    FileNotFoundError
        If there is no such file.

    Examples
    --------
    >>> from nbcourse.datasets import path
    >>> messages = read_sms(path("sms_sample"))
    >>> len(messages), messages.encoding, str(messages.labels[0])
    (30, 'utf-8', 'ham')
    """
    content = content_of(path, f"the messages are in {SMS_FILE!r} of {SMS_SOURCE}")
    text, encoding = decoded(content)
    kind = signature(content) or (PAGE.match(text) and "an HTML page")
    if kind:
        raise ValueError(
            f"{str(path)!r} is {kind}, not a text file of messages; unpack or export it, or "
            f"download the file itself: {SMS_FILE!r} of {SMS_SOURCE}"
        )
    try:
        rows = _messages(_in_lines(text))
    except ValueError as error:
        raise ValueError(f"{str(path)!r}, {error}") from error
    labels, texts = zip(*rows, strict=True)
    return Messages(labels, texts, encoding)


def _in_lines(text):
    """Return a text whose lines end in LF or CRLF."""
    if "\n" not in text:
        return text.replace("\r", "\n")
    return re.sub(r"\r{2,}\n", "\r\n", text)


def _messages(text):
    """Return label and message of every row that is no header."""
    told = _SEPARATOR_LINE.match(text)
    text, first = (text[told.end() :], 2) if told else (text, 1)
    begin = text.partition("\n")[0]
    separator = told[1] if told else re.search(r"[\t,;|]|$", begin)[0] or "\t"
    plain = separator == "\t" and not begin.startswith('"')
    faults = []
    rows = list(_plain_rows(text, first) if plain else _quoted_rows(text, first, separator, faults))
    columns = _columns(rows[0]) if rows else None
    if columns:
        del rows[0]
    rows = [(number, _chosen(row, columns, separator)) for number, row in rows]
    faults += [(number, f"found {row!r:.60}", cure) for number, row in rows if (cure := _cure(row))]
    if faults or not rows:
        raise ValueError(_listed(faults or [(1, "found no message", "check the download")]))
    return [row for _, row in rows]


def _plain_rows(text, number):
    """Yield number and fields of every line: label and message, if there is a tab."""
    lines = text.split("\n")
    if not lines[-1]:
        del lines[-1]  # what follows the last line end is no row
    begin = lines[0].split("\t") if lines else []
    tabs = 1 if {*begin[:1]} & {*LABELS} else max(1, len(begin) - 1)  # a header tells how many
    for place, line in enumerate(lines, start=number):
        yield place, line.removesuffix("\r").split("\t", maxsplit=tabs)


def _quoted_rows(text, number, separator, faults):
    """Yield first line and fields of every record, up to one that cannot be read: a fault."""
    reader = csv.reader(io.StringIO(text, newline="\n"), delimiter=separator, strict=True)
    before = number
    try:
        for row in reader:
            yield number, row or [""]
            number = before + reader.line_num
    except csv.Error as error:
        cure = "enclose the message in double quotes and double those inside it"
        faults.append((number, f"found a field that is not quoted properly ({error})", cure))


def _columns(first):
    """Return the places of label and message and the names of a header, None if it is a row."""
    number, fields = first
    names = [field.strip().lower() for field in fields]
    labels, texts = ([i for i, name in enumerate(names) if name in known] for known in _NAMES)
    if len(labels) == len(texts) == 1:
        return labels[0], texts[0], names
    if len(names) > 1 and names[0] not in LABELS:
        raise ValueError(
            f"line {number}: found the header {fields!r:.80}, expected one column of labels, named "
            f"one of {sorted(_NAMES[0])}, and one of messages, {sorted(_NAMES[1])}, or no header "
            "and in each line `ham` or `spam` first; mend it, or read the file with pandas and use "
            "Corpus.from_texts(df.text, df.label) with the names of your columns"
        )
    return None


def _chosen(row, columns, separator):
    """Return label and message of a row; of one that is too short or too long, all fields."""
    label, message, names = columns or (0, 1, ["", ""])
    last = not any(names[message + 1 :])
    if len(row) <= max(label, message) or not (last or len(row) == len(names)):
        return row
    pieces = row[message:] if last else [row[message]]
    while len(pieces) > 1 and not pieces[-1]:
        pieces.pop()
    return [row[label], separator.join(pieces)]


def _cure(row):
    """Return what to do about a row that is no label and message, None if it is one."""
    if not any(row):
        return "delete the empty line"
    if len(row) != 2:
        return "add what is missing" if len(row) < 2 else "enclose the message in double quotes"
    label, message = row
    if label.isdecimal():
        return f"write the label {label!r:.20} as `ham` or `spam`, as you know which one it means"
    if label not in LABELS:
        return f"write the label {label!r:.20} as `ham` or `spam`"
    inside = _ROW_INSIDE.search(message)
    if inside and inside[0][0] == "\r":
        return "end all lines in the same way"
    return "close the double quotes that swallowed the rows after it" if inside else None


def _listed(faults):
    """Return a message on the faults of a file: the first of them, and how many there are."""
    lines = [
        f"line {number}: {found}{'' if place else f', expected {_EXPECTED}'}; {cure}"
        for place, (number, found, cure) in enumerate(sorted(faults)[:_MOST])
    ]
    if len(faults) > 1:
        rest = f"; the first {_MOST} are listed" if len(faults) > _MOST else ""
        lines.append(f"{len(faults)} rows cannot be read{rest}")
    return "\n".join(lines)
