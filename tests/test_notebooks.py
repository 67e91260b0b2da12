"""The linter on every notebook of the course; no kernel is started."""

import pytest

from tests.nbtools import files, notebooks, report
from tests.nbtools.rules import RULES


@pytest.mark.parametrize("notebook", files(), ids=lambda book: book.name)
def test_rules(notebook):
    findings = report(RULES, notebook)
    assert not findings, "\n" + "\n".join(map(str, findings))


@pytest.mark.parametrize(
    ("notebook", "following"), list(zip(notebooks(), [*notebooks()[1:], None], strict=True))
)
def test_next_link(notebook, following):
    """Each notebook leads to the one that follows it, the last one back to the table."""
    link = "[The table of notebooks](../README.md)"
    if following:
        title = f"{following.number} · {following.course.get('title')}"
        link = f"[{title}]({following.path.name})"
    assert [f"Next: {link}" in cell.source for cell in notebook.cells[-1:]] == [True]
