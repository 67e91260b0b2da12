"""The parts of a mail, and the text in each of them."""

import re
from email.message import Message

from nbcourse.ingest.blocks import from_uuencode, without_blocks
from nbcourse.ingest.decoding import from_base64, from_quoted_printable, text_in
from nbcourse.ingest.header import content_fields, quoted_header, split_mail
from nbcourse.ingest.page import PAGE, html_to_text

_CHARSET = re.compile(r"charset\*?\s*=\s*[\"']?([^\s\"';>]+)", re.IGNORECASE)
_KIND = re.compile(r'[\s"]*([\w.+-]+/[\w.+-]+)')
_BOUNDARY = re.compile(rb'^--([^\s"]+)[ \t]*\nContent-', re.IGNORECASE | re.MULTILINE)
_TRANSFERS = {
    "base64": from_base64,
    "quotedprintable": from_quoted_printable,
    "uuencode": from_uuencode,
    "xuuencode": from_uuencode,
    "uue": from_uuencode,
    "xuue": from_uuencode,
}
_TRANSPARENT = ("", "7bit", "8bit", "binary")
_PAGES = ("text/html", "text/enriched", "text/richtext", "application/xhtml+xml")
_NO_TEXTS = (
    "text/rtf",
    "text/css",
    "text/javascript",
)  # for programs, as are reports on a delivery
_NO_TEXTS += ("message/delivery-status", "message/disposition-notification")


class TextReader:
    """Reader of the texts in a mail and in its parts.

    Parameters
    ----------
    charset : str, optional
        The charset of what has no transfer encoding, if the file itself tells it.

    Attributes
    ----------
    defects : list of str
        What was wrong with the parts read so far.

    Examples
    --------
    >>> reader = TextReader()
    >>> reader.texts(b"Content-Type: text/html; charset=utf-8\\n", b"<p>Win!"), reader.defects
    (['Win!'], [])
    """

    def __init__(self, charset=None):
        self.charset = charset
        self.defects = []

    def texts(self, header, body, kind="text/plain"):
        """Return the texts of a mail or part, in their order.

        Parameters
        ----------
        header : bytes
        body : bytes
        kind : str, default "text/plain"
            What it is where the header does not say so.

        Returns
        -------
        list of str
        """
        fields = content_fields(header)
        kind = _kind(fields, kind)
        if kind.startswith("multipart/"):
            return self._parts(fields, kind, body)
        if kind in _NO_TEXTS or not (kind.startswith(("text/", "message/")) or kind in _PAGES):
            return []
        content, coded = self._content(fields, body)
        if kind.startswith("message/"):
            return self._mail(content)
        return [self._text(fields, kind, content, None if coded else self.charset)]

    def _mail(self, data):
        """Return the texts of a mail inside another, or of a part with a header of its own."""
        header, body, before, defects = split_mail(data)
        if not header:
            before, header, body = quoted_header(data)
        self.defects += [defect for defect in defects if defect != "no header"]
        texts = [text_in(before)[0]] if before else []
        return texts + self.texts(header, body)

    def _parts(self, fields, kind, body):
        """Return the texts of the parts of a body; all of it if it has none."""
        pieces = self._pieces(fields, body)
        if not pieces:
            return [self._text(fields, "text/plain", body, self.charset)]
        inner = "message/rfc822" if kind == "multipart/digest" else "text/plain"
        found = []
        for piece in pieces:
            header, body, before = self._cut(piece)
            declared = content_fields(header)
            if "attachment" not in declared.get("content-disposition", "").lower()[:12]:
                texts = [text_in(before)[0]] if before else []
                found.append((_kind(declared, inner), texts + self.texts(header, body, inner)))
        if kind == "multipart/alternative":
            return _best(found)
        return [text for _, texts in found for text in texts]

    def _pieces(self, fields, body):
        """Return what stands between the boundaries of a body, declared or not."""
        boundary = _boundary(fields)
        pieces, closed = _between(body, boundary) if boundary else ([], True)
        if not pieces:
            self.defects.append("start boundary not found" if boundary else "no boundary declared")
            if found := _BOUNDARY.search(body):
                self.defects.append(f"undeclared boundary {found[1].decode('latin-1')!r:.60}")
                pieces, closed = _between(body, found[1])
        if pieces and not closed:
            self.defects.append("close boundary not found")
        return pieces

    def _cut(self, piece):
        """Return header and body of a part, and lines between its fields that are none."""
        if piece.startswith(b"\n"):
            return b"", piece[1:], b""
        header, body, strays, defects = split_mail(piece)
        self.defects += [defect for defect in defects if defect != "no header"]
        if not header:
            strays, header, body = quoted_header(piece)
        return header, body, strays

    def _content(self, fields, content):
        """Return the bytes of a part without transfer encoding, and whether it had one."""
        field = fields.get("content-transfer-encoding", "").lower()
        word = re.search(r"[\w-]+", re.sub(r"\([^()]*\)?", "", field))
        name = re.sub(r"[-_]", "", word[0]) if word else ""
        if name in _TRANSFERS:
            content, found = _TRANSFERS[name](content)
            self.defects += found
        elif name not in _TRANSPARENT:
            self.defects.append(f"unknown transfer encoding {field!r:.40}")
        return content, name in _TRANSFERS

    def _text(self, fields, kind, content, charset):
        """Return the text of a part that has no parts of its own."""
        page = content[:2048].decode("latin-1") if kind in _PAGES else ""
        text, found = text_in(
            content, charset or declared_charset(fields.get("content-type", ""), page)
        )
        self.defects += found
        if "\r" in text:
            text = re.sub(r"\r*\n|\r", "\n", text)
        if kind not in _PAGES and PAGE.match(text):
            self.defects.append("HTML that is not declared")
            kind = "text/html"
        text, found = (html_to_text(text), ()) if kind in _PAGES else without_blocks(text)
        self.defects += found
        return text


def declared_charset(*places):
    """Return the charset that is declared in one of some texts, None if in none of them.

    Parameters
    ----------
    *places : str
        A field Content-Type, a page, whatever may say ``charset=``; the first one counts.

    Returns
    -------
    str or None

    Examples
    --------
    >>> declared_charset("text/plain", 'text/html; Charset="KOI8-R"')
    'KOI8-R'
    """
    found = map(_CHARSET.search, places)
    return next((match[1] for match in found if match), None)


def _kind(fields, default):
    """Return the type that a part declares, in small letters."""
    found = _KIND.match(fields.get("content-type", ""))
    return found[1].lower() if found else default


def _boundary(fields):
    """Return the boundary that a part declares, None if none."""
    message = Message()
    message["Content-Type"] = fields.get("content-type", "")
    return (message.get_boundary() or "").encode("latin-1", "replace").strip()


def _between(body, boundary):
    """Return what stands between boundaries, and whether the last one closes it."""
    line = re.compile(rb"^--%b(--)?[ \t]*(?:\n|\Z)" % re.escape(boundary), re.MULTILINE)
    _, *rest = line.split(body)
    closings, pieces = rest[::2], rest[1::2]
    opened = [p.removesuffix(b"\n") for c, p in zip(closings, pieces, strict=True) if not c]
    return opened, bool(closings and closings[-1])


def _best(found):
    """Return the texts of one alternative that says something: plain text if possible."""
    readable = [pair for pair in found if "".join(pair[1]).strip()]
    order = {"text/plain": 0, "text/html": 1, "multipart/related": 1}
    return min(readable, key=lambda pair: order.get(pair[0], 2), default=("", []))[1]
