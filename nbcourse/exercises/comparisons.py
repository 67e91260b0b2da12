"""Comparisons that know typical mistakes: numbers, functions, words.

They compare an answer with the right one and with the values of typical mistakes, so that a
checker can say *which* mistake was made.
"""

from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy

import numpy as np
from numpy.typing import ArrayLike

from nbcourse.exercises.wording import attempt, in_words, said, shown

#: Relative error of a number that was rounded to four significant digits.
FOUR_DIGITS = 5e-4
#: What NumPy turns into numbers silently, and what to call it.
SILENT = {
    type(None): "None: is a `return` missing?",
    str: "text",
    bytes: "text",
    bool: "a truth value",
    np.bool_: "a truth value",
    complex: "a complex number",
}
NO_NUMBERS = SILENT | {
    list: "a list that holds something else",
    tuple: "a tuple that holds something else",
    np.ndarray: "an array of something else",
}


class Verdict(str):
    """A hint, "" if the answer is right, and what a checker knows beside it.

    Attributes
    ----------
    status : {"ok", "close", "not yet"}
        Where the answer stands.
    slips : tuple of str
        Hints of the typical mistakes, then the one for any other answer.

    Examples
    --------
    >>> Verdict("count the ham", slips=("that is the spam", "count the ham")).status
    'not yet'
    """

    def __new__(cls, hint="", *, status="not yet", slips=()):
        verdict = super().__new__(cls, hint)
        verdict.status = status if hint else "ok"
        verdict.slips = tuple(dict.fromkeys(slips))
        return verdict


def near(
    answer: object,
    right: ArrayLike,
    *,
    mistakes: Sequence[tuple[ArrayLike, str]] = (),
    otherwise: str = "not the number; compare the formula step by step",
    tolerance: float = FOUR_DIGITS,
) -> Verdict:
    """Compare numbers, and name the mistake that leads to a wrong one.

    An answer is right if abs(answer - right) <= tolerance * abs(right), which four significant
    digits are; where the right numbers are integers they have to be met exactly. An answer that
    is right to two digits is "close".

    Parameters
    ----------
    answer : number or array-like of numbers
        What the learner gave.
    right : number or array-like of numbers
        The right value or values.
    mistakes : sequence of (value, str), optional
        Values of typical mistakes, the commonest first, each with its hint.
    otherwise : str, optional
        Hint for any other value.
    tolerance : float, default=5e-4
        Relative tolerance of numbers that are not whole.

    Returns
    -------
    Verdict
        The hint; empty if the answer is right.

    Examples
    --------
    >>> near(13.4, 0.134, mistakes=[(13.4, "a share lies between 0 and 1")])
    'a share lies between 0 and 1'
    >>> near(0.13, 0.13402).status
    'close'
    """
    slips = [*(hint for _, hint in mistakes), otherwise]
    values = _numbers(answer)
    kind, expected = _kinds(values, right)
    if kind != expected:
        return Verdict(f"expected {expected}; got {kind}", slips=slips)
    if np.isnan(values).any():
        missing = "the answer holds NaN: somewhere 0 is divided by 0, or -inf multiplied by 0"
        return Verdict(missing, slips=slips)
    for value, hint in [(right, ""), *mistakes]:
        if _agree(values, value, tolerance):
            return Verdict(hint, slips=slips)
    if almost := _almost(values, right, tolerance):
        return Verdict(almost, status="close", slips=slips)
    return Verdict(otherwise, slips=slips)


def behaves(
    answer: object,
    reference: Callable,
    inputs: Sequence[tuple],
    *,
    mistakes: Sequence[tuple[Callable, str]] = (),
    otherwise: str = "on some input it is wrong",
    tolerance: float = 1e-9,
) -> Verdict:
    """Compare a learner's function with a reference on several inputs.

    Each call gets its own copy of the arguments, so a function may work in place. What is
    wrong is shown: the first input that failed, what came and what was expected.

    Parameters
    ----------
    answer : callable
        What the learner wrote.
    reference : callable
        The right function.
    inputs : sequence of tuple
        Arguments of each call.
    mistakes : sequence of (callable, str), optional
        Functions with typical mistakes, the commonest first, each with its hint.
    otherwise : str, optional
        Hint for any other behaviour.
    tolerance : float, default=1e-9
        Relative and absolute tolerance.

    Returns
    -------
    Verdict
        The hint; empty if the function is right.

    Examples
    --------
    >>> behaves(abs, lambda x: -x, [(-2,), (-3,)])
    ''
    >>> behaves(abs, lambda x: x, [(2,), (-3,)], otherwise="mind the sign")
    'mind the sign. answer(-3) gives 3; expected -3'
    """
    slips = [*(hint for _, hint in mistakes), otherwise]
    if not callable(answer):
        wrong = f"expected a function, got {type(answer).__name__}: give its name, do not call it"
        return Verdict(wrong, slips=slips)
    came = [_outcome(answer, call) for call in inputs]
    wanted = [_expected(reference, call) for call in inputs]
    cases = list(zip(inputs, came, wanted, strict=True))
    failed = [case for case in cases if not _agree(*case[1:], tolerance)]
    if not failed:
        return Verdict(slips=slips)
    for function, hint in mistakes:
        if all(_agree(value, _expected(function, call), tolerance) for call, value, _ in cases):
            return Verdict(f"{hint}. {_example(*failed[0])}", slips=slips)
    misfits = [case for case in failed if len({*_kinds(*case[1:])}) == 2]
    if misfits:
        return Verdict(_example(*misfits[0]), slips=slips)
    if all(_rounded(*case[1:], tolerance) for case in failed):
        rounded = f"right, but rounded: return every digit. {_example(*failed[0])}"
        return Verdict(rounded, status="close", slips=slips)
    return Verdict(f"{otherwise}. {_example(*failed[0])}", slips=slips)


