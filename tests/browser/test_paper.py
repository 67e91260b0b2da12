"""The handout: pages of A4, notebooks for students, and no answers in either."""

import nbformat
import pytest

from book import readings

reading = pytest.importorskip("tests.browser.reading", reason="the extra `browser` is missing")
WIDTH = "() => [...document.querySelectorAll('main *')].filter(one => !one.ownerSVGElement"
WIDTH += " && !one.closest('mjx-assistive-mml') && one.getBoundingClientRect().right"
WIDTH += " > document.querySelector('main').getBoundingClientRect().right + 1).length"


def test_paper(built, stored, page):
    page.emulate_media(media="print")
    for name, nb in stored.items():
        reading.opened(page, built / "handout" / f"{name}.html")
        text = reading.text_of(page)
        assert [source for source in reading.solutions(nb) if source in text] == []
        assert reading.untypeset(page) == []
        assert reading.undescribed(page) == (0, reading.pictures(readings.handout(nb)))
        assert (built / "handout" / f"{name}.pdf").read_bytes().startswith(b"%PDF")


def test_nothing_is_wider_than_the_paper(built, stored, page):
    page.set_viewport_size({"width": 680, "height": 1000})  # 180 mm
    for name in stored:
        reading.opened(page, built / "handout" / f"{name}.html")
        assert page.evaluate(WIDTH) == 0, name


def test_student_notebooks(built, stored):
    """That they run, `tests/test_core.py` shows."""
    for name in stored:
        nb = nbformat.read(built / "handout" / "notebooks" / f"{name}.ipynb", 4)
        assert not any(readings.tags(cell) & {"solution", "proof"} for cell in nb.cells)
        answers = [cell for cell in nb.cells if "predict-answer" in readings.tags(cell)]
        assert not any(cell.outputs for cell in answers)
