"""Pictures that answer: a waterfall with switches, a figure that follows sliders and buttons."""

import math

from nbcourse.plots.evidence import explain
from nbcourse.plots.given import by_name, names_in_order, numbers
from nbcourse.plots.page import canvas, pictured, show


class LiveExplanation:
    """Controls of one message's waterfall, and the picture that follows them.

    Parameters
    ----------
    explanation : Explanation
        What :func:`nbcourse.linear.explain` returns.

    Attributes
    ----------
    prior : ipywidgets.FloatSlider
        Where the sum starts, in nats.
    words : tuple of ipywidgets.ToggleButton
        One for each of the strongest words; a word that is off adds nothing.
    picture, verdict : ipywidgets.Image, ipywidgets.HTML
        What follows the controls.
    box : ipywidgets.VBox
        All of them, to be displayed.

    Raises
    ------
    ValueError
        If `explanation` is none.

    Examples
    --------
    >>> from nbcourse.linear import Explanation
    >>> found = Explanation({"(prior)": -1.5, "win": 4.0}, {"win": 1}, (), ("ham", "spam"))
    >>> live = LiveExplanation(found)
    >>> live.words[0].value = False
    >>> live.shown, live.shown.verdict
    ({'(prior)': -1.5}, 'ham')
    """

    def __init__(self, explanation):
        import ipywidgets as widgets

        self.explanation = _explained(explanation).strongest()
        self.start, *words = self.explanation
        nats = self.explanation[self.start]
        self.prior = widgets.FloatSlider(
            nats, min=min(-8, nats), max=max(8, nats), step=0.01, description=self.start.strip("()")
        )
        narrow, page = widgets.Layout(width="auto"), widgets.Layout(width="800px", max_width="100%")
        self.words = tuple(
            widgets.ToggleButton(value=True, description=word, layout=narrow) for word in words
        )
        self.picture = widgets.Image(format="png", layout=page)
        self.verdict = widgets.HTML()
        switches = widgets.HBox(self.words, layout=widgets.Layout(flex_flow="row wrap"))
        self.box = widgets.VBox([self.prior, switches, self.picture, self.verdict])
        for control in (self.prior, *self.words):
            control.observe(self._redraw, "value")
        self._redraw()

    @property
    def shown(self):
        """The explanation as the controls have it."""
        of = self.explanation
        on = {button.description: of[button.description] for button in self.words if button.value}
        parts = {self.start: self.prior.value, **on}
        return type(of)(parts, of.counts, of.unknown, of.classes, of.unit)

    def _redraw(self, change=None):
        self.picture.value, _ = pictured(_waterfall(self.shown))
        shown, odds = self.shown, self.shown.log_odds
        share = 1 / (1 + math.exp(-max(min(odds, 700), -700)))
        sure = f", P({shown.classes[1]}) = {share:.4f}" if shown.unit == "nats" else ""
        self.verdict.value = f"<b>{shown.verdict}</b>: {odds:+.2f} {shown.unit}{sure}"


def live_explain(explanation, *, title: str = "A message, word by word") -> None:
    """Show a message's waterfall, and below it controls that move it where a kernel runs.

    Parameters
    ----------
    explanation : Explanation
        What :func:`nbcourse.linear.explain` returns.
    title : str
        First sentence of the picture's text.

    Raises
    ------
    ValueError
        If `explanation` is none, or `title` says nothing.

    Notes
    -----
    Book, slides, and a reader without a kernel or without ipywidgets see the picture and one
    sentence.
    """
    show(_waterfall(_explained(explanation)), title=title)
    _publish(_controls(LiveExplanation, explanation), "switch words on and off")


