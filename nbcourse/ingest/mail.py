"""One mail, from its bytes to what a reader sees of it: subject, sender and text.

No mail is refused. What is wrong with it is written down in words, as its *defects*, and the rest
is read as well as it can be.
"""

import re
from dataclasses import dataclass
from email.parser import Parser
from email.policy import Compat32
from itertools import groupby
from typing import NamedTuple

from nbcourse.ingest.decoding import (
    decoded,
    from_base64,
    from_quoted_printable,
    html_to_text,
    text_in,
)

_CHARSET = re.compile(r"charset\*?\s*=\s*[\"']?([^\s\"';>]+)", re.IGNORECASE)
_HTML = re.compile(r"\s*<(?:!doctype html|html)\b", re.IGNORECASE)
_BOUNDARY = re.compile(r'^--([^\s"]+)[ \t]*\nContent-', re.IGNORECASE | re.MULTILINE)
_TRANSFERS = {"base64": from_base64, "quoted-printable": from_quoted_printable}
_TRANSPARENT = ("", "7bit", "8bit", "binary")
_SHOWN = ("text/plain", "text/html", "multipart/", "message/")
_KNOWN = (  # a name that tells a header from a text with a colon in it
    rb"(?i:subject|from|to|cc|bcc|date|sender|status|lines|organization|precedence|importance"
    rb"|priority|newsgroups|path|references|received|comments|keywords|mime-version|user-agent"
    rb"|(?:x|content|list|resent|return|reply|message|in-reply|delivered|envelope|authentication"
    rb"|received|dkim|domainkey|arc|thread|errors|apparently|disposition)-[\w-]+):"
)
_KNOWN_FIELD = re.compile(_KNOWN)
# name, colon (but not that of an address on the web), and what follows on indented lines
_FIELD = re.compile(rb"([!-9;-~]+):(?!//)([^\n]*\n?(?:[ \t][^\n]*\n?)*)")
# a blank line and indented encoded words: the rest of a field, if more fields follow
_REST = re.compile(rb"\n((?:[ \t]+=\?[^\n]+\n)+)(?=%b)" % _KNOWN)
_JUNK = re.compile(rb"[^\n]+\n(?=%b)" % _KNOWN)
_WORD = re.compile(rb"=\?([^?*\s]+)(?:\*[^?\s]*)?\?([bBqQ])\?([^?]*)\?=")
_BETWEEN_WORDS = re.compile(rb"(?<=\?=)\s+(?==\?)")
# looked for where a word begins only: a long word without @ takes no longer than it is
_ADDRESS = re.compile(r'(?<![^\s<>"(),:;@])[^\s<>"(),:;@]+@[^\s<>"(),:;@]+')
_MESSAGE_ID = re.compile(r"<[^\s<>@()\[\]]+@([^\s<>@()\[\]]+|\[[^\s\[\]]*\])>")
_READ = ("subject", "from", "to", "cc", "message-id")


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
    they are damaged, wrong or missing (:mod:`nbcourse.ingest.decoding`), and headers are mended
    (:func:`split_mail`). Where nothing looks like a header, all of the mail is body.

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


class Halves(NamedTuple):
    """A mail cut in two.

    Attributes
    ----------
    header : bytes
        Fields only, each with its line end; empty if nothing looked like a header.
    body : bytes
    defects : tuple of str
    """

    header: bytes
    body: bytes
    defects: tuple[str, ...]


def split_mail(data):
    """Cut a mail into its header, mended, and its body.

    Lines that are no fields, a mailbox's "From " line among them, are left out if a field of a
    well-known name follows: they do not end the header, nor do they make its rest part of the
    body. Without a single well-known name there is no header.

    Parameters
    ----------
    data : bytes
        A mail with line ends LF.

    Returns
    -------
    Halves

    Examples
    --------
    >>> split_mail(b">From al\\nSubject: x\\n\\nWin").header, split_mail(b"Note: x").body
    (b'Subject: x\\n', b'Note: x')
    """
    position = len(data) - len(data.lstrip(b"\n"))
    fields, defects = [], []
    while position < len(data):
        if found := _FIELD.match(data, position):
            fields.append(found[0].removesuffix(b"\n") + b"\n")
        elif fields and (found := _REST.match(data, position)):
            fields[-1] += found[1]
            defects.append("blank line inside a field")
        elif found := _JUNK.match(data, position):
            defects.append(f"no field, but in the header: {_shown(found[0])}")
        else:
            break
        position = found.end()
    if not any(map(_KNOWN_FIELD.match, fields)):
        return Halves(b"", data, ("no header",))
    if data[position : position + 1] not in (b"", b"\n"):
        defects.append("no blank line between header and body")
    return Halves(b"".join(fields), data[position:].removeprefix(b"\n"), tuple(defects))


