"""The exercise kit: a result, a registry of exercises, a judge, and the comparisons.

A checker is a function ``answer -> hint``: an empty hint means right. It computes the right
answer and the values of typical mistakes, so it can say *which* mistake was made; `near`,
`behaves` and `chosen` do that for numbers, functions and words.
"""

from collections.abc import Callable
from dataclasses import dataclass
from html import escape

from nbcourse.exercises.comparisons import Verdict, behaves, chosen, near
from nbcourse.exercises.wording import attempt, said

__all__ = ["CHECKERS", "Exercise", "Result", "behaves", "chosen", "exercise", "judge", "near"]
__all__ += ["Verdict", "badge", "ladder"]

CHECKERS = {}
#: Sign and colour of each status. The colours are those of Okabe and Ito, told apart by every
#: eye; black on them is readable, on a light page and on a dark one.
LOOKS = {
    "ok": ("✓", "#009E73"),
    "close": ("≈", "#F0E442"),
    "not yet": ("✗", "#D55E00"),
    "not attempted": ("○", "#BBBBBB"),
    "hint": ("→", "#56B4E9"),
    "worked solution": ("✎", "#CC79A7"),
}
#: MathJax, of either version, leaves elements of these classes alone: a $ remains a $.
NO_MATHS = 'class="mathjax_ignore tex2jax_ignore"'


@dataclass(frozen=True, repr=False)
class Result:
    """What a checker says of an answer: one line of text, or the same words in colour.

    Parameters
    ----------
    status : {"not attempted", "not yet", "close", "ok", "hint", "worked solution"}
        Where the exercise stands.
    hint : str, default=""
        What to look at next.

    Examples
    --------
    >>> Result("not yet", "that is the share of spam")
    not yet: that is the share of spam
    """

    status: str
    hint: str = ""

    def __repr__(self) -> str:
        return f"{self.status}: {self.hint}" if self.hint else self.status

    def _repr_html_(self) -> str:
        hint = f": {escape(self.hint)}" if self.hint else ""
        return f"<div {NO_MATHS}>{badge(self.status)}{hint}</div>"


def badge(status: str) -> str:
    """A status as a piece of HTML: sign, word and colour.

    Parameters
    ----------
    status : str
        Status of a `Result`.

    Returns
    -------
    str

    Examples
    --------
    >>> "✓ ok</span>" in badge("ok")
    True
    """
    sign, colour = LOOKS[status]
    style = f"background:{colour};color:#000;padding:0 .5em;border-radius:.3em;font-weight:bold"
    return f'<span style="{style}">{sign} {status}</span>'


@dataclass(frozen=True)
class Exercise:
    """A checker, what it practises, and how to begin.

    Parameters
    ----------
    checker : callable
        Function from an answer to a hint; "" means right.
    objectives : tuple of int, default=()
        Numbers of the notebook's objectives that the exercise practises.
    first : str, default=""
        A first step, in a sentence that does not give the answer away.
    """

    checker: Callable[[object], str]
    objectives: tuple[int, ...] = ()
    first: str = ""


def exercise(number: str, *, objectives: tuple[int, ...] = (), first: str = ""):
    """Register the decorated checker under the number of its exercise.

    The cell that does so may be run again: a function of the same name and module replaces
    the former one.

    Parameters
    ----------
    number : str
        Such as ``"05.2"``: notebook, then exercise.
    objectives : tuple of int, default=()
        Numbers of the notebook's objectives that the exercise practises.
    first : str, default=""
        A first step, for who asks for a hint before an attempt.

    Returns
    -------
    callable
        Decorator that leaves the checker as it is.

    Raises
    ------
    ValueError
        If another function has the number.

    Examples
    --------
    >>> @exercise("99.1", objectives=(1,), first="count your fingers, then leave out a hand")
    ... def five(answer):
    ...     return near(answer, 5, mistakes=[(10, "that is both hands")])
    >>> judge(CHECKERS["99.1"].checker, 10)
    not yet: that is both hands
    >>> ladder(CHECKERS.pop("99.1"))[1]
    'a frequent slip is told "that is both hands"'
    """

    def register(checker):
        former = CHECKERS[number].checker if number in CHECKERS else checker
        if _origin(former) != _origin(checker):
            module, name = _origin(former)
            raise ValueError(
                f"exercise {number} is {name} of {module} already, so {checker.__qualname__} "
                "cannot have its number: give another one"
            )
        CHECKERS[number] = Exercise(checker, tuple(objectives), first)
        return checker

    return register


def _origin(function):
    return function.__module__, function.__qualname__


def judge(checker: Callable[[object], str], answer: object) -> Result:
    """Apply a checker to whatever a learner wrote; only the stop button gets past it.

    Parameters
    ----------
    checker : callable
        Function from an answer to a hint; "" means right.
    answer : object
        Anything; ``...`` is the untouched stub.

    Returns
    -------
    Result

    Examples
    --------
    >>> judge(lambda answer: near(answer, 2), ...)
    not attempted
    """
    if answer is ...:
        return Result("not attempted")
    if answer is None:
        return Result("not yet", "the answer is None; does a function of yours forget its return?")
    result, error = attempt(lambda: _result(checker(answer)))
    return result or Result("not yet", f"your answer could not be used ({said(error)})")


def _result(hint):
    if not isinstance(hint, Verdict):
        hint = Verdict(hint or "")
    return Result(hint.status, str(hint))


def ladder(exercise: Exercise) -> list[str]:
    """The hints of an exercise from weak to strong: first step, typical slips, the way.

    Parameters
    ----------
    exercise : Exercise
        One of ``CHECKERS``.

    Returns
    -------
    list of str
        None of them gives the answer. The slips are those that the checker declares; it is
        asked for them with an answer that is nothing at all.

    Examples
    --------
    >>> ladder(Exercise(lambda answer: near(answer, 2, otherwise="one, then one more")))
    ['any other wrong answer is told "one, then one more"']
    """
    verdict, _ = attempt(exercise.checker, object())
    steps = [exercise.first] if exercise.first else []
    *slips, otherwise = getattr(verdict, "slips", ()) or [None]
    steps += [f'a frequent slip is told "{slip}"' for slip in slips]
    return steps + [f'any other wrong answer is told "{otherwise}"'] * (otherwise is not None)
