"""The grades of a class as a table in a file, and as lines to read."""

import csv
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from nbcourse.exercises.copies import Copy
from nbcourse.exercises.grading import STATUSES, Mistake, Row, exercises

#: How many of the commonest mistakes are told; the table has all.
COMMONEST = 10


class Table:
    """A new CSV file, student × exercise; a context manager that closes it.

    Each row is on the disk as soon as it is written, so a run that is broken off loses nothing.

    Parameters
    ----------
    path : str or Path
        The file; it must not exist.
    copies : sequence of Copy
        The copies whose rows will come; their notebooks give the columns.

    Raises
    ------
    ValueError
        If the file exists.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from nbcourse.exercises.grading import grade
    >>> copy = Copy("Ada", "ada.ipynb", problem="no notebook")
    >>> with TemporaryDirectory() as folder, Table(f"{folder}/t.csv", [copy]) as table:
    ...     rows = grade([copy], tell=table.write)
    ...     table.path.read_text(encoding="utf-8-sig").splitlines()
    ['student,copy,notebook,run,ok', 'Ada,ada.ipynb,,no notebook,0']
    """

    def __init__(self, path: str | Path, copies: Sequence[Copy]):
        self.path = Path(path)
        try:
            # a sheet of a lecturer's machine knows by the mark at the beginning that it is UTF-8
            self._file = self.path.open("x", encoding="utf-8-sig", newline="")
        except FileExistsError as error:
            raise ValueError(
                f"out={str(path)!r} exists already: move it, or give another name with --out"
            ) from error
        self._exercises = exercises(copies)
        tries = [f"{number} tries" for number in self._exercises]
        self._line("student", "copy", "notebook", "run", "ok", *self._exercises, *tries)

    def write(self, row: Row) -> None:
        """Add the row of a copy.

        Parameters
        ----------
        row : Row
            What came of the copy.
        """
        grades = [row.grades.get(number) for number in self._exercises]
        told = [grade and ": ".join(filter(None, grade[:2])) for grade in grades]
        tries = [grade and grade.tries for grade in grades]
        copy = row.copy
        self._line(copy.student, copy.path, copy.notebook, row.run, row.ok, *told, *tries)

    def _line(self, *fields):
        csv.writer(self._file).writerow(fields)
        self._file.flush()

    def __enter__(self) -> "Table":
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()


def summary(row: Row) -> str:
    """One copy in one line.

    Parameters
    ----------
    row : Row
        What came of the copy.

    Returns
    -------
    str

    Examples
    --------
    >>> from nbcourse.exercises.grading import grade
    >>> summary(*grade([Copy("Ada", "ada.ipynb", problem="no notebook")]))
    'Ada: no notebook'
    """
    if not row.grades:
        return f"{row.copy.student}: {row.run}"
    mark = f"notebook {row.copy.notebook}, {row.ok} of {len(row.grades)} ok"
    return f"{row.copy.student}: {mark}; {row.run} ({row.sitting.seconds:.0f} s)"


def lines(rows: Sequence[Row], mistakes: Sequence[Mistake]) -> Iterator[str]:
    """A class in words: each exercise, then the commonest mistakes with what mends them.

    Parameters
    ----------
    rows : sequence of Row
        What `grade` returned.
    mistakes : sequence of Mistake
        What `mistakes` made of them.

    Yields
    ------
    str
        A line.

    Examples
    --------
    >>> slip = Mistake("05.1", "a percentage", True, 9, 30, "05_sms_spam.ipynb, objective 1")
    >>> for line in list(lines([], [slip]))[-2:]:
    ...     print(line)
      9 of 30, 05.1: "a percentage"
               -> 05_sms_spam.ipynb, objective 1
    """
    yield ""
    yield "".join(f"{name:>15}" for name in ["exercise", *STATUSES])
    for number in exercises([row.copy for row in rows]):
        counts = Counter(row.grades[number].status for row in rows if number in row.grades)
        yield "".join(
            f"{value:>15}" for value in [number, *(counts[status] for status in STATUSES)]
        )
    if not mistakes:
        return
    yield ""
    yield "The commonest mistakes, how many students made them, and the page that mends each:"
    for slip in mistakes[:COMMONEST]:
        told = f'"{slip.hint}"' if slip.known else f'no known mistake; told "{slip.hint}"'
        yield f"{slip.students:3} of {slip.copies}, {slip.exercise}: {told}"
        yield f"{'':9}-> {slip.page}"
    if rest := mistakes[COMMONEST:]:
        yield f"and {len(rest)} more, none of them made by more than {rest[0].students}"
