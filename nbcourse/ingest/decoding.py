"""Bytes and HTML to the text that a reader sees, whatever was done to it on its way.

Nothing here raises because of what the bytes are. Where they are not what they claim to be, the
text comes with *defects*, sentences that say so.
"""

import binascii
import codecs
import re
from contextlib import suppress
from html.parser import HTMLParser

_ENCODINGS = ("utf-8", "cp1252", "latin-1")  # the last one reads any byte
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
_HIDDEN = {"script", "style", "title"}
# elements that begin a new line, and cells; between letters any other tag is no word boundary
_LINES = {"address", "blockquote", "body", "br", "center", "dd", "div", "dl", "dt", "fieldset"}
_LINES |= {"footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hr", "html"}
_LINES |= {"li", "ol", "option", "p", "pre", "section", "select", "table", "tr", "ul"}
_CELLS = {"td", "th"}


def decoded(content):
    """Return the text of some bytes, and the first encoding that reads all of them.

    UTF-8 comes first: hardly any other text is valid UTF-8 by accident. Windows-1252 is what
    most of the rest is, and Latin-1 reads the five bytes which that lacks.

    Parameters
    ----------
    content : bytes

    Returns
    -------
    text : str
        Without the byte order mark that some programs put first.
    encoding : str
        ``"utf-8"``, ``"cp1252"`` or ``"latin-1"``.

    Examples
    --------
    >>> decoded("it’s £5".encode()), decoded(b"it\\x92s \\xa35"), decoded(b"\\x81 5")
    (('it’s £5', 'utf-8'), ('it’s £5', 'cp1252'), ('\\x81 5', 'latin-1'))
    """
    for encoding in _ENCODINGS:
        with suppress(UnicodeDecodeError):
            return content.decode(encoding).removeprefix("\ufeff"), encoding


def text_in(content, charset=None):
    """Return the text of bytes that claim to be in some charset.

    A charset that is wrong or unknown is replaced by the first that fits, see :func:`decoded`.
    If it is right for most of the foreign characters, they are kept, and the damaged ones
    become U+FFFD.

    Parameters
    ----------
    content : bytes
    charset : str, optional
        Name of the charset; by default nothing is claimed, and the bytes should be ASCII.

    Returns
    -------
    text : str
    defects : tuple of str

    Examples
    --------
    >>> text_in(b"it\\x92s", "iso-8859-1"), text_in(b"\\xc3\\xa9t\\xc3\\xa9", "x-nope")
    (('it’s', ()), ('été', ("charset 'x-nope' does not fit, read as utf-8",)))
    """
    codec = _codec(charset or "ascii")
    with suppress(UnicodeError):
        if codec:
            return _paired(content.decode(codec)), ()
    text, encoding = decoded(content)
    if codec and encoding != "utf-8":
        repaired = _paired(content.decode(codec, "replace"))
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
    with suppress(LookupError, ValueError):  # ValueError: a NUL in the name
        codec = codecs.lookup(charset).name.replace("_", "-")
        if codec not in _NO_CHARSETS:
            "a".encode(codec)  # refuses codecs that are not for text
            return _WIDER.get(codec, codec)
    return None


def _paired(text):
    """Return a text without lone surrogates, which UTF-7 can smuggle in and no file can hold."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def html_to_text(html):
    """Return what a reader of an HTML page sees of it, one line for each block.

    Scripts, styles, the title and comments are left out, entities are decoded, and tags inside
    a word do not break it: ``fr<b>e</b>e`` reads "free".

    Parameters
    ----------
    html : str
        Perhaps damaged.

    Returns
    -------
    str
        Lines without blanks at their ends; no empty lines.

    Examples
    --------
    >>> html_to_text("<style>p {}</style><p>Buy&nbsp;fr<b>e</b>e <!-- x --> pills<p>&pound;5")
    'Buy free pills\\n£5'
    """
    page = _Page()
    page.feed(html)
    page.close()
    lines = (" ".join(line.split()) for line in "".join(page.pieces).split("\n"))
    return "\n".join(line for line in lines if line)


class _Page(HTMLParser):
    """Collector of the text of a page in `pieces`."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.pieces = []
        self._hidden = None

    def handle_starttag(self, tag, attrs):
        if self._hidden is None and tag in _HIDDEN:
            self._hidden = tag
        self._separate(tag)

    def handle_endtag(self, tag):
        if tag == self._hidden:
            self._hidden = None
        self._separate(tag)

    def handle_data(self, data):
        if self._hidden is None:
            self.pieces.append(re.sub(r"\s+", " ", data))

    def parse_marked_section(self, i, report=1):
        """Skip ``<![...>`` like a comment; the standard library raises on unknown ones."""
        return self.rawdata.find(">", i) + 1 or -1

    def _separate(self, tag):
        """Note that a tag begins a new line or cell."""
        if tag in _LINES or tag in _CELLS:
            self.pieces.append("\n" if tag in _LINES else " ")
