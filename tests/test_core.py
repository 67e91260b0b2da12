"""What may be left out of a notebook, or read later: without it the rest runs and says the same."""

import copy
import subprocess
import sys

import nbformat
import pytest

from tests.nbtools import notebooks, tags, texts
from tests.nbtools.__main__ import execute
from tests.nbtools.budget import parts


def outputs(cells):
    return {cell.id: [*texts(cell)] for cell in cells if "nbval-ignore-output" not in tags(cell)}


def without_proofs(notebook, cells):
    """The notebook as students get it and grading runs it, of these cells and in their order."""
    content = copy.deepcopy(notebook.content)
    content.cells = copy.deepcopy([c for c in cells if not tags(c) & {"proof", "solution"}])
    return content


@pytest.mark.parametrize("notebook", notebooks(), ids=lambda book: book.name)
def test_core_and_exercises_need_nothing_else_and_nothing_needs_a_proof(notebook, tmp_path):
    """One run in the order of a reader who comes back: the core, the exercises, then the rest."""
    found = parts(notebook)
    first = [*found["core"], *found["exercises"]]
    ids = {cell.id for cell in first}
    rest = [cell for cell in notebook.cells if cell.id not in ids]
    content = without_proofs(notebook, [*first, *rest])
    stored = outputs(copy.deepcopy(content.cells))
    execute(content, tmp_path)
    assert outputs(content.cells) == stored


def missing_names(books, folder):
    """What the linter says of names that no cell before has bound."""
    for name, content in books.items():
        nbformat.write(content, folder / f"{name}.ipynb")
    command = [sys.executable, "-m", "ruff", "check", "--isolated", "--select", "F821", "."]
    said = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8")
    return said.stdout if said.returncode else ""


def test_no_name_comes_from_a_proof_alone(tmp_path):
    """In the order of the page, where the run above would find the name in a later section."""
    books = {book.name: without_proofs(book, book.cells) for book in notebooks()}
    assert missing_names(books, tmp_path) == ""


def test_a_name_that_is_bound_too_late_is_seen(tmp_path):
    book = nbformat.v4.new_notebook(cells=[*map(nbformat.v4.new_code_cell, ("print(a)", "a = 1"))])
    assert "Undefined name `a`" in missing_names({"late": book}, tmp_path)
