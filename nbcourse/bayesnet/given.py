"""What users hand in: names, states, sets of names, seeds; every fault is named at once."""

from collections.abc import Collection, Hashable
from typing import Any

from numpy.random import Generator, default_rng

from nbcourse.logspace import is_collection, refuse

__all__ = ["as_names", "as_states", "generator", "is_value", "names_among"]


def is_value(value: Any) -> bool:
    """Whether something can name a variable or a state: hashable and equal to itself.

    None, NaN and their like stand for what is missing, so they name nothing.

    Parameters
    ----------
    value : object
        Anything.

    Returns
    -------
    bool

    Examples
    --------
    >>> [is_value(v) for v in ("雨", ("a", 1), 0, None, float("nan"), [1])]
    [True, True, True, False, False, False]
    """
    try:
        hash(value)
        return value is not None and bool(value == value)
    except (TypeError, ValueError):
        return False


def as_states(variable: Hashable, states: Collection) -> tuple:
    """Check the states of a variable: at least one, all different, in a fixed order.

    Parameters
    ----------
    variable : hashable
        Whose states they are.
    states : list, tuple or other ordered collection
        The states; no text, whose letters are hardly meant, and no set, which has no order.

    Returns
    -------
    tuple

    Raises
    ------
    ValueError
        If there is none, one is missing, unhashable or twice, or they have no order.

    Examples
    --------
    >>> as_states("weather", ["sun", "rain"])
    ('sun', 'rain')
    """
    unordered = isinstance(states, str | bytes | set | frozenset)
    if unordered or not is_collection(states):
        raise ValueError(f"states of {variable!r} are {states!r:.60}: give a list, in fixed order")
    found = tuple(states.tolist() if hasattr(states, "tolist") else states)
    faults = [
        f"{variable!r} has the state {state!r:.60}, which is missing or unhashable: name states "
        "by texts, numbers or tuples"
        for state in found
        if not is_value(state)
    ]
    if not found:
        faults = [f"{variable!r} has no state: give at least one"]
    if not faults and len(set(found)) < len(found):
        faults = [f"states of {variable!r} are {found!r:.200}: name each once"]
    refuse(faults)
    return found


def names_among(argument: str, value: Any, known: Collection[Hashable]) -> list:
    """Names of variables: one name, a collection of them, or None for none.

    A value that is itself a name (a tuple, say) is that one variable; a list never is.

    Parameters
    ----------
    argument : str
        What the names are called in the error.
    value : hashable, collection or None
        What the user gave.
    known : collection
        The variables there are.

    Returns
    -------
    list
        Each name once, in the order given.

    Raises
    ------
    ValueError
        If a name is not known.

    Examples
    --------
    >>> names_among("given", ("a", 1), [("a", 1), "a"])
    [('a', 1)]
    >>> names_among("given", {}, "a")
    []
    """
    if is_value(value) and value in known:
        return [value]
    names = as_names(value)
    refuse(
        f"{argument} names {name!r:.60}, which is none of the variables {list(known)!r:.200}: "
        "check its spelling and its type"
        for name in names
        if not (is_value(name) and name in known)
    )
    return list(dict.fromkeys(names))


def as_names(value: Any) -> list:
    """One name as a list of it, a collection as a list, None as an empty one; not checked.

    Parameters
    ----------
    value : hashable, collection or None
        A text is one name, a tuple a collection.

    Returns
    -------
    list

    Examples
    --------
    >>> as_names("rain"), as_names(("rain", "hose")), as_names(None)
    (['rain'], ['rain', 'hose'], [])
    """
    if value is None:
        return []
    return list(value) if is_collection(value) and not isinstance(value, str | bytes) else [value]


def generator(rng: int | Generator) -> Generator:
    """NumPy's generator of random numbers, from a seed or as it is.

    Parameters
    ----------
    rng : int or numpy.random.Generator
        A seed >= 0, or a generator that goes on.

    Returns
    -------
    numpy.random.Generator

    Raises
    ------
    ValueError
        If it is neither; without a seed nobody could repeat the numbers.

    Examples
    --------
    >>> generator(0).integers(10, size=3).tolist()
    [8, 6, 5]
    """
    if isinstance(rng, Generator):
        return rng
    try:
        return default_rng(rng.__index__())
    except (AttributeError, TypeError, ValueError) as error:
        raise ValueError(f"rng={rng!r:.60} is no seed: give a whole number >= 0") from error
