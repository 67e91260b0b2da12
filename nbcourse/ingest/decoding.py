"""Bytes to the text that they stand for, whatever was done to it on its way.

Nothing here raises because of what the bytes are. Where they are not what they claim to be, the
text comes with *defects*, sentences that say so.
"""

import binascii
import codecs
import re
from contextlib import suppress

from nbcourse.ingest.page import html_to_text
from nbcourse.ingest.unseen import without_unseen

__all__ = ["decoded", "from_base64", "from_quoted_printable", "html_to_text", "text_in"]

_ENCODINGS = ("utf-8", "cp1252", "latin-1")  # the last one reads any byte
_MARKS = (  # longer ones first: that of UTF-16 begins one of UTF-32
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# what mails say and what they mean: the larger set that mail programs decode them with
_WIDER = {
    "iso8859-1": "cp1252",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "euc-kr": "cp949",
    "shift-jis": "cp932",
    "big5": "big5hkscs",
}
# codecs of Python that no mail is written in; some of them warn or never end well
_NO_CHARSETS = {"unicode-escape", "raw-unicode-escape", "idna", "punycode", "undefined"}
_NO_BASE64 = re.compile(rb"[^A-Za-z0-9+/]+")
# lines of one word each, up to the padding at the end
_BASE64_LINES = re.compile(
    rb"(?:[^\S\n]*[^\s=]+[^\S\n]*(?:\n|\Z)|[^\S\n]*\n)*(?:[^\S\n]*[^\s=]*=[=\s]*)?"
)
_NO_ESCAPE = re.compile(rb"=(?![0-9A-Fa-f]{2}|[ \t]*(?:\r?\n|\Z))")


def decoded(content):
    """Return the text of some bytes, and the first encoding that reads all of them.

    UTF-16 and UTF-32 are known by their byte order mark or by their zero bytes. Then UTF-8
    comes first: hardly any other text is valid UTF-8 by accident. Windows-1252 is what most of
    the rest is, and Latin-1 reads the five bytes which that lacks.

    Parameters
    ----------
    content : bytes

    Returns
    -------
    text : str
        Without the byte order mark that some programs put first.
    encoding : str
        ``"utf-8"``, ``"cp1252"`` or ``"latin-1"``; ``"utf-16"`` and ``"utf-32"`` with a mark,
        ``"utf-16-le"`` and its like without one.

    Examples
    --------
    >>> decoded("it’s £5".encode()), decoded(b"it\\x92s \\xa35"), decoded(b"\\x81 5")
    (('it’s £5', 'utf-8'), ('it’s £5', 'cp1252'), ('\\x81 5', 'latin-1'))
    >>> decoded("it’s £5".encode("utf-16")), decoded("it’s £5".encode("utf-16-be"))
    (('it’s £5', 'utf-16'), ('it’s £5', 'utf-16-be'))
    """
    content = content.removeprefix(codecs.BOM_UTF8)
    encoding = wide_encoding(content)
    if encoding:
        return content.decode(encoding, "replace").lstrip("\ufeff"), encoding
    for encoding in _ENCODINGS:
        with suppress(UnicodeDecodeError):
            return content.decode(encoding), encoding


def wide_encoding(content):
    """Return the encoding of a text in UTF-16 or UTF-32, None if it is in neither.

    Parameters
    ----------
    content : bytes

    Returns
    -------
    str or None

    Examples
    --------
    >>> wide_encoding("win".encode("utf-16")), wide_encoding("win".encode("utf-32-be"))
    ('utf-16', 'utf-32-be')
    >>> wide_encoding(b"win"), wide_encoding(b"win\\0")
    (None, None)
    """
    marked = [encoding for mark, encoding in _MARKS if content.startswith(mark)]
    zeros = content.count(0)
    # of what is written in Latin letters half is zeros: the first byte of each pair, or the last
    big = 2 * content[::2].count(0) > zeros
    plain = ["utf-32-be", "utf-16-be"] if big else ["utf-32-le", "utf-16-le"]
    for encoding in marked or plain * (4 * zeros > len(content)):
        with suppress(UnicodeDecodeError):
            if "\0" not in content.decode(encoding):
                return encoding
    return marked[-1] if marked else None  # damaged, or cut inside a character


def text_in(content, charset=None):
    """Return the text of bytes that claim to be in some charset.

    A charset that is wrong or unknown is replaced by the first that fits, see :func:`decoded`.
    If it is right for most of the foreign characters, they are kept, and the damaged ones
    become U+FFFD. A byte order mark knows better than any claim.

    Parameters
    ----------
    content : bytes
    charset : str, optional
        Name of the charset; by default nothing is claimed, and the bytes should be ASCII.

    Returns
    -------
    text : str
        Without characters that nobody sees, see :func:`nbcourse.ingest.unseen.without_unseen`.
    defects : tuple of str

    Examples
    --------
    >>> text_in(b"it\\x92s", "iso-8859-1"), text_in(b"\\xc3\\xa9t\\xc3\\xa9", "x-nope")
    (('it’s', ()), ('été', ("charset 'x-nope' does not fit, read as utf-8",)))
    """
    codec = _codec(charset or "ascii")
    marked = content.startswith(codecs.BOM_UTF8) or wide_encoding(content)
    with suppress(UnicodeError):
        if codec and not marked:
            return _seen(content.decode(codec)), ()
    text, encoding = decoded(content)
    text = _seen(text)
    if marked:
        return text, ()
    if codec and encoding != "utf-8":
        repaired = _seen(content.decode(codec, "replace"))
        foreign = sum(not character.isascii() for character in repaired)
        if 2 * repaired.count("\ufffd") < foreign:
            return repaired, (f"characters damaged in charset {charset!r:.40}",)
    problem = f"charset {charset!r:.40} does not fit" if charset else "no charset declared"
    return text, (f"{problem}, read as {encoding}",)


def from_base64(content):
    """Return what base64 stands for; what follows it, such as a list footer, stays as it is.

    Parameters
    ----------
    content : bytes
        Perhaps cut off, perhaps with other characters in it.

    Returns
    -------
    content : bytes
    defects : tuple of str

    Examples
    --------
    >>> from_base64(b"ZnJl\\nZQ==\\n"), from_base64(b"ZnJlZQ\\n-- the list --\\n")
    ((b'free', ()), (b'free\\n-- the list --', ('damaged base64',)))
    """
    block = _BASE64_LINES.match(content)[0]
    rest = content[len(block) :].strip()
    symbols = _NO_BASE64.sub(b"", block)
    symbols = symbols[: len(symbols) - (len(symbols) % 4 == 1)]  # six bits are no byte
    padding = b"=" * (-len(symbols) % 4)
    plain = binascii.a2b_base64(symbols + padding)
    whole = not rest and b"".join(block.split()) == symbols + padding
    return b"\n".join([plain, rest] if rest else [plain]), () if whole else ("damaged base64",)


def from_quoted_printable(content, header=False):
    """Return what quoted-printable stands for; an equals sign that is no escape stays.

    Parameters
    ----------
    content : bytes
    header : bool, default False
        Whether this is a word of a header, where an underscore stands for a blank.

    Returns
    -------
    content : bytes
    defects : tuple of str

    Examples
    --------
    >>> from_quoted_printable(b"n=\\now =A35"), from_quoted_printable(b"a=b")
    ((b'now \\xa35', ()), (b'a=b', ('damaged quoted-printable',)))
    """
    plain = binascii.a2b_qp(content, header=header)
    return plain, ("damaged quoted-printable",) if _NO_ESCAPE.search(content) else ()


def _codec(charset):
    """Return the codec that reads a charset, None if there is none."""
    if not charset.isascii():
        return None  # older Pythons drop the odd letters, newer ones warn that they will not
    with suppress(LookupError, ValueError):  # ValueError: a NUL in the name
        codec = codecs.lookup(charset).name.replace("_", "-")
        if codec not in _NO_CHARSETS:
            "a".encode(codec)  # refuses codecs that are not for text
            return _WIDER.get(codec, codec)
    return None


def _seen(text):
    """Return what is seen of a text, without the lone surrogates that UTF-7 can smuggle in."""
    return without_unseen(text.encode("utf-16", "surrogatepass").decode("utf-16", "replace"))
