"""Curves, each with its name at its end and, where it is known, the band of its uncertainty."""

from collections.abc import Mapping
from numbers import Real

import numpy as np
from matplotlib import style
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from nbcourse.logspace import real_array
from nbcourse.plots.given import by_name, numbers, one_axes
from nbcourse.plots.letters import beside
from nbcourse.plots.page import LINES, say, written

_GAP = 12  # points between two labels at the end of lines


def curves(
    ax: Axes,
    x: ArrayLike,
    ys: Mapping[str, ArrayLike],
    *,
    bands: Mapping[str, ArrayLike] | None = None,
) -> Axes:
    """Draw lines told apart by colour, marker and dash, each named at its last point.

    Points that are not finite are left out. Set logarithmic scales before calling, so that the
    names find their places.

    Parameters
    ----------
    ax : Axes
        Where to draw.
    x : array-like of shape (n_points,)
        Common abscissa.
    ys : dict of str to array-like of shape (n_points,)
        Name and values of up to five lines.
    bands : dict of str to array-like of shape (2, n_points), optional
        For some of the lines the lower and the upper edge of a band, such as an interval.

    Returns
    -------
    Axes

    Raises
    ------
    ValueError
        If there are no lines or more than can be told apart, or one has not a value for each x,
        or no point that can be drawn on these scales, or a band has no line or not two edges.

    Examples
    --------
    >>> from nbcourse.plots import canvas
    >>> fig, ax = canvas()
    >>> ax = curves(ax, [50, 100, 200], {"NB": [0.08, 0.06, 0.04], "LR": [0.12, 0.1, 0.07]})
    """
    ax, ys = one_axes(ax), by_name("ys", ys)
    if not 0 < len(ys) <= len(LINES):
        raise ValueError(
            f"ys has {len(ys)} lines: expected 1 to at most {len(LINES)}; use two figures"
        )
    x, places = _places(ax.xaxis, x)
    ys = {str(name): numbers(f"ys[{str(name)!r}]", y, gaps=True) for name, y in ys.items()}
    for name, y in ys.items():
        if y.shape != x.shape:
            raise ValueError(f"ys[{name!r}] has shape {y.shape}: expected one per x, {x.shape}")
    bands = _bands(ys, {} if bands is None else by_name("bands", bands))
    ends = {}
    for name, y in ys.items():
        shown = np.flatnonzero(_on_scale(ax.xaxis, places) & _on_scale(ax.yaxis, y))
        if not shown.size:
            raise ValueError(
                f"ys[{name!r}] has no point that can be drawn: expected finite numbers, "
                "positive ones where the scale is logarithmic"
            )
        ends[name] = places[shown[-1]], y[shown[-1]]
    _draw_lines(ax, x, ys, ends, bands)
    said = (
        _course(name, x[np.isfinite(y)], y[np.isfinite(y)]) + _width(bands.get(name))
        for name, y in ys.items()
    )
    return say(ax, "; ".join(said), named="xy")


def _bands(ys, bands):
    """Two edges for each band, for lines that there are."""
    found = {}
    for name, edges in bands.items():
        edges = real_array(f"bands[{str(name)!r}]", edges)
        if name not in ys or edges.shape != (2, len(ys[name])):
            raise ValueError(
                f"bands[{str(name)!r}] has shape {edges.shape}: expected one of the lines {[*ys]}, "
                "and (low, high), each with a value per x"
            )
        found[name] = [numbers(f"bands[{name!r}]", edge, gaps=True) for edge in edges]
    return found


def _places(axis, x):
    """Numbers, dates or names as an array, and where on an axis they stand."""
    try:
        x = np.asarray(x)
        if x.ndim != 1 or np.iscomplexobj(x):
            raise TypeError(f"shape {x.shape}, type {x.dtype}")
        axis.update_units(x)
        return x, numbers("x", axis.convert_units(x), gaps=True)
    except (ValueError, TypeError, OverflowError, RuntimeError) as error:
        raise ValueError(
            f"x={x!r:.60} has no places on the axis ({error}): give a row of numbers, dates, names"
        ) from error


def _course(name, x, y):
    """The ends of one curve in words, and its extremes where they lie in between."""

    def point(at):
        place = written(x[at]) if isinstance(x[at], Real) else x[at]
        return f"{written(y[at])} at {place}"

    told = f"{name}: {point(0)} to {point(-1)}" if len(y) > 1 else f"{name}: {point(0)}"
    seen = [float(f"{value:.4g}") for value in y]  # what differs less is no extreme
    for word, at in (("lowest", np.argmin(seen)), ("highest", np.argmax(seen))):
        if 0 < at < len(y) - 1:
            told += f", {word} {point(at)}"
    return told


def _width(band):
    """The band of a curve in words: its edges at the first and at the last point."""
    if band is None:
        return ""
    first, last = (f"{written(band[0][at])} to {written(band[1][at])}" for at in (0, -1))
    return f", band {first} at first, {last} at last"


def _on_scale(axis, values):
    """Which values have a place on an axis."""
    low, high = {"log": (0, np.inf), "logit": (0, 1)}.get(axis.get_scale(), (-np.inf, np.inf))
    return (low < values) & (values < high)


@style.context("default")
def _draw_lines(ax, x, ys, ends, bands):
    """The lines of :func:`curves`, their bands and their names."""
    for (name, y), line in zip(ys.items(), LINES, strict=False):
        ax.plot(x, y, **line)
        if name in bands:
            ax.fill_between(x, *bands[name], color=line["color"], alpha=0.15, linewidth=0)
    ax.autoscale_view()  # matplotlib is lazy: without it the transformation below is stale
    heights = ax.transData.transform([*ends.values()])[:, 1]
    heights *= 72 / ax.figure.dpi  # from dots to points
    shifts = _spread(heights) - heights
    for (name, end), line, shift in zip(ends.items(), LINES, shifts, strict=False):
        beside(ax, name, end, side=1, shift=shift, color=line["color"])
    ax.grid(alpha=0.3)


def _spread(heights):
    """Return heights in points moved apart, so that no two are closer than a line of text."""
    order = np.argsort(heights)
    ladder = _GAP * np.arange(heights.size)
    placed = np.empty_like(heights)
    placed[order] = np.maximum.accumulate(heights[order] - ladder) + ladder
    return placed
