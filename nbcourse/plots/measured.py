"""What was measured: scores over splits, tables of decisions."""

from collections.abc import Mapping

import numpy as np
from matplotlib import style
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from nbcourse.logspace import real_array, real_number
from nbcourse.plots.given import by_name, check_form, names_in_order, numbers, one_axes
from nbcourse.plots.letters import beside, literal, name_ticks, settle
from nbcourse.plots.page import COLORS, HATCH, say, written


def distribution(
    ax: Axes,
    samples: Mapping[str, ArrayLike],
    *,
    claimed: Mapping[str, float] | None = None,
    form: str = ".4f",
) -> Axes:
    """Draw how scores scatter over repeated splits, one row for each sample.

    Each row has a box from the first to the third quartile, whiskers to the extremes, a diamond
    at the mean, a tick for every score, and "mean ± standard deviation" beside it.

    Parameters
    ----------
    ax : Axes
        Where to draw.
    samples : dict of str to array-like
        Name of the row and its scores, first row at the top.
    claimed : dict of str to float, optional
        For some of the rows a value that a source prints, marked with a cross.
    form : str, default ".4f"
        Format of mean and deviation.

    Returns
    -------
    Axes

    Raises
    ------
    ValueError
        If ``claimed`` names a row that ``samples`` does not have, there is no row, or a row has
        no scores or NaN.

    Examples
    --------
    >>> from nbcourse.plots import canvas
    >>> fig, ax = canvas()
    >>> ax = distribution(ax, {"NB": [0.98, 0.99], "all ham": [0.86, 0.87]}, claimed={"NB": 0.986})
    """
    ax, samples = one_axes(ax), by_name("samples", samples)
    samples = {name: numbers(f"samples, row {name!r}", row) for name, row in samples.items()}
    claimed = {} if claimed is None else by_name("claimed", claimed)
    claimed = {name: real_number("claimed", claim) for name, claim in claimed.items()}
    numbers("claimed", [*claimed.values()])
    check_form(form)
    if unknown := [name for name in claimed if name not in samples]:
        raise ValueError(f"claimed names {unknown}: expected some of the rows {[*samples]}")
    if not samples:
        raise ValueError("samples is empty: expected a name and its scores for each row")
    for name, scores in samples.items():
        if not scores.size:
            raise ValueError(f"samples, row {name!r}: expected one or more finite scores, got none")
    _draw_rows(ax, samples, claimed, form)
    rows = (_in_words(name, s, claimed.get(name), form) for name, s in samples.items())
    return say(ax, "; ".join(rows), named="x")


def confusion(ax: Axes, table: ArrayLike, *, labels=("spam", "ham")) -> Axes:
    """Draw a table of decisions: truth in rows, decision in columns, errors hatched.

    Where the cells are too small for it, the shares of the row are only told in the alternative
    text, then the letters shrink. They stay readable with half an inch for each class:
    ``canvas(size=(6.4, 5.5))`` holds ten.

    Parameters
    ----------
    ax : Axes
        Where to draw.
    table : evaluation.Confusion, or array-like of shape (n_classes, n_classes)
        Counts, or means of counts.
    labels : sequence, default ("spam", "ham")
        The classes in the order of rows and columns.

    Returns
    -------
    Axes

    Raises
    ------
    ValueError
        If the table is not square, holds a negative number or NaN, or has not one label a class.

    Examples
    --------
    >>> from nbcourse.plots import canvas
    >>> fig, ax = canvas()
    >>> ax = confusion(ax, [[173, 14], [7, 1200]])
    """
    ax, labels = one_axes(ax), names_in_order("labels", labels)
    table = real_array("table", getattr(table, "table", table))
    if table.ndim != 2 or table.shape[0] != table.shape[1] or not table.size:
        raise ValueError(f"table has shape {table.shape}: expected as many rows as columns")
    if len(labels) != len(table):
        raise ValueError(
            f"labels={labels}: expected one for each of the {len(table)} classes of the table, "
            "in the order of its rows: confusion(ax, table, labels=[...])"
        )
    if not (numbers("table", table.ravel(), gaps=True) >= 0).all() or np.isinf(table).any():
        raise ValueError(f"table has {table[~(table >= 0)]}: expected counts, 0 or more")
    totals = table.sum(axis=1, keepdims=True)
    shares = np.divide(table, totals, out=np.zeros(table.shape), where=totals > 0)
    _draw_table(ax, table, shares, labels)
    rows = (
        f"truth {label}: "
        + ", ".join(
            f"{count:.10g} decided {decision} ({share:.1%})"
            for decision, count, share in zip(labels, counts, parts, strict=True)
        )
        for label, counts, parts in zip(labels, table, shares, strict=True)
    )
    return say(ax, "; ".join(rows))


