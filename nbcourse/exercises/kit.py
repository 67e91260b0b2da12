"""The exercise kit: a result, a registry, and comparisons that know typical mistakes.

A checker is a function ``answer -> hint``: an empty hint means right. It computes the right
answer and the values of typical mistakes, so it can say *which* mistake was made.
"""

from dataclasses import dataclass

import numpy as np

CHECKERS = {}


@dataclass(frozen=True, repr=False)
class Result:
    """What a checker says of an answer; shown as one line.

    Parameters
    ----------
    status : {"not attempted", "not yet", "ok"}
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

    def __repr__(self):
        return f"{self.status}: {self.hint}" if self.hint else self.status


def exercise(number):
    """Register the decorated checker under the number of its exercise.

    Parameters
    ----------
    number : str
        Such as ``"05.2"``: notebook, then exercise.

    Returns
    -------
    callable
        Decorator that leaves the checker as it is.

    Raises
    ------
    ValueError
        If the number is taken.

    Examples
    --------
    >>> @exercise("99.1")
    ... def two(answer):
    ...     return near(answer, 2)
    >>> judge(CHECKERS.pop("99.1"), 2)
    ok
    """

    def register(checker):
        if number in CHECKERS:
            raise ValueError(f"exercise {number} has a checker already: give another number")
        CHECKERS[number] = checker
        return checker

    return register


def judge(checker, answer):
    """Apply a checker to whatever a learner wrote; never raises.

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
    try:
        hint = checker(answer)
    except Exception as error:
        reason = str(error).splitlines()[0][:150] if str(error) else "no message"
        hint = f"your answer could not be used ({type(error).__name__}: {reason})"
    return Result("not yet", hint) if hint else Result("ok")


def near(
    answer,
    right,
    *,
    mistakes=(),
    otherwise="not the number; compare the formula step by step",
    tolerance=1e-6,
):
    """Compare numbers, and name the mistake that leads to a wrong one.

    Parameters
    ----------
    answer : number or array-like of numbers
        What the learner gave.
    right : number or array-like of numbers
        The right value or values.
    mistakes : sequence of (value, str), optional
        Values of typical mistakes, each with its hint.
    otherwise : str, optional
        Hint for any other value.
    tolerance : float, default=1e-6
        Relative and absolute tolerance.

    Returns
    -------
    str
        The hint; empty if the answer is right.

    Examples
    --------
    >>> near(13.4, 0.134, mistakes=[(13.4, "a share lies between 0 and 1")])
    'a share lies between 0 and 1'
    """
    values, right = _numbers(answer), np.asarray(right, dtype=float)
    if values is None:
        shape = "a number" if right.ndim == 0 else f"{right.size} numbers"
        return f"expected {shape}, got {type(answer).__name__}"
    if values.shape != right.shape:
        return f"expected shape {right.shape}, got {values.shape}"
    if np.isnan(values).any():
        return "the answer holds NaN: somewhere 0 is divided by 0, or -inf multiplied by 0"
    for value, hint in [(right, ""), *mistakes]:
        if np.allclose(values, value, rtol=tolerance, atol=tolerance):
            return hint
    return otherwise


def behaves(
    answer, reference, inputs, *, mistakes=(), otherwise="on some input it is wrong", tolerance=1e-9
):
    """Compare a learner's function with a reference on several inputs.

    Parameters
    ----------
    answer : callable
        What the learner wrote.
    reference : callable
        The right function.
    inputs : sequence of tuple
        Arguments of each call.
    mistakes : sequence of (callable, str), optional
        Functions with typical mistakes, each with its hint.
    otherwise : str, optional
        Hint for any other behaviour.
    tolerance : float, default=1e-9
        Relative and absolute tolerance.

    Returns
    -------
    str
        The hint; empty if the function is right.

    Examples
    --------
    >>> behaves(abs, lambda x: -x, [(-2,), (-3,)])
    ''
    """
    if not callable(answer):
        return f"expected a function, got {type(answer).__name__}: give its name, do not call it"
    results = [answer(*call) for call in inputs]
    for function, hint in [(reference, ""), *mistakes]:
        hints = [
            near(result, function(*call), tolerance=tolerance)
            for result, call in zip(results, inputs, strict=True)
        ]
        if not any(hints):
            return hint
    problems = [near(r, reference(*c)) for r, c in zip(results, inputs, strict=True)]
    shape = next((problem for problem in problems if problem.startswith("expected")), "")
    return shape or otherwise


def chosen(answer, right, *, mistakes=(), otherwise="not the one; look at the definition again"):
    """Compare a word, or a set of words, ignoring case, blanks and order.

    Parameters
    ----------
    answer : str or iterable of str
        What the learner gave.
    right : str or iterable of str
        The right word or words.
    mistakes : sequence of (str or iterable of str, str), optional
        Typical wrong answers, each with its hint.
    otherwise : str, optional
        Hint for any other answer.

    Returns
    -------
    str
        The hint; empty if the answer is right.

    Examples
    --------
    >>> chosen(" Recall", "recall")
    ''
    """
    words = _words(answer)
    if words is None:
        return f"expected text, got {type(answer).__name__}"
    for value, hint in [(right, ""), *mistakes]:
        if words == _words(value):
            return hint
    return otherwise


def _numbers(answer):
    """The answer as an array of floats, or None if it is no numbers."""
    if isinstance(answer, (str, bytes, bool)):
        return None
    try:
        return np.asarray(answer, dtype=float)
    except (TypeError, ValueError):
        return None


def _words(answer):
    if isinstance(answer, str):
        return frozenset([answer.strip().lower()])
    if not isinstance(answer, (list, tuple, set, frozenset)):
        return None
    return frozenset(str(word).strip().lower() for word in answer)