class LiveFigure:
    """Sliders or buttons, and a figure that is drawn again where they stand.

    Parameters
    ----------
    draw : callable
        ``draw(**values)`` returns a figure.
    sliders : dict of str to (low, high, start), or to a list of texts
        The ends of each slider and where it begins; of a list one is chosen, at first the first.

    Attributes
    ----------
    sliders : dict of str to ipywidgets.FloatSlider or ipywidgets.ToggleButtons
    picture : ipywidgets.Image
        What follows them.
    box : ipywidgets.VBox
        All of them, to be displayed.

    Raises
    ------
    ValueError
        If `draw` is no function, there is no slider, one does not begin between its ends, or a
        choice has no two texts.
    TypeError
        What `draw` raises if it does not take the names of the sliders.

    Examples
    --------
    >>> def line(slope):
    ...     fig, ax = canvas()
    ...     ax.plot([0, 1], [0, slope])
    ...     return fig
    >>> live = LiveFigure(line, {"slope": (0, 2, 1)})
    >>> before = live.picture.value
    >>> live.sliders["slope"].value = 2
    >>> live.picture.value == before
    False
    """

    def __init__(self, draw, sliders):
        if not callable(draw):
            raise ValueError(f"draw is {draw!r:.60}, expected a function that returns a figure")
        ranges = _ranges(sliders)
        import ipywidgets as widgets

        self.draw = draw
        self.sliders = {name: _control(name, ends) for name, ends in ranges.items()}
        page = widgets.Layout(width="800px", max_width="100%")
        self.picture = widgets.Image(format="png", layout=page)
        self.box = widgets.VBox([*self.sliders.values(), self.picture])
        for slider in self.sliders.values():
            slider.observe(self._redraw, "value")
        self._redraw()

    @property
    def values(self):
        """Where the sliders stand, and what is chosen."""
        return {name: slider.value for name, slider in self.sliders.items()}

    def _redraw(self, change=None):
        figure = self.draw(**self.values)
        self.picture.value, _ = pictured(figure, alt="the figure where the sliders stand")


def live_figure(draw, sliders, *, title: str | None = None, alt: str | None = None) -> None:
    """Show a figure, and below it sliders or buttons that draw it again where a kernel runs.

    Parameters
    ----------
    draw : callable
        ``draw(**values)`` returns a figure.
    sliders : dict of str to (low, high, start), or to a list of texts
        The ends of each slider and where it begins; of a list one is chosen, at first the first.
    title, alt : str, optional
        Of the figure as it begins, as :func:`nbcourse.plots.show` takes them.

    Raises
    ------
    ValueError
        If the sliders are none, or the picture says nothing.

    Notes
    -----
    Book, slides, and a reader without a kernel or without ipywidgets see the picture and one
    sentence.
    """
    live = _controls(LiveFigure, draw, sliders)
    ranges = _ranges(sliders).items()
    start = {name: ends[0] if isinstance(ends, list) else ends[-1] for name, ends in ranges}
    slides = any(isinstance(value, float) for value in start.values())
    show(draw(**start), title=title, alt=alt)
    _publish(live, "move the sliders" if slides else "press the buttons")


def _ranges(sliders):
    """Return the ends and the beginning of each slider as numbers in order, or its choices."""
    given = by_name("sliders", sliders)
    found = {
        name: names_in_order(f"sliders of {name!r}", ends)
        if isinstance(ends, list)
        else tuple(numbers("sliders", ends).tolist())
        for name, ends in given.items()
    }
    for name, ends in found.items():
        if isinstance(ends, list):
            fits, expected = len({*ends}) == len(ends) > 1, "a list of several different texts"
        else:
            fits = len(ends) == 3 and ends[0] <= ends[2] <= ends[1] and ends[0] < ends[1]
            expected = "(low, high, start), with start between low and high"
        if not fits:
            raise ValueError(f"sliders of {name!r} are {sliders[name]!r:.60}: expected {expected}")
    if not found:
        raise ValueError("sliders is empty: expected name -> (low, high, start)")
    return found


def _control(name, ends):
    """A slider between two ends, or a button for each text."""
    import ipywidgets as widgets

    if isinstance(ends, list):
        narrow = {"button_width": "auto"}
        return widgets.ToggleButtons(options=ends, description=name, style=narrow)
    low, high, start = ends
    return widgets.FloatSlider(start, min=low, max=high, step=(high - low) / 100, description=name)


def _controls(kind, *arguments):
    """Return controls, or None where ipywidgets is missing."""
    try:
        return kind(*arguments)
    except ImportError:
        return None


def _publish(live, what):
    """Display controls, and a sentence where they cannot be drawn."""
    from IPython.display import publish_display_data

    shown = {"text/plain": f"Run this cell in JupyterLab to {what}."}
    if live is not None:
        view = {"model_id": live.box.model_id, "version_major": 2, "version_minor": 0}
        shown = {"application/vnd.jupyter.widget-view+json": view, **shown}
    publish_display_data(shown)


def _explained(explanation):
    """Return an explanation, if it is one; a plain dict knows neither counts nor classes."""
    if not hasattr(explanation, "strongest"):
        raise ValueError(
            f"explanation is a {type(explanation).__name__}, expected what nbc.linear.explain "
            "returns; a dict is drawn by nbc.plots.explain"
        )
    return explanation


def _waterfall(explanation):
    """Figure of an explanation, as high as it has rows."""
    fig, ax = canvas(size=(6.4, 1.2 + 0.28 * (len(explanation.strongest()) + 1)))
    explain(ax, explanation)
    return fig
