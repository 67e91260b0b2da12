"""What a class made of its exercises: who is where, and which mistakes are the commonest."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from nbcourse.exercises.copies import CHECKED, Copy, original, printable, read_cells
from nbcourse.exercises.kit import CHECKERS
from nbcourse.exercises.pages import page
from nbcourse.exercises.sitting import LIMITS, Limits, Sitting, sit
from nbcourse.exercises.wording import attempt

#: Statuses from the best to the worst. Broken: its cell failed, or was never reached.
STATUSES = ("ok", "close", "not yet", "broken", "not attempted")


class Grade(NamedTuple):
    """Where a student stands with an exercise.

    Parameters
    ----------
    status : {"ok", "close", "not yet", "broken", "not attempted"}
        That of the best attempt.
    hint : str
        What the checker said to it, or why the cell is broken.
    tries : int
        How many answers were checked.
    """

    status: str
    hint: str = ""
    tries: int = 0


class Row(NamedTuple):
    """What came of a copy.

    Parameters
    ----------
    copy : Copy
        The copy.
    sitting : Sitting
        What happened when it was run.
    grades : dict of {str: Grade}
        One for each exercise of the notebook.
    """

    copy: Copy
    sitting: Sitting
    grades: dict[str, Grade]

    @property
    def run(self) -> str:
        """How the run went, in a few words."""
        told = [self.copy.problem, self.sitting.stopped and f"stopped: {self.sitting.stopped}"]
        failed = [f"cell {cell}: {error}" for cell, error in self.sitting.failed.items()]
        more = f"{len(failed)} cells failed, the first: " if len(failed) > 1 else ""
        told += [f"{more}{error}" for error in failed[:1]]
        asked = {number for _, source in self.copy.cells for number in CHECKED.findall(source)}
        if strange := ", ".join(sorted(asked - self.grades.keys())):
            told.append(f"checks {strange}, which is no exercise of this notebook")
        return printable("; ".join(filter(None, told)) or "ran")

    @property
    def ok(self) -> int:
        """How many exercises are ok."""
        return sum(grade.status == "ok" for grade in self.grades.values())


class Mistake(NamedTuple):
    """A mistake, and how many made it.

    Parameters
    ----------
    exercise, hint : str
        Number of the exercise, and what the checker says to the mistake.
    known : bool
        Whether the checker knows the mistake, or says this to any other wrong answer.
    students, copies : int
        How many made it, of how many.
    page : str
        Where in the course it is mended.
    """

    exercise: str
    hint: str
    known: bool
    students: int
    copies: int
    page: str


def exercises(copies: Iterable[Copy]) -> list[str]:
    """Numbers of the exercises of the notebooks that some copies are copies of.

    Parameters
    ----------
    copies : iterable of Copy
        The copies.

    Returns
    -------
    list of str

    Examples
    --------
    >>> exercises([Copy("Ada", "ada.ipynb", "05")])[:2]
    ['05.1', '05.2']
    """
    wanted = {copy.notebook for copy in copies if copy.notebook}
    for notebook in wanted:
        import_module(f"nbcourse.exercises.nb{notebook}")
    numbers = (number for number in CHECKERS if number.partition(".")[0] in wanted)
    return sorted(numbers, key=lambda number: (number.partition(".")[0], len(number), number))


def grade(
    copies: Sequence[Copy],
    *,
    limits: Limits = LIMITS,
    jobs: int = 1,
    tell: Callable[[Row], object] = lambda row: None,
) -> list[Row]:
    """Run copies, each in a process and a temporary folder of its own, and grade the exercises.

    This executes the code of others with your rights: README says where to do it.

    Parameters
    ----------
    copies : sequence of Copy
        What `read_copies` found.
    limits : Limits, optional
        Time and memory of each copy.
    jobs : int, default=1
        How many to run at a time.
    tell : callable, optional
        Called with each row, in the order of the copies, as soon as it is there.

    Returns
    -------
    list of Row
        In the order of the copies.

    Raises
    ------
    ValueError
        If a limit or the number of jobs is not positive.

    Examples
    --------
    >>> [row] = grade([Copy("Ada", "ada.txt", problem="no notebook")])
    >>> row.run, row.ok
    ('no notebook', 0)
    """
    for name, value in {**limits._asdict(), "jobs": jobs}.items():
        if not value > 0:
            raise ValueError(f"{name}={value!r} is not positive: give a number above 0")
    return asyncio.run(_grade_all(copies, limits, jobs, tell))


async def _grade_all(copies, limits, jobs, tell):
    turns = asyncio.Semaphore(jobs)

    async def graded(copy):
        async with turns:
            sitting = await sit(copy.cells, copy.notebook, limits) if copy.notebook else Sitting()
        return Row(copy, sitting, _grades(copy, sitting))

    rows = []
    for task in [asyncio.create_task(graded(copy)) for copy in copies]:
        # shielded: Ctrl-C then reaches all tasks at once, and no copy begins as another is ended
        rows.append(await asyncio.shield(task))
        tell(rows[-1])
    return rows


def _grades(copy, sitting):
    broken = _broken(copy, sitting)
    return {number: _grade(number, sitting, broken) for number in exercises([copy])}


def _grade(number, sitting, broken):
    """The best attempt, of equals the last; or why there was none."""
    tries = [
        (found, times)
        for found, times in sitting.attempts.items()
        if found.number == number and found.status in {"ok", "close", "not yet"}
    ]
    if not tries:
        return Grade("broken", broken[number]) if number in broken else Grade("not attempted")
    best = min(reversed(tries), key=lambda tried: STATUSES.index(tried[0].status))[0]
    return Grade(best.status, printable(best.hint), sum(times for _, times in tries))


def _broken(copy, sitting):
    """Exercises whose cell failed, or was never reached, and why."""
    never = f"not reached: {sitting.stopped}" if sitting.stopped else ""
    return {
        number: printable(why)
        for cell, source in copy.cells
        if (why := sitting.failed.get(cell) or (cell >= sitting.reached and never))
        for number in CHECKED.findall(source)
    }


def mistakes(rows: Sequence[Row], course: str | Path) -> list[Mistake]:
    """The mistakes of a class, the commonest first, each with the page that mends it.

    Parameters
    ----------
    rows : sequence of Row
        What `grade` returned.
    course : str or Path
        Folder of the course's own notebooks.

    Returns
    -------
    list of Mistake
        A student counts once for each mistake, however often it was made.

    Examples
    --------
    >>> mistakes([], "notebooks")
    []
    """
    made = Counter(slip for row in rows for slip in _slips(row))
    copies = Counter(number for row in rows for number in row.grades)
    pages = _Pages(course)
    return [
        Mistake(*slip, students, copies[slip[0]], pages[slip[0]])
        for slip, students in sorted(made.items(), key=lambda item: (-item[1], item[0]))
    ]


def _slips(row):
    """The mistakes of a student: exercise, hint, and whether the checker knows this mistake."""
    wrong = [a for a in row.sitting.attempts if a.status in {"close", "not yet"}]
    return {_slip(a.number, a.hint) for a in wrong if a.number in row.grades}


def _slip(number, hint):
    """The declared mistake that a hint speaks of, without the example that `behaves` adds."""
    verdict, _ = attempt(CHECKERS[number].checker, object())
    hint, declared = printable(hint), [*map(printable, getattr(verdict, "slips", ()))]
    for slip in declared:
        if hint == slip or hint.startswith(f"{slip}. "):
            return number, slip, slip != declared[-1]
    return number, hint, True


class _Pages(dict):
    """Page of each exercise, looked up once: file, sections, objectives."""

    def __init__(self, course):
        super().__init__()
        self._course = course

    def __missing__(self, number):
        path = original(number.partition(".")[0], self._course)
        self[number] = f"{path.name}, {page(number, read_cells(path))}"
        return self[number]
