"""Mend and run notebooks: `python -m tests.nbtools --fix`, `python -m tests.nbtools --run 05`.

`--fix` brings every notebook into its normal form and rebuilds the table in README.md; `--run`
executes notebooks as nbval will (kernel python3, in their folder), stores the outputs, then fixes.
"""

import argparse
import hashlib
import re

import nbformat
from nbclient import NotebookClient

from tests.nbtools import ROOT, Notebook, notebooks, tags

KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
TABLE = re.compile(r"(<!-- notebooks -->\n).*?(<!-- /notebooks -->)", re.S)
TIMEOUT = 60  # seconds per cell, as in pyproject.toml


def normal(notebook):
    """The text of a notebook in normal form: same content, no trace of who ran it when."""
    content = notebook.content.copy()
    kept = {"nbcourse": dict(content.metadata["nbcourse"])} if "nbcourse" in content.metadata else {}
    content.metadata = {"kernelspec": KERNEL, "language_info": {"name": "python"}} | kept
    content.nbformat, content.nbformat_minor = 4, 5
    taken = set()
    content.cells = [_normal_cell(cell, taken) for cell in content.cells if cell.source.strip()]
    return nbformat.v4.writes(nbformat.from_dict(content)) + "\n"


def _normal_cell(cell, taken):
    """One cell: own id, only tags and our metadata, solutions folded, counts in agreement."""
    cell = cell.copy()
    kept = {key: value for key, value in cell.metadata.items() if key in {"tags", "nbcourse"} and value}
    folded = {"jupyter": {"source_hidden": True}} if tags(cell) & {"solution", "hide-input"} else {}
    cell.metadata = kept | folded
    cell.source = cell.source.strip("\n")
    if cell.get("id") in {None, *taken}:
        cell.id = hashlib.sha256(f"{len(taken)} {cell.source}".encode()).hexdigest()[:8]
    taken.add(cell.id)
    for output in cell.get("outputs", ()):
        if "execution_count" in output:
            output["execution_count"] = cell.execution_count
    return cell


def table(books):
    """README's table of notebooks, from their metadata."""
    head = "| | Notebook | Question | Sources | Minutes |\n|---|---|---|---|---|\n"
    row = "| {0.number} | [{title}](notebooks/{0.name}.ipynb) | {question} | {sources} | {minutes} |\n"
    return head + "".join(row.format(book, **book.course) for book in books)


def with_table(readme, books):
    """README's text with its table renewed; it must hold the two markers."""
    if not TABLE.search(readme):
        raise SystemExit("README.md lacks the lines <!-- notebooks --> and <!-- /notebooks -->")
    return TABLE.sub(lambda found: found[1] + table(books) + found[2], readme)


def run(notebook):
    """Execute a notebook and store its outputs."""
    where = {"metadata": {"path": str(notebook.path.parent)}}
    client = NotebookClient(
        notebook.content, timeout=TIMEOUT, kernel_name="python3", resources=where,
        record_timing=False, coalesce_streams=True, store_widget_state=False,
    )  # fmt: skip
    client.execute()
    fix(notebook)


def fix(notebook):
    """Write a notebook in normal form."""
    notebook.path.write_text(normal(notebook), encoding="utf-8", newline="\n")


def main(arguments=None):
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.nbtools", description=__doc__)
    parser.add_argument("--run", nargs="+", default=[], metavar="NN", help="execute these notebooks")
    parser.add_argument("--fix", action="store_true", help="normal form of all, and README's table")
    chosen = parser.parse_args(arguments)
    if unknown := set(chosen.run) - {book.number for book in notebooks()}:
        parser.error(f"no notebook numbered {sorted(unknown)}")
    for book in notebooks():
        if book.number in chosen.run:
            run(book)
        elif chosen.fix:
            fix(book)
    readme = ROOT / "README.md"
    if readme.exists():
        text = with_table(readme.read_text(encoding="utf-8"), notebooks())
        readme.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
