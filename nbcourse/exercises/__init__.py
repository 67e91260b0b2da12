"""The checkers of the exercises, one module per notebook, behind `check`, `hint`, `progress`."""

import re
from importlib import import_module
from pkgutil import iter_modules

from nbcourse.exercises.kit import CHECKERS, Exercise, Result, judge, ladder
from nbcourse.exercises.record import RECORD, Attempt, Progress, standing
from nbcourse.exercises.wording import cut, said

__all__ = ["RECORD", "Result", "check", "hint", "notebooks", "progress", "worked"]


def check(number: str, answer: object, *, record: bool = True) -> Result:
    """Say where an exercise stands: not attempted, not yet (with a hint), close, or ok.

    Parameters
    ----------
    number : str
        Number of the exercise, such as ``"05.2"``.
    answer : object
        Whatever the learner wrote; never an error.
    record : bool, default True
        Whether it counts as the learner's attempt; a demonstration does not.

    Returns
    -------
    Result
        Shown as one line.

    Examples
    --------
    >>> check("05.1", ...)
    not attempted
    >>> check("77.7", 1)
    not yet: there is no exercise 77.7; look at the number in the text
    >>> check("5.1", 0.134)
    not yet: there is no exercise 5.1; is it 05.1?
    """
    found = _find(number)
    if isinstance(found, Result):
        return found
    return _recorded(number, judge(found.checker, answer), record)


def worked(number: str, answer: object) -> Result:
    """Say what the checker says of a worked solution; it never counts as the reader's own.

    Parameters
    ----------
    number : str
        Number of the exercise, such as ``"05.2"``.
    answer : object
        The answer of the solution.

    Returns
    -------
    Result
        Shown as ``worked solution: ok``, and not recorded.

    Examples
    --------
    >>> RECORD.clear()  # as in a fresh kernel
    >>> worked("05.1", (0.134, 1, 0.134))
    worked solution: ok
    >>> progress("05").summary
    '0 of 12 exercises ok'
    """
    found = _find(number)
    verdict = found if isinstance(found, Result) else judge(found.checker, answer)
    return Result("worked solution", str(verdict))


def hint(number: str, *, record: bool = True) -> Result:
    """Give a nudge without an attempt: a first step, at the next call something stronger.

    Parameters
    ----------
    number : str
        Number of the exercise, such as ``"05.2"``.
    record : bool, default True
        Whether it counts as asked for; a demonstration does not.

    Returns
    -------
    Result
        A first step, then what the checker says to typical mistakes, then the way to the
        answer; never the answer.

    Examples
    --------
    >>> RECORD.clear()  # as in a fresh kernel
    >>> hint("05.1")
    hint: which of the four counts are zero for this filter? (1 of 6)
    """
    found = _find(number)
    if isinstance(found, Result):
        return found
    given = sum(attempt.number == number and attempt.status == "hint" for attempt in RECORD)
    steps = ladder(found)
    if given < len(steps):
        text = f"{steps[given]} ({given + 1} of {len(steps)})"
    else:
        text = "there are no more; the worked solution stands below the exercise"
    return _recorded(number, Result("hint", text), record)


def progress(notebook: str | None = None) -> Progress:
    """List what was answered since this kernel started, objective by objective.

    Parameters
    ----------
    notebook : str, optional
        Number of a notebook, such as ``"05"``; by default all those in which an exercise was
        tried.

    Returns
    -------
    Progress
        Shown as a table; `RECORD` holds every single attempt.

    Raises
    ------
    ValueError
        If the notebook has no exercises.

    Examples
    --------
    >>> RECORD.clear()  # as in a fresh kernel
    >>> progress("00").summary
    '0 of 9 exercises ok'
    """
    if notebook is None:
        return standing(attempt.number.partition(".")[0] for attempt in RECORD)
    number = str(notebook).zfill(2)
    _load(number)
    found = standing([number])
    if not found.rows:
        raise ValueError(
            f"notebook={notebook!r} has no exercises: give one of {', '.join(notebooks())}"
        )
    return found


def notebooks() -> list[str]:
    """Numbers of the notebooks that have checkers.

    Returns
    -------
    list of str

    Examples
    --------
    >>> notebooks()[:3]
    ['00', '01', '02']
    """
    names = (module.name for module in iter_modules(__path__))
    return sorted(name[2:] for name in names if re.fullmatch(r"nb[0-9]{2}", name))


def _load(notebook):
    """Register the checkers of a notebook, if the course has it."""
    if notebook in notebooks():
        import_module(f"{__name__}.nb{notebook}")


def _find(number) -> Exercise | Result:
    """The exercise of a number, or what is wrong with the number."""
    text = cut(said(number), 20)
    parts = re.search(r"([0-9]+)\D+0*([0-9]+)", text)
    likely = f"{parts[1]:0>2}.{parts[2]}" if parts else ""
    for candidate in (text, likely):
        _load(candidate.partition(".")[0])
    if isinstance(number, str) and number in CHECKERS:
        return CHECKERS[number]
    advice = f"is it {likely}?" if likely in CHECKERS else "look at the number in the text"
    return Result("not yet", f"there is no exercise {text}; {advice}")


def _recorded(number, result, record):
    if record:
        RECORD.append(Attempt(number, result.status, result.hint))
    return result
