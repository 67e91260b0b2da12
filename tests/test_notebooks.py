"""The linter on every notebook of the course, and the papers about them; no kernel is started."""

import pytest

from tests.nbtools import ROOT, files, notebooks, report
from tests.nbtools.readme import PICTURE, waterfall
from tests.nbtools.rules import RULES
from tests.nbtools.teaching import papers

MEND = "mend with `python -m tests.nbtools --fix`"


@pytest.mark.parametrize("notebook", files(), ids=lambda book: book.name)
def test_rules(notebook):
    findings = report(RULES, notebook)
    assert not findings, "\n" + "\n".join(map(str, findings))


@pytest.mark.skipif(not notebooks(), reason="there are no notebooks yet")
@pytest.mark.parametrize("paper", ["README.md", "CONTRIBUTING.md", "TEACHING.md"])
def test_papers_are_current(paper):
    """What a paper says about notebooks is what they say, and README's picture is theirs."""
    assert (ROOT / paper).read_text(encoding="utf-8") == papers(notebooks())[paper], MEND
    assert (ROOT / PICTURE).read_bytes() == waterfall(notebooks())[0], MEND


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
