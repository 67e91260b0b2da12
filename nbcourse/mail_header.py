"""The header of a mail: found, mended and decoded.

Real headers hold lines that are no fields, blank lines in the middle, bytes of any charset, and
addresses that are none. A field is text here, and nothing more: looking at it cannot fail.
"""

import re
from itertools import groupby
from typing import NamedTuple

from nbcourse.decoding import decoded, from_base64, from_quoted_printable, text_in

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
