"""The linter: one small function per rule, each yields (cell, what is wrong and what cures it).

The docstring of each is the rule. They close the gaps of strict nbval, which passes cells never
run, images, prose, any order of cells and `raises-exception` where nothing raises.
"""

import ast
import base64
import re
from io import BytesIO

import nbformat
from PIL import Image

from tests.nbtools import DESCRIPTION, MARK, called, course, nodes, tags, texts
from tests.nbtools.prose import prose
from tests.nbtools.tracing import equations, errata

NEEDS_REASON = {"nbval-skip", "nbval-ignore-output", "nbval-check-output", "raises-exception"}
TAGS = NEEDS_REASON | {"setup", "exercise", "solution", "hide-input"}
SECTIONS = ["Objectives", "Source map", "Before you start", "Exercises"]
SECTIONS += ["When to use it, and when not", "Summary"]
# 00 explains the course itself: no source behind it, no method to judge.
EXEMPT = {"00_start_here": {"Source map", "Exercises", "When to use it, and when not"}}
EXERCISE = re.compile(r"\*\*Exercise (\d\d\.\d+)\*\* \(objectives? ([\d, ]+), (★{1,3})\)")
NEXT = re.compile(r"Next: \[[^\]]+\]\((\d\d_\w+\.ipynb|\.\./README\.md)\)")
NOTHING = nbformat.v4.new_raw_cell()
PATH = re.compile(r"\.{1,2}[/\\]\w|(?:data|~)[/\\]|/(?:home|Users|tmp)/|[A-Za-z]:[/\\]\w")
INLINE = 'src="data:image/png'
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


def encoded(nb):
    """The file begins without a byte order mark, and lines of sources end in LF alone."""
    if nb.text.startswith(MARK):
        yield None, "begins with a byte order mark: mend with `python -m tests.nbtools --fix`"
    for cell in nb.cells:
        if "\r" in cell.source:
            yield cell, "its lines end in CR LF: mend with `python -m tests.nbtools --fix`"


def identified(nb):
    """Notebook format 4.5 or later, and each cell has an id of its own."""
    if (nb.content.nbformat, nb.content.nbformat_minor) < (4, 5):
        yield None, "notebook format before 4.5: mend with `python -m tests.nbtools --fix`"
    seen = set()
    for cell in nb.cells:
        if cell.get("id") in {None, *seen}:
            yield cell, "id missing or used twice: mend with `python -m tests.nbtools --fix`"
        seen.add(cell.get("id"))


def kernel(nb):
    """The kernel is python3, which every environment has."""
    match nb.content.metadata:
        case {"kernelspec": {"name": "python3"}}:
            return
    yield None, "the kernel is not python3: mend with `python -m tests.nbtools --fix`"


def quiet(nb):
    """No warning and no error is stored, except the error that a raises-exception cell shows."""
    for cell in nb.code:
        kinds = {output.get("name", output.output_type) for output in cell.outputs}
        if "stderr" in kinds:
            yield cell, "writes to stderr: remove the cause, or catch the warning and discuss it"
        if "error" in kinds and "raises-exception" not in tags(cell):
            yield cell, "stores an error: repair the cell and run it again"
        if "error" not in kinds and "raises-exception" in tags(cell):
            yield cell, "tagged raises-exception but stores no error: drop the tag"


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
        caught = nodes(cell) if "raises-exception" in tags(cell) else []
        for node in nodes(cell):
            match node:
                case ast.Try(handlers=[_, *_]) | ast.TryStar():
                    caught += [inner for line in node.body for inner in ast.walk(line)]
                case ast.With(items) if CATCHING & {called(item.context_expr) for item in items}:
                    caught += ast.walk(node)
        if any(isinstance(node, ast.Assert) for node in caught):
            yield cell, "an assertion is caught when it fails: move it to where nothing catches it"


