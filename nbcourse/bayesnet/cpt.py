"""CPT: the table of a variable's probabilities, one distribution for each state of its parents."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

import numpy as np
from numpy.typing import ArrayLike

from nbcourse.bayesnet.given import as_names, as_states, is_value
from nbcourse.logspace import real_array, refuse

__all__ = ["CPT"]


@dataclass(frozen=True, eq=False)
class CPT:
    r"""Conditional probability table (条件概率表) of one variable.

    .. math:: \theta_{x_i \mid \pi_i} = P(x_i \mid \pi_i), \qquad
              \sum_{x_i} \theta_{x_i \mid \pi_i} = 1 \text{ for every } \pi_i

    Parameters
    ----------
    variable : hashable
        Name of the variable.
    states : sequence of hashable
        Its states.
    table : array_like of shape (states of parent 1, ..., states)
        Probabilities; the last axis sums to one.
    parents : mapping, optional
        The states of each parent, in the order of the axes.

    Attributes
    ----------
    variable, states, table, parents
        As given, checked; `states` a tuple, `parents` a dict of tuples, `table` read-only.

    Raises
    ------
    ValueError
        If a name or state is unusable, the shape does not fit, or a distribution holds a
        negative number or does not sum to one (within 1e-9). All bad rows are named at once.

    Notes
    -----
    Equation S1-BN-cpt.

    Examples
    --------
    >>> CPT("rain", ["yes", "no"], [0.2, 0.8])
    CPT('rain': 'yes', 'no')
    >>> CPT("wet", ["yes", "no"], [[0.9, 0.1], [0.2, 0.8]], {"rain": ["yes", "no"]}).rows()["no"]
    {'yes': 0.2, 'no': 0.8}
    """

    variable: Hashable
    states: Sequence
    table: ArrayLike
    parents: Mapping = field(default_factory=dict)

    def __post_init__(self):
        if not isinstance(self.parents, Mapping):
            raise ValueError(
                f"parents={self.parents!r:.60}: give the states of each, {{'rain': ['yes', 'no']}}"
            )
        refuse(
            f"variable {name!r:.60} cannot name a variable: use a text, a number or a tuple"
            for name in (self.variable, *self.parents)
            if not is_value(name)
        )
        if self.variable in self.parents:
            raise ValueError(f"parents of {self.variable!r} hold the variable itself: leave it out")
        table = np.array(real_array("table", self.table))
        table.flags.writeable = False
        parents = {name: as_states(name, states) for name, states in self.parents.items()}
        for name, value in {
            "states": as_states(self.variable, self.states),
            "table": table,
            "parents": parents,
        }.items():
            object.__setattr__(self, name, value)
        refuse(self._faults())

    def _faults(self):
        """What is wrong with the shape, or with each row."""
        shape = tuple(map(len, [*self.parents.values(), self.states]))
        if self.table.shape != shape:
            yield (
                f"table of {self.variable!r} has shape {self.table.shape}, expected {shape}: one "
                "axis for each parent, the states of the variable last"
            )
            return
        for place in np.ndindex(shape[:-1]):
            row = self.table[place]
            if not (row.min() >= 0 and abs(row.sum() - 1) <= 1e-9):
                yield (
                    f"table of {self.variable!r}{self._given(place)} is {row.tolist()} with sum "
                    f"{row.sum():.10g}, expected probabilities that sum to 1: divide by their sum"
                )

    def _given(self, place):
        """The configuration of the parents, for a message."""
        pairs = zip(self.parents.items(), place, strict=True)
        told = ", ".join(f"{name!r}={states[k]!r}" for (name, states), k in pairs)
        return f" given {told}" if told else ""

    @classmethod
    def of(cls, variable: Hashable, rows: Mapping, parents: Sequence[Hashable] = ()) -> "CPT":
        r"""A table written out by hand.

        Parameters
        ----------
        variable : hashable
            Name of the variable.
        rows : mapping
            Without parents, the probability of each state. With one parent, such a mapping for
            each state of the parent; with several, for each tuple of their states.
        parents : list or tuple of hashable, or one name
            Names of the parents, in the order of the tuples.

        Returns
        -------
        CPT

        Raises
        ------
        ValueError
            If a configuration of the parents or a state is missing (write its zero), or as for
            :class:`CPT`.

        Examples
        --------
        >>> wet = CPT.of("wet", {"rain": {True: 0.9, False: 0.1},
        ...                      "sun": {True: 0.2, False: 0.8}}, ["weather"])
        >>> wet.parents, wet.table.tolist()
        ({'weather': ('rain', 'sun')}, [[0.9, 0.1], [0.2, 0.8]])
        """
        names = as_names(parents)
        refuse(
            f"parents of {variable!r} hold {name!r:.60}, which cannot name a variable: use a text, "
            "a number or a tuple"
            for name in names
            if not is_value(name)
        )
        if len(set(names)) < len(names):
            raise ValueError(f"parents of {variable!r} are {names!r:.200}: name each once")
        keyed = _keyed(variable, rows, names)
        found = [tuple(dict.fromkeys(key[i] for key in keyed)) for i in range(len(names))]
        states = tuple(dict.fromkeys(state for row in keyed.values() for state in row))
        refuse(_gaps(variable, keyed, found, states))
        numbers = [[keyed[key][state] for state in states] for key in product(*found)]
        table = real_array("rows", numbers).reshape(*map(len, found), len(states))
        return cls(variable, states, table, dict(zip(names, found, strict=True)))

    def rows(self) -> dict:
        """The table as :meth:`of` takes it.

        Returns
        -------
        dict

        Examples
        --------
        >>> CPT("rain", ["yes", "no"], [0.2, 0.8]).rows()
        {'yes': 0.2, 'no': 0.8}
        """
        distributions = [
            dict(zip(self.states, row, strict=True))
            for row in self.table.reshape(-1, len(self.states)).tolist()
        ]
        if not self.parents:
            return distributions[0]
        keys = product(*self.parents.values())
        if len(self.parents) == 1:
            keys = (key for (key,) in keys)
        return dict(zip(keys, distributions, strict=True))

    def __repr__(self):
        return f"CPT({self._head()}: {', '.join(map(repr, self.states))})"

    def _head(self):
        """The variable given its parents."""
        given = " | " + ", ".join(map(repr, self.parents)) if self.parents else ""
        return f"{self.variable!r}{given}"


def _keyed(variable, rows, names):
    """Rows by tuples of parent states, () without parents."""
    shape = "{state: probability}"
    if names:
        key = "state of the parent" if len(names) == 1 else f"tuple of {len(names)} parent states"
        shape = f"{{{key}: {shape}}}"
    keyed = {(): rows}
    if names and isinstance(rows, Mapping):
        keyed = {(key,) if len(names) == 1 else key: row for key, row in rows.items()}
    for key, row in keyed.items():
        fits = isinstance(key, tuple) and len(key) == len(names)
        if not (fits and isinstance(row, Mapping)) or isinstance(next(iter(row.values()), 0), dict):
            raise ValueError(
                f"rows of {variable!r} hold {key!r:.60}: {row!r:.60}, expected {shape} for the "
                f"parents {names}"
            )
    return keyed


def _gaps(variable, keyed, found, states):
    """What is left out: configurations of the parents, states within a row."""
    if not keyed:
        yield f"rows of {variable!r} are empty: give a distribution for each parent configuration"
    for key in product(*found):
        if key not in keyed:
            yield f"rows of {variable!r} lack the parent configuration {key}: give its distribution"
    for key, row in keyed.items():
        lacking = [state for state in states if state not in row]
        if lacking:
            yield (
                f"rows of {variable!r} for {key} lack {lacking}: give every state's probability, "
                "0.0 too"
            )
