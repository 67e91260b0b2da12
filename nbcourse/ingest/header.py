"""The header of a mail: where it ends, what is wrong with it, and what its fields say.

A header is mended without losing a word: lines that are no fields are kept, and a header that
does not begin the mail is a quoted one, hence text.
"""

import re
from itertools import groupby
from typing import NamedTuple

from nbcourse.ingest.decoding import decoded, from_base64, from_quoted_printable, text_in

_KNOWN = (  # a name that tells a header from a text with a colon in it
    rb"(?i:subject|from|to|cc|bcc|date|sender|status|lines|organi[sz]ation|precedence|importance"
    rb"|priority|newsgroups|path|references|received|comments|keywords|mime-version|user-agent"
    rb"|approved|supersedes|expires|xref|sensitivity"
    rb"|(?:x|content|list|resent|return|reply|message|in-reply|delivered|envelope|authentication"
    rb"|received|dkim|domainkey|arc|thread|errors|apparently|disposition|mail|mailing|original"
    rb"|auto|followup|delivery|posted|bounces|old)-[\w-]+)"
)
_KNOWN_FIELD = re.compile(rb"%b[ \t]*:" % _KNOWN)
_BLANK = re.compile(rb"[ \t]*(?:\n|\Z)")
# what mailboxes put before a mail: blank lines, and a line with the word From, a name and a day
_MAILBOX = re.compile(
    rb"\n*(?:>*From [^\s:]+(?:[ \t]+(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b[^\n]*)?(?:\n|\Z))*"
)
# a field; after a line of another kind only one that programs write, for people quote the others
_BEGIN = re.compile(
    rb"%b[ \t]*:|[^\n]+\n(?i:received|return-path|delivered-to|message-id|mime-version|x-[\w-]+):"
    % _KNOWN
)
# name, colon (but not that of an address on the web), and what follows on indented lines; only a
# well-known name may have blanks behind it
_FIELD = re.compile(
    rb"(%b(?=[ \t]*:)|[!-9;-~]+(?=:))([ \t]*):(?!//)([^\n]*\n?(?:[ \t]+[^\s][^\n]*\n?)*)" % _KNOWN
)
# a blank line inside a field, if more fields follow: then indented encoded words, or blanks in it
_REST = re.compile(
    rb"(\n(?:[ \t]+=\?[^\n]+\n)+|(?:[ \t]+\n)+(?:[ \t]+[^\s][^\n]*\n)*)(?=%b[ \t]*:)" % _KNOWN
)
# lines that are no fields, before one; but not the boundary before a part of the body
_JUNK = re.compile(rb"(?!--[^\n]*\n(?i:content-))((?:[^\n]+\n){1,3}?)(?=%b:)" % _KNOWN)
_QUOTED = re.compile(rb"^content-[\w-]+[ \t]*:[^\n]*\n(?:[ \t]+[^\n]*\n)*", re.I | re.M)
_WORD = re.compile(
    rb"=\?([^?*\s]+)(?:\*[^?\s]*)?\?([bBqQ])\?((?:(?!=\?[^?\s]+\?[bBqQ]\?).)*?)\?=", re.DOTALL
)
_HALF_WORD = re.compile(rb"=\?[\w.:*-]+\?\w?")
_BETWEEN_WORDS = re.compile(rb"(?<=\?=)\s+(?==\?)")
# looked for where a word begins only: a long word without @ takes no longer than it is
_ADDRESS = re.compile(r'(?<![^\s<>"(),:;@])[^\s<>"(),:;@]+@[^\s<>"(),:;@]+')
_MESSAGE_ID = re.compile(r"<[^\s<>@()\[\]]+@([^\s<>@()\[\]]+|\[[^\s\[\]]*\])>")
_KINDS = (("field", _FIELD), ("rest", _REST), ("stray", _JUNK))
_READ = ("subject", "from", "to", "cc", "message-id")