def header_texts(header):
    """Return the texts of the fields that say who and what, as far as they are there.

    Parameters
    ----------
    header : bytes

    Returns
    -------
    texts : dict of str to str
        Of ``subject``, ``from``, ``to``, ``cc`` and ``message-id``; of several with one name,
        the first.
    defects : tuple of str
        A charset that does not fit, a field of addresses without any, a damaged message-id.

    Examples
    --------
    >>> header_texts(b"SUBJECT:  free\\n beer\\nTo: (all)\\n")
    ({'subject': 'free beer', 'to': '(all)'}, ("no address in to: '(all)'",))
    """
    texts, defects = {}, []
    for raw, value in _FIELD.findall(header):
        name = raw.decode("ascii").lower()
        if name in _READ and name not in texts:
            texts[name], found = field_text(value)
            defects += found
    for name in ("from", "to", "cc"):
        # a group such as `undisclosed-recipients:;` may be empty
        if name in texts and not _ADDRESS.search(texts[name]) and ";" not in texts[name]:
            defects.append(f"no address in {name}: {texts[name]!r:.60}")
    if "message-id" in texts and not _MESSAGE_ID.fullmatch(texts["message-id"]):
        defects.append(f"damaged message-id: {texts['message-id']!r:.60}")
    return texts, tuple(defects)


def field_text(value):
    """Return what a field says, on one line, its encoded words decoded.

    Parameters
    ----------
    value : bytes
        What follows the colon.

    Returns
    -------
    text : str
    defects : tuple of str

    Examples
    --------
    >>> field_text(b" =?GB2312?B?w+K30Q==?=\\n =?utf-8?q?_now?= \\xa35\\n")
    ('免费 now £5', ('no charset declared, read as cp1252',))
    """
    parts = _WORD.split(_BETWEEN_WORDS.sub(b"", value.replace(b"\n", b"")))
    pieces, defects = [(None, parts[0])], []
    for charset, kind, content, plain in zip(*(parts[i::4] for i in (1, 2, 3, 4)), strict=True):
        content, found = _word(kind, content)
        defects += found
        pieces += [(charset.decode("latin-1").lower(), content), (None, plain)]
    text = ""
    # words in one charset are joined before they are decoded: one may end inside a character
    for charset, group in groupby(filter(_says_something, pieces), key=_charset):
        decoded_text, found = text_in(b"".join(content for _, content in group), charset)
        text += decoded_text
        defects += found
    return " ".join(text.split()), tuple(defects)


def address(sender):
    """Return the address in a field From, or what stands there instead.

    Parameters
    ----------
    sender : str

    Returns
    -------
    str

    Examples
    --------
    >>> address('"al@home" <al@example.org>'), address("al@example.org (Al)"), address("Al")
    ('al@example.org', 'al@example.org', 'Al')
    """
    found = [_ADDRESS.search(place) for place in (*re.findall("<[^<>]*>", sender), sender)]
    return next((match[0] for match in found if match), sender)


def _word(kind, content):
    """Return the bytes of an encoded word, and its defects."""
    if kind in b"bB":
        return from_base64(content)
    return from_quoted_printable(content, header=True)


def _charset(piece):
    """Return the charset of a piece of a field."""
    return piece[0]


def _says_something(piece):
    """Return whether a piece of a field has content."""
    return bool(piece[1])


def _shown(line):
    """Return the beginning of a line for a message."""
    return repr(decoded(line.strip())[0][:40])