def _in_words(name, scores, claim, form):
    """One row of :func:`distribution` in words."""
    low, high = written(scores.min(), form), written(scores.max(), form)
    count = f"{scores.size} score{'s' * (scores.size > 1)}"
    told = f"{name}: mean {_mean(scores, form)}, from {low} to {high}, {count}"
    return told if claim is None else f"{told}, claimed {written(claim, 'g')}"


def _mean(scores, form):
    """Mean ± standard deviation, of one score itself."""
    spread = f" ± {scores.std(ddof=1):{form}}" if scores.size > 1 else ""
    return f"{written(scores.mean(), form)}{spread}"


@style.context("default")
def _draw_rows(ax, samples, claimed, form):
    """The rows of :func:`distribution`."""
    for row, (name, scores) in enumerate(samples.items()):
        _score_row(ax, row, scores)
        beside(ax, _mean(scores, form), (1, row), side=1, xycoords=("axes fraction", "data"))
        if name in claimed:
            _claim(ax, row, claimed[name])
    name_ticks(ax.yaxis, samples)
    ax.set_ylim(len(samples) - 0.4, -0.6)
    ax.use_sticky_edges = False  # else a box at the end has no margin
    ax.locator_params(axis="x", nbins=5)  # more labels would touch in a narrow panel
    ax.grid(axis="x", alpha=0.3)


def _score_row(ax, row, scores):
    """Draw box, whiskers, mean and ticks of one sample."""
    least, low, high, most = np.quantile(scores, [0, 0.25, 0.75, 1])
    ax.plot([least, most], [row, row], color=COLORS["black"], linewidth=1, zorder=1)
    ax.barh(row, high - low, left=low, height=0.36, color=COLORS["skyblue"], ec="black", zorder=2)
    ax.plot(scores, np.full(scores.size, row + 0.32), "|", color=COLORS["blue"], alpha=0.4)
    ax.plot(scores.mean(), row, "D", color=COLORS["black"], markersize=6, zorder=3)


def _claim(ax, row, value):
    """Mark a value that a source claims."""
    ax.plot(value, row, "X", color=COLORS["spam"], mec="white", markersize=10, zorder=4)
    text = f"claimed {written(value, 'g')}"
    at, color = (value, row - 0.22), COLORS["spam"]
    literal(ax.annotate(text, at, ha="center", va="bottom", color=color))


@style.context("default")
def _draw_table(ax, table, shares, labels):
    """The cells of :func:`confusion`."""
    for (row, column), _ in np.ndenumerate(table):
        color, hatch = (COLORS["right"], "") if row == column else (COLORS["wrong"], HATCH)
        ax.bar(column, 0.94, 0.96, bottom=row - 0.47, color=color, hatch=hatch, ec="white")
    name_ticks(ax.xaxis, labels)
    name_ticks(ax.yaxis, labels)
    ax.set(xlim=(-0.5, len(labels) - 0.5), ylim=(len(labels) - 0.5, -0.5))
    ax.set(xlabel="decision", ylabel="truth")
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    _fit_labels(ax, len(labels))
    _write_cells(ax, table, shares, labels)


def _fit_labels(ax, classes):
    """Turn the names of the columns where they touch, and shrink names higher than a row."""
    columns = [label.get_window_extent().width for label in ax.get_xticklabels()]
    if max(columns) > _cell(ax, classes)[0]:
        ax.tick_params(axis="x", rotation=90)
    rows = [label.get_window_extent().height for label in ax.get_yticklabels()]
    scale = min(1, *(_cell(ax, classes) / max(rows)))
    ax.tick_params(labelsize=scale * ax.get_yticklabels()[0].get_fontsize())


def _write_cells(ax, table, shares, labels):
    """Write into each cell as much as fits into all of them."""
    box = {"fc": "white", "ec": "none", "pad": 2}
    cells = {
        place: ax.text(*place[::-1], "", ha="center", va="center", bbox=box, in_layout=False)
        for place in np.ndindex(table.shape)
    }
    room = _cell(ax, len(labels))
    for form, size in (("{}\n{:.1%} of {}", 12), ("{}\n{:.1%}", 10), ("{}", 10)):
        for (row, column), cell in cells.items():
            count, share = f"{table[row, column]:.10g}", shares[row, column]
            cell.set(text=form.format(count, share, labels[row]), fontsize=size)
            literal(cell)
        largest = np.max([cell.get_window_extent().size for cell in cells.values()], axis=0)
        if (largest <= room).all():
            return
    for cell in cells.values():
        cell.set_fontsize(size * min(room / largest))


def _cell(ax, classes):
    """Width and height of a cell in dots, as the figure is laid out, less some room between."""
    fig = ax.get_figure(root=True)
    settle(fig)
    fig.draw_without_rendering()
    return 0.85 * ax.get_window_extent().size / classes
