"""Figures that the course draws more than once, readable without colour as well.

A cell makes its Axes with :func:`canvas`, draws on them, and ends with :func:`show`. Figures are
small in inches and fine in dots, so matplotlib's ordinary 10-point text comes out 17 pixels high
in an 800 pixels wide image, and no global setting is touched.
"""

from base64 import b64encode
from io import BytesIO

import numpy as np
from matplotlib import pyplot as plt
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties, findfont, get_font
from PIL import Image
from PIL.PngImagePlugin import PngInfo

__all__ = [
    "COLORS",
    "canvas",
    "confusion",
    "curves",
    "distribution",
    "drawable",
    "explain",
    "show",
    "top_words",
]

#: Dots per inch of every figure; :func:`canvas` sizes are inches at this resolution.
DPI = 125

#: Colours in a stored picture: enough for smooth letters, few enough for small notebooks.
COLOURS = 128

#: The palette of Okabe and Ito, safe for colour-blind readers, and the roles it plays here.
COLORS = {
    "black": "#000000",
    "orange": "#E69F00",
    "skyblue": "#56B4E9",
    "green": "#009E73",
    "yellow": "#F0E442",
    "blue": "#0072B2",
    "vermillion": "#D55E00",
    "purple": "#CC79A7",
    "ham": "#0072B2",
    "spam": "#D55E00",
    "right": "#56B4E9",
    "wrong": "#E69F00",
    "neutral": "#666666",
}

#: Line styles told apart by colour, marker and dash; each has contrast 3:1 or more on white.
LINES = (
    {"color": COLORS["blue"], "marker": "o", "linestyle": "-"},
    {"color": COLORS["vermillion"], "marker": "s", "linestyle": "--"},
    {"color": COLORS["black"], "marker": "^", "linestyle": "-."},
    {"color": COLORS["green"], "marker": "D", "linestyle": ":"},
    {"color": COLORS["purple"], "marker": "v", "linestyle": (0, (6, 1, 1, 1, 1, 1))},
)

_HATCH = "///"
_GAP = 12  # points between two labels at the end of lines


def canvas(nrows=1, ncols=1, *, size=(6.4, 3.6)):
    """Return a new figure and its Axes, in the style of the course.

    Parameters
    ----------
    nrows, ncols : int, default 1
        Layout of the Axes.
    size : (float, float), default (6.4, 3.6)
        Width and height in inches; times :data:`DPI` this is 800 by 450 pixels.

    Returns
    -------
    fig : matplotlib.figure.Figure
    axes : Axes, or ndarray of Axes
        As ``Figure.subplots`` gives them.

    Examples
    --------
    >>> fig, (left, right) = canvas(1, 2)
    >>> len(fig.axes)
    2
    """
    fig = Figure(figsize=size, dpi=DPI, layout="constrained", facecolor="white")
    axes = fig.subplots(nrows, ncols)
    for ax in fig.axes:
        ax.spines[["top", "right"]].set_visible(False)
    return fig, axes


def drawable(label, fallback):
    """Return a label if the current font has all its characters, else the fallback.

    matplotlib's own font has no Chinese characters; it would draw boxes and warn about each.
    To see Chinese labels, name a font that is installed, for example
    ``plt.rcParams["font.family"] = ["DejaVu Sans", "Noto Sans CJK SC"]``.

    Parameters
    ----------
    label : str
        What to write where it can be written.
    fallback : str
        What to write elsewhere.

    Returns
    -------
    str

    Examples
    --------
    >>> drawable("θ", "theta")
    'θ'
    """
    paths = [findfont(FontProperties(family=[name])) for name in plt.rcParams["font.family"]]
    known = {code for path in paths for code in get_font(path).get_charmap()}
    return label if known.issuperset(map(ord, label)) else fallback


def show(fig, *, alt):
    """Display a figure as PNG with a text that says the same, and close it.

    The text is stored as the image's alternative text, for readers who cannot see it, as the
    output's text form, so that a re-run of the notebook compares what the figure says, and
    inside the PNG, so that a picture exchanged for another one is noticed.

    Parameters
    ----------
    fig : matplotlib.figure.Figure
        The finished figure.
    alt : str
        What the figure shows, built from the plotted numbers; white space is normalised.

    Raises
    ------
    ValueError
        If ``alt`` says nothing.

    Examples
    --------
    >>> fig, ax = canvas()
    >>> show(fig, alt=" ")
    Traceback (most recent call last):
        ...
    ValueError: alt=' ': say in a sentence or two, with numbers, what is to be seen
    """
    from IPython.display import publish_display_data

    if not isinstance(alt, str) or not alt.strip():
        raise ValueError(f"alt={alt!r}: say in a sentence or two, with numbers, what is to be seen")
    text = " ".join(alt.split())
    image = b64encode(_png(fig, text)).decode("ascii")
    publish_display_data({"image/png": image, "text/plain": text}, {"image/png": {"alt": text}})
    plt.close(fig)