def chosen(
    answer: object,
    right: str | Iterable[str],
    *,
    mistakes: Sequence[tuple[str | Iterable[str], str]] = (),
    otherwise: str = "not the one; look at the definition again",
) -> Verdict:
    """Compare a word, or a set of words, ignoring case, blanks and order.

    Parameters
    ----------
    answer : str or iterable of str
        What the learner gave.
    right : str or iterable of str
        The right word or words.
    mistakes : sequence of (str or iterable of str, str), optional
        Typical wrong answers, the commonest first, each with its hint.
    otherwise : str, optional
        Hint for any other answer.

    Returns
    -------
    Verdict
        The hint; empty if the answer is right.

    Examples
    --------
    >>> chosen(" Recall", "recall")
    ''
    """
    slips = [*(hint for _, hint in mistakes), otherwise]
    words = _words(answer)
    if words is None:
        return Verdict(f"expected text, got {type(answer).__name__}", slips=slips)
    for value, hint in [(right, ""), *mistakes]:
        if words == _words(value):
            return Verdict(hint, slips=slips)
    return Verdict(otherwise, slips=slips)


def _numbers(answer):
    """The answer as a fresh array of floats, or what it is instead."""
    numbers, error = attempt(_floats, answer)
    if error is None:
        return numbers
    kinds = (name for kind, name in NO_NUMBERS.items() if isinstance(answer, kind))
    return next(kinds, "a function" if callable(answer) else type(answer).__name__)


def _floats(answer):
    cells = np.asarray(answer, dtype=object)
    if any(isinstance(cell, tuple(SILENT)) for cell in cells.flat):
        raise TypeError("NumPy would turn this into numbers silently")
    return cells.astype(float)


def _outcome(function, call):
    """The numbers that a learner's function returns, or what comes instead."""
    result, error = attempt(function, *deepcopy(call))
    return _numbers(result) if error is None else f"an error ({said(error)})"


def _expected(function, call):
    return np.array(function(*deepcopy(call)))


def _kinds(came, wanted):
    """In words: what came and what was wanted, a number, a pair, a table."""
    return came if isinstance(came, str) else in_words(came.shape), in_words(np.shape(wanted))


def _example(call, came, wanted):
    """An input that failed, what came, and what was expected."""
    kind, expected = _kinds(came, wanted)
    for digits in (5, 12):  # more where five look the same
        if kind == expected:
            kind, expected = shown(came, digits), shown(wanted, digits)
    return f"answer({', '.join(map(shown, call))}) gives {kind}; expected {expected}"


def _matches(values, right, tolerance):
    """Which values are the right ones: to the tolerance, or exactly where these are whole."""
    tolerance = min(tolerance, 1e-9) if _whole(right) else tolerance
    return np.isclose(values, np.asarray(right, dtype=float), rtol=tolerance, atol=1e-9)


def _agree(values, right, tolerance):
    """Whether two arrays have the same shape and the same values."""
    same_kind = not isinstance(values, str) and values.shape == np.shape(right)
    return same_kind and _matches(values, right, tolerance).all()


def _rounded(values, right, tolerance):
    """Whether the values are the right ones, each written with two digits or more."""
    numbers = np.ravel(right).astype(float)
    shorter = [[float(f"{number:.{digits}g}") for number in numbers] for digits in range(2, 9)]
    as_written = np.isclose(np.ravel(values), shorter, rtol=1e-12, atol=0).any(axis=0)
    return (as_written | _matches(values, right, tolerance).ravel()).all()


def _almost(values, right, tolerance):
    """What to say to numbers that are right to two digits; empty for others."""
    if _rounded(values, right, tolerance):
        return f"right, but give {'every digit' if _whole(right) else 'four digits'}"
    if not _whole(right) and np.allclose(values, right, rtol=0.01, atol=0):
        return "within one percent of it: round only at the end, or look for a small slip"
    return ""


def _whole(right):
    return np.asarray(right).dtype.kind in "iu"


def _words(answer):
    if isinstance(answer, str):
        return frozenset([answer.strip().lower()])
    if not isinstance(answer, list | tuple | set | frozenset):
        return None
    return frozenset(str(word).strip().lower() for word in answer)
