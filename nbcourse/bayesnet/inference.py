"""Exact inference: factors in the log domain, and their elimination one variable at a time."""

from collections.abc import Collection, Hashable, Mapping, Sequence
from itertools import count
from math import prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["Factor", "eliminate", "log_product", "multiplied", "sizes_of"]

MOST_CELLS = 2**24


class Factor(NamedTuple):
    r"""A function of some variables, as logarithms: :math:`\log \phi(x_1, \dots, x_k)`.

    Parameters
    ----------
    variables : tuple of hashable
        One for each axis.
    log : numpy.ndarray
        The logarithms; :math:`-\infty` is allowed.
    """

    variables: tuple
    log: np.ndarray

    def restricted(self, known: Mapping[Hashable, int]) -> "Factor":
        """The factor with the known variables fixed.

        Parameters
        ----------
        known : mapping
            The number of the state of each known variable; others may be among them.

        Returns
        -------
        Factor

        Examples
        --------
        >>> Factor(("a", "b"), np.log([[0.5, 0.5], [0.25, 0.75]])).restricted({"a": 1}).variables
        ('b',)
        """
        where = tuple(known.get(v, slice(None)) for v in self.variables)
        return Factor(tuple(v for v in self.variables if v not in known), self.log[where])


def multiplied(factors: Collection[Factor], variables: Sequence[Hashable]) -> Factor:
    r"""The product of factors, as a sum of logarithms over common axes.

    .. math:: \log \phi(x) = \sum_f \log \phi_f(x_f)

    Parameters
    ----------
    factors : collection of Factor
        Whose variables are among `variables`.
    variables : sequence of hashable
        The axes of the result, in order; each in some factor.

    Returns
    -------
    Factor

    Raises
    ------
    ValueError
        If the result had more than 2**24 cells.

    Examples
    --------
    >>> a, b = Factor(("a",), np.log([0.5, 0.5])), Factor(("b",), np.log([0.25, 0.75]))
    >>> np.exp(multiplied([a, b], ["b", "a"]).log).round(3).tolist()
    [[0.125, 0.125], [0.375, 0.375]]
    """
    sizes = sizes_of(factors)
    shape = [sizes[v] for v in variables]
    if prod(shape) > MOST_CELLS or len(shape) > 60:
        raise ValueError(
            f"exact inference would need a table of {prod(shape):.3g} cells over "
            f"{len(shape)} variables: take gibbs, give more evidence, or ask for fewer at once"
        )
    total = np.zeros(shape)
    place = {v: i for i, v in enumerate(variables)}
    for factor in factors:
        order = sorted(range(len(factor.variables)), key=lambda i: place[factor.variables[i]])
        inside = set(factor.variables)
        wide = [sizes[v] if v in inside else 1 for v in variables]
        total += factor.log.transpose(order).reshape(wide)
    return Factor(tuple(variables), total)


def eliminate(factors: Collection[Factor], keep: Sequence[Hashable]) -> Factor:
    r"""Variable elimination (变量消去): the product of factors, summed over the others.

    .. math:: \phi(x_K) = \sum_{x \setminus x_K} \prod_f \phi_f(x_f)

    The next variable is the one whose elimination needs the smallest table; of equal ones the
    first.

    Parameters
    ----------
    factors : collection of Factor
        Of a network: its tables, restricted to the evidence.
    keep : sequence of hashable
        The axes of the result.

    Returns
    -------
    Factor

    Raises
    ------
    ValueError
        If a table on the way had more than 2**24 cells.

    Examples
    --------
    >>> coin = Factor(("a",), np.log([0.5, 0.5]))
    >>> child = Factor(("a", "b"), np.log([[0.9, 0.1], [0.3, 0.7]]))
    >>> np.exp(eliminate([coin, child], ["b"]).log).round(3).tolist()
    [0.6, 0.4]
    """
    sizes, kept = sizes_of(factors), set(keep)
    left, numbers = dict(enumerate(factors)), count(len(factors))
    touching = {v: [i for i, f in left.items() if v in f.variables] for v in sizes}
    scopes = {v: _scope(v, left, touching) for v in sizes if v not in kept}
    while scopes:
        best = min(scopes, key=lambda v: prod(sizes[u] for u in scopes[v]))
        scope, new = scopes.pop(best), next(numbers)
        joined = multiplied([left.pop(i) for i in touching[best]], scope)
        # logaddexp of -inf and -inf is -inf, without a warning
        left[new] = Factor(tuple(scope[1:]), np.logaddexp.reduce(joined.log, axis=0))
        for v in scope[1:]:
            touching[v] = [i for i in touching[v] if i in left] + [new]
        for v in scopes.keys() & set(scope):
            scopes[v] = _scope(v, left, touching)
    return multiplied(left.values(), keep)


def log_product(
    factors: Collection[Factor], rows: Mapping[Hashable, NDArray[np.intp]]
) -> NDArray[np.float64]:
    r"""The product of factors at given states, row by row: no sum, so no size is too large.

    .. math:: \log \phi(x) = \sum_f \log \phi_f(x_f)

    Parameters
    ----------
    factors : collection of Factor
        At least one.
    rows : mapping
        The numbers of states of each variable, or one number.

    Returns
    -------
    numpy.ndarray of shape (n,)

    Examples
    --------
    >>> log_product([Factor(("a",), np.log([0.25, 0.75]))], {"a": np.array([1, 0])}).round(3)
    array([-0.288, -1.386])
    """
    return sum(f.log[tuple(rows[v] for v in f.variables)] for f in factors)


def sizes_of(factors: Collection[Factor]) -> dict[Hashable, int]:
    """The number of states of each variable, in order of appearance.

    Parameters
    ----------
    factors : collection of Factor
        Any.

    Returns
    -------
    dict

    Examples
    --------
    >>> sizes_of([Factor(("a", "b"), np.zeros((2, 3)))])
    {'a': 2, 'b': 3}
    """
    return {v: n for f in factors for v, n in zip(f.variables, f.log.shape, strict=True)}


def _scope(variable, factors, touching):
    """The variable, then all that share a factor with it."""
    near = [v for i in touching[variable] for v in factors[i].variables]
    return list(dict.fromkeys([variable, *near]))