def distribution(ax, samples, *, claimed=None, form=".4f"):
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
        If ``claimed`` names a row that ``samples`` does not have, or a row has no scores or NaN.

    Examples
    --------
    >>> fig, ax = canvas()
    >>> ax = distribution(ax, {"NB": [0.98, 0.99], "all ham": [0.86, 0.87]}, claimed={"NB": 0.986})
    """
    claimed = claimed or {}
    if unknown := [*claimed.keys() - samples.keys()]:
        raise ValueError(f"claimed names {unknown}: expected some of the rows {[*samples]}")
    for row, (name, scores) in enumerate(samples.items()):
        _score_row(ax, row, np.asarray(scores, dtype=float), form)
        if name in claimed:
            _claim(ax, row, claimed[name])
    ax.set_yticks(range(len(samples)), samples)
    ax.set_ylim(len(samples) - 0.4, -0.6)
    ax.locator_params(axis="x", nbins=5)  # more labels would touch in a narrow panel
    ax.grid(axis="x", alpha=0.3)
    return ax


def top_words(ax, words, log_odds, *, names=("ham", "spam")):
    """Draw words as bars: to the left those that speak for one class, to the right the other.

    Parameters
    ----------
    ax : Axes
        Where to draw.
    words : sequence of str
        First word at the top.
    log_odds : array-like of shape (n_words,)
        Log-odds of each word, in nats; positive ones speak for ``names[1]``.
    names : (str, str), default ("ham", "spam")
        The two classes.

    Returns
    -------
    Axes

    Raises
    ------
    ValueError
        If there is not one number per word.

    Examples
    --------
    >>> fig, ax = canvas()
    >>> ax = top_words(ax, ["claim", "lor"], [4.9, -4.2])
    """
    rows, log_odds = np.arange(len(words)), np.asarray(log_odds, dtype=float)
    if log_odds.shape != rows.shape:
        raise ValueError(f"log_odds has shape {log_odds.shape}: expected one per word {rows.shape}")
    _signed_bars(ax, rows, log_odds, left=0)
    for row, word, value in zip(rows, words, log_odds, strict=True):
        # The word stands across the zero line, where its bar leaves room.
        _beside(ax, word, (0, row), side=-1 if value >= 0 else 1)
    ax.set_yticks([])
    ax.spines["left"].set_visible(False)
    ax.margins(x=0.15)
    return _two_sided(ax, len(words), names)


def explain(ax, contributions, *, names=("ham", "spam")):
    """Draw how a message's log-odds add up, from the prior through every word to the posterior.

    Parameters
    ----------
    ax : Axes
        Where to draw.
    contributions : dict of str to float
        Label and log-odds in nats in the order of adding: first the prior, then the words.
        A last row, "posterior", shows the sum.
    names : (str, str), default ("ham", "spam")
        The two classes; positive log-odds speak for the second.

    Returns
    -------
    Axes

    Examples
    --------
    >>> fig, ax = canvas()
    >>> ax = explain(ax, {"prior": -1.9, "free ×2": 4.4, "later": -1.2})
    """
    steps = np.array([*contributions.values()], dtype=float)
    ends = np.cumsum(steps)
    widths, left = np.append(steps, ends[-1]), np.append(ends - steps, 0)
    rows = np.arange(widths.size)
    _signed_bars(ax, rows, widths, left)
    ax.vlines(ends, rows[:-1], rows[1:], color=COLORS["neutral"], linewidth=1)
    for row, width, end in zip(rows, widths, left + widths, strict=True):
        text = f"{width:+.2f}".replace("-", "−")  # the minus sign of the axis
        _beside(ax, text, (end, row), side=1 if width >= 0 else -1)
    ax.set_yticks(rows, [*contributions, "posterior"])
    ax.get_yticklabels()[-1].set_fontweight("bold")
    ax.use_sticky_edges = False  # else no margin is left beside the bars
    ax.margins(x=0.18)
    return _two_sided(ax, rows.size, names)


def confusion(ax, table, *, labels=("spam", "ham")):
    """Draw a table of decisions: truth in rows, decision in columns, errors hatched.

    Parameters
    ----------
    ax : Axes
        Where to draw.
    table : array-like of int, shape (n_classes, n_classes)
        Counts, for example ``Confusion.table``.
    labels : sequence of str, default ("spam", "ham")
        The classes in the order of rows and columns.

    Returns
    -------
    Axes

    Examples
    --------
    >>> fig, ax = canvas()
    >>> ax = confusion(ax, [[173, 14], [7, 1200]])
    """
    table = np.asarray(table)
    shares = table / np.maximum(table.sum(axis=1, keepdims=True), 1)
    for (row, column), count in np.ndenumerate(table):
        color, hatch = (COLORS["right"], "") if row == column else (COLORS["wrong"], _HATCH)
        ax.bar(column, 0.94, 0.96, bottom=row - 0.47, color=color, hatch=hatch, ec="white")
        text = f"{count}\n{shares[row, column]:.1%} of {labels[row]}"
        ax.text(
            column, row, text, ha="center", va="center", fontsize="large", backgroundcolor="white"
        )
    ax.set_xticks(range(len(labels)), labels)
    ax.set_yticks(range(len(labels)), labels)
    ax.set(xlim=(-0.5, len(labels) - 0.5), ylim=(len(labels) - 0.5, -0.5))
    ax.set(xlabel="decision", ylabel="truth")
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    return ax


def curves(ax, x, ys):
    """Draw lines told apart by colour, marker and dash, each named at its right end.

    Set logarithmic scales before calling, so that the names find their places.

    Parameters
    ----------
    ax : Axes
        Where to draw.
    x : array-like of shape (n_points,)
        Common abscissa.
    ys : dict of str to array-like of shape (n_points,)
        Name and values of up to five lines.

    Returns
    -------
    Axes

    Raises
    ------
    ValueError
        If there are more lines than can be told apart.

    Examples
    --------
    >>> fig, ax = canvas()
    >>> ax = curves(ax, [50, 100, 200], {"NB": [0.08, 0.06, 0.04], "LR": [0.12, 0.1, 0.07]})
    """
    if len(ys) > len(LINES):
        raise ValueError(f"ys has {len(ys)} lines: expected at most {len(LINES)}; use two figures")
    lines = [ax.plot(x, y, **style)[0] for y, style in zip(ys.values(), LINES, strict=False)]
    ax.autoscale_view()  # matplotlib is lazy: without it the transformation below is stale
    heights = ax.transData.transform([line.get_xydata()[-1] for line in lines])[:, 1]
    heights *= 72 / ax.figure.dpi  # from dots to points
    for name, line, shift in zip(ys, lines, _spread(heights) - heights, strict=True):
        _beside(ax, name, line.get_xydata()[-1], side=1, shift=shift, color=line.get_color())
    ax.grid(alpha=0.3)
    return ax


def _score_row(ax, row, scores, form):
    """Draw box, whiskers, mean and ticks of one sample, and its mean and deviation in words."""
    if not (scores.size and np.isfinite(scores).all()):
        raise ValueError(f"samples, row {row}: expected one or more finite scores, got {scores}")
    least, low, high, most = np.quantile(scores, [0, 0.25, 0.75, 1])
    ax.plot([least, most], [row, row], color=COLORS["black"], linewidth=1, zorder=1)
    ax.barh(row, high - low, left=low, height=0.36, color=COLORS["skyblue"], ec="black", zorder=2)
    ax.plot(scores, np.full(scores.size, row + 0.32), "|", color=COLORS["blue"], alpha=0.4)
    ax.plot(scores.mean(), row, "D", color=COLORS["black"], markersize=6, zorder=3)
    spread = f" ± {scores.std(ddof=1):{form}}" if scores.size > 1 else ""
    text, edge = f"{scores.mean():{form}}{spread}", ("axes fraction", "data")
    _beside(ax, text, (1, row), side=1, xycoords=edge)


def _claim(ax, row, value):
    """Mark a value that a source claims."""
    ax.plot(value, row, "X", color=COLORS["spam"], mec="white", markersize=10, zorder=4)
    ax.annotate(
        f"claimed {value:g}",
        (value, row - 0.22),
        ha="center",
        va="bottom",
        color=COLORS["spam"],
    )


def _signed_bars(ax, rows, widths, left):
    """Draw horizontal bars, those to the right in the colour and hatch of spam."""
    towards = ["spam" if width > 0 else "ham" for width in widths]
    ax.barh(
        rows,
        widths,
        left=left,
        height=0.7,
        color=[COLORS[name] for name in towards],
        hatch=[_HATCH if name == "spam" else "" for name in towards],
        ec="white",
    )


def _two_sided(ax, n_rows, names):
    """Finish an Axes of signed bars: rows from the top, zero line, direction of the classes."""
    ax.axvline(0, color=COLORS["black"], linewidth=1)
    ax.set_ylim(n_rows - 0.4, -0.6)
    ax.set_xlabel(f"← {names[0]}      log-odds      {names[1]} →")
    return ax


def _beside(ax, text, point, *, side, shift=0, **style):
    """Write a text to the right (side=1) or the left (side=-1) of a point in data units."""
    ax.annotate(
        text,
        point,
        xytext=(5 * side, shift),
        textcoords="offset points",
        ha="left" if side > 0 else "right",
        va="center",
        **style,
    )


def _spread(heights):
    """Return heights in points moved apart, so that no two are closer than a line of text."""
    order = np.argsort(heights)
    ladder = _GAP * np.arange(heights.size)
    placed = np.empty_like(heights)
    placed[order] = np.maximum.accumulate(heights[order] - ladder) + ladder
    return placed


def _png(fig, description):
    """The figure as bytes: 128 colours, a third of the size, and the same for equal figures."""
    drawn, small = BytesIO(), BytesIO()
    fig.savefig(drawn, format="png", dpi=DPI)
    about = PngInfo()
    about.add_itxt("Description", description)
    picture = Image.open(drawn).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    picture.save(small, format="png", optimize=True, pnginfo=about)
    return small.getvalue()
