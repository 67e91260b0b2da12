"""The core of a notebook stands alone: without ◇ sections and notes it runs and says the same."""

import copy

import pytest

from tests.nbtools import notebooks, tags, texts
from tests.nbtools.__main__ import execute
from tests.nbtools.budget import FIRST_EDITION, parts

SECOND_EDITION = [book for book in notebooks() if book.name not in FIRST_EDITION]


def outputs(cells):
    return {cell.id: [*texts(cell)] for cell in cells if "nbval-ignore-output" not in tags(cell)}


@pytest.mark.parametrize("notebook", SECOND_EDITION, ids=lambda book: book.name)
def test_core_and_exercises_need_nothing_else(notebook, tmp_path):
    found = parts(notebook)
    content = copy.deepcopy(notebook.content)
    kept = {cell.id for cell in [*found["core"], *found["exercises"]]}
    content.cells = [cell for cell in content.cells if cell.id in kept]
    stored = outputs(copy.deepcopy(content.cells))
    execute(content, tmp_path)
    assert outputs(content.cells) == stored