def tagged(nb):
    """Tags come from a short list, and those that loosen a check give their reason."""
    for cell in nb.cells:
        if unknown := tags(cell) - TAGS:
            yield cell, f"unknown tags {sorted(unknown)}: use {sorted(TAGS)}"
        if (loose := tags(cell) & NEEDS_REASON) and not course(cell).get("reason"):
            yield cell, f"tag {sorted(loose)} without metadata nbcourse.reason: write why"
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
    """`plots.show` stores an image; each PNG carries one text: alternative, plain, inside it."""
    for cell in nb.code:
        shows = any(isinstance(node, ast.Attribute) and node.attr == "show" for node in nodes(cell))
        stored = [output.get("data", {}) for output in cell.outputs]
        if shows and not any(
            "image/png" in data or INLINE in data.get("text/html", "") for data in stored
        ):
            yield cell, "shows a figure but stores no image: run the notebook"
        for output in cell.outputs:
            if not any(mime.startswith("image/") for mime in output.get("data", {})):
                continue
            about = output.metadata.get("image/png")
            alt = about.get("alt") if isinstance(about, dict) else None
            if not alt or output.data.get("text/plain") != alt:
                yield cell, "image without alternative text: show it with plots.show(fig, alt=...)"
            elif description(output.data.get("image/png", "")) != alt:
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
    """All sections are there, in order, with a setup cell and a link onwards."""
    required = [name for name in SECTIONS if name not in EXEMPT.get(nb.name, ())]
    found = [name for name in nb.sections if name in required]
    if found != required:
        yield None, f"sections {found} instead of {required}: add or reorder the headings"
    if f"{nb.course.get('minutes')} minutes" not in nb.sections.get("Before you start", ""):
        yield None, "'Before you start' does not say the minutes of the metadata: state them"
    setup = nb.code[0] if nb.code else NOTHING
    lines, seed = setup.source.splitlines(), f"rng = np.random.default_rng({int(nb.number)})"
    if "setup" not in tags(setup) or seed not in lines or len(lines) > SETUP_LINES:
        yield None, f"the first code cell is no setup (tag, `{seed}`, {SETUP_LINES} lines at most)"
    if not nb.cells or not NEXT.search(nb.cells[-1].source):
        yield None, "the last cell has no `Next: [title](NN_name.ipynb)`: link onwards"


def exercises(nb):
    """3-5 numbered objectives, each practised by an exercise: text, stub with check, solution."""
    goals = re.findall(r"^(\d+)\. ", nb.sections.get("Objectives", ""), re.M)
    if goals != [str(i + 1) for i in range(len(goals))] or not 3 <= len(goals) <= 5:
        yield None, f"objectives numbered {goals}: give 3 to 5, numbered from 1"
    practised, last = set(), ""
    padded = [*nb.cells, NOTHING, NOTHING]
    for cell, *following in zip(padded, padded[1:], padded[2:], strict=False):
        for number, objectives, stars in EXERCISE.findall(cell.source):
            practised |= set(re.findall(r"\d+", objectives))
            yield from ((cell, message) for message in _parts(nb.number, number, *following))
            if stars < last:
                yield cell, f"exercise {number} is easier than the one before: sort by stars"
            last = stars
    if "Exercises" not in EXEMPT.get(nb.name, ()) and practised != set(goals):
        yield None, f"exercises name objectives {sorted(practised)}, not {goals}: cover each"


def _parts(own, number, stub, solution):
    """What one exercise lacks."""
    if not number.startswith(own):
        yield f"exercise {number} belongs to another notebook: number it {own}.n"
    if "exercise" not in tags(stub):
        yield f"exercise {number} is not followed by a cell tagged `exercise`: add the stub"
    elif not {"answer = ...", f'check("{number}", answer)'} <= set(stub.source.splitlines()):
        yield f'the stub of {number} needs `answer = ...` and `check("{number}", answer)`'
    elif "not attempted" not in "".join(texts(stub)):
        yield f"the stub of {number} does not print `not attempted`: reset and run it"
    if "solution" not in tags(solution):
        yield f"no cell tagged `solution` follows the stub of {number}: add the worked solution"
    elif f'check("{number}", answer)' not in solution.source.splitlines():
        yield f'the solution of {number} needs `check("{number}", answer)`: let it judge itself'
    elif "".join(texts(solution)).splitlines()[-1:] != ["ok"]:
        yield f"the solution of {number} does not end in `ok`: mend it or its checker, and run it"


RULES = (executed, encoded, identified, kernel, quiet, stable, plain, uncaught, tagged, sized)
RULES += (pictures, described, template, exercises, prose, equations, errata)
