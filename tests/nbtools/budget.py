"""Minutes of a notebook, computed and not guessed.

    prose words / 130 + displayed equations + 8 s for each line of open code
    + figures + predictions + 1.5 for each quick check;   exercises 4, 9 or 15 by their stars

Words are those outside `$$…$$`; each line of an aligned display is an equation; open is the code
of cells without a tag. The core is what stands before the first ◇, with "When to use it" and the
summary; the notes for readers of the sources are not counted.
"""

import re
from itertools import takewhile
from math import ceil

from tests.nbtools import EXERCISE, tags

NOTES = "Notes for readers of the sources"
STARS = {"★": 4, "★★": 9, "★★★": 15}
EACH = {"figure": 1, "predict": 1, "quick": 1.5}
CORE, ALL, FEWEST = 45, 105, 1200
END = re.compile(r"\*\*(\d+) minutes end here")
DISPLAY = re.compile(r"\$\$(.+?)\$\$", re.S)


def part(title):
    """The part of a notebook to which the section of a heading belongs."""
    kinds = {"Exercises": "exercises", NOTES: "notes"}
    return "deeper" if title.startswith("◇") else kinds.get(title, "core")


def parts(nb):
    """The cells of each part: core, deeper, exercises, notes."""
    found = {"core": [], "deeper": [], "exercises": [], "notes": []}
    for title, cells in nb.divided:
        found[part(title)] += cells
    return found


def minutes(nb):
    """Minutes of the core, of core and ◇ together, and of the exercises."""
    cells = parts(nb)
    core, deeper = _reading(cells["core"]), _reading(cells["deeper"])
    practice = sum(STARS[stars] for *_, stars in EXERCISE.findall(_text(cells["exercises"])))
    return {"core": ceil(core), "all": ceil(core + deeper), "exercises": practice}


def spent(nb):
    """The minutes of the metadata, as the papers show them."""
    return " · ".join(str(nb.course["minutes"].get(of)) for of in ("core", "all", "exercises"))


def budget(nb):
    """The core fits in 45 minutes, core and ◇ in 105, and the text says so."""
    needed, told = minutes(nb), _words(parts(nb)["core"])
    if nb.course.get("minutes") != needed:
        yield None, f"the minutes are {needed}: mend with `python -m tests.nbtools --fix`"
    opening = [cells for _, cells in takewhile(lambda found: part(found[0]) == "core", nb.divided)]
    end = END.match(opening[-1][-1].source) if opening else None
    if told < FEWEST:
        yield None, f"the core has {told} words, fewer than {FEWEST}: short is not thin, tell more"
    if not end:
        yield None, "no `**45 minutes end here.**` begins the last cell of the core: write it there"
    elif not needed["core"] <= int(end[1]) <= CORE:
        yield None, f"the core takes {needed['core']} minutes, not {end[1]}: cut, fold, or move"
    elif f"{end[1]} minutes" not in nb.sections.get("Before you start", ""):
        yield None, f"'Before you start' does not say {end[1]} minutes, as the end of the core does"
    if needed["all"] > ALL:
        yield None, f"core and ◇ take {needed['all']} minutes, more than {ALL}: cut, or split"


def _text(cells):
    return "\n\n".join(cell.source for cell in cells if cell.cell_type == "markdown")


def _reading(cells):
    displays = DISPLAY.findall(_text(cells))
    equations = sum(1 + display.count(r"\\") * ("{align" in display) for display in displays)
    code = [cell for cell in cells if cell.cell_type == "code" and not tags(cell)]
    lines = sum(bool(line.strip()) for cell in code for line in cell.source.splitlines())
    kinds = sum(EACH.get(tag, 0) for cell in cells for tag in tags(cell))
    return _words(cells) / 130 + equations + lines * 8 / 60 + kinds


def _words(cells):
    return len(re.findall(r"\S*\w\S*", DISPLAY.sub(" ", _text(cells))))
