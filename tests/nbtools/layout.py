"""The linter's rules of the second edition on parts of a notebook and kinds of cells."""

import re
import string
from itertools import pairwise
from statistics import median

import nbformat

from tests.nbtools import EXERCISE, heading, tags, texts
from tests.nbtools.budget import NOTES, part, parts

KINDS = {"Objectives": "o", "Before you start": "b", "Exercises": "e", "Summary": "s", NOTES: "n"}
KINDS |= {"When to use it, and when not": "w", "Next: ": "x"}
ORDER = f"Objectives, Before you start, core, ◇, Exercises, When to use it, Summary, {NOTES}, Next"
# 00 explains the course itself: no method to judge; a notebook without sources has no notes on them
SHAPES = {"00_start_here": "obc+d*ew?snx", "any": "obc+d*ewsnx", "–": "obc+d*ewsn?x"}
QUICK = re.compile(r"\*\*Quick check (\d\d\.[a-z])")
BLANK = re.compile(r"The answer|<(?:div|figure|style)\b[^>]*>")
FIRST_LINES = {"proof": "# Proof: ", "solution": "# Worked solution\n"}
LONGEST = {"core": 12, "deeper": 15, "notes": 15}
NOTHING = nbformat.v4.new_raw_cell()


def arranged(nb):
    """The parts stand in order, each heading at the top of its cell, those that fold alone."""
    titles = [title for title, _ in nb.divided if title]
    found = "".join(map(_kind, titles))
    kind = nb.name if nb.name in SHAPES else nb.course.get("sources")
    if not re.fullmatch(SHAPES.get(str(kind), SHAPES["any"]), found):
        yield None, f"sections {titles} are not in order: {ORDER}"
    for cell in nb.markdown:
        prose = re.sub(r"(?s)```.*?```", "", cell.source)
        if re.search(r"(?s)\n##? ", prose):
            yield cell, "a heading inside a cell: let it begin a cell of its own"
        if part(heading(cell)) in {"deeper", "notes"} and "\n" in cell.source.strip():
            yield cell, "a heading that arrives folded hides the text under it: leave it alone"


def _kind(title):
    """One letter for a heading: the kind of its section."""
    return KINDS.get(title.partition("[")[0], "d" if part(title) == "deeper" else "c")


def kinds(nb):
    """Proofs, predictions and solutions begin and end as their tags promise."""
    for before, cell in pairwise([NOTHING, *nb.cells, NOTHING]):
        found = tags(cell)
        for kind, line in FIRST_LINES.items():
            if kind in found and not cell.source.startswith(line):
                yield cell, f"a {kind} does not begin {line!r}, all that its fold shows"
        if "proof" in found and ["".join(texts(cell)).count("\n"), len(cell.outputs)] != [1, 1]:
            yield cell, "a proof does not print one sentence on one line: say what was checked"
        if ("predict" in tags(before)) != ("predict-answer" in found):
            yield cell, "`predict` and `predict-answer` do not follow each other: tag both"
        if "predict-answer" in found and not BLANK.fullmatch(line := _shown(cell)):
            yield cell, f"its fold shows {line!r}: end in a DataFrame, or print `The answer`"


def _shown(cell):
    """The line of its first output that JupyterLab shows while the output is folded."""
    for output in cell.get("outputs", ())[:1]:
        data = {**output.get("data", {}), "text": output.get("text")}
        forms = ("text", "text/html", "text/markdown", "text/plain")
        text = next(filter(None, map(data.get, forms)), "")
        return next(filter(None, map(str.strip, text.splitlines())), "The answer")
    return ""


def paced(nb):
    """Open code is short: 12 lines in the core, most of it far less, 15 elsewhere."""
    lengths = []
    for name, longest in LONGEST.items():
        for cell in parts(nb)[name]:
            if cell.cell_type == "code" and tags(cell) <= {"predict-answer"}:
                size = sum(bool(line.strip()) for line in cell.source.splitlines())
                lengths += [size] * (name == "core" and not tags(cell))
                if size > longest:
                    yield cell, f"{size} lines, more than {longest} in this part: cut, or fold"
    if lengths and (median(lengths) > 5 or sum(n > 10 for n in lengths) > len(lengths) / 10):
        yield None, f"lines of core cells {sorted(lengths)}: half have at most 5, 90 % at most 10"


def quick_checks(nb):
    """Each core section has one, named in the text above its stub; letters from a on."""
    letters = []
    for before, cell in pairwise([NOTHING, *nb.cells]):
        if "quick" in tags(cell):
            number = "".join(QUICK.findall(before.source))
            letters.append(number)
            yield from ((cell, problem) for problem in stub(cell, number or f"{nb.number}.a"))
    if letters != [f"{nb.number}.{letter}" for letter in string.ascii_lowercase[: len(letters)]]:
        yield None, f"quick checks {letters}: name them **Quick check {nb.number}.a** and so on"
    for title, cells in nb.divided:
        if title and _kind(title) == "c" and not any("quick" in tags(cell) for cell in cells):
            yield cells[0], "a core section without quick check: ask something of one minute"


def stub(cell, number):
    """What the stub of an exercise or quick check lacks."""
    if not {"answer = ...", f'check("{number}", answer)'} <= set(cell.source.splitlines()):
        yield f'the stub of {number} needs `answer = ...` and `check("{number}", answer)`'
    elif "not attempted" not in "".join(texts(cell)):
        yield f"the stub of {number} does not print `not attempted`: reset and run it"


def exercises(nb):
    """3-5 numbered objectives, each practised by an exercise: text, stub with check, solution."""
    goals = re.findall(r"^(\d+)\. ", nb.sections.get("Objectives", ""), re.M)
    if goals != [str(i + 1) for i in range(len(goals))] or not 3 <= len(goals) <= 5:
        yield None, f"objectives numbered {goals}: give 3 to 5, numbered from 1"
    three = zip(nb.cells, [*nb.cells[1:], NOTHING], [*nb.cells[2:], NOTHING, NOTHING], strict=False)
    found = [(*asked, *cells) for cells in three for asked in EXERCISE.findall(cells[0].source)]
    for number, _, _, cell, *following in found:
        yield from ((cell, message) for message in _parts(nb, number, *following))
    numbers, objectives, stars = ([asked[place] for asked in found] for place in range(3))
    if stars != sorted(stars):
        yield None, f"exercises are not in the order of their stars: sort {numbers}"
    if numbers != (wanted := [f"{nb.number}.{i + 1}" for i in range(len(numbers))]):
        yield None, f"exercises numbered {numbers}: number them {wanted}"
    if (practised := {*re.findall(r"\d+", str(objectives))}) != {*goals}:
        yield None, f"exercises name objectives {sorted(practised)}, not {goals}: cover each"


def _parts(nb, number, below, solution):
    """What one exercise lacks; its solution is judged, and does not look like the reader's own."""
    if "exercise" not in tags(below):
        yield f"exercise {number} is not followed by a cell tagged `exercise`: add the stub"
    else:
        yield from stub(below, number)
    if "solution" not in tags(solution):
        yield f"no cell tagged `solution` follows the stub of {number}: add the worked solution"
    elif f'worked("{number}", answer)' not in solution.source.splitlines():
        yield f'the solution of {number} needs `worked("{number}", answer)`: let it be judged'
    elif "".join(texts(solution)).splitlines()[-1:] != ["worked solution: ok"]:
        yield f"solution {number} does not end in `worked solution: ok`: mend it or its checker"
