"""Where a notebook teaches what an exercise practises: the page that mends a mistake."""

import re
from collections.abc import Sequence

from nbcourse.exercises.copies import CHECKED, Cell
from nbcourse.exercises.kit import CHECKERS
from nbcourse.exercises.wording import cut

OBJECTIVE = re.compile(r"^(\d+)\. +(.*(?:\n(?!\d+\. |\n).*)*)", re.M)


def page(number: str, cells: Sequence[Cell]) -> str:
    """The sections and the objectives of a notebook that belong to an exercise.

    A section belongs to it if a quick check of the same objective stands there.

    Parameters
    ----------
    number : str
        Number of the exercise, such as ``"05.2"``; its checkers are loaded.
    cells : sequence of Cell
        The course's own notebook.

    Returns
    -------
    str
        Sections, then objectives.

    Examples
    --------
    >>> from nbcourse.exercises import nb05
    >>> page("05.1", [Cell("markdown", "## Objectives\\n\\n1. count;\\n2. add.", "", ())])
    'objective 2: add'
    """
    objectives = CHECKERS[number].objectives
    related = {other for other in CHECKERS if _shared(number, other)}
    sections = [f"section {title}" for title in _sections(related, cells)]
    texts = _objectives(cells)
    told = [cut(f"objective {k}: {texts.get(k, '')}".rstrip(": "), 100) for k in objectives]
    return "; ".join([*sections, *told])


def _shared(number, other):
    """Whether two exercises of a notebook practise the same objective."""
    same_notebook = number.partition(".")[0] == other.partition(".")[0]
    return same_notebook and {*CHECKERS[number].objectives} & {*CHECKERS[other].objectives}


def _sections(numbers, cells):
    """Titles of the sections, but that of the exercises, in which one of the numbers is checked."""
    title, found = "", []
    for cell in cells:
        if cell.kind == "markdown":
            title = [title, *re.findall(r"^## +(.+)", cell.source, re.M)][-1]
        elif numbers & {*CHECKED.findall(cell.source)} and title not in {"", "Exercises", *found}:
            found.append(title)
    return found


def _objectives(cells):
    """Text of each objective of a notebook."""
    lists = [cell.source for cell in cells if cell.source.startswith("## Objectives")]
    found = OBJECTIVE.findall("\n".join(lists))
    return {int(k): " ".join(text.split()).rstrip(".;") for k, text in found}
