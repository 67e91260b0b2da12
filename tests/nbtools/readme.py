"""What the papers say that can be computed: README's picture and table, CONTRIBUTING's tables."""

import re
from base64 import b64decode

import nbcourse
from tests.nbtools import DESCRIPTION, asserts, course, registry, tags
from tests.nbtools.budget import FIRST_EDITION
from tests.nbtools.mutants import judged
from tests.nbtools.prose import said
from tests.nbtools.tracing import named

PICTURE = "waterfall.png"


def table(books):
    """README's table of notebooks, from the metadata of those that have them."""
    lines = ["| | Notebook | Question | Sources | Minutes |", "|---|---|---|---|---|"]
    row = "| {0.number} | [{title}](notebooks/{0.name}.ipynb) | {question} | {sources} | {time} |"
    described = [book for book in books if set(book.course) >= DESCRIPTION]
    rows = [row.format(book, **book.course, time=time(book)) for book in described]
    return "\n".join([*lines, *rows, ""])


def time(book):
    """Minutes of the core, of all sections, of the exercises; in the first edition of all."""
    minutes = book.course["minutes"]
    if not isinstance(minutes, dict):
        return minutes
    return " · ".join(str(minutes[part]) for part in ("core", "all", "exercises"))


def checks_table(books):
    """CONTRIBUTING's table of what is checked, counted in the notebooks as they are."""
    cells = [(book, cell) for book in books for cell in book.cells]
    second = [book for book in books if book.name not in FIRST_EDITION]
    rows = {
        "equations of the sources, each verified by a cell": _traced(cells, "verifies"),
        "errata of the sources, each shown or stated": _traced(cells, "errata"),
        "cells whose assertions fail when their expected side is changed": sum(
            asserts(cell) and judged(book, cell) for book, cell in cells
        ),
        "numbers in the text, printed by a cell or quoted": sum(len([*said(nb)]) for nb in books),
        "exercises and quick checks": sum(
            bool(tags(cell) & {"exercise", "quick"}) for _, cell in cells
        ),
        "notebooks of the second edition": f"{len(second)} of {len(books)}",
        "lines of their summaries, each with an assertion": sum(
            len(named(cell, "claims")) for _, cell in cells
        ),
        "sections of theirs, read beside their present outputs": sum(
            "lock" in course(cell) for _, cell in cells
        ),
    }
    lines = [f"| {what} | {number} |" for what, number in rows.items()]
    return "\n".join(["| Checked | |", "|---|---|", *lines, ""])


def _traced(cells, kind):
    """How many ids are named by a cell, of how many in the registry."""
    owed = re.findall(r"'(?:E-)?S[0-9]-", str(registry({"verifies": "equations"}.get(kind, kind))))
    return f"{len({known for _, cell in cells for known in named(cell, kind)})} of {len(owed)}"


def rooms_table():
    """CONTRIBUTING's table of the rooms, from the map in the package's docstring."""
    rooms = re.findall(r"^    (\w+) +(\S.*)", nbcourse.__doc__, re.M)
    rows = [f"| `{room}` | {purpose} |" for room, purpose in rooms]
    return "\n".join(["| Room | Purpose |", "|---|---|", *rows, ""])


def waterfall(books):
    """PNG and words of the first waterfall of a message, that of notebook 00; README's picture."""
    outputs = (output for book in books for cell in book.code for output in cell.get("outputs", ()))
    for data in (output.get("data", {}) for output in outputs):
        found = re.search(r'base64,([^"]+)', data.get("text/html", ""))
        if found and data.get("text/plain", "").startswith("The waterfall"):
            return b64decode(found[1]), data["text/plain"].strip()
    return b"", "no waterfall"


def tables(books):
    """{file: {marking comment: what stands there}}: all that is renewed but TEACHING.md."""
    picture = f"![{waterfall(books)[1]}]({PICTURE})\n"
    return {
        "README.md": {"picture": picture, "notebooks": table(books)},
        "CONTRIBUTING.md": {"rooms": rooms_table(), "checks": checks_table(books)},
    }


def filled(name, text, blocks):
    """A text with its blocks renewed, each between its pair of marking comments."""
    for block, content in blocks.items():
        start, end = f"<!-- {block} -->\n", f"<!-- /{block} -->"
        if text.count(start) != 1 or text.count(end) != 1:
            raise SystemExit(f"{name} needs the lines {start.strip()} and {end} once")
        text = re.sub(f"(?s)(?<={start}).*(?={end})", lambda _, content=content: content, text)
    return text
