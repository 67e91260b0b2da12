"""Texts from data, drawn letter by letter as they are: no mathematics, and no letter without font.

matplotlib's own font has no Chinese letters, and to matplotlib ``$5 to $6`` is a formula.
"""

from functools import cache

from matplotlib import get_data_path
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.font_manager import fontManager, get_font
from matplotlib.text import Text

_OWN = f"{get_data_path()}/fonts/ttf/DejaVuSans.ttf"
_LONGEST = 25  # letters; a longer word would leave no room for its bar
_USUAL = (400, "normal", "regular")

#: Beginnings of the names of fonts that are good for Chinese, best first; any other font follows.
_CHINESE = (
    "Noto Sans CJK SC",
    "Source Han Sans SC",
    "Noto Sans SC",
    "PingFang SC",
    "Microsoft YaHei",
    "WenQuanYi",
    "Hiragino Sans GB",
    "SimHei",
    "Heiti",
    "Noto Sans CJK",
    "Source Han",
    "Noto Serif CJK",
    "Droid Sans Fallback",
    "Arial Unicode",
)


def drawable(label: str, fallback: str) -> str:
    """Return a label if the installed fonts have all its letters, else the fallback.

    matplotlib's own font has no Chinese letters. Where another installed font has them,
    :func:`show` finds it by itself; nothing is to be set.

    Parameters
    ----------
    label : str
        What to write where it can be written.
    fallback : str
        What to write elsewhere.

    Returns
    -------
    str

    Raises
    ------
    ValueError
        If one of the two is no str.

    Examples
    --------
    >>> drawable("θ", "theta")
    'θ'
    """
    for name, text in {"label": label, "fallback": fallback}.items():
        if not isinstance(text, str):
            raise ValueError(f"{name}={text!r:.60} of type {type(text).__name__}: expected a str")
    return fallback if _fonts(label)[1] else label


def literal(text: Text) -> Text:
    """Let a Text be drawn as it is; a letter that no installed font has becomes a box.

    Parameters
    ----------
    text : matplotlib.text.Text
        A text from data.

    Returns
    -------
    matplotlib.text.Text
        The same one.

    Examples
    --------
    >>> literal(Text(text="from $5 to $6")).get_parse_math()
    False
    """
    text.set(text=_boxed(text.get_text()), parse_math=False, usetex=False)
    _supplement(text)
    return text


def settle(fig: Figure) -> None:
    """Give the texts of a figure, those drawn by hand too, the fonts that their letters need.

    Parameters
    ----------
    fig : matplotlib.figure.Figure
        About to be drawn.

    Examples
    --------
    >>> from nbcourse.plots import canvas
    >>> fig, ax = canvas()
    >>> settle(fig)
    """
    for text in fig.findobj(Text):
        text.set_usetex(False)
        _supplement(text)


def name_ticks(axis: Axis, names) -> None:
    """Put ticks at 0, 1, 2, ... and write their names from data.

    Parameters
    ----------
    axis : matplotlib.axis.Axis
        Of the rows or the columns.
    names : iterable
        In order; written as ``str`` has them, cut after 25 letters.

    Examples
    --------
    >>> from nbcourse.plots import canvas
    >>> fig, ax = canvas()
    >>> name_ticks(ax.yaxis, ["$$", "a_b$c^$"])
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['$$', 'a_b$c^$']
    """
    names = [_boxed(_short(str(name))) for name in names]
    axis.set_ticks(range(len(names)), names, parse_math=False)
    for tick in axis.get_major_ticks():
        literal(tick.label1)
        literal(tick.label2)


def beside(
    ax: Axes, text: str, point: tuple[float, float], *, side: int, shift: float = 0, **style
) -> Text:
    """Write a text from data to the right or the left of a point.

    Parameters
    ----------
    ax : Axes
        Where to write.
    text : str
        What; cut after 25 letters.
    point : (float, float)
        In data units, or as ``xycoords`` says.
    side : int
        1 is to the right of the point, -1 to the left.
    shift : float, default 0
        Points upwards.
    **style
        Passed on to ``ax.annotate``.

    Returns
    -------
    matplotlib.text.Text

    Examples
    --------
    >>> from nbcourse.plots import canvas
    >>> fig, ax = canvas()
    >>> beside(ax, "$$", (0, 0), side=-1).get_ha()
    'right'
    """
    return literal(
        ax.annotate(
            _short(text),
            point,
            xytext=(5 * side, shift),
            textcoords="offset points",
            ha="left" if side > 0 else "right",
            va="center",
            **style,
        )
    )


def _supplement(text):
    """Add the fonts that a text needs to its own."""
    if more := _fonts(text.get_text())[0]:
        text.set_fontfamily([*dict.fromkeys([*text.get_fontfamily(), *more])])


def _short(label):
    """A label cut where it would leave no room for the figure; its sentence has all of it."""
    return label if len(label) <= _LONGEST else f"{label[: _LONGEST - 1]}…"


def _boxed(label):
    """A label with a box for each letter that no installed font has."""
    return label.translate(dict.fromkeys(_fonts(label)[1], "□"))


def _fonts(label):
    """Families that a label needs beyond matplotlib's own, and the letters that none has."""
    missing, families = {ord(letter) for letter in label} - {ord("\n")} - _letters(_OWN), []
    for family, file in _installed() if missing else ():
        if found := missing & _letters(file):
            families.append(family)
            missing -= found
        if not missing:
            break
    return families, missing


def _installed():
    """Families of the machine and their files, good ones for Chinese first, then upright ones.

    Not those that come with matplotlib (letters of TeX fonts stand at odd places), and no font of
    last resort, which has a box for everything.
    """

    def place(font):
        ranks = [rank for rank, start in enumerate(_CHINESE) if font.name.startswith(start)]
        oddness = font.style != "normal", font.stretch != "normal", font.weight not in _USUAL
        return min(ranks, default=len(_CHINESE)), oddness, font.name

    fonts = [font for font in fontManager.ttflist if not font.fname.startswith(get_data_path())]
    fonts = [font for font in fonts if "lastresort" not in font.name.replace(" ", "").lower()]
    files = {}
    for font in sorted(fonts, key=place):
        files.setdefault(font.name, font.fname)
    return files.items()


@cache
def _letters(file):
    """The letters of a font, as code points; none if it cannot be read."""
    try:
        return frozenset(get_font(file).get_charmap())
    except (OSError, RuntimeError):
        return frozenset()
