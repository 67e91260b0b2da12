"""Students' copies of a notebook, known by what they hold and not by what they are called."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from nbcourse.exercises import notebooks
from nbcourse.exercises.wording import cut, said

#: The exercises that a source has checked.
CHECKED = re.compile(r"""\bcheck\(\s*["']([^"'\n]{1,20})["']""")
#: Tags of cells that answer nothing: worked solutions, and proofs, which may read other notebooks.
OURS = {"solution", "proof"}
#: What gives the number of a notebook away: its title, its exercises, the ids of its cells.
SIGNS = re.compile(
    r"""^# (\d\d) · |\b(?:check|hint|worked)\(\s*["'](\d\d)\.|\A(\d\d)-\d{3}\Z""", re.M
)


class Cell(NamedTuple):
    """A cell of a notebook.

    Parameters
    ----------
    kind, source, name : str
        Its type, its text, and its id.
    tags : tuple of str
        Its tags.
    """

    kind: str
    source: str
    name: str
    tags: tuple[str, ...]


class Copy(NamedTuple):
    """A student's copy of a notebook.

    Parameters
    ----------
    student, path : str
        Who, and where in the folder.
    notebook : str
        Number of the notebook, such as ``"05"``; empty if it is none of the course.
    cells : tuple of (int, str)
        Number and source of each code cell but worked solutions and proofs.
    problem : str
        Why there is nothing to run; empty if there is.
    """

    student: str
    path: str
    notebook: str = ""
    cells: tuple[tuple[int, str], ...] = ()
    problem: str = ""


def original(notebook: str, course: Path) -> Path:
    """The course's own notebook of a number.

    Parameters
    ----------
    notebook : str
        Number, such as ``"05"``.
    course : Path
        Folder of the course's notebooks.

    Returns
    -------
    Path

    Raises
    ------
    ValueError
        If there is none.

    Examples
    --------
    >>> original("05", Path("nowhere"))
    Traceback (most recent call last):
    ...
    ValueError: course='nowhere' holds no notebook 05: give the folder of the course's notebooks
    """
    found = sorted(Path(course).glob(f"{notebook}_*.ipynb"))
    if not found:
        raise ValueError(
            f"course={str(course)!r} holds no notebook {notebook}: "
            "give the folder of the course's notebooks"
        )
    return found[0]


def read_cells(path: Path) -> list[Cell]:
    """The cells of a notebook file, whichever program saved it.

    Parameters
    ----------
    path : Path
        The file.

    Returns
    -------
    list of Cell

    Raises
    ------
    ValueError
        If it is no notebook.

    Examples
    --------
    >>> read_cells(Path("."))
    Traceback (most recent call last):
    ...
    ValueError: no notebook (IsADirectoryError: [Errno 21] Is a directory: '.')
    """
    try:
        content = json.loads(Path(path).read_text(encoding="utf-8-sig"))
        return [
            Cell(
                cell["cell_type"],
                "".join(cell["source"]),
                str(cell.get("id", "")),
                tuple(map(str, cell.get("metadata", {}).get("tags", ()))),
            )
            for cell in content["cells"]
        ]
    except (ValueError, TypeError, LookupError, AttributeError, OSError, RecursionError) as error:
        raise ValueError(f"no notebook ({said(error)})") from error


def read_copies(folder: str | Path, course: str | Path) -> list[Copy]:
    """Read every notebook below a folder, before any of them is run.

    Parameters
    ----------
    folder : str or Path
        Folder of the students' copies, in subfolders or not. Hidden ones are left out.
    course : str or Path
        Folder of the course's own notebooks.

    Returns
    -------
    list of Copy
        A file that is no notebook, or none of the course, has a `problem`.

    Raises
    ------
    ValueError
        If there is no file, or the course's own notebook is missing.

    Examples
    --------
    >>> read_copies("no/such/folder", "notebooks")
    Traceback (most recent call last):
    ...
    ValueError: folder='no/such/folder' holds no .ipynb file: give the one with the students' copies
    """
    relative = (path.relative_to(folder) for path in Path(folder).rglob("*.ipynb"))
    paths = sorted(path for path in relative if not any(p.startswith(".") for p in path.parts))
    if not paths:
        raise ValueError(
            f"folder={str(folder)!r} holds no .ipynb file: give the one with the students' copies"
        )
    named = zip(_students(paths), paths, strict=True)
    return [_copy(student, path, Path(folder), Path(course)) for student, path in named]


def _students(paths):
    """A name for each copy: its folder's, or its own, or both: what tells them all apart."""
    folders = [path.parent.as_posix() for path in paths]
    for names in (folders, [path.stem for path in paths]):
        if "." not in names and len({*names}) == len(names):
            return names
    return [path.with_suffix("").as_posix() for path in paths]


def _copy(student, path, folder, course):
    student, where = printable(student), printable(path.as_posix())
    try:
        cells = read_cells(folder / path)
    except ValueError as error:
        return Copy(student, where, problem=printable(str(error)))
    notebook = _number(cells)
    if not notebook:
        return Copy(student, where, problem="none of the course's notebooks")
    ours = {cell.source for cell in read_cells(original(notebook, course)) if OURS & {*cell.tags}}
    return Copy(student, where, notebook, tuple(_questions(cells, ours)))


def _number(cells):
    """Number of the course's notebook that most signs point to; empty if none does."""
    texts = [text for cell in cells for text in (cell.source, cell.name)]
    votes = Counter("".join(sign) for text in texts for sign in SIGNS.findall(text))
    known = {number: votes[number] for number in notebooks() if votes[number]}
    return max(known, key=known.get, default="")


def _questions(cells, ours) -> Iterator[tuple[int, str]]:
    """Code cells that may be a student's, each with the number it has after *Run All*."""
    code = (cell for cell in cells if cell.kind == "code")
    for number, cell in enumerate(code, 1):
        if not OURS & {*cell.tags} and cell.source not in ours:
            yield number, cell.source


def printable(text: str) -> str:
    """A student's text made harmless: one line, nothing that a terminal or a sheet obeys.

    Parameters
    ----------
    text : str
        A file name, an error message.

    Returns
    -------
    str

    Examples
    --------
    >>> printable("=1+1"), printable("red\\x1b[31m")
    ("'=1+1", 'red?[31m')
    """
    text = "".join(letter if letter.isprintable() else "?" for letter in cut(text, 400))
    return f"'{text}" if text[:1] in {"=", "+", "-", "@"} else text
