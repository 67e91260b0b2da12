"""Slides, handout and book see the cells that they should; no browser is needed for that."""

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from book import readings

PNG = {"image/png": "iVBORw0KGgo=\n", "text/plain": "a curve"}
HTML = '<figure>\n<img alt="a curve" src="data:image/png;base64,iVBORw0KGgo=">\n</figure>'


def text(source, *tags):
    return new_markdown_cell(source, metadata={"tags": [*tags]})


def code(source, *tags, data=None):
    outputs = [new_output("display_data", data or {"text/plain": "42"})]
    return new_code_cell(source, metadata={"tags": [*tags]}, outputs=outputs, execution_count=1)


@pytest.fixture
def nb():
    """A notebook of the second edition with a cell of each kind."""
    told = text("### An erratum\n\n| a | b |\n|---|---|\n")
    told.metadata.nbcourse = {"errata": ["E-S0-01", "E-S0-02"]}
    shown = code("shown")
    shown.metadata.nbcourse = {"errata": ["E-S0-02"]}
    cells = [
        text("# 01 · Title\n\nA question?"),
        code("import numpy", "setup"),
        text("## 1 Core\n\nText."),
        code("drawn", "figure", data=dict(PNG)),
        text("Predict!", "predict"),
        code("answered", "predict-answer"),
        text("What it means."),
        code("proved", "proof"),
        text("## ◇ Deeper?"),
        text("Told."),
        code("deep"),
        text("## Exercises"),
        code("answer = ...", "exercise"),
        code("solved", "solution"),
        text("## Notes for readers of the sources"),
        told,
        shown,
    ]
    return new_notebook(cells=cells)


def sources(nb):
    return [cell.source for cell in nb.cells]


def test_parts(nb):
    found = [part for part, _ in readings.parts(nb.cells)]
    assert found == ["core"] * 8 + ["deeper"] * 3 + ["core"] * 3 + ["notes"] * 3


def test_core_deck(nb):
    deck = readings.slides(nb, "core")
    kept = [0, 2, 3, 4, 5, 6, 11, 12]
    assert sources(deck) == [nb.cells[i].source for i in kept]
    turns = [cell.metadata.slideshow["slide_type"] for cell in deck.cells]
    assert turns == ["slide", "slide", "-", "subslide", "-", "fragment", "slide", "-"]
    assert deck.cells[-1].outputs == []


def test_deeper_deck(nb):
    deck = readings.slides(nb, "deeper")
    assert sources(deck) == ["# 01 · Title\n\n- ◇ Deeper?", "## ◇ Deeper?", "Told.", "deep"]
    turns = [cell.metadata.slideshow["slide_type"] for cell in deck.cells]
    assert turns == ["slide", "slide", "-", "-"]


@pytest.mark.parametrize(
    ("before", "turn"),
    [
        (code("def f(x):    # 1\n    return x  # 2"), "-"),
        (code("f = 1  # 10"), "subslide"),
        (text("So."), "subslide"),
    ],
)
def test_the_quick_check_of_a_listing_stands_below_it(before, turn):
    asked = text("**Quick check 01.a** Which line?")
    nb = new_notebook(cells=[text("# 01 · Title"), text("## One\n\nSee."), before, asked])
    deck = readings.slides(nb, "core")
    assert deck.cells[-1].metadata.slideshow["slide_type"] == turn


def test_lines_of_the_summary_stand_in_the_deck_of_what_they_rest_on():
    summary = "## Summary\n\n1. Core,\non two lines.\n2. ◇ Deep,\ntoo.\n10. ◇ Last."
    nb = new_notebook(cells=[text("# 01 · Title"), text("## ◇ Why?"), text(summary)])
    core, deeper = (sources(readings.slides(nb, part)) for part in ("core", "deeper"))
    assert core == ["# 01 · Title", "## Summary\n\n1. Core,\non two lines.\n"]
    assert deeper[1:] == ["## ◇ Why?", "## Summary\n\n2. ◇ Deep,\ntoo.\n10. ◇ Last.\n"]
    assert nb.cells[-1].source == summary


@pytest.mark.parametrize(
    "output",
    [
        new_output("display_data", dict(PNG), metadata={"image/png": {"alt": "a curve"}}),
        new_output("display_data", dict(PNG)),
        new_output("display_data", {"text/html": HTML, "text/plain": "a curve"}),
        new_output("display_data", {"text/html": HTML} | PNG),
    ],
)
def test_pictures_keep_their_description(output):
    nb = new_notebook(cells=[new_code_cell("draw", outputs=[output])])
    shown = readings.described(nb).cells[0].outputs[0]
    assert shown.data == {"text/html": HTML, "text/plain": "a curve"}


def test_description_is_escaped():
    output = new_output("display_data", PNG | {"text/plain": 'a "<b>'})
    nb = new_notebook(cells=[new_code_cell("draw", outputs=[output])])
    assert 'alt="a &quot;&lt;b&gt;"' in readings.described(nb).cells[0].outputs[0].data["text/html"]


def test_handout(nb):
    student = readings.handout(nb)
    assert sources(student) == [
        cell.source for cell in nb.cells[:7] + nb.cells[8:13] + nb.cells[14:]
    ]
    assert [cell.source for cell in student.cells if cell.get("outputs") == []] == ["answered"]


def test_corner_of_a_table_is_no_heading():
    for empty in ("<th></th>", '<th class="head"><p></p></th>'):
        assert readings.headed(f"<tr>{empty}<th>a</th></tr>") == "<tr><td></td><th>a</th></tr>"


def test_page_of_the_book(nb):
    page = readings.page(nb)
    folds = {cell.source: cell.metadata.tags for cell in page.cells if "tags" in cell.metadata}
    assert folds["drawn"] == folds["proved"] == ["hide-input"]
    assert folds["answered"] == ["hide-output"]
    assert folds["solved"] == ["hide-cell"]
    told = page.cells[-2].source
    spans = '<span id="E-S0-01"></span><span id="E-S0-02"></span>'
    assert told == f"### An erratum\n\n{spans}\n\n\n| a | b |\n|---|---|\n"
    assert len(page.cells) == len(nb.cells)  # the second cell of an erratum is no target


def test_target_stands_before_code():
    cell = code("shown")
    cell.metadata.nbcourse = {"errata": ["E-S0-02"]}
    page = readings.page(new_notebook(cells=[cell]))
    assert sources(page) == ['<span id="E-S0-02"></span>', "shown"]


def test_nothing_is_changed_in_place(nb):
    before = nbformat.v4.writes(nb)
    for read in (readings.described, readings.handout, readings.page):
        read(nb)
    readings.slides(nb, "core")
    readings.slides(nb, "deeper")
    assert nbformat.v4.writes(nb) == before
