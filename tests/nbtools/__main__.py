"""Mend and run notebooks: `python -m tests.nbtools --fix`, `python -m tests.nbtools --run 05`.

`--fix` brings every notebook into its normal form and rebuilds the tables in README.md; `--run`
executes notebooks as nbval will (kernel python3, in their folder), stores the outputs, then fixes.
"""

import argparse
import hashlib
import re

import nbformat
from nbclient import NotebookClient

import nbcourse
from tests.nbtools import ROOT, course, notebooks, tags

KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
TIMEOUT = 60  # seconds per cell, as in pyproject.toml


def normal(nb):
    """The text of a notebook in normal form: same content, no trace of who ran it when."""
    taken = set()
    cells = [_normal_cell(cell, taken) for cell in nb.cells if cell.source.strip()]
    about = {"kernelspec": KERNEL, "language_info": {"name": "python"}, "nbcourse": nb.course}
    content = {"nbformat": 4, "nbformat_minor": 5, "metadata": about, "cells": cells}
    return nbformat.v4.writes(nbformat.from_dict(content)) + "\n"


def _normal_cell(cell, taken):
    """One cell: own id, only metadata with a use, solutions folded, counts in agreement."""
    folded = {"source_hidden": True} if tags(cell) & {"solution", "hide-input"} else {}
    about = {"tags": sorted(tags(cell)), "nbcourse": course(cell), "jupyter": folded}
    about["slideshow"] = _slide(cell)
    metadata = {key: value for key, value in about.items() if value}
    cell = nbformat.from_dict({**cell, "metadata": metadata, "source": cell.source.strip("\n")})
    if cell.get("id") in {None, *taken}:
        cell.id = hashlib.sha256(f"{len(taken)} {cell.source}".encode()).hexdigest()[:8]
    taken.add(cell.id)
    for output in cell.get("outputs", ()):
        if "execution_count" in output:
            output.execution_count = cell.execution_count
    return cell


def _slide(cell):
    """Where `make slides` turns the page: right at a section, down at a text, not before code."""
    if cell.cell_type != "markdown":
        return {}
    return {"slide_type": "slide" if cell.source.startswith("#") else "subslide"}


def table(books):
    """README's table of notebooks, from their metadata."""
    lines = ["| | Notebook | Question | Sources | Minutes |", "|---|---|---|---|---|"]
    row = (
        "| {0.number} | [{title}](notebooks/{0.name}.ipynb) | {question} | {sources} | {minutes} |"
    )
    return "\n".join([*lines, *(row.format(book, **book.course) for book in books), ""])


def rooms_table():
    """README's table of the rooms, from the map in the package's docstring."""
    rooms = re.findall(r"^    (\w+) +(\S.*)", nbcourse.__doc__, re.M)
    rows = [f"| `{room}` | {purpose} |" for room, purpose in rooms]
    return "\n".join(["| Room | Purpose |", "|---|---|", *rows, ""])


def with_tables(readme, books):
    """README's text with its tables renewed, each between its pair of marking comments."""
    for name, text in {"notebooks": table(books), "rooms": rooms_table()}.items():
        start, end = f"<!-- {name} -->\n", f"<!-- /{name} -->"
        if readme.count(start) != 1 or readme.count(end) != 1:
            raise SystemExit(f"README.md needs the lines {start.strip()} and {end} once")
        readme = re.sub(f"(?s)(?<={start}).*(?={end})", lambda _, text=text: text, readme)
    return readme


def run(nb):
    """Execute a notebook, store its outputs and write it in normal form."""
    how = {"timeout": TIMEOUT, "kernel_name": KERNEL["name"], "coalesce_streams": True}
    how |= {"record_timing": False, "store_widget_state": False}
    where = {"metadata": {"path": str(nb.path.parent)}}
    NotebookClient(nb.content, resources=where, **how).execute()
    fix(nb)


def fix(nb):
    """Write a notebook in normal form."""
    nb.path.write_text(normal(nb), encoding="utf-8", newline="\n")


def main(arguments=None):
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.nbtools", description=__doc__)
    parser.add_argument("--fix", action="store_true", help="normal form of all, README's tables")
    parser.add_argument("--run", nargs="+", default=[], metavar="NN", help="execute notebooks")
    chosen = parser.parse_args(arguments)
    if unknown := set(chosen.run) - {nb.number for nb in notebooks()}:
        parser.error(f"no notebook numbered {sorted(unknown)}")
    for nb in notebooks():
        if nb.number in chosen.run:
            run(nb)
        elif chosen.fix:
            fix(nb)
    readme = ROOT / "README.md"
    text = with_tables(readme.read_text(encoding="utf-8"), notebooks())
    readme.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
