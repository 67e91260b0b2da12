"""Every page of the book: typeset, folded, linked, searchable, without a barrier."""

import pytest

from book import notebooks, readings
from tests.nbtools import ROOT, registry

reading = pytest.importorskip("tests.browser.reading", reason="the extra `browser` is missing")

NOTEBOOKS = [*notebooks(ROOT / "notebooks")]
PAGES = ["index", *NOTEBOOKS, "glossary", "errata"]
VISIBLE = "all => all.filter(one => one.checkVisibility()).length"
LINE = """() => {
  const plain = [...document.querySelectorAll(".bd-article p")].filter((one) =>
    one.clientWidth && !one.querySelector("mjx-container"));
  const widths = plain.map((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return [...range.getClientRects()].reduce((sum, box) => sum + box.width, 0);
  });
  const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);
  const column = Math.max(...plain.map((one) => one.clientWidth));
  return column * sum(plain.map((one) => one.textContent.length)) / sum(widths);
}"""


@pytest.fixture(scope="module", params=PAGES)
def sheet(request, built, page):
    """One page of the book, opened: its name."""
    reading.opened(page, built / "book" / f"{request.param}.html")
    return request.param


def test_typeset(sheet, page):
    assert reading.untypeset(page) == []
    assert 60 < page.evaluate(LINE) < 95  # characters


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_barrier(sheet, page, scheme):
    page.emulate_media(color_scheme=scheme)
    assert reading.barriers(page, ".bd-article") == {}


def test_folds(sheet, stored, page):
    nb = stored.get(sheet)
    headings = [line[3:] for cell in (nb.cells if nb else ()) for line in readings.headings(cell)]
    folds = sum(line.startswith(("◇", "Notes for readers")) for line in headings)
    assert page.locator("details.fold").count() == folds
    assert page.locator(".tag_hide-cell").count() == (len(reading.solutions(nb)) if nb else 0)
    assert page.eval_on_selector_all(".tag_hide-cell pre", VISIBLE) == 0
    assert page.eval_on_selector_all(".tag_hide-output .cell_output", VISIBLE) == 0
    assert page.eval_on_selector_all(".tag_hide-input .cell_input pre", VISIBLE) == 0
    shown = reading.pictures(readings.described(nb)) if nb else 0
    assert reading.undescribed(page) == (0, shown)


def test_solution_opens(built, stored, page):
    """A fold that is clicked shows its solution."""
    name, nb = next((name, nb) for name, nb in stored.items() if reading.solutions(nb))
    reading.opened(page, built / "book" / f"{name}.html")
    page.locator(".tag_hide-cell summary").first.click()
    shown = page.locator(".tag_hide-cell pre").first.inner_text()
    assert " ".join(shown.split()) == reading.solutions(nb)[0]


def test_next_leads_through_all_pages(built, page):
    reading.opened(page, built / "book" / "index.html")
    seen = ["index"]
    while page.locator("a.right-next").count():
        with page.expect_navigation():
            page.click("a.right-next")
        seen.append(page.url.rpartition("/")[2].partition(".")[0])
    assert seen == PAGES


def test_search_finds(built, page):
    page.goto((built / "book" / "search.html").as_uri() + "?q=Laplace")
    page.wait_for_selector("#search-results li a")
    found = page.locator("#search-results li a").all_inner_texts()
    assert any("Laplace" in title for title in found)


def test_links_arrive(built, page):
    """Each link between pages has a page and a place where it leads."""
    targets = set()
    for name in PAGES:
        reading.opened(page, built / "book" / f"{name}.html")
        targets |= set(
            page.eval_on_selector_all(".bd-article a[href]", "all => all.map(one => one.href)")
        )
    inside = {target for target in targets if target.startswith("file:")}
    places = {target.partition("#")[0]: set() for target in inside}
    for target in inside:
        places[target.partition("#")[0]].add(target.partition("#")[2])
    for url, anchors in places.items():
        page.goto(url)
        missing = "all => all.filter(one => one && !document.getElementById(decodeURI(one)))"
        assert page.evaluate(f"({missing})({sorted(anchors)})") == [], url


def test_errata_are_listed(built, page):
    reading.opened(page, built / "book" / "errata.html")
    ids = [
        erratum
        for owed in registry("errata").values()
        for level in owed.values()
        for erratum in level
    ]
    rows = page.eval_on_selector_all("tbody tr", "all => all.map(one => one.cells[0].innerText)")
    assert rows == sorted(ids)
