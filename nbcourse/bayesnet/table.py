"""Table: columns of discrete data, each value coded by the number of its state."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from math import prod

import numpy as np
from numpy.typing import NDArray

from nbcourse.bayesnet.given import as_states, is_value
from nbcourse.logspace import refuse

__all__ = ["Table", "encode"]

MOST_CELLS = 2**24


class Table(Mapping):
    r"""Discrete data: a mapping from the names of variables to their columns.

    Parameters
    ----------
    data : mapping or pandas.DataFrame
        Columns by name, all of one length, without missing values.
    states : mapping, optional
        The states of some variables, in order; those that never occur included. For the others
        the values found, sorted where they can be sorted, else in order of appearance.

    Attributes
    ----------
    variables : tuple
        Names, in the order of the columns.
    states : dict
        The states of each variable.
    codes : numpy.ndarray of shape (d, n)
        The number of the state, a row for each variable.

    Raises
    ------
    ValueError
        If a name is unusable or twice, lengths differ, a value is missing or no state. All faults
        are told at once.

    Examples
    --------
    >>> table = Table({"rain": ["no", "yes", "no"], "wet": [0, 1, 1]})
    >>> table.states["rain"], table.codes.tolist()
    (('no', 'yes'), [[0, 1, 0], [0, 1, 1]])
    """

    def __init__(self, data: Mapping, states: Mapping | None = None):
        columns = _columns(data)
        states = _declared(states, columns)
        self.states, self.codes = encode(columns, {v: states.get(v) for v in columns})
        self.variables = tuple(self.states)

    @classmethod
    def of_codes(cls, states: Mapping, codes: NDArray) -> "Table":
        """A table whose values are coded already.

        Parameters
        ----------
        states : mapping
            The states of each variable, in the order of the rows of `codes`.
        codes : numpy.ndarray of shape (d, n)
            Numbers of states; not checked.

        Returns
        -------
        Table

        Examples
        --------
        >>> list(Table.of_codes({"wet": ("no", "yes")}, np.array([[1, 0]]))["wet"])
        ['yes', 'no']
        """
        table = cls.__new__(cls)
        table.states, table.codes, table.variables = dict(states), codes, tuple(states)
        return table

    @property
    def n(self) -> int:
        """Number of rows.

        Returns
        -------
        int
        """
        return self.codes.shape[1]

    def counts(self, variables: Sequence[Hashable]) -> NDArray[np.int64]:
        r"""How often each combination of states occurs.

        .. math:: N_{x_1 \dots x_k} = \#\{\text{rows with these states}\}

        Parameters
        ----------
        variables : sequence of hashable
            Names of the variables, at least one.

        Returns
        -------
        numpy.ndarray
            One axis for each variable.

        Raises
        ------
        ValueError
            If there would be more than 2**24 combinations.

        Examples
        --------
        >>> Table({"rain": ["no", "yes", "no"], "wet": [0, 1, 1]}).counts(["rain", "wet"]).tolist()
        [[1, 1], [0, 1]]
        """
        shape = [len(self.states[v]) for v in variables]
        if prod(shape) > MOST_CELLS:
            raise ValueError(
                f"variables {list(variables)!r:.200} have {prod(shape)} combinations of states, "
                f"expected at most {MOST_CELLS}: give fewer parents (max_parents)"
            )
        rows = [self.codes[self.variables.index(v)] for v in variables]
        return np.bincount(np.ravel_multi_index(rows, shape), minlength=prod(shape)).reshape(shape)

    def __getitem__(self, variable: Hashable) -> NDArray[np.object_]:
        if not (is_value(variable) and variable in self.states):
            raise KeyError(variable)
        states = np.empty(len(self.states[variable]), dtype=object)
        for k, state in enumerate(self.states[variable]):
            states[k] = state
        return states[self.codes[self.variables.index(variable)]]

    def __iter__(self) -> Iterator:
        return iter(self.variables)

    def __len__(self) -> int:
        return len(self.variables)

    def __repr__(self):
        return f"Table({self.n} rows of {', '.join(map(repr, self.variables))})"


def encode(data: Mapping, states: Mapping) -> tuple[dict, NDArray[np.intp]]:
    """Columns as numbers of states.

    Parameters
    ----------
    data : mapping, Table or pandas.DataFrame
        Columns by name; those that `states` does not name are left alone.
    states : mapping
        The states of each wanted variable, or None to find them.

    Returns
    -------
    (dict, numpy.ndarray of shape (d, n))
        The states, and a row of codes for each variable.

    Raises
    ------
    ValueError
        As for :class:`Table`, or if a wanted column is not there.

    Examples
    --------
    >>> encode({"wet": [0, 1]}, {"wet": (1, 0)})
    ({'wet': (1, 0)}, array([[1, 0]]))
    """
    columns = _columns(data)
    refuse(
        f"data lack the column {v!r}: add it; with partial evidence use posterior, row by row"
        for v in states
        if v not in columns
    )
    rows, faults = {}, []
    for variable, wanted in states.items():
        codes, values = _factorized(variable, columns[variable])
        known = _found(variable, values) if wanted is None else wanted
        places = {state: k for k, state in enumerate(known)}
        rows[variable] = known, np.array([places.get(v, -1) for v in values], dtype=np.intp)[codes]
        faults += _unusable(variable, codes, values, places)
    sizes = {variable: len(codes) for variable, (_, codes) in rows.items()}
    if len({*sizes.values()}) > 1:
        faults.append(f"columns of data have different lengths {sizes}: give a value for each row")
    refuse(faults)
    if not rows:
        raise ValueError("data have no column: give at least one variable")
    return {v: known for v, (known, _) in rows.items()}, np.stack([c for _, c in rows.values()])


def _columns(data):
    """Columns by name."""
    if not hasattr(data, "items"):
        raise ValueError(
            f"data is {data!r:.60} of type {type(data).__name__}, expected columns by name: a "
            "dict, a DataFrame, or {j: X[:, j] for j in range(d)} of an array"
        )
    pairs = list(data.items())
    names = [name for name, _ in pairs]
    refuse(
        f"data has the column name {name!r:.60}, which is no name: use a text, a number or a tuple"
        for name in names
        if not is_value(name)
    )
    refuse(
        f"data has the column {name!r} {names.count(name)} times: rename or drop"
        for name in dict.fromkeys(names)
        if len(set(names)) < len(names) and names.count(name) > 1
    )
    return dict(pairs)


def _declared(states, columns):
    """The states that the user lists, checked."""
    states = {} if states is None else states
    if not isinstance(states, Mapping):
        raise ValueError(f"states={states!r:.60}: give a mapping {{variable: [its states]}}")
    refuse(f"states names {v!r}, which is no column of data" for v in states if v not in columns)
    return {variable: as_states(variable, values) for variable, values in states.items()}


def _factorized(variable, column):
    """Codes in order of appearance, -1 where missing, and the values themselves."""
    from pandas import factorize

    if not hasattr(column, "dtype"):
        try:
            values = list(column)
        except TypeError as error:
            raise ValueError(f"column {variable!r} is {column!r:.60}: give a list") from error
        column = np.empty(len(values), dtype=object)
        for k, value in enumerate(values):
            column[k] = value
    if getattr(column, "ndim", 1) != 1:
        raise ValueError(f"column {variable!r} has shape {column.shape}: give one value for a row")
    try:
        codes, values = factorize(column)
    except (TypeError, ValueError) as error:
        raise ValueError(
            f"column {variable!r} holds a value that cannot be a state ({error}): use texts, "
            "numbers or tuples"
        ) from error
    return codes, values.tolist()


def _found(variable, values):
    """States of a column: sorted if they can be, else in order of appearance."""
    if not values:
        raise ValueError(f"column {variable!r} holds no value: give rows, or declare its states")
    try:
        return tuple(sorted(values))
    except TypeError:
        return tuple(values)


def _unusable(variable, codes, values, places):
    """Missing values, and values that are no state."""
    missing = np.flatnonzero(codes < 0)
    if missing.size:
        yield (
            f"column {variable!r} misses {missing.size} values, the first in row {missing[0]}: "
            "fill them in, with a state of its own if missing means something, or drop the rows"
        )
    strange = [value for value in values if value not in places]
    if strange:
        yield (
            f"column {variable!r} holds {strange!r:.100}, expected its states "
            f"{list(places)!r:.100}: check spelling and type, or declare them as states"
        )
