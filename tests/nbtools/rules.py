"""The linter: one small function per rule, each yields (cell, what is wrong and what cures it).

The docstring of each is the rule. They close the gaps of strict nbval, which passes cells never
run, images, prose, any order of cells and `raises-exception` where nothing raises.
"""

import ast
import base64
import re
from html import unescape
from io import BytesIO

from PIL import Image

from tests.nbtools import DESCRIPTION, called, course, nodes, tags, texts
from tests.nbtools.budget import budget
from tests.nbtools.form import formed
from tests.nbtools.layout import NOTHING, arranged, exercises, kinds, paced, quick_checks
from tests.nbtools.lock import locked
from tests.nbtools.prose import prose, references
from tests.nbtools.tracing import claims, equations, errata

NEEDS_REASON = {"nbval-skip", "nbval-ignore-output", "nbval-check-output", "raises-exception"}
TAGS = NEEDS_REASON | {"setup", "exercise", "solution", "hide-input"}
TAGS |= {"proof", "figure", "predict", "predict-answer", "quick"}
LOOSENED = set()  # cells whose outputs nobody compares: each needs its line here
NEXT = re.compile(r"Next: \[[^\]]+\]\((\d\d_\w+\.ipynb|\.\./README\.md)\)")
PATH = re.compile(r"\.{1,2}[/\\]\w|(?:data|~)[/\\]|/(?:home|Users|tmp)/|[A-Za-z]:[/\\]\w")
# as JupyterLab, slides and book alike keep it; `<figure>` is all that a folded output shows
IMAGE = re.compile(
    r'(?s)<figure>\n<img (?:[\w-]+="[^"]*" )*?alt="(?P<alt>[^"]*)"[^>]*? '
    r'src="data:image/png;base64,(?P<png>[^"]*)"[^>]*>.*'
)
CATCHING = {"suppress", "raises"}
SETUP_LINES, CODE_LINES, COLUMNS, KILOBYTES = 10, 25, 79, 500

UNSTABLE = {
    "a memory address": r"\b0x[0-9a-fA-F]{6,}",
    "an absolute path": r"(?<![\w.])/(?:home|Users|tmp|usr|opt|root|var|work|private)/|\b[A-Z]:\\",
    "a version": r"(?<![\d.])\d+\.\d+\.\d+(?![\d.])",
    "a time": r"CPU times|Wall time|per loop|\d\s?(?:ns|µs|ms|seconds)\b|\d\d:\d\d:\d\d",
    "a progress bar": r"\r|it/s\b|\d%\|",
    "a float tail": r"\d\.\d{12,}",
    "a set": r"\{(?:'[^']*'|[\d.]+)(?:, (?:'[^']*'|[\d.]+))*\}",
    "a NumPy scalar": r"\bnp\.\w+\(",
    "a figure object": r"<Figure|\bFigure\(|<Axes|<matplotlib|\bText\(",
    "blanks at the end of a line": r"(?m)[ \t]+$",
}


def executed(nb):
    """Code cells were run once, from top to bottom: their counts are 1..n."""
    for expected, cell in enumerate(nb.code, 1):
        if cell.execution_count != expected:
            cure = f"run it all with `python -m tests.nbtools --run {nb.number}`"
            yield cell, f"execution count {cell.execution_count} instead of {expected}: {cure}"


def quiet(nb):
    """No warning and no error is stored, except the error that a raises-exception cell shows."""
    for cell in nb.code:
        kinds = {output.get("name", output.output_type) for output in cell.outputs}
        if "stderr" in kinds:
            yield cell, "writes to stderr: remove the cause, or catch the warning and discuss it"
        if ("error" in kinds) != ("raises-exception" in tags(cell)):
            yield cell, "stores an error, or is tagged raises-exception, but not both: mend that"


def stable(nb):
    """An output shows nothing that differs between machines, versions or runs."""
    for cell in nb.code:
        for kind, pattern in UNSTABLE.items():
            if any(re.search(pattern, text) for text in texts(cell)):
                yield cell, f"prints {kind}: print a rounded number, a sorted list or a name"
        if any('id="sk-' in out.get("data", {}).get("text/html", "") for out in cell.outputs):
            yield cell, "ends in an estimator: assign it to a name"


def plain(nb):
    """A code cell is plain Python: no magics, no trailing semicolon, no path of its own."""
    for cell in nb.code:
        if cell.source.rstrip().endswith(";"):
            yield cell, "ends in a semicolon, which silences nothing under nbval: assign instead"
        if not nodes(cell):
            yield cell, "is not plain Python: magics and shell lines have no place here"
        for node in nodes(cell):
            if isinstance(node, ast.Constant) and PATH.match(str(node.value)):
                yield cell, f"path {node.value!r}: ask nbcourse.datasets for data files"


