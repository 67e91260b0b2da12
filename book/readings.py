"""What each reading of a notebook sees, told by tags and headings alone."""

import re
from copy import deepcopy
from html import escape
from itertools import pairwise

import nbformat

#: How the headings begin that open a part other than the core.
OPENINGS = {"◇": "deeper", "Notes for readers": "notes"}
WIDGET = "application/vnd.jupyter.widget-view+json"
#: A line of the summary that rests on a ◇ section: it is shown in the deck of these.
DEEPER = re.compile(r"^\d+\. ◇ .*(?:\n(?!\d+\. ).+)*\n?", re.M)
FOLDED = {
    "proof": "hide-input",
    "figure": "hide-input",
    "hide-input": "hide-input",
    "predict-answer": "hide-output",
    "solution": "hide-cell",
}


def tags(cell):
    """Tags of a cell, as a set."""
    return set(cell.metadata.get("tags", ()))


def parts(cells):
    """Each cell with its part: "core", "deeper" or "notes"; a `##` heading begins one."""
    part = "core"
    for cell in cells:
        for line in headings(cell):
            opened = (OPENINGS[start] for start in OPENINGS if line.startswith(f"## {start}"))
            part = next(opened, "core")
        yield part, cell


def headings(cell):
    """The lines of a cell that are headings of sections."""
    return re.findall(r"^## .+", cell.source, re.M) if is_text(cell) else []


def is_text(cell):
    """Whether a cell is markdown."""
    return cell.cell_type == "markdown"


def described(nb):
    """A copy in which each picture is HTML with its alternative text, and no output is alive."""
    nb = deepcopy(nb)
    nb.metadata.pop("widgets", None)
    for cell in nb.cells:
        if "outputs" in cell:
            dead = [output for output in cell.outputs if WIDGET not in output.get("data", ())]
            cell.outputs = list(map(_described, dead))
    return nb


def _described(output):
    data = output.get("data", {})
    png = data.pop("image/png", None)
    if png and "text/html" not in data:
        alt = output.metadata.get("image/png", {}).get("alt") or data.get("text/plain", "")
        source = f"data:image/png;base64,{png.strip()}"
        data["text/html"] = f'<figure>\n<img alt="{escape(alt)}" src="{source}">\n</figure>'
    return output


def slides(nb, part):
    """The deck of a part, "core" or "deeper": no proofs, no solutions, figures without code."""
    nb = described(nb)
    title, kept = nb.cells[0], [cell for its, cell in parts(nb.cells) if its == part]
    if part != "core":
        questions = [f"- {line[3:]}" for cell in kept for line in headings(cell)]
        title.source = "\n".join([title.source.splitlines()[0], "", *questions])
        found = "".join(line for cell in filter(is_text, nb.cells) for line in _deeper(cell))
        summary = [nbformat.v4.new_markdown_cell(f"## Summary\n\n{found}")] if found else []
        kept = [title, *kept, *summary]
    for cell in filter(_deeper, kept if part == "core" else ()):
        cell.source = DEEPER.sub("", cell.source)
    nb.cells = [cell for cell in kept if not tags(cell) & {"proof", "solution", "setup"}]
    for before, cell in pairwise([title, *nb.cells]):
        if tags(cell) & {"exercise", "quick"}:
            cell.outputs = []
        cell.metadata.slideshow = {"slide_type": _turn(cell, before)}
    return nb


def _deeper(cell):
    """The lines of a summary that rest on ◇ sections."""
    found = [line.rstrip() + "\n" for line in DEEPER.findall(cell.source)]
    return found if headings(cell) == ["## Summary"] else []


def _turn(cell, before):
    """Where the page is turned: right at a section, down at a text; an answer's text is late.

    A quick check about a listing stands below it.
    """
    if not is_text(cell):
        return "-"
    if re.match("#{1,2} ", cell.source):
        return "slide"
    if headings(before) == [before.source.strip()]:
        return "-"  # it continues under the heading that stands alone in its cell
    if asks_of_listing(cell, before):
        return "-"
    late = "predict-answer" in tags(before) and "predict" not in tags(cell)
    return "fragment" if late else "subslide"


def asks_of_listing(cell, before):
    """Whether a cell is the quick check of a listing, code whose lines have numbers."""
    numbered = before.source.partition("\n")[0].endswith(" # 1")
    return numbered and cell.source.startswith("**Quick check")


def handout(nb):
    """What a student gets: neither solutions nor proofs nor the answers to predictions."""
    nb = deepcopy(nb)
    nb.cells = [cell for cell in nb.cells if not tags(cell) & {"proof", "solution"}]
    for cell in nb.cells:
        if "predict-answer" in tags(cell):
            cell.outputs, cell.execution_count = [], None
    return nb


def page(nb):
    """A page of the book: folds by tags, links inside the book, errata as targets of links."""
    nb = described(nb)
    for cell in nb.cells:
        own = tags(cell)
        folds = {FOLDED[tag] for tag in own & FOLDED.keys()}
        cell.metadata.tags = sorted(folds | own - FOLDED.keys())
        if is_text(cell):
            cell.source = cell.source.replace("(../README.md)", "(index.md)")
    nb.cells = list(_targeted(nb.cells))
    return nb


def _targeted(cells):
    """The cells, before the first that shows an erratum a target named like it."""
    shown = set()
    for cell in cells:
        fresh = [erratum for erratum in errata(cell) if erratum not in shown]
        shown.update(fresh)
        target = "".join(f'<span id="{erratum}"></span>' for erratum in fresh)
        if fresh and is_text(cell):  # under its heading, if it begins with one
            cell.source = re.sub(r"\A((?:#.*\n)?)", rf"\1\n{target}\n\n", cell.source, count=1)
        elif fresh:
            yield nbformat.v4.new_markdown_cell(target)
        yield cell


def errata(cell):
    """Ids of the errata that a cell shows."""
    return cell.metadata.get("nbcourse", {}).get("errata", ())


def headed(html):
    """The same page, in whose tables an empty corner is a cell and no heading."""
    return re.sub(r"<th[^>]*>(?:<p></p>)?</th>", "<td></td>", html)


def title(nb):
    """First line of a notebook, without its sign."""
    return nb.cells[0].source.splitlines()[0].lstrip("# ")


def slug(title):
    """The anchor of a heading as JupyterLab forms it, so that the same links work in the book."""
    return title.replace(" ", "-")
