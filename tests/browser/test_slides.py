"""Every deck, slide by slide: nothing is cut, nothing is given away, everything is described."""

import pytest

from book import notebooks, readings
from tests.nbtools import ROOT

reading = pytest.importorskip("tests.browser.reading", reason="the extra `browser` is missing")

DECKS = {
    f"{name}{suffix}": (name, part)
    for name, nb in notebooks(ROOT / "notebooks").items()
    for part, suffix in {"core": "", "deeper": "_deeper"}.items()
    if part in {its for its, _ in readings.parts(nb.cells)}
}
SMALLEST = 0.75  # of the size that all other slides have
MEASURE = """() => {
  Reveal.slide(...Object.values(Reveal.getIndices()).slice(0, 2), 99);
  const slide = Reveal.getCurrentSlide(), scale = Reveal.getScale();
  const origin = document.querySelector(".slides").getBoundingClientRect();
  const blocks = [...slide.querySelectorAll("*")].filter((one) =>
    !one.ownerSVGElement && !one.closest("mjx-assistive-mml"));
  const boxes = blocks.map((one) => one.getBoundingClientRect());
  const most = (side) => Math.max(...boxes.map((box) => (box[side] - origin[side === "right" ?
    "left" : "top"]) / scale));
  return {
    right: most("right"), bottom: most("bottom"),
    cut: blocks.filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth
      && getComputedStyle(one).overflowX !== "visible").length,
    size: Math.min(...blocks.map((one) => Number(one.style.zoom || 1))),
    empty: slide.innerText.trim() === "" && !slide.querySelector("img"),
    seen: slide.contains(document.elementFromPoint(boxes[0].left + 2, boxes[0].top + 2)),
    last: Reveal.isLastSlide(), text: slide.innerText.slice(0, 60),
  };
}"""


def slides(page):
    """The measures of each slide, all its fragments shown, in the order of the lecture."""
    while True:
        yield (measured := page.evaluate(MEASURE))
        if measured["last"]:
            return
        page.evaluate("Reveal.next()")


@pytest.fixture(scope="module", params=DECKS)
def deck(request, built, page):
    """One deck, opened: its file, the notebook's name and the part."""
    path = built / "slides" / f"{request.param}.html"
    reading.opened(page, path)
    return path, *DECKS[request.param]


def test_every_slide_fits(deck, page):
    seen = list(slides(page))
    assert len(seen) == page.evaluate("Reveal.getTotalSlides()")
    assert [its for its in seen if its["right"] > 1281 or its["bottom"] > 721 or its["cut"]] == []
    assert [its for its in seen if its["empty"] or not its["seen"]] == []
    assert [its for its in seen if its["size"] < SMALLEST] == []


def test_measure_sees_what_is_cut(deck, page):
    """The measure itself: a tall block and a wide one are noticed."""
    for size in ("height: 900px", "width: 1400px"):
        block = f"<div id=extra style='{size}'>x</div>"
        page.evaluate("it => Reveal.getCurrentSlide().insertAdjacentHTML('beforeend', it)", block)
        measured = page.evaluate(MEASURE)
        page.evaluate("document.getElementById('extra').remove()")
        assert measured["right"] > 1281 or measured["bottom"] > 721


def test_deck_gives_nothing_away_and_hides_nothing(deck, stored, page):
    _, name, part = deck
    text = reading.text_of(page)
    assert [source for source in reading.solutions(stored[name]) if source in text] == []
    assert reading.untypeset(page) == []
    shown = reading.pictures(readings.slides(stored[name], part))
    assert reading.undescribed(page) == (0, shown)


def test_answer_comes_after_its_question(deck, stored, page):
    """The answer to a prediction waits for a key, or for the next slide."""
    _, name, part = deck
    cells = readings.slides(stored[name], part).cells
    answers = [its for its in cells if "predict-answer" in readings.tags(its) and its.outputs]
    early = """all => all.filter((one) => !one.classList.contains("fragment")
        && one.previousElementSibling.className !== "running").length"""
    assert page.locator(".answer").count() == len(answers)
    assert page.eval_on_selector_all(".answer", early) == 0


def test_deck_has_no_barrier(deck, page):
    """In the view for printing all slides stand under each other."""
    reading.opened(page, deck[0], "?view=print")
    assert reading.barriers(page) == {}