class Halves(NamedTuple):
    """A mail cut in two.

    Attributes
    ----------
    header : bytes
        Fields only, each with its line end; empty if nothing looked like a header.
    body : bytes
    strays : bytes
        Lines that stood in the header and are no fields.
    defects : tuple of str
    """

    header: bytes
    body: bytes
    strays: bytes
    defects: tuple[str, ...]


def split_mail(data):
    """Cut a mail into its header, mended, and its body.

    A header begins with a field of a well-known name, perhaps after a mailbox's "From " line.
    Lines that are no fields do not end it if a field of a well-known name follows: they are set
    aside, together with the whole header where they come first, since it may be a quoted one.
    A header without the blank line at its end is over at the first line in doubt.

    Parameters
    ----------
    data : bytes
        A mail with line ends LF.

    Returns
    -------
    Halves

    Examples
    --------
    >>> split_mail(b">From al\\nSubject : x\\n\\nWin").header, split_mail(b"Note: x").body
    (b'Subject: x\\n', b'Note: x')
    >>> split_mail(b"Subject: x\\nJunk\\nTo: y\\n\\nWin").strays
    b'Junk\\n'
    """
    start = _MAILBOX.match(data).end()
    lines = list(_header_lines(data, start))
    end = lines[-1][1].end() if lines else start
    if end == len(data) or not _BLANK.match(data, end):
        lines = lines[: _sure(lines)]
    if not lines:
        return Halves(b"", data, b"", ("no header",))
    rest = data[lines[-1][1].end() :]
    blank = _BLANK.match(rest)
    strays = [found[0] for kind, found in lines if kind == "stray"]
    before = [data[:start]] if data[:start].strip() else []
    defects = [f"no field, but in the header: {_shown(line)}" for line in before + strays]
    if lines[0][0] == "stray":  # perhaps all of this is quoted
        strays = [found[0] for _, found in lines]
    defects += ["blank line inside a field"] * any(found[0][:1] == b"\n" for _, found in lines)
    defects += [] if blank else ["no blank line between header and body"]
    header = b"".join(_mended(kind, found) for kind, found in lines if kind != "stray")
    return Halves(header, rest[blank.end() :] if blank else rest, b"".join(strays), tuple(defects))


def _header_lines(data, position):
    """Yield what may be of a header from some position on: its kind and the match."""
    if not _BEGIN.match(data, position):
        return
    while position < len(data):
        matches = ((kind, pattern.match(data, position)) for kind, pattern in _KINDS)
        kind, found = next((pair for pair in matches if pair[1]), (None, None))
        if not found:
            return
        yield kind, found
        position = found.end()


def _sure(lines):
    """Return how many lines are of a header that no blank line ends.

    The last one is a well-known field, as all writers of `to : all` in the body of a mail that
    begins `Subject: x` would have it; and there is no line of another kind before.
    """
    sure = 0
    for number, (kind, found) in enumerate(lines, start=1):
        if kind == "stray":
            break
        known = kind == "field" and _KNOWN_FIELD.match(found[0])
        if known and bool(found[2]) == bool(lines[0][1][2]):
            sure = number
    return sure


def _mended(kind, found):
    """Return a field, or the rest of one, as it should have been written."""
    if kind == "field":
        return found[1] + b":" + found[3].removesuffix(b"\n") + b"\n"
    return b"".join(line + b"\n" for line in found[0].split(b"\n") if line.strip())


def quoted_header(data):
    """Cut a mail without header after its first lines, if they end in fields on its content.

    So look mails whose header was lost but for what tells how they are encoded. The fields stay
    text, for they may just be quoted.

    Parameters
    ----------
    data : bytes
        A mail with line ends LF.

    Returns
    -------
    lines : bytes
        The first lines, with the fields; empty if there are no such fields.
    fields : bytes
    body : bytes

    Examples
    --------
    >>> quoted_header(b"Re: lunch\\nContent-Type: text/html\\n\\n<p>At one?")
    (b'Re: lunch\\nContent-Type: text/html\\n', b'Content-Type: text/html\\n', b'<p>At one?')
    >>> quoted_header(b"Re: lunch\\n\\nAt one?")
    (b'', b'', b'Re: lunch\\n\\nAt one?')
    """
    first, _, body = data.lstrip(b"\n").partition(b"\n\n")
    first += b"\n"
    fields = _QUOTED.findall(first)
    if fields and first.endswith(fields[-1]):
        return first, b"".join(fields), body
    return b"", b"", data


