"""Figures that the course draws more than once, readable without colour as well.

A cell makes its Axes with :func:`canvas`, draws on them, and ends with :func:`show`. Figures are
small in inches and fine in dots, so matplotlib's ordinary 10-point text comes out 17 pixels high
in an 800 pixels wide image.

They look the same whatever style or rcParams are in use, which are left as they are: the figure,
its Axes with their ticks and labels, all that the functions here draw, and the saved picture are
made in matplotlib's default style. Only what a cell draws itself in between (``ax.plot``,
``ax.legend``, the size of ``ax.set_title``) follows the rcParams of that moment.
"""

from nbcourse.plots.evidence import explain, top_words
from nbcourse.plots.letters import drawable
from nbcourse.plots.lines import curves
from nbcourse.plots.live import LiveExplanation, LiveFigure, live_explain, live_figure
from nbcourse.plots.measured import confusion, distribution
from nbcourse.plots.networks import network
from nbcourse.plots.page import COLORS, DPI, LINES, canvas, show
from nbcourse.plots.trees import tree

__all__ = [
    "COLORS",
    "DPI",
    "LINES",
    "LiveExplanation",
    "LiveFigure",
    "canvas",
    "confusion",
    "curves",
    "distribution",
    "drawable",
    "explain",
    "live_explain",
    "live_figure",
    "network",
    "show",
    "top_words",
    "tree",
]
