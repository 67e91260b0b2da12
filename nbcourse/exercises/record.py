"""What was tried in this kernel: a record of attempts, and a table of where one stands."""

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from typing import NamedTuple

from nbcourse.exercises.kit import CHECKERS, LOOKS, NO_MATHS, badge


class Attempt(NamedTuple):
    """One call of `check` or `hint`: the exercise, and what was said of it.

    Parameters
    ----------
    number : str
        Number of the exercise.
    status, hint : str
        What the `Result` said.
    """

    number: str
    status: str
    hint: str


#: Every attempt since the kernel started, the oldest first.
RECORD: list[Attempt] = []


class Row(NamedTuple):
    """Where one exercise stands, for one of the objectives that it practises.

    Parameters
    ----------
    objective, exercise : str
        Their numbers, such as ``"05 · 2"`` and ``"05.2"``.
    status : str
        The best that was said of an attempt.
    tries, hints : int
        How often an answer was checked, and a hint asked for.
    """

    objective: str
    exercise: str
    status: str
    tries: int
    hints: int


@dataclass(frozen=True, repr=False)
class Progress:
    """Where one stands, exercise by exercise: a table, as text or in colour.

    Parameters
    ----------
    rows : tuple of Row
        One for each objective and exercise.

    Examples
    --------
    >>> Progress((Row("05 · 2", "05.2", "ok", 3, 1),))
    objective   exercise   status   tries   hints
    05 · 2      05.2       ok       3       1
    1 of 1 exercises ok
    """

    rows: tuple[Row, ...]

    @property
    def summary(self) -> str:
        """How many exercises are ok, or what to do first."""
        if not self.rows:
            return 'nothing tried yet: check("05.1", answer) answers, hint("05.1") nudges'
        done = {row.exercise for row in self.rows if row.status == "ok"}
        return f"{len(done)} of {len({row.exercise for row in self.rows})} exercises ok"

    def __repr__(self) -> str:
        table = [Row._fields, *(tuple(map(str, row)) for row in self.rows)] if self.rows else []
        widths = [max(map(len, column)) + 3 for column in zip(*table, strict=True)]
        lines = ["".join(map(str.ljust, line, widths)).rstrip() for line in table]
        return "\n".join([*lines, self.summary])

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{name}</th>" for name in Row._fields)
        lines = ["".join(f"<td>{_cell(value)}</td>" for value in row) for row in self.rows]
        body = "".join(f"<tr>{line}</tr>" for line in [head, *lines] if self.rows)
        return f"<div {NO_MATHS}><table>{body}</table>{escape(self.summary)}</div>"


def _cell(value):
    return badge(value) if value in LOOKS else escape(str(value))


def standing(notebooks: Iterable[str]) -> Progress:
    """Where the exercises of some notebooks stand: the best that was said of each.

    Parameters
    ----------
    notebooks : iterable of str
        Numbers of notebooks, such as ``"05"``.

    Returns
    -------
    Progress

    Examples
    --------
    >>> standing([])
    nothing tried yet: check("05.1", answer) answers, hint("05.1") nudges
    """
    wanted = set(notebooks)
    rows = [
        (notebook, objective, len(number), number)
        for number, exercise in CHECKERS.items()
        for objective in exercise.objectives or (0,)
        if (notebook := number.partition(".")[0]) in wanted
    ]
    return Progress(tuple(_row(*row) for row in sorted(rows)))


def _row(notebook, objective, _, number):
    said = [attempt.status for attempt in RECORD if attempt.number == number]
    tries = [status for status in said if status not in {"hint", "not attempted"}]
    best = min(tries, key=list(LOOKS).index, default="not attempted")
    named = f"{notebook} · {objective}" if objective else notebook
    return Row(named, number, best, len(tries), said.count("hint"))
