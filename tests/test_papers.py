"""README, CONTRIBUTING, TEACHING: what they say about notebooks is current and complete."""

import re
from types import SimpleNamespace

import pytest

from tests.nbtools import ROOT, notebooks
from tests.papers import block, filled, papers, taught, waterfall

PAPERS = ["README.md", "CONTRIBUTING.md", "TEACHING.md"]
PIXEL = '<figure>\n<img alt="x" src="data:image/png;base64,iVBORw0KGgo=">\n</figure>'
ABOUT = {"title": "T", "question": "Q?", "sources": "–", "prerequisites": "none"}


MINUTES = {"core": 4, "all": 5, "exercises": 9}


def book(number="00", outputs=()):
    """A notebook of which only what papers read is there."""
    cell = SimpleNamespace(
        source=f"**Exercise {number}.1** (objective 2, ★★)", get=lambda *_: outputs
    )
    sections = {"Objectives": "1. count;\n2. add\n   up.", "1 One": "", "◇ Why?": "", "Summary": ""}
    about = {"course": ABOUT | {"minutes": MINUTES}, "sections": sections}
    return SimpleNamespace(number=number, code=[cell], markdown=[cell], **about)


@pytest.mark.parametrize("file", [*PAPERS, "waterfall.png"])
def test_current(file):
    found = (ROOT / file).read_bytes()
    assert found == papers(notebooks(), ROOT)[file], "mend with `python -m tests.nbtools --fix`"


def test_each_table_stands_in_one_paper():
    text = "".join((ROOT / name).read_text("utf-8") for name in PAPERS)
    marks = ["picture", "notebooks", "rooms", "checks", *(nb.number for nb in notebooks())]
    assert sorted(re.findall("<!-- ([a-z0-9]+) -->", text)) == sorted(marks)


def test_links_of_papers_arrive():
    for name in PAPERS:
        links = re.findall(r"\]\(([^)#:]+)\)", (ROOT / name).read_text("utf-8"))
        assert [link for link in links if not (ROOT / link).exists()] == []


def test_commands_of_papers_exist():
    (phony,) = re.findall(r"^.PHONY: (.+)", (ROOT / "Makefile").read_text("utf-8"), re.M)
    for name in PAPERS:
        told = re.findall(r"(?:^|`)make ([a-z-]+)", (ROOT / name).read_text("utf-8"), re.M)
        assert {*told} <= {*phony.split()}


def test_a_notebook_is_told():
    text = block(book())
    assert text.startswith("## 00 · T\n\n*Q?* Minutes: 4 · 5 · 9.\n")
    assert "* **Core:** 1 One\n" in text
    assert "90 minutes:** Why?\n" in text
    assert "can** count; add up\n" in text
    assert "* **Exercises:** 00.1 ★★ (objective 2)\n" in text
    assert "\n* **00.b** the word stands there twice, so its bar is added twice · " in text


def test_a_new_notebook_is_told_at_the_end():
    text = taught("By hand.\n", [book()])
    assert text == f"By hand.\n\n<!-- 00 -->\n{block(book())}<!-- /00 -->\n"
    assert taught(text, [book()]) == text
    assert taught("By hand.\n", []) == "By hand.\n"


def test_picture():
    shown = {"data": {"text/html": PIXEL, "text/plain": "The waterfall of this.\n"}}
    other = {"data": {"text/html": PIXEL, "text/plain": "Bars."}}
    streams = {"output_type": "stream", "text": "The waterfall"}
    books = [book(outputs=[streams, other]), book(outputs=[shown])]
    assert waterfall(books) == (b"\x89PNG\r\n\x1a\n", "The waterfall of this.")
    assert waterfall(books[:1]) == (b"", "")


@pytest.mark.parametrize("text", ["", "<!-- x -->\n", "<!-- x -->\n<!-- /x -->\n" * 2])
def test_marks_are_needed_once(text):
    with pytest.raises(SystemExit, match="needed once"):
        filled(text, "x", "y")
