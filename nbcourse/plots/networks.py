"""Networks: boxes and arrows, lines without direction, and how sure one is of each box."""

from collections.abc import Iterable, Mapping

import numpy as np
from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.patches import FancyArrowPatch, Rectangle

from nbcourse.plots.given import by_name, names_in_order, numbers, one_axes
from nbcourse.plots.letters import literal
from nbcourse.plots.page import COLORS, say, written

WIDTH, HEIGHT = 0.74, 0.5  # of a box; places are one apart


def network(
    ax: Axes,
    arrows: Iterable,
    *,
    names: Iterable = (),
    lines: Iterable = (),
    shares: Mapping | None = None,
    known: Iterable = (),
    places: Mapping | None = None,
) -> Axes:
    """Draw a network: a box for each name, arrows from parents to children, lines.

    Parameters
    ----------
    ax : Axes
        Where to draw.
    arrows : iterable of (parent, child)
        The arrows; they run in no circle.
    names : iterable, optional
        Names without arrow or line, and the order of those in one row.
    lines : iterable of (name, name), optional
        Connections without direction, dashed.
    shares : mapping of name to float, optional
        A number between 0 and 1 for some names: so far is the box filled, and written in it.
    known : iterable, optional
        Names with a thick frame: what was observed.
    places : mapping of name to (x, y), optional
        Where the boxes stand; else parents stand above their children.

    Returns
    -------
    Axes

    Raises
    ------
    ValueError
        If arrows or lines are no pairs of different names, arrows run in a circle, a share is none,
        or a place is missing.

    Examples
    --------
    >>> from nbcourse.plots import canvas
    >>> fig, ax = canvas()
    >>> ax = network(ax, [("rain", "wet"), ("hose", "wet")], shares={"rain": 0.3}, known=["wet"])
    """
    ax = one_axes(ax)
    arrows, lines = _pairs("arrows", arrows), _pairs("lines", lines)
    filled, marked = _checked_shares(shares), names_in_order("known", known)
    ends = [name for pair in (*arrows, *lines) for name in pair]
    order = [*dict.fromkeys([*names_in_order("names", names), *ends, *filled, *marked])]
    if not order:
        raise ValueError("arrows is empty, and so is names: expected something to draw")
    spots = _rows(order, arrows) if places is None else _checked_places(order, places)
    _draw(ax, spots, arrows, lines, filled, marked)
    return say(ax, _told(order, arrows, lines, filled, marked))


def _pairs(what, pairs):
    """Pairs of different names, as texts."""
    try:
        found = [names_in_order(what, pair) for pair in pairs]
    except TypeError:
        raise ValueError(f"{what}={pairs!r:.60}: expected a list of pairs of names") from None
    for pair in found:
        if len({*pair}) != 2 or len(pair) != 2:
            raise ValueError(f"{what} hold {pair!r:.60}: expected pairs of different names")
    return [tuple(pair) for pair in found]


def _checked_shares(shares):
    """Shares as floats between 0 and 1, by name."""
    given = {} if shares is None else by_name("shares", shares)
    given = {str(name): share for name, share in given.items()}
    found = dict(zip(given, numbers("shares", list(given.values())).tolist(), strict=True))
    for name, share in found.items():
        if not 0 <= share <= 1:
            raise ValueError(f"shares give {name!r} {share:g}: expected a number from 0 to 1")
    return found


def _checked_places(order, places):
    """The given place of each name."""
    given = {str(name): spot for name, spot in by_name("places", places).items()}
    for name in order:
        if len(numbers(f"places of {name!r}", given.get(name, ()))) != 2:
            raise ValueError(f"places give {name!r} none: expected (x, y) for each name")
    return {name: np.array(given[name], dtype=float) for name in order}


def _rows(order, arrows):
    """Each name one row below the lowest of its parents, the names of a row side by side."""
    depth = dict.fromkeys(order, 0)
    for _ in order:
        for parent, child in arrows:
            depth[child] = max(depth[child], depth[parent] + 1)
    if max(depth.values()) >= len(order):
        raise ValueError(f"arrows={arrows!r:.120} run in a circle: expected none")
    rows = {row: [v for v in order if depth[v] == row] for row in depth.values()}
    return {v: np.array([rows[d].index(v) - (len(rows[d]) - 1) / 2, -d]) for v, d in depth.items()}


@style.context("default")
def _draw(ax, spots, arrows, lines, filled, marked):
    """Boxes, what fills them, and what joins them."""
    boxes = {}
    for name, spot in spots.items():
        corner, thick = spot - (WIDTH / 2, HEIGHT / 2), name in marked
        look = {"edgecolor": COLORS["vermillion" if thick else "black"], "lw": 2.4 if thick else 1}
        boxes[name] = ax.add_patch(Rectangle(corner, WIDTH, HEIGHT, fc="white", zorder=2, **look))
        share = filled.get(name, 0)
        fill = Rectangle(corner, WIDTH * share, HEIGHT, fc=COLORS["skyblue"], lw=0, zorder=2)
        ax.add_patch(fill)
        ax.add_patch(Rectangle(corner, WIDTH, HEIGHT, fill=False, zorder=3, **look))
        label = f"{name}\n{written(share, '.3g')}" if name in filled else name
        literal(ax.text(*spot, label, ha="center", va="center", fontsize=10, zorder=4))
    for pairs, tip, dash in ((arrows, "-|>", "-"), (lines, "-", "--")):
        for start, end in pairs:
            look = {"arrowstyle": tip, "ls": dash, "color": COLORS["black"], "lw": 1.2}
            look |= {"patchA": boxes[start], "patchB": boxes[end], "shrinkA": 0, "shrinkB": 0}
            ax.add_patch(
                FancyArrowPatch(spots[start], spots[end], mutation_scale=10, zorder=1, **look)
            )
    x, y = np.array(list(spots.values())).T
    ax.set(xlim=(x.min() - 0.5, x.max() + 0.5), ylim=(y.min() - 0.4, y.max() + 0.4))
    ax.axis("off")


def _told(order, arrows, lines, filled, marked):
    """What is to be seen, in words."""
    joined = {name for pair in (*arrows, *lines) for name in pair}
    parts = {
        "arrows": [f"{parent} → {child}" for parent, child in arrows],
        "lines": [f"{one} – {other}" for one, other in lines],
        "alone": [name for name in order if name not in joined],
        "shares": [f"{name} {written(share, '.3g')}" for name, share in filled.items()],
        "known": marked,
    }
    return "; ".join(f"{what} {', '.join(found)}" for what, found in parts.items() if found)
