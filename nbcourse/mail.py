"""One mail, from its bytes to what a reader sees of it: subject, sender and text.

No mail is refused. What is wrong with it is written down in words, as its *defects*, and the rest
is read as well as it can be.
"""

import re
from dataclasses import dataclass
from email.parser import Parser
from email.policy import Compat32

from nbcourse.decoding import decoded, from_base64, from_quoted_printable, text_in
from nbcourse.html_text import html_to_text
from nbcourse.mail_header import address, header_texts, split_mail

_CHARSET = re.compile(r"charset\*?\s*=\s*[\"']?([^\s\"';>]+)", re.IGNORECASE)
_HTML = re.compile(r"\s*<(?:!doctype html|html)\b", re.IGNORECASE)
_BOUNDARY = re.compile(r'^--([^\s"]+)[ \t]*\nContent-', re.IGNORECASE | re.MULTILINE)
_TRANSFERS = {"base64": from_base64, "quoted-printable": from_quoted_printable}
_TRANSPARENT = ("", "7bit", "8bit", "binary")
_SHOWN = ("text/plain", "text/html", "multipart/", "message/")


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

    Examples
    --------
    >>> Mail("Lunch", "At one?").text
    'Lunch\\nAt one?'
    """

    subject: str
    body: str
    sender: str = ""
    defects: tuple[str, ...] = ()

    @property
    def text(self):
        """Subject and body, for counting words."""
        return "\n".join(part for part in (self.subject, self.body) if part)


def read_mail(data):
    """Read a mail: its text once, in the letters it was written in, without attachments.

    Of *alternatives* the plain text is taken, HTML only where no plain text says anything; of a
    *mixed* mail all texts, those of forwarded mails too. Parts that are attached, or neither
    plain text nor HTML, are left out. Transfer encodings and charsets are undone, also where
    they are damaged, wrong or missing (:mod:`nbcourse.decoding`), and headers are mended
    (:mod:`nbcourse.mail_header`). Where nothing looks like a header, all of the mail is body.

    Parameters
    ----------
    data : bytes
        The mail as it was sent or stored: any bytes at all.

    Returns
    -------
    Mail

    Raises
    ------
    ValueError
        If `data` is not bytes. Nothing that stands in the bytes raises.

    Examples
    --------
    >>> mail = read_mail(b"From: Al <al@example.org>\\nSubject: =?utf-8?q?Hi?=\\n\\nWin \\xa35!")
    >>> mail.subject, mail.sender, mail.body
    ('Hi', 'al@example.org', 'Win £5!')
    >>> mail.defects
    ('no charset declared, read as cp1252',)
    """
    if not isinstance(data, bytes):
        raise ValueError(
            f"data is of type {type(data).__name__}, expected bytes; read the file with "
            "`Path.read_bytes`, for the charset is found in the mail"
        )
    data = data.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    header, body, mended = split_mail(data)
    fields, wrong = header_texts(header)
    texts, defects = _texts_or_all(header, body)
    body = "\n\n".join(text for text in map(str.strip, texts) if text)
    defects = tuple(dict.fromkeys([*mended, *wrong, *defects]))
    return Mail(fields.get("subject", ""), body, address(fields.get("from", "")), defects)


class _AsItIs(Compat32):
    """Policy of the parser: a field is what stands there, and looking at it cannot fail."""

    def header_fetch_parse(self, name, value):
        return value


def _parsed(data):
    """Return the parts of a mail, as the standard library finds them, bytes kept as Latin-1."""
    return Parser(policy=_AsItIs()).parsestr(data.decode("latin-1"))


def _texts_or_all(header, body):
    """Return the texts in a mail and the defects found; the whole body if it has no structure."""
    defects = []
    try:
        return _texts(_parsed(header + b"\n" + body), defects), defects
    except Exception as error:  # nothing may stop a corpus: not a thousand nested parts, either
        return [decoded(body)[0]], [*defects, f"no readable parts ({type(error).__name__})"]


def _texts(part, defects):
    """Return the texts in a part of a mail."""
    defects += [_in_words(defect) for defect in part.defects]
    kind = part.get_content_type()
    if part.is_multipart():
        parts = [child for child in part.get_payload() if _is_shown(child)]
        texts = [_texts(child, defects) for child in parts]
        if kind == "multipart/alternative":
            return _best(texts, parts)
        return [text for child in texts for text in child]
    if kind.startswith("multipart/") and (mended := _with_boundary(part.get_payload())):
        return _texts(mended, defects)
    return [_text(part, kind, defects)] if kind.startswith(("text/", "multipart/")) else []


def _in_words(defect):
    """Return the name of one of the parser's defects as words."""
    name = type(defect).__name__.removesuffix("Defect")
    return re.sub("(?<=[a-z])(?=[A-Z])", " ", name).lower()


def _is_shown(part):
    """Return whether a part is meant to be read in its place in the mail."""
    attached = part.get_content_disposition() == "attachment"
    return part.get_content_type().startswith(_SHOWN) and not attached


def _best(texts, parts):
    """Return the texts of one alternative: a plain one that says something, else another."""
    found = [(part.get_content_type(), text) for part, text in zip(parts, texts, strict=True)]
    readable = [(kind != "text/plain", text) for kind, text in found if "".join(text).strip()]
    return min(readable, key=lambda pair: pair[0], default=(True, []))[1]


def _with_boundary(content):
    """Return the parts between boundaries that nobody declared, None if there are none."""
    found = _BOUNDARY.search(content)
    if found:
        header = f'Content-Type: multipart/mixed; boundary="{found[1]}"\n\n'
        return _parsed((header + content).encode("latin-1"))
    return None


def _text(part, kind, defects):
    """Return the text of a part that has no parts of its own."""
    content = part.get_payload().encode("latin-1")
    transfer = part.get("content-transfer-encoding", "").strip().lower()
    if transfer in _TRANSFERS:
        content, found = _TRANSFERS[transfer](content)
        defects += found
    elif transfer not in _TRANSPARENT:
        defects.append(f"unknown transfer encoding {transfer!r:.40}")
    text, found = text_in(content, _declared(part, content if kind == "text/html" else b""))
    defects += found
    if kind != "text/html" and _HTML.match(text):
        defects.append("HTML that is not declared")
        kind = "text/html"
    return html_to_text(text) if kind == "text/html" else text


def _declared(part, html):
    """Return the charset that the header of a part declares, else its HTML, None if neither."""
    places = part.get("content-type", ""), html[:2048].decode("latin-1")
    found = [_CHARSET.search(place) for place in places]
    return next((match[1] for match in found if match), None)
