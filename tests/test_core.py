"""What may be left out of a notebook: without it the rest runs and says the same."""

import copy

import pytest

from tests.nbtools import notebooks, tags, texts
from tests.nbtools.__main__ import execute
from tests.nbtools.budget import parts

BOOKS = notebooks()


def outputs(cells):
    return {cell.id: [*texts(cell)] for cell in cells if "nbval-ignore-output" not in tags(cell)}


def says_the_same(notebook, kept, folder):
    """Whether these cells of a notebook, run alone, print what is stored."""
    content = copy.deepcopy(notebook.content)
    ids = {cell.id for cell in kept}
    content.cells = [cell for cell in content.cells if cell.id in ids]
    stored = outputs(copy.deepcopy(content.cells))
    execute(content, folder)
    return outputs(content.cells) == stored


@pytest.mark.parametrize("notebook", BOOKS, ids=lambda book: book.name)
def test_core_and_exercises_need_nothing_else(notebook, tmp_path):
    found = parts(notebook)
    assert says_the_same(notebook, [*found["core"], *found["exercises"]], tmp_path)


@pytest.mark.parametrize("notebook", BOOKS, ids=lambda book: book.name)
def test_nothing_needs_a_proof_or_a_solution(notebook, tmp_path):
    """Students get the notebook without them, and grading runs it so."""
    kept = [cell for cell in notebook.cells if not tags(cell) & {"proof", "solution"}]
    assert says_the_same(notebook, kept, tmp_path)
