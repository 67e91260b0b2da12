"""An HTML page to the text that a reader sees of it."""

import re
from collections import Counter
from html.parser import HTMLParser

from nbcourse.ingest.unseen import declarations, is_gone, unseen_by, without_unseen

#: How a text begins that is an HTML page.
PAGE = re.compile(r"\s*<(?:!doctype html|html)\b", re.IGNORECASE)

_VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param"}
_VOID |= {"source", "track", "wbr"}
_NEVER_SHOWN = {"script", "style", "title", "template", "iframe", "noframes", "noembed"}
_NEVER_SHOWN |= {"datalist", "rp"}
# elements that begin a new line, and cells; between letters any other tag is no word boundary
_LINES = {"address", "blockquote", "body", "br", "center", "dd", "div", "dl", "dt", "fieldset"}
_LINES |= {"footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hr", "html"}
_LINES |= {"li", "ol", "option", "p", "pre", "section", "select", "table", "tr", "ul"}
_CELLS = {"td", "th"}
# elements that end where one of these begins
_ENDED_BY = {"li": {"li"}, "option": {"option"}, "dt": {"dt", "dd"}, "dd": {"dt", "dd"}}
_ENDED_BY |= {"td": {"td", "th", "tr"}, "th": {"td", "th", "tr"}, "tr": {"tr"}}
_ENDED_BY |= {"p": _LINES - {"br", "option"}}
_RULE = re.compile(r"(?<![^{}])([^{}]+)\{([^{}]*)\}")
_AT_RULE = re.compile(
    r"@[^{};@]*(?:;|\{(?:[^{}]*\{[^{}]*\})*[^{}]*\})|/\*.*?\*/|<!--|-->", re.DOTALL
)


def html_to_text(html):
    """Return what a reader of an HTML page sees of it, one line for each block.

    Scripts, styles, the title, comments and whatever is hidden by its style are left out,
    entities are decoded, and tags and invisible characters inside a word do not break it:
    ``fr<b>e</b>&shy;e`` reads "free".

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
    >>> html_to_text("<div style='display: none'>meadow <p>river</div>Buy <i hidden>garden</i>now")
    'Buy now'
    """
    page = _Page()
    page.feed(html)
    page.close()
    lines = (" ".join(line.split()) for line in without_unseen("".join(page.pieces)).split("\n"))
    return "\n".join(line for line in lines if line)


class _Page(HTMLParser):
    """Collector of the text of a page in `pieces`.

    `_open` holds the open elements, each with what hides its content.
    """

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.pieces = []
        self._open = []
        self._counts = Counter()  # of the open elements, so that a stray end tag costs nothing
        self._rules = {}

    def handle_starttag(self, tag, attrs):
        self._separate(tag)
        while self._open and tag in _ENDED_BY.get(self._open[-1][0], ()):
            self._leave()
        if tag not in _VOID:
            style = self._style(tag, dict(attrs))
            hidden = (self._open[-1][1] if self._open else {}) | unseen_by(style)
            if tag in _NEVER_SHOWN or "gone" in style or is_gone(style):
                hidden["gone"] = True
            self._open.append((tag, hidden))
            self._counts[tag] += 1

    def handle_endtag(self, tag):
        while self._counts[tag] and self._leave() != tag:
            pass
        self._separate(tag)

    def handle_data(self, data):
        tag, hidden = self._open[-1] if self._open else ("", {})
        if tag == "style":
            for selectors, style in _RULE.findall(_AT_RULE.sub("", data)):
                for selector in selectors.lower().split(","):
                    self._rules.setdefault(selector.strip(), {}).update(declarations(style))
        elif not any(hidden.values()):
            self.pieces.append(re.sub(r"\s+", " ", data))

    def parse_marked_section(self, i, report=1):
        """Skip ``<![...>`` like a comment; the standard library raises on unknown ones."""
        return self.rawdata.find(">", i) + 1 or -1

    def _leave(self):
        """Close the innermost element, and return its name."""
        tag, _ = self._open.pop()
        self._counts[tag] -= 1
        return tag

    def _style(self, tag, attrs):
        """Return the style of an element: of its name, its classes, its own."""
        names = [f".{name}" for name in (attrs.get("class") or "").lower().split()]
        names += [f"#{attrs['id'].lower()}"] if attrs.get("id") else []
        style = {}
        for selector in (tag, *names, *(tag + name for name in names)):
            style |= self._rules.get(selector, {})
        style |= declarations(attrs.get("style") or "")
        return style | ({"gone": ""} if "hidden" in attrs else {})

    def _separate(self, tag):
        """Note that a tag begins a new line or cell."""
        if tag in _LINES or tag in _CELLS:
            self.pieces.append("\n" if tag in _LINES else " ")
