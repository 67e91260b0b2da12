"""A waterfall that answers: words switched on and off, the prior moved, the verdict watched."""

import math

from nbcourse.plots.evidence import explain
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
        return type(of)({self.start: self.prior.value, **on}, of.counts, of.unknown, of.classes)

    def _redraw(self, change=None):
        self.picture.value, _ = pictured(_waterfall(self.shown))
        odds = self.shown.log_odds
        share = 1 / (1 + math.exp(-max(min(odds, 700), -700)))
        self.verdict.value = (
            f"<b>{self.shown.verdict}</b>: {odds:+.2f} nats, "
            f"P({self.shown.classes[1]}) = {share:.4f}"
        )


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
    Book, slides and a reader without a kernel see the picture and one sentence.
    """
    from IPython.display import publish_display_data

    show(_waterfall(_explained(explanation)), title=title)
    box = LiveExplanation(explanation).box
    view = {"model_id": box.model_id, "version_major": 2, "version_minor": 0}
    publish_display_data(
        {
            "application/vnd.jupyter.widget-view+json": view,
            "text/plain": "Run this cell in JupyterLab to switch words on and off.",
        }
    )


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
