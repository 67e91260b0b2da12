"""The page: a canvas to draw on, what was said about it, and how it is shown."""

from base64 import b64encode
from html import escape
from io import BytesIO

from matplotlib import pyplot as plt
from matplotlib import style
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from nbcourse.logspace import whole_number
from nbcourse.plots.given import numbers
from nbcourse.plots.letters import settle

#: Dots per inch of every figure; :func:`canvas` sizes are inches at this resolution.
DPI = 125

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

HATCH = "///"  # of what is spam, or wrong

_SHADES = 128  # colours in a stored picture: enough for smooth letters, few for small notebooks


def canvas(nrows: int = 1, ncols: int = 1, *, size: tuple[float, float] = (6.4, 3.6)):
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

    Raises
    ------
    ValueError
        If ``nrows`` or ``ncols`` is no whole number from 1, or ``size`` is not two sides above 0.

    Examples
    --------
    >>> fig, (left, right) = canvas(1, 2)
    >>> len(fig.axes)
    2
    """
    nrows, ncols = whole_number("nrows", nrows, 1), whole_number("ncols", ncols, 1)
    sides = numbers("size", size)
    if sides.shape != (2,) or not (sides >= 1 / DPI).all():
        raise ValueError(f"size={size!r:.60}: expected width and height in inches, as (6.4, 3.6)")
    with style.context("default"):
        fig = Figure(figsize=size, dpi=DPI, layout="constrained", facecolor="white")
        axes = fig.subplots(nrows, ncols)
        for ax in fig.axes:
            ax.spines[["top", "right"]].set_visible(False)
    return fig, axes


def show(fig: Figure, *, title: str | None = None, alt: str | None = None) -> None:
    """Display a figure as a picture with a text that says the same, and close it.

    The text is stored as the picture's alternative text, for readers who cannot see it, as the
    output's text form, so that a re-run of the notebook compares what the figure says, and
    inside the PNG, so that a picture exchanged for another one is noticed.

    The functions of this room keep with the Axes what they drew, in words and numbers: for their
    figures the text is the title and, panel by panel, what they say. What a cell adds by hand is
    not in it; a figure that lives of such additions needs ``alt``.

    Parameters
    ----------
    fig : matplotlib.figure.Figure
        The finished figure.
    title : str, optional
        What the figure is about, first sentence of the text; it is not drawn.
    alt : str, optional
        The whole text instead, for figures drawn by hand: what they show, built from the plotted
        numbers. White space is normalised in both.

    Raises
    ------
    ValueError
        If ``fig`` is no Figure, ``title`` or ``alt`` says nothing, both are given, or ``alt`` is
        not given and no function of this room has drawn on the figure.

    Examples
    --------
    >>> fig, ax = canvas()
    >>> show(fig, title="Errors by training size")
    Traceback (most recent call last):
        ...
    ValueError: alt=None: no function of plots has drawn on this figure: say in a sentence or two,
    with numbers, what is to be seen
    """
    from IPython.display import publish_display_data

    picture, text = pictured(fig, title=title, alt=alt)  # which looks whether it is a figure
    width, _ = (DPI * fig.get_size_inches()).astype(int)
    data = b64encode(picture).decode("ascii")
    # the only form whose description reaches JupyterLab, slides and book alike; the first line
    # is what JupyterLab shows of a folded output, and tells nothing
    image = (
        f'<figure>\n<img alt="{escape(text)}" width="{width}" style="max-width:100%" '
        f'src="data:image/png;base64,{data}">\n</figure>'
    )
    publish_display_data({"text/html": image, "text/plain": text})


def pictured(fig: Figure, *, title: str | None = None, alt: str | None = None) -> tuple[bytes, str]:
    """Draw a figure, and close it.

    Parameters
    ----------
    fig : matplotlib.figure.Figure
        The finished figure.
    title, alt : str, optional
        As in :func:`show`.

    Returns
    -------
    (bytes, str)
        The picture as PNG, and the text that says the same.

    Raises
    ------
    ValueError
        As :func:`show`.

    Examples
    --------
    >>> fig, ax = canvas()
    >>> picture, text = pictured(fig, alt="an empty page")
    >>> picture[1:4], text
    (b'PNG', 'an empty page')
    """
    if not isinstance(fig, Figure):
        raise ValueError(
            f"fig is a {type(fig).__name__}, expected the figure: fig, ax = canvas(); of an Axes "
            "it is ax.figure"
        )
    text = _description(fig, title, alt)
    picture = _png(fig, text)
    plt.close(fig)
    return picture, text


class _Said(Artist):
    """What was drawn on an Axes, in words: an artist without a picture, cleared with the rest."""

    def __init__(self, text, named):
        super().__init__()
        self.text, self.named = text, named
        self.set_in_layout(False)


def say(ax: Axes, text: str, *, named: str = "") -> Axes:
    """Keep with an Axes what was drawn on it.

    Parameters
    ----------
    ax : Axes
        Where something was drawn.
    text : str
        What, with its numbers; without a full stop.
    named : str, default ""
        ``"x"``, ``"xy"``: the axes whose label, if the cell gives one, belongs to the text.

    Returns
    -------
    Axes
        The same one.

    Examples
    --------
    >>> fig, ax = canvas()
    >>> ax = say(ax, "one bar, 3 high")
    """
    ax.add_artist(_Said(text, named))
    return ax


def written(value: float, form: str = "") -> str:
    """A number as all texts of a figure have it, with the minus sign of matplotlib's axes.

    Parameters
    ----------
    value : float
        The number.
    form : str, optional
        Format. By default whole numbers are written in full, others with four digits.

    Returns
    -------
    str

    Examples
    --------
    >>> written(-0.123456), written(100000.0), written(-1.5, "+.2f")
    ('−0.1235', '100,000', '−1.50')
    """
    if not form:
        form = ",.0f" if float(value).is_integer() and abs(value) < 1e15 else ".4g"
    return f"{value:{form}}".replace("-", "−")


def _description(fig, title, alt):
    """The text of a figure: ``alt``, or composed of the title and what was drawn."""
    if title is not None and alt is not None:
        raise ValueError(f"title={title!r}, alt={alt!r}: give one; alt is the whole text by itself")
    for name, text in {"title": title, "alt": alt}.items():
        if text is not None and not (isinstance(text, str) and text.strip()):
            raise ValueError(
                f"{name}={text!r}: say in a sentence or two, with numbers, what is to be seen"
            )
    panels = [sentence for ax in fig.axes for sentence in _panel(ax)]
    if alt is None and not panels:
        raise ValueError(
            "alt=None: no function of plots has drawn on this figure: "
            "say in a sentence or two, with numbers, what is to be seen"
        )
    return " ".join((alt or " ".join(map(_stopped, [title or "", *panels]))).split())


def _panel(ax):
    """Title, named axes and sentences of one panel; nothing if nothing was said on it."""
    said = [child for child in ax.get_children() if isinstance(child, _Said)]
    if said:
        yield from (ax.get_title(side) for side in ("left", "center", "right"))
        named = {name for sentence in said for name in sentence.named}
        yield from (_axis(ax, name) for name in sorted(named))
        yield from (sentence.text for sentence in said)


def _axis(ax, name):
    """Label and scale of one of the axes, if there is something to say about it."""
    axis, place = (ax.xaxis, "Horizontal axis") if name == "x" else (ax.yaxis, "Vertical axis")
    label, bent = axis.get_label_text(), axis.get_scale() != "linear"
    scale = f" ({axis.get_scale()} scale)" if bent else ""
    return f"{place}{scale}: {label}" if label else f"{place}{scale}" if bent else ""


def _stopped(sentence):
    """A sentence with its full stop."""
    sentence = sentence.strip()
    return sentence if sentence[-1:] in {"", ".", "!", "?"} else f"{sentence}."


@style.context("default")
def _png(fig, description):
    """The figure as bytes: 128 colours, a third of the size, and the same for equal figures."""
    settle(fig)
    drawn, small = BytesIO(), BytesIO()
    fig.savefig(drawn, format="png", dpi=DPI)
    about = PngInfo()
    about.add_itxt("Description", description)
    picture = Image.open(drawn).convert("RGB").quantize(_SHADES, dither=Image.Dither.NONE)
    picture.save(small, format="png", optimize=True, pnginfo=about)
    return small.getvalue()
