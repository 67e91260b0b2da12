"""Trees: what hangs on what, as an outline or at given places."""

import numpy as np
from matplotlib import style
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from nbcourse.logspace import real_array
from nbcourse.plots.given import names_in_order, numbers, one_axes
from nbcourse.plots.letters import literal
from nbcourse.plots.page import COLORS, say, written


def tree(
    ax: Axes,
    parents: ArrayLike,
    names,
    *,
    weights: ArrayLike | None = None,
    places: ArrayLike | None = None,
) -> Axes:
    """Draw a tree: each vertex on a line of its own, to the right of its parent, or where you say.

    Parameters
    ----------
    ax : Axes
        Where to draw.
    parents : array-like of int, shape (d,)
        The parent of each vertex, -1 for a root.
    names : sequence of d names
        The vertices.
    weights : array-like of shape (d,), optional
        What the edge to the parent weighs: the heavier, the wider, and told in the text. A root's
        is not read.
    places : array-like of shape (d, 2), optional
        Where the vertices stand; then their names are only told in the text.

    Returns
    -------
    Axes

    Raises
    ------
    ValueError
        If a parent is no vertex, parents run in a circle, or names, weights or places are not one
        for each vertex.

    Examples
    --------
    >>> from nbcourse.plots import canvas
    >>> fig, ax = canvas()
    >>> ax = tree(ax, [-1, 0, 0], ["radius", "area", "texture"], weights=[0, 1.2, 0.1])
    """
    ax, names = one_axes(ax), names_in_order("names", names)
    parents, depth = _checked_parents(parents)
    d = len(parents)
    weights = np.ones(d) if weights is None else numbers("weights", weights)
    outline = places is None
    spots = _outline(parents, depth) if outline else real_array("places", places)
    for what, given, shape in (
        ("names", np.array(names), (d,)),
        ("weights", weights, (d,)),
        ("places", spots, (d, 2)),
    ):
        if given.shape != shape or (what == "places" and not np.isfinite(given).all()):
            raise ValueError(
                f"{what} has shape {given.shape} for {d} parents: expected one finite for each "
                f"vertex, shape {shape}"
            )
    _draw(ax, parents, weights, spots, outline)
    if outline:
        _name(ax, names, spots)
    told = "" if (weights == 1).all() else " ({})"
    parts = (
        f"{name} hangs on {names[p]}" + told.format(written(w, ".2f")) if p >= 0 else f"root {name}"
        for name, p, w in zip(names, parents, weights, strict=True)
    )
    return say(ax, "; ".join(parts))


def _checked_parents(parents):
    """The parents as whole numbers, and how far each vertex is from its root."""
    given = numbers("parents", parents)
    d = len(given)
    found = given.astype(int)
    if not d or (found != given).any() or (found < -1).any() or (found >= d).any():
        raise ValueError(
            f"parents={given.tolist()!r:.60}: expected for each of {d} vertices another one's "
            f"number, or -1 for a root"
        )
    depth, above = np.zeros(d, dtype=int), found
    for _ in range(d):
        depth += above >= 0
        above = np.where(above >= 0, found[above], -1)
    if (above >= 0).any():
        raise ValueError(
            f"parents={found.tolist()!r:.60} run in a circle at vertex {int(np.argmax(above >= 0))}"
            ": expected that each vertex leads to a root"
        )
    return found, depth


def _outline(parents, depth):
    """Places of an outline: as far right as deep, and the children under their parent."""
    lines, waiting = [], [*np.flatnonzero(parents < 0)[::-1]]
    while waiting:
        vertex = waiting.pop()
        lines.append(vertex)
        waiting += [*np.flatnonzero(parents == vertex)[::-1]]
    return np.column_stack([depth, -np.argsort(lines)]).astype(float)


@style.context("default")
def _draw(ax, parents, weights, spots, outline):
    """The edges, wide where they weigh much, and a dot for each vertex."""
    heaviest = max(np.abs(weights[parents >= 0]).max(initial=0.0), 1e-300)
    for vertex in np.flatnonzero(parents >= 0):
        start, end = spots[parents[vertex]], spots[vertex]
        if outline:  # down, then right: past all names
            corner = np.array([start[0], end[1]])
            _edge(ax, [start, corner], 0.0)
            start = corner
        _edge(ax, _way(start, end, spots), abs(weights[vertex]) / heaviest)
    root = parents < 0
    ax.plot(*spots[~root].T, "o", color=COLORS["black"], ms=5, zorder=2)
    ax.plot(*spots[root].T, "s", color=COLORS["vermillion"], ms=8, zorder=2)
    ax.axis("off")


def _way(start, end, spots):
    """Straight, or an arc where the straight way runs over another vertex."""
    along, off = end - start, spots - start
    ahead, square = off @ along, along @ along
    aside = np.abs(off[:, 0] * along[1] - off[:, 1] * along[0])
    over = (ahead > 0) & (ahead < square) & (aside <= 1e-9 * square)
    if not over.any():
        return np.array([start, end])
    t = np.linspace(0, 1, 25)[:, None]
    bend = 0.4 * t * (1 - t)  # a tenth of the length, in the middle
    return start + t * along + bend * np.array([-along[1], along[0]])


def _edge(ax, way, share):
    """A line, wide by its share of the heaviest weight."""
    line, width = np.transpose(way), 0.8 + 3.2 * share
    ax.plot(*line, color=COLORS["blue"], lw=width, solid_capstyle="round", zorder=1)


@style.context("default")
def _name(ax, names, spots):
    """The names, to the right of their dots, and room for them."""
    for name, spot in zip(names, spots, strict=True):
        literal(
            ax.annotate(name, spot, (8, 0), textcoords="offset points", va="center", fontsize=10)
        )
    ax.set(xlim=(-0.2, spots[:, 0].max() + 1.6), ylim=(spots[:, 1].min() - 0.6, 0.6))
