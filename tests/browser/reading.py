"""What is asked of every page, whatever it is."""

from axe_playwright_python.sync_playwright import Axe

THIN = """() => {
  document.querySelectorAll("mjx-container").forEach((one) => { one.textContent = ""; });
  const seen = new Set();
  for (const token of document.querySelectorAll(".highlight span")) {
    const look = [token, token.closest(".cell_input, .cell_output")].map((one) => one?.className);
    if (seen.has(look.join())) token.replaceWith(token.textContent);
    seen.add(look.join());
  }
}"""


def opened(page, path, query=""):
    """Go to a file and wait until its formulas stand."""
    page.goto(path.as_uri() + query)
    page.wait_for_selector("body[data-ready]")
    return page


def solutions(nb):
    """The sources of the worked solutions of a notebook, as one reads them."""
    cells = (cell for cell in nb.cells if "solution" in cell.metadata.get("tags", ()))
    return [" ".join(cell.source.split()) for cell in cells]


def text_of(page):
    """All text of a page, hidden or not, with single spaces."""
    return " ".join(page.evaluate("document.body.textContent").split())


def undescribed(page):
    """How many pictures have no alternative text, and how many have one."""
    alts = page.eval_on_selector_all("img", "all => all.map(one => one.alt.trim())")
    return alts.count(""), len(alts)


def pictures(nb):
    """How many pictures a notebook shows."""
    outputs = [output.get("data", {}) for cell in nb.cells for output in cell.get("outputs", ())]
    return sum("image/png" in data or "<img" in data.get("text/html", "") for data in outputs)


def untypeset(page):
    """Formulas left as they were typed, or refused."""
    return page.evaluate(
        """() => [...document.querySelectorAll("mjx-merror, .math:not(:has(mjx-container))")]
        .map(one => one.textContent)"""
    )


def barriers(page, within="body"):
    """What axe-core finds: {rule: how it shows}.

    Formulas are MathJax's own affair. They are emptied, and of tokens that look alike in code one
    is left, because axe takes long over many parts.
    """
    page.evaluate(THIN)
    context = {"include": [[within]], "exclude": [["mjx-container"]]}
    options = {"resultTypes": ["violations"]}
    found = Axe().run(page, context=context, options=options).response["violations"]
    return {rule["id"]: [node["html"][:120] for node in rule["nodes"]] for rule in found}
