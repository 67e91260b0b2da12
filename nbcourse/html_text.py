"""HTML to the text that a reader sees."""

import re
from html.parser import HTMLParser

_HIDDEN = {"script", "style", "title"}
# elements that begin a new line, and cells; between letters any other tag is no word boundary
_LINES = {"address", "blockquote", "body", "br", "center", "dd", "div", "dl", "dt", "fieldset"}
_LINES |= {"footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hr", "html"}
_LINES |= {"li", "ol", "option", "p", "pre", "section", "select", "table", "tr", "ul"}
_CELLS = {"td", "th"}


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
