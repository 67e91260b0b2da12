"""What a reader cannot see, though it stands in the text: characters without a picture, and styles
that hide what they apply to.

Both are poison for a filter that counts words: the first cut a word in two, the second bring in
words that nobody reads.
"""

import re

# soft hyphen, grapheme joiner, Mongolian vowel separator and selectors, zero-width space, marks
# and embeddings of the writing direction, word joiner and invisible operators, isolates and
# deprecated controls, variation selectors, byte order mark, annotations, tags
_UNSEEN = re.compile(
    "[\u00ad\u034f\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff"
    "\ufff9-\ufffb\U000e0000-\U000e01ef]+"
)
# (non-)joiners beside a letter that nothing joins to: Latin, Greek, Cyrillic, Armenian, a blank
_JOINERS = re.compile(
    "(?<![\u0590-\U0010ffff])[\u200c\u200d]+|[\u200c\u200d]+(?![\u0590-\U0010ffff])"
)
_ZERO = re.compile(r"[+-]?(?:0+\.?0*|\.0+)(?:[a-z]+|%)?")
_TINY = re.compile(r"(?:[01]?\.\d*|[01])(?:px|pt)")  # less than two pixels
_RELATIVE = re.compile(r"[\d.]+(?:em|ex|ch|%)|inherit|smaller|larger|unset")
_FAR_AWAY = re.compile(r"-(?:[5-9]\d\d|\d{4,})(?:\.\d*)?(?:px|pt|r?em|%)?")
_CUT = re.compile(r"rect\(0|inset\((?:50|100)%|scale[xy]?\(0[,)]|alpha\(opacity=0\)|opacity\(0")
_SEE_THROUGH = re.compile(
    r"transparent|#[\da-f]{3}0|#[\da-f]{6}00|(?:rgb|hsl)a?\((?:(?:[^,]*,){3}|[^,/]*/)0*\.?0*%?\)"
)
_CLIPPED = ("hidden", "clip")
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)


def without_unseen(text):
    """Return a text without the characters that have no picture and only cut words.

    Zero-width spaces, soft hyphens, byte order marks, variation selectors and marks of the
    writing direction go everywhere. Zero-width joiners and non-joiners stay between two
    characters that may need them, as in Persian, Hindi and emoji.

    Parameters
    ----------
    text : str

    Returns
    -------
    str

    Examples
    --------
    >>> without_unseen("fr\\u200bee v\\u00adiagra ca\\u200csh")
    'free viagra cash'
    >>> len(without_unseen("می\\u200cخواهم")), len(without_unseen("👩\\u200d💻"))
    (8, 3)
    """
    return text if text.isascii() else _JOINERS.sub("", _UNSEEN.sub("", text))


def declarations(style):
    """Return the properties that a style sets, in small letters.

    Parameters
    ----------
    style : str

    Returns
    -------
    dict of str to str

    Examples
    --------
    >>> declarations("Display : NONE !important; color:/* why */rgb(0, 0, 0)")
    {'display': 'none', 'color': 'rgb(0,0,0)'}
    """
    pairs = (part.split(":", 1) for part in _COMMENT.sub("", style).lower().split(";"))
    return {
        pair[0].strip(): re.sub(r"\s*([,/()])\s*", r"\1", pair[1].partition("!")[0].strip())
        for pair in pairs
        if len(pair) == 2
    }


def is_gone(style):
    """Return whether a style hides an element with all that is in it.

    That is: not displayed, fully transparent, cut off, without extent or far outside the page.
    White letters on white are not looked for: the background may be an image.

    Parameters
    ----------
    style : dict of str to str

    Returns
    -------
    bool

    Examples
    --------
    >>> is_gone({"display": "none"}), is_gone({"max-height": "0px", "overflow": "hidden"})
    (True, True)
    >>> is_gone({"height": "0"}), is_gone({"width": "100%"})
    (False, False)
    """
    get = style.get
    empty = {
        side for side in ("width", "height") for name in (side, f"max-{side}") if _no(get(name))
    }
    return (
        get("display") == "none"
        or get("mso-hide") == "all"
        or get("content-visibility") == "hidden"
        or _no(get("opacity"))
        or any(_CUT.search(get(name, "")) for name in ("clip", "clip-path", "transform", "filter"))
        or any(
            _FAR_AWAY.fullmatch(get(name, "")) for name in ("left", "top", "right", "text-indent")
        )
        or len(empty) == 2
        or (bool(empty) and any(get(f"overflow{axis}") in _CLIPPED for axis in ("", "-x", "-y")))
    )


def unseen_by(style):
    """Return which properties hide an element until one in it says otherwise, and which do not.

    Parameters
    ----------
    style : dict of str to str

    Returns
    -------
    dict of str to bool
        Of ``"visibility"``, ``"size"`` and ``"colour"``, those that the style sets.

    Examples
    --------
    >>> unseen_by({"visibility": "hidden", "font-size": "14px"}), unseen_by({"font-size": "1.2em"})
    ({'visibility': True, 'size': False}, {})
    """
    found = {}
    if "visibility" in style:
        found["visibility"] = style["visibility"] in ("hidden", "collapse")
    size = style.get("font-size") or _size_of(style.get("font", ""))
    if (size and not _RELATIVE.fullmatch(size)) or _no(size):
        found["size"] = _no(size) or bool(_TINY.fullmatch(size))
    if "color" in style:
        found["colour"] = bool(_SEE_THROUGH.fullmatch(style["color"]))
    return found


def _size_of(font):
    """Return the size in the property font, which names much else."""
    sizes = re.findall(r"(?:^|\s)([+.\d][\w.%]*)(?=[/\s]|$)", font)
    return sizes[-1] if sizes else ""


def _no(value):
    """Return whether a value is zero."""
    return bool(value and _ZERO.fullmatch(value))
