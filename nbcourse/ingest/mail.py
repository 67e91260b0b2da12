"""One mail, from its bytes to what a reader sees of it: subject, sender and text.

No mail is refused. What is wrong with it is written down in words, as its *defects*, and the rest
is read as well as it can be.
"""

import codecs
import os
import re
from dataclasses import dataclass

from nbcourse.ingest.decoding import decoded, text_in, wide_encoding
from nbcourse.ingest.files import content_of, is_binary, signature
from nbcourse.ingest.header import address, header_texts, quoted_header, split_mail
from nbcourse.ingest.parts import TextReader, declared_charset

_LINE_END = re.compile(rb"\r+\n|\n\r(?!\n)|\r")


@dataclass(frozen=True)
class Mail:
    """What a reader sees of a mail.

    Parameters
    ----------
    subject : str
        On one line; empty if there is none.
    body : str
        The text, without white space at its ends.
    sender : str
        The address in the field From, or what stands there instead; empty if there is none.
    defects : tuple of str
        What is wrong with the mail, each kind of problem once.
    strays : str
        Lines that stood in the header and are no fields: perhaps text, perhaps not.

    Examples
    --------
    >>> Mail("Lunch", "At one?").text
    'Lunch\\nAt one?'
    """

    subject: str
    body: str
    sender: str = ""
    defects: tuple[str, ...] = ()
    strays: str = ""

    @property
    def text(self):
        """Subject, stray lines of the header, and body: each word once."""
        return "\n".join(part for part in (self.subject, self.strays, self.body) if part)


def read_mail(data: bytes | str | os.PathLike) -> Mail:
    """Read a mail: its text once, in the letters it was written in, without attachments.

    Of *alternatives* the plain text is taken, HTML only where no plain text says anything; of a
    *mixed* mail all texts, those of forwarded mails too. Parts that are attached, or no text,
    are left out, and so are files written into a text as letters. Transfer encodings and
    charsets are undone, also where they are damaged, wrong or missing
    (:mod:`nbcourse.ingest.decoding`), and headers are mended without losing a word
    (:func:`nbcourse.ingest.header.split_mail`). Where the mail does not begin with a header,
    all of it is body. What nobody sees does not count (:mod:`nbcourse.ingest.unseen`).

    Parameters
    ----------
    data : bytes, str or os.PathLike
        The mail as it was sent or stored: any bytes at all. Or the path of its file.

    Returns
    -------
    Mail

    Raises
    ------
    FileNotFoundError
        If `data` is a path, and there is no such file.
    ValueError
        If `data` is neither bytes nor a path. Nothing that stands in the bytes raises.

    Examples
    --------
    >>> mail = read_mail(b"From: Al <al@example.org>\\nSubject: =?utf-8?q?Hi?=\\n\\nWin \\xa35!")
    >>> mail.subject, mail.sender, mail.body
    ('Hi', 'al@example.org', 'Win £5!')
    >>> mail.defects
    ('no charset declared, read as cp1252',)
    """
    data = _bytes_of(data)
    file = signature(data)
    if file and is_binary(data):
        return Mail("", "", "", (f"{file}, not a mail",))
    data, charset = _in_lines(data)
    if not data.strip():
        return Mail("", "", "", ("empty mail",))
    header, body, strays, defects = split_mail(data)
    # in which charset a raw 8-bit field is, the body may tell
    raw = None if header.isascii() else charset or declared_charset(data.decode("latin-1"))
    fields, found = header_texts(header, raw)
    strays, wrong = text_in(strays, raw)
    text, told = _body(header, body, charset)
    subject, sender = fields.get("subject", ""), address(fields.get("from", ""))
    defects = [*([file] if file else []), *defects, *found, *wrong, *told]
    return Mail(subject, text, sender, tuple(dict.fromkeys(defects)), strays.strip())


def _bytes_of(data):
    """Return the bytes of a mail, or those in its file."""
    if isinstance(data, bytes | bytearray | memoryview):
        return bytes(data)
    if isinstance(data, str) and re.search("[\r\n]", data):
        raise ValueError(
            f"data is a text, {data!r:.40}, expected bytes or the path of a file; give the bytes "
            "of the mail as they are stored, or `text.encode()`"
        )
    if isinstance(data, str | os.PathLike):
        return content_of(data, "give the path of one mail, or a mail as bytes")
    raise ValueError(
        f"data is of type {type(data).__name__}, expected bytes or the path of a file; read other "
        "sources in binary mode, for the charset is found in the mail"
    )


def _in_lines(data):
    """Return a mail with line ends LF, and the charset if the file tells it by its first bytes."""
    charset = None
    if encoding := wide_encoding(data):
        data, charset = data.decode(encoding, "replace").encode(), "utf-8"
    if data.startswith(codecs.BOM_UTF8):
        charset = decoded(data)[1]
        data = data.removeprefix(codecs.BOM_UTF8)
    return _LINE_END.sub(b"\n", data) if b"\r" in data else data, charset


def _body(header, body, charset):
    """Return the text below a header, or of a mail that has none, and the defects in it."""
    reader = TextReader(charset)
    before, fields, rest = (b"", header, body) if header else quoted_header(body)
    try:
        texts = reader.texts(fields, rest)
    except Exception as error:  # nothing may stop a corpus: not a thousand nested parts, either
        texts = [decoded(rest)[0]]
        reader.defects.append(f"no readable parts ({type(error).__name__})")
    if before and not any(map(str.strip, texts)):
        before, texts = body, []  # no text, by the fields that it quotes: it is all text
    if before:
        text, found = text_in(before, charset)
        texts, reader.defects = [text, *texts], [*reader.defects, *found]
    if not body.strip():
        reader.defects.append("no body")
    return "\n\n".join(text for text in map(str.strip, texts) if text), reader.defects
