"""What a caller gives to be drawn, checked once: an Axes, numbers, names, tables of names."""

from collections.abc import Iterable, Mapping

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike, NDArray

from nbcourse.logspace import real_array

_LARGEST = 1e100  # matplotlib multiplies what it draws; far beyond, that is no float any more


def one_axes(ax: Axes) -> Axes:
    """Return an Axes, if it is one.

    Parameters
    ----------
    ax : Axes

    Returns
    -------
    Axes

    Raises
    ------
    ValueError
        If it is anything else, such as the array of several.

    Examples
    --------
    >>> one_axes(None)
    Traceback (most recent call last):
    ValueError: ax is a NoneType, expected one Axes: fig, ax = canvas(), of several give axes[0]
    """
    if not isinstance(ax, Axes):
        raise ValueError(
            f"ax is a {type(ax).__name__}, expected one Axes: fig, ax = canvas(), of several give "
            "axes[0]"
        )
    return ax


def numbers(name: str, values: ArrayLike, *, gaps: bool = False) -> NDArray[np.float64]:
    """Return numbers in a row, if they can be drawn.

    Parameters
    ----------
    name : str
        What they are called in the error.
    values : array-like
    gaps : bool, default False
        Whether some may be NaN, infinite or masked.

    Returns
    -------
    numpy.ndarray of float, shape (n,)
        NaN in place of what is masked.

    Raises
    ------
    ValueError
        If they are no row of numbers, one is not finite, or too large.

    Examples
    --------
    >>> numbers("scores", [1, 2]).tolist()
    [1.0, 2.0]
    """
    array = real_array(name, np.ma.getdata(values) if np.ma.isMA(values) else values)
    array = np.where(np.ma.getmaskarray(values), np.nan, array) if np.ma.isMA(values) else array
    finite = np.isfinite(array)
    if array.ndim != 1 or not (gaps or finite.all()) or (np.abs(array[finite]) > _LARGEST).any():
        raise ValueError(
            f"{name} has shape {array.shape} and holds {array.ravel()[:5].tolist()}: expected a "
            f"row of {'' if gaps else 'finite '}numbers up to {_LARGEST:g}; drop or mend the others"
        )
    return array


def names_in_order(name: str, values: Iterable) -> list[str]:
    """Return names as a list of texts.

    Parameters
    ----------
    name : str
        What they are called in the error.
    values : iterable
        In their order; written as ``str`` has them.

    Returns
    -------
    list of str

    Raises
    ------
    ValueError
        If it is a single text or a set, or nothing that can be listed.

    Examples
    --------
    >>> names_in_order("labels", np.array([0, 1]))
    ['0', '1']
    """
    try:
        if not isinstance(values, str | bytes | set | frozenset):
            return [*map(str, values)]
    except TypeError:  # no iterable, or one that says it is and is not
        pass
    raise ValueError(
        f"{name}={values!r:.60}: expected several names in their order, such as ['ham', 'spam']"
    )


def by_name(name: str, values: Mapping) -> dict:
    """Return a dict of what is to be drawn, name by name.

    Parameters
    ----------
    name : str
        What it is called in the error.
    values : mapping

    Returns
    -------
    dict

    Raises
    ------
    ValueError
        If it is no mapping.

    Examples
    --------
    >>> by_name("samples", {"NB": [0.9]})
    {'NB': [0.9]}
    """
    if not isinstance(values, Mapping):
        raise ValueError(
            f"{name} is a {type(values).__name__}, expected a dict from names to numbers: "
            'such as {"NB": ...}; of a Series or frame give its to_dict()'
        )
    return dict(values)


def check_form(form: str) -> None:
    """Raise unless numbers can be written in a format.

    Parameters
    ----------
    form : str

    Raises
    ------
    ValueError
        If it is no format of a float.

    Examples
    --------
    >>> check_form("+.2f")
    """
    try:
        format(0.5, form)
    except (ValueError, TypeError) as error:
        raise ValueError(
            f"form={form!r:.60} is no format of a number ({error}): give one such as '.4f'"
        ) from error