def content_fields(header):
    """Return the first of each of the fields on the content of a mail or part.

    Parameters
    ----------
    header : bytes

    Returns
    -------
    dict of str to str

    Examples
    --------
    >>> content_fields(b"Subject: x\\nContent-Type: text/plain;\\n charset=utf-8\\n")
    {'content-type': 'text/plain; charset=utf-8'}
    """
    texts = {}
    for name, _, value in _FIELD.findall(header) if b"content-" in header.lower() else ():
        if name[:8].lower() == b"content-":
            text = value.replace(b"\n", b"").decode("latin-1").strip()
            texts.setdefault(name.decode("ascii").lower(), text)
    return texts


def header_texts(header, charset=None):
    """Return the texts of the fields that say who and what, as far as they are there.

    Parameters
    ----------
    header : bytes
    charset : str, optional
        What raw 8-bit fields are read in if they are not in UTF-8.

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
    for raw, _, value in _FIELD.findall(header):
        name = raw.decode("ascii").lower()
        if name in _READ and name not in texts:
            texts[name], found = field_text(value, charset)
            defects += found
    for name in ("from", "to", "cc"):
        # a group such as `undisclosed-recipients:;` may be empty
        if name in texts and not _ADDRESS.search(texts[name]) and ";" not in texts[name]:
            defects.append(f"no address in {name}: {texts[name]!r:.60}")
    if "message-id" in texts and not _MESSAGE_ID.fullmatch(texts["message-id"]):
        defects.append(f"damaged message-id: {texts['message-id']!r:.60}")
    return texts, tuple(defects)


def field_text(value, charset=None):
    """Return what a field says, on one line, its encoded words decoded.

    Parameters
    ----------
    value : bytes
        What follows the colon.
    charset : str, optional
        What raw 8-bit text is read in if it is not in UTF-8.

    Returns
    -------
    text : str
    defects : tuple of str

    Examples
    --------
    >>> field_text(b" =?GB2312?B?w+K30Q==?=\\n =?utf-8?q?_now?= \\xa35\\n")
    ('免费 now £5', ('no charset declared, read as cp1252',))
    >>> field_text(b"=?utf-8?q?free")
    ('=?utf-8?q?free', ("damaged encoded word: '=?utf-8?q?free'",))
    """
    parts = _WORD.split(_BETWEEN_WORDS.sub(b"", value.replace(b"\n", b"")))
    defects = [f"damaged encoded word: {_shown(p)}" for p in parts[::4] if _HALF_WORD.search(p)]
    pieces = [(None, parts[0])]
    for name, kind, content, plain in zip(*(parts[i::4] for i in (1, 2, 3, 4)), strict=True):
        content, found = _word(kind, content)
        defects += found
        pieces += [(name.decode("latin-1").lower(), content), (None, plain)]
    text = ""
    # words in one charset are joined before they are decoded: one may end inside a character
    for name, group in groupby(filter(_says_something, pieces), key=_charset):
        content = b"".join(content for _, content in group)
        plain, found = text_in(content, name) if name else _raw_text(content, charset)
        text += plain
        defects += found
    return " ".join(text.split()), tuple(defects)


def _raw_text(content, charset):
    """Return the text of a part of a field that is no encoded word, and its defects."""
    foreign = not content.isascii() and decoded(content)[1] != "utf-8"
    return text_in(content, charset if foreign else None)


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
        return from_base64(b"".join(content.split()))
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
