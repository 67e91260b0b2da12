"""Words and their log-odds: how strong each is, and how those of one message add up."""

from collections.abc import Mapping

import numpy as np
from matplotlib import style
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from nbcourse.plots.given import by_name, names_in_order, numbers, one_axes
from nbcourse.plots.letters import beside, literal, name_ticks
from nbcourse.plots.page import COLORS, HATCH, say, written

_MOST = 12  # words of a message that are drawn one by one
_NAMES = ("ham", "spam")


def top_words(
    ax: Axes, words: ArrayLike, log_odds: ArrayLike, *, names: tuple[str, str] = _NAMES
) -> Axes:
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
        If there is not one finite number per word, or no word.

    Examples
    --------
    >>> from nbcourse.plots import canvas
    >>> fig, ax = canvas()
    >>> ax = top_words(ax, ["claim", "lor"], [4.9, -4.2])
    """
    ax, words, names = one_axes(ax), names_in_order("words", words), _two(names)
    nats = numbers("log_odds", log_odds, gaps=True)
    if nats.shape != (len(words),) or not words:
        raise ValueError(
            f"log_odds has shape {nats.shape}: expected one per word ({len(words)},), "
            "and at least one word"
        )
    _check_finite("log_odds", words, nats)
    _draw_words(ax, words, nats, names)
    return say(ax, _in_words(names, words, nats))


def explain(
    ax: Axes, contributions: Mapping[str, float], *, names: tuple[str, str] | None = None
) -> Axes:
    """Draw how a message's log-odds add up, from the prior through every word to the posterior.

    Parameters
    ----------
    ax : Axes
        Where to draw.
    contributions : dict of str to float, or Explanation
        Label and log-odds in nats in the order of adding: first the prior, then the words. Of
        more than twelve words the strongest twelve are drawn, the others as one sum; a last row,
        "posterior", shows the sum of all. What an Explanation tells besides is told as well:
        how often a word occurs (``counts``), which were unknown (``unknown``), and the ``unit``:
        a score that is not in nats ends in a "sum", not in a posterior.
    names : (str, str), optional
        The two classes; positive log-odds speak for the second. By default the ``classes`` of an
        Explanation, else ham and spam.

    Returns
    -------
    Axes

    Raises
    ------
    ValueError
        If ``contributions`` is empty or a number in it is not finite.

    Examples
    --------
    >>> from nbcourse.plots import canvas
    >>> fig, ax = canvas()
    >>> ax = explain(ax, {"prior": -1.9, "free ×2": 4.4, "later": -1.2})
    """
    values = by_name("contributions", contributions).values()
    if not values:
        raise ValueError("contributions is empty: expected the prior first, then the words")
    ax, nats = one_axes(ax), numbers("contributions", [*values], gaps=True)
    names = _two(getattr(contributions, "classes", _NAMES) if names is None else names)
    _check_finite("contributions", [*contributions], nats)
    labels, steps = _strongest(contributions, nats)
    known = _known(contributions)
    unit = getattr(contributions, "unit", "nats")
    _draw_sum(ax, labels, steps, names, known, score=unit != "nats")
    total = steps.sum()
    for_whom = f"for {names[int(total > 0)]}" if total else "for neither"
    said = f"{_in_words(names, labels, steps, unit)}; together {written(total, '+.2f')}, {for_whom}"
    return say(ax, f"{said}. {known}{_unknown(contributions)}" if known else said)


def _strongest(contributions, nats):
    """Labels and nats of the prior, of the strongest words in the order given, and of the rest."""
    counts = _counts(contributions)
    labels = [
        f"{word} ×{counts[word]:g}" if counts.get(word, 1) > 1 else str(word)
        for word in contributions
    ]
    words = [row for row, label in enumerate(contributions) if label in counts]
    others = sorted(words, key=lambda row: -abs(nats[row]))[_MOST:]
    kept = np.setdiff1d(np.arange(nats.size), others)
    labels, steps = [labels[row] for row in kept], nats[kept]
    if not others:
        return labels, steps
    rest = f"{len(others)} other{'s' * (len(others) > 1)}"
    return [*labels, rest], np.append(steps, nats[others].sum())


def _counts(contributions):
    """How often each known word occurs, as far as that is told."""
    _, *words = contributions
    return getattr(contributions, "counts", dict.fromkeys(words, 1))


def _known(contributions):
    """How many words of the message the model knows, where that is to be told."""
    known = len(_counts(contributions))
    words = known + len(getattr(contributions, "unknown", ()))
    only = f"only the {next(iter(contributions)).strip('()')} speaks"
    if not words:
        return f"No words: {only}"
    if not known:
        return f"0 of {words} words known: {only}"
    return f"{known} of {words} words known" if known < words else ""


def _unknown(contributions):
    """The unknown words themselves, for those who do not see the message."""
    unknown = getattr(contributions, "unknown", ())
    return f"; unknown: {', '.join(unknown)}" if unknown else ""


def _two(names):
    """Return the names of two classes as texts."""
    found = names_in_order("names", names)
    if len(found) != 2:
        raise ValueError(f"names={names!r:.60}: expected two, as ('ham', 'spam')")
    return found


def _check_finite(name, labels, nats):
    """Bars need an end."""
    endless = [label for label, value in zip(labels, nats, strict=True) if not np.isfinite(value)]
    if endless:
        raise ValueError(
            f"{name} of {endless} is not finite: expected nats; fit the model with alpha > 0"
        )


def _in_words(names, labels, nats, unit="nats"):
    """Labels and their nats, or another unit, in words."""
    parts = (f"{label} {written(v, '+.2f')}" for label, v in zip(labels, nats, strict=True))
    return f"In {unit}, positive for {names[1]}, negative for {names[0]}: {', '.join(parts)}"


@style.context("default")
def _draw_words(ax, words, nats, names):
    """Bars from the zero line; each word stands across it, where its bar leaves room."""
    rows = np.arange(nats.size)
    _signed_bars(ax, rows, nats, left=0)
    for row, word, value in zip(rows, words, nats, strict=True):
        beside(ax, word, (0, row), side=-1 if value >= 0 else 1)
    ax.set_yticks([])
    ax.spines["left"].set_visible(False)
    ax.margins(x=0.15)
    _two_sided(ax, nats.size, names)


@style.context("default")
def _draw_sum(ax, labels, steps, names, below, score):
    """Bars that go on where the last one ended, and their sum from the zero line."""
    ends = np.cumsum(steps)
    widths, left = np.append(steps, ends[-1]), np.append(ends - steps, 0)
    rows = np.arange(widths.size)
    _signed_bars(ax, rows, widths, left)
    ax.vlines(ends, rows[:-1], rows[1:], color=COLORS["neutral"], linewidth=1)
    for row, width in enumerate(widths):
        beside(ax, written(width, "+.2f"), (1, row), side=1, xycoords=("axes fraction", "data"))
    name_ticks(ax.yaxis, [*labels, "sum" if score else "posterior"])
    ax.get_yticklabels()[-1].set_fontweight("bold")
    ax.use_sticky_edges = False  # else no margin is left beside the bars
    ax.margins(x=0.05)
    _two_sided(ax, rows.size, names, below, "score" if score else "log-odds")


def _signed_bars(ax, rows, widths, left):
    """Draw horizontal bars, those to the right in the colour and hatch of spam."""
    towards = ["spam" if width > 0 else "ham" for width in widths]
    ax.barh(
        rows,
        widths,
        left=left,
        height=0.7,
        color=[COLORS[name] for name in towards],
        hatch=[HATCH if name == "spam" else "" for name in towards],
        ec="white",
    )


def _two_sided(ax, n_rows, names, below="", score="log-odds"):
    """Finish an Axes of signed bars: rows from the top, zero line, direction of the classes."""
    ax.axvline(0, color=COLORS["black"], linewidth=1)
    ax.set_ylim(n_rows - 0.4, -0.6)
    directions = f"← {names[0]}   {score}   {names[1]} →"
    literal(ax.set_xlabel(f"{directions}\n{below}".strip()))
