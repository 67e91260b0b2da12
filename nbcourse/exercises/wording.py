"""How the kit puts shapes, values and errors into words, at most a line long."""

from collections.abc import Callable
from inspect import isfunction

import numpy as np

WIDTH = 60
COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
UNITS = ("row", "column")


def attempt(function: Callable, *arguments: object) -> tuple[object, BaseException | None]:
    """What a call returns, and what it raises: one of the two is None.

    Nothing that a learner can write gets past this, ``sys.exit()`` included; only the stop
    button (KeyboardInterrupt) does.

    Parameters
    ----------
    function : callable
        What to call.
    *arguments : object
        With what.

    Returns
    -------
    tuple of (object, BaseException or None)

    Examples
    --------
    >>> attempt(abs, -2)
    (2, None)
    >>> attempt(exit, 1)
    (None, SystemExit(1))
    """
    try:
        return function(*arguments), None
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return None, error


def in_words(shape: tuple[int, ...]) -> str:
    """Say a shape as one says it aloud.

    Parameters
    ----------
    shape : tuple of int
        Shape of an array.

    Returns
    -------
    str

    Examples
    --------
    >>> in_words(()), in_words((2,)), in_words((3,)), in_words((2, 3))
    ('a number', 'a pair: two numbers', 'three numbers', 'a table of 2 rows and 3 columns')
    """
    if not shape:
        return "a number"
    if len(shape) == 1:
        spelt = COUNTS[shape[0]] if shape[0] < len(COUNTS) else shape[0]
        special = {1: "a list of one number", 2: "a pair: two numbers"}
        return special.get(shape[0], f"{spelt} numbers")
    if len(shape) == 2:
        rows, columns = (
            f"{n} {unit}{'s' * (n != 1)}" for n, unit in zip(shape, UNITS, strict=True)
        )
        return f"a table of {rows} and {columns}"
    return f"a block of {' × '.join(map(str, shape))} numbers"


def shown(value: object, digits: int = 5) -> str:
    """Show a value nearly as it is typed in, cut at 60 characters.

    Parameters
    ----------
    value : object
        Number, array, list, text.
    digits : int, default=5
        Significant digits of numbers that are not whole.

    Returns
    -------
    str

    Examples
    --------
    >>> shown((np.array([[1.0, 2.0]]), 1 / 3, "S"))
    "([[1, 2]], 0.33333, 'S')"
    >>> shown(attempt)
    'attempt'
    """
    if isinstance(value, np.ndarray | np.generic):
        value = value.tolist()
    if isinstance(value, list | tuple):
        opening, closing = "()" if isinstance(value, tuple) else "[]"
        text = f"{opening}{', '.join(shown(item, digits) for item in value)}{closing}"
    else:
        text = f"{value:.{digits}g}" if isinstance(value, float) else _written(value)
    return cut(text)


def _written(value):
    """A function by its name, anything else as Python writes it."""
    return value.__name__.strip("_") if isfunction(value) else repr(value)


def cut(text: str, width: int = WIDTH) -> str:
    """Shorten a text to one line of a given width.

    Parameters
    ----------
    text : str
        Any text.
    width : int, default=60
        Most characters to keep.

    Returns
    -------
    str

    Examples
    --------
    >>> cut("one\\ntwo three", width=9)
    'one two …'
    """
    line = " ".join(text.split())
    return line if len(line) <= width else f"{line[: width - 1]}…"


def said(thing: object) -> str:
    """The text of anything, also of what cannot say it.

    Parameters
    ----------
    thing : object
        Whatever a learner wrote or raised.

    Returns
    -------
    str

    Examples
    --------
    >>> said(ZeroDivisionError("division by zero"))
    'ZeroDivisionError: division by zero'
    >>> said(5.1)
    '5.1'
    """
    text, broken = attempt(str, thing)
    text = "" if broken else cut(text, 150)
    if isinstance(thing, BaseException):
        # Python 3.13 has private kinds of its own, such as one of SyntaxError
        kind = next(k.__name__ for k in type(thing).__mro__ if not k.__name__.startswith("_"))
        return f"{kind}: {text or 'no message'}"
    return text
