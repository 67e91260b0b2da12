"""Files that were written into a text as letters: uuencode and its kin, yEnc, BinHex."""

import binascii
import re
from contextlib import suppress

_MARKS = ("begin", "=ybegin", "BinHex")  # quick to look for: hardly any text has a block
# lines of one word each, or without small letters, up to `end`; or full lines, the end being lost
_UU = (
    r"^begin(?:-base64)?[ ][0-7]{3,4}[ ].*\n"
    r"(?:(?:(?>\S+[ \t]*\n|[ -`]*\n))*?(?:end|====)[ \t]*$"
    r"|(?:M[ -`]{40,60}[ \t]*(?:\n|\Z))+(?:[!-L][ -`]{20,59}[ \t]*$)?)"
)
_YENC = r"^=ybegin[ ].*\bline=\d+[ ].*\n(?:(?!=yend[ ]).*\n?)*(?:=yend[ ].*)?"
_BINHEX = (
    r"^\(This[ ]file[ ]must[ ]be[ ]converted[ ]with[ ]BinHex.*\n"
    r"\s*:(?:[!-9;-r]{63,64}\n)*[!-9;-r]*:?"
)
_BLOCK = re.compile(f"{_UU}|{_YENC}|{_BINHEX}", re.MULTILINE)
_UU_BLOCK = re.compile(_UU, re.MULTILINE)


def without_blocks(text):
    """Return a text without the files in it that only a program can read.

    Signatures and keys of PGP stay: readers see them, and they are no files.

    Parameters
    ----------
    text : str

    Returns
    -------
    text : str
    defects : tuple of str

    Examples
    --------
    >>> without_blocks("See:\\nbegin 644 a.txt\\n#86)C\\n`\\nend\\nBye")
    ('See:\\n\\nBye', ('an encoded file in the text was left out',))
    >>> without_blocks("Let us begin 2000 new lives\\nin the end")
    ('Let us begin 2000 new lives\\nin the end', ())
    """
    if not any(mark in text for mark in _MARKS):
        return text, ()
    text, count = _BLOCK.subn("", text)
    return text, ("an encoded file in the text was left out",) * bool(count)


def from_uuencode(content):
    """Return what uuencode stands for; what stands around its blocks stays as it is.

    Parameters
    ----------
    content : bytes

    Returns
    -------
    content : bytes
    defects : tuple of str

    Examples
    --------
    >>> from_uuencode(b"begin 644 a.txt\\n#86)C\\n`\\nend\\n"), from_uuencode(b"free now")
    ((b'abc\\n', ()), (b'free now', ('damaged uuencode',)))
    """
    text = content.decode("latin-1")
    plain, count = _UU_BLOCK.subn(_undone, text)
    if not count:  # perhaps only the end is lost
        plain, cut = _UU_BLOCK.subn(_undone, f"{text.rstrip()}\nend")
        plain = plain if cut else text
    return plain.encode("latin-1"), () if count else ("damaged uuencode",)


def _undone(block):
    """Return what a block stands for."""
    begin, *lines = block[0].encode("latin-1").split(b"\n")
    read = binascii.a2b_base64 if begin.startswith(b"begin-base64") else _line
    plain = []
    for line in map(bytes.rstrip, lines):
        if line not in (b"", b"end", b"===="):
            with suppress(binascii.Error):
                plain.append(read(line))
    return b"".join(plain).decode("latin-1")


def _line(line):
    """Return what a line of uuencode stands for; what stands behind it is no part of it."""
    size = (line[0] - 32 & 63) + 2
    return binascii.a2b_uu(line[: 1 + size // 3 * 4])
