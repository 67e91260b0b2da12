"""What all figures of the course share: colours, line styles, a canvas and the way they are shown.

Figures are small in inches and fine in dots, so matplotlib's ordinary 10-point text comes out
17 pixels high in an 800 pixels wide image, and no global setting is touched.
"""

from base64 import b64encode
from io import BytesIO

from matplotlib import pyplot as plt
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties, findfont, get_font
from PIL import Image
from PIL.PngImagePlugin import PngInfo

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


def _png(fig, description):
    """The figure as bytes: 128 colours, a third of the size, and the same for equal figures."""
    drawn, small = BytesIO(), BytesIO()
    fig.savefig(drawn, format="png", dpi=DPI)
    about = PngInfo()
    about.add_itxt("Description", description)
    picture = Image.open(drawn).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    picture.save(small, format="png", optimize=True, pnginfo=about)
    return small.getvalue()
