"""Tables that are made: of notebooks, of rooms, of what is checked, of all errata by source."""

import re

import nbcourse
from tests.nbtools import DESCRIPTION, asserts, course, registry, tags
from tests.nbtools.budget import spent
from tests.nbtools.prose import said
from tests.nbtools.tracing import named

DOZEN = 12  # rows of a table that fit on a slide


def table(books):
    """README's table of notebooks, from the metadata of those that have them."""
    lines = ["| | Notebook | Question | Sources | Minutes |", "|---|---|---|---|---|"]
    row = "| {0.number} | [{title}](notebooks/{0.name}.ipynb) | {question} | {sources} | {time} |"
    for book in (book for book in books if set(book.course) >= DESCRIPTION):
        lines.append(row.format(book, **book.course, time=spent(book)))
    return "\n".join([*lines, ""])


def checks_table(books):
    """README's table of what is checked, counted in the notebooks as they are."""
    cells = [cell for book in books for cell in book.cells]
    judging = [cell for cell in cells if asserts(cell)]
    claims = [known for cell in cells for known in named(cell, "claims")]
    locks = [cell for cell in cells if "lock" in course(cell)]
    rows = {
        "equations of the sources, each verified by a cell": _traced(cells, "verifies"),
        "errata of the sources, each shown or stated": _traced(cells, "errata"),
        "cells whose assertions fail when their expected side is changed": len(judging),
        "numbers in the text, printed by a cell or quoted": sum(len([*said(nb)]) for nb in books),
        "exercises and quick checks": len([c for c in cells if tags(c) & {"exercise", "quick"}]),
        "lines of the summaries, each with an assertion": len(claims),
        "sections, read beside their present outputs": len(locks),
    }
    lines = [f"| {what} | {number} |" for what, number in rows.items()]
    return "\n".join(["| Checked | |", "|---|---|", *lines, ""])


def _traced(cells, kind):
    """How many ids are named by a cell, of how many in the registry."""
    owed = re.findall(r"'(?:E-)?S[0-9]-", str(registry({"verifies": "equations"}.get(kind, kind))))
    return f"{len({known for cell in cells for known in named(cell, kind)})} of {len(owed)}"


def rooms_table():
    """CONTRIBUTING's table of the rooms, from the map in the package's docstring."""
    rooms = re.findall(r"^    (\w+) +(\S.*)", nbcourse.__doc__, re.M)
    rows = [f"| `{room}` | {purpose} |" for room, purpose in rooms]
    return "\n".join(["| Room | Purpose |", "|---|---|", *rows, ""])


def with_errata(text):
    """A text in which `<!-- errata S0 1 -->` stands, with the first dozen errata of S0 under it.

    >>> with_errata("<!-- errata S1 2 --> what stood here").splitlines()[0]
    '<!-- errata S1 2 -->'
    """
    mark = re.match(r"<!-- errata (S[0-9]) ([0-9]+) -->", text)
    if not mark:
        return text
    levels = [(book, *level) for book, of in registry("errata").items() for level in of.items()]
    rows = [
        f"| {known} | {title} | {severity} | [{book[:2]}]({book}.ipynb) |"
        for book, severity, owed in levels
        for known, title in owed.items()
        if known.startswith(f"E-{mark[1]}-")
    ]
    last = DOZEN * int(mark[2])
    lines = ["| Id | What is wrong | | Notebook |", "|---|---|---|---|"]
    return "\n".join([mark[0], "", *lines, *sorted(rows)[last - DOZEN : last]])