def uncaught(nb):
    """A failing assertion stops the run: none in `try`, under `suppress` or where cells raise."""
    for cell in nb.code:
        bodies = [nodes(cell)] if "raises-exception" in tags(cell) else []
        for node in nodes(cell):
            match node:
                case ast.Try(body, [_, *_]) | ast.TryStar(body):
                    bodies += map(ast.walk, body)
                case ast.With(items) if CATCHING & {called(item.context_expr) for item in items}:
                    bodies.append(ast.walk(node))
        if any(isinstance(node, ast.Assert) for body in bodies for node in body):
            yield cell, "an assertion is caught when it fails: move it to where nothing catches it"


def tagged(nb):
    """Tags come from a short list; those that loosen a check give their reason, on known cells."""
    for cell in nb.cells:
        if cell.cell_type == "raw":
            yield cell, "a raw cell is neither run nor shown: make it text or code"
        if unknown := tags(cell) - TAGS:
            yield cell, f"unknown tags {sorted(unknown)}: use {sorted(TAGS)}"
        if (loose := tags(cell) & NEEDS_REASON) and not course(cell).get("reason"):
            yield cell, f"tag {sorted(loose)} without metadata nbcourse.reason: write why"
        if loose - {"raises-exception"} and cell.get("id") not in LOOSENED:
            yield cell, f"tag {sorted(loose)} leaves an output unchecked: drop it, or list it"
        if re.search(r"^\s*#\s*(?:NBVAL_|PYTEST_VALIDATE)", cell.source, re.M):
            yield cell, "an nbval comment loosens the check out of sight: use a tag with a reason"


def sized(nb):
    """Cells fit on a screen (25 lines, 79 columns) and the file in a review (500 kB)."""
    for cell in nb.code:
        lines = cell.source.splitlines()
        if len(lines) > CODE_LINES:
            yield cell, f"{len(lines)} lines, more than {CODE_LINES}: split the cell"
        if max(map(len, lines)) > COLUMNS:
            yield cell, f"a line of more than {COLUMNS} columns: wrap it"
    if len(nb.text.encode()) > 1000 * KILOBYTES:
        yield None, f"file larger than {KILOBYTES} kB: show less, or smaller figures"


def pictures(nb):
    """`plots.show` stores a picture; its PNG, its `alt` and the plain text say the same."""
    for cell in nb.code:
        shown = [output.get("data", {}) for output in cell.outputs]
        found = [(data, IMAGE.fullmatch(data.get("text/html", ""))) for data in shown]
        shows = any(isinstance(node, ast.Attribute) and node.attr == "show" for node in nodes(cell))
        if shows and not any(image for _, image in found):
            yield cell, "shows a figure but stores no image: run the notebook"
        for data, image in found:
            alt = unescape(image["alt"]) if image else ""
            bare = any(mime.startswith("image/") for mime in data)
            if bare or (image and not (alt and alt == data.get("text/plain"))):
                yield cell, "image without alternative text: show it with plots.show(fig, alt=...)"
            elif image and description(image["png"]) != alt:
                yield cell, "the stored image is not the one its text describes: run the notebook"


def description(png):
    """The description inside a PNG (base64), or None if there is none or the image is damaged."""
    try:
        with Image.open(BytesIO(base64.b64decode(png))) as image:
            image.load()
            return image.text.get("Description")
    except (OSError, ValueError, SyntaxError, AttributeError):
        return None


def described(nb):
    """Notebook metadata describe it as its first cell does: number, title and question."""
    if missing := DESCRIPTION - set(nb.course):
        yield None, f"metadata nbcourse lacks {sorted(missing)}: README's table is built from it"
    opening = nb.cells[0].source if nb.cells else ""
    heading = f"# {nb.number} · {nb.course.get('title', '')}"
    if opening.splitlines()[:1] != [heading]:
        yield None, f"the first cell does not begin with {heading!r}: write it there"
    question = str(nb.course.get("question", ""))
    if not question.endswith("?") or question not in opening:
        yield None, "the question of the metadata is not asked in the first cell: ask it there"


def template(nb):
    """Setup cell and link onwards."""
    setup = nb.code[0] if nb.code else NOTHING
    lines, seed = setup.source.splitlines(), f"rng = np.random.default_rng({int(nb.number)})"
    if "setup" not in tags(setup) or seed not in lines or len(lines) > SETUP_LINES:
        yield None, f"the first code cell is no setup (tag, `{seed}`, {SETUP_LINES} lines at most)"
    if not nb.cells or not NEXT.search(nb.cells[-1].source):
        yield None, "the last cell has no `Next: [title](NN_name.ipynb)`: link onwards"


RULES = (executed, formed, quiet, stable, plain, uncaught, tagged, sized)
RULES += (pictures, described, template, arranged, kinds, paced, quick_checks, exercises, budget)
RULES += (prose, references, equations, errata, claims, locked)
