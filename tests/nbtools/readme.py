"""README's tables of notebooks, of rooms and of what is checked."""

import re

import nbcourse
from tests.nbtools import DESCRIPTION, asserts, course, registry, tags
from tests.nbtools.budget import FIRST_EDITION
from tests.nbtools.mutants import judged
from tests.nbtools.prose import said
from tests.nbtools.tracing import named

OWED = ("equations", "errata")


def table(books):
    """README's table of notebooks, from the metadata of those that have them."""
    lines = ["| | Notebook | Question | Sources | Minutes |", "|---|---|---|---|---|"]
    row = "| {0.number} | [{title}](notebooks/{0.name}.ipynb) | {question} | {sources} | {time} |"
    described = [book for book in books if set(book.course) >= DESCRIPTION]
    rows = [row.format(book, **book.course, time=_time(book)) for book in described]
    return "\n".join([*lines, *rows, ""])


def _time(book):
    """Minutes of the core, of all sections, of the exercises; in the first edition of all."""
    match book.course["minutes"]:
        case {"core": core, "all": everything, "exercises": exercises}:
            return f"{core} · {everything} · {exercises}"
        case minutes:
            return minutes


def checks_table(books):
    """README's table of what is checked, counted in the notebooks as they are."""
    second = [book for book in books if book.name not in FIRST_EDITION]
    owed = {kind: len(re.findall(r"\bE?-?S[0-9]-", str(registry(kind)))) for kind in OWED}
    held = {kind: len({*_named(books, kind)}) for kind in ("verifies", "errata", "claims")}
    rows = {
        "equations of the sources verified by a cell": f"{held['verifies']} of {owed['equations']}",
        "errata of the sources shown, or stated": f"{held['errata']} of {owed['errata']}",
        "cells whose assertions are made again, changed, and then fail": sum(
            asserts(cell) and judged(book, cell) for book in books for cell in book.code
        ),
        "numbers in the text, printed by a cell or quoted": sum(len([*said(nb)]) for nb in books),
        "exercises and quick checks": _count(
            books, lambda cell: tags(cell) & {"exercise", "quick"}
        ),
        "notebooks of the second edition": f"{len(second)} of {len(books)}",
        "lines of their summaries, each with an assertion": held["claims"],
        "sections of theirs, read beside their present outputs": _count(
            second, lambda cell: "lock" in course(cell)
        ),
    }
    lines = [f"| {what} | {number} |" for what, number in rows.items()]
    return "\n".join(["| Checked | |", "|---|---|", *lines, ""])


def _named(books, kind):
    return (known for book in books for cell in book.cells for known in named(cell, kind))


def _count(books, holds):
    return sum(bool(holds(cell)) for book in books for cell in book.cells)


def rooms_table():
    """README's table of the rooms, from the map in the package's docstring."""
    rooms = re.findall(r"^    (\w+) +(\S.*)", nbcourse.__doc__, re.M)
    rows = [f"| `{room}` | {purpose} |" for room, purpose in rooms]
    return "\n".join(["| Room | Purpose |", "|---|---|", *rows, ""])


def with_tables(readme, books):
    """README's text with its tables renewed, each between its pair of marking comments."""
    tables = {"notebooks": table(books), "rooms": rooms_table(), "checks": checks_table(books)}
    for name, text in tables.items():
        start, end = f"<!-- {name} -->\n", f"<!-- /{name} -->"
        if readme.count(start) != 1 or readme.count(end) != 1:
            raise SystemExit(f"README.md needs the lines {start.strip()} and {end} once")
        readme = re.sub(f"(?s)(?<={start}).*(?={end})", lambda _, text=text: text, readme)
    return readme
