"""The waterfall that answers: controls move the sum, the picture and the verdict."""

import sys

import numpy as np
import pytest
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC

import nbcourse as nbc
from nbcourse.linear import explain
from nbcourse.plots import LiveExplanation, LiveFigure, canvas, live_explain, live_figure


@pytest.fixture(scope="module")
def model():
    sms = nbc.load("sms")
    bag = nbc.BagOfWords(analyzer=nbc.text.words)
    return make_pipeline(bag, nbc.MultinomialNB()).fit(sms, sms.labels)


MESSAGE = "Free entry! Text WIN to claim your prize, call me later"


def test_words_switched_off_add_nothing(model):
    live = LiveExplanation(explain(model, MESSAGE))
    whole, before = live.shown.log_odds, live.picture.value
    claim = next(button for button in live.words if button.description == "claim")
    claim.value = False
    assert live.shown.log_odds == pytest.approx(whole - live.explanation["claim"])
    assert live.picture.value != before
    claim.value = True
    assert live.picture.value == before


def test_the_prior_moves_every_sum_alike(model):
    live = LiveExplanation(explain(model, MESSAGE))
    whole = live.shown.log_odds
    start = live.explanation["(prior)"]
    live.prior.value = live.prior.min
    assert live.shown.log_odds - whole == pytest.approx(live.prior.min - start)
    for button in live.words:
        button.value = False
    assert live.shown.verdict == "ham"
    odds = live.prior.value
    assert f"P(spam) = {1 / (1 + np.exp(-odds)):.4f}" in live.verdict.value


@pytest.mark.parametrize("message", ["", "免费", "zzzzq", "call " * 40, MESSAGE * 3])
def test_any_message_answers(model, message):
    live = LiveExplanation(explain(model, message))
    assert live.shown == live.explanation
    assert bytes(live.picture.value).startswith(b"\x89PNG")


def test_without_a_kernel_there_is_a_picture_and_a_sentence(model, monkeypatch):
    published = []
    monkeypatch.setattr(
        "IPython.display.publish_display_data", lambda data, *rest: published.append(data)
    )
    live_explain(explain(model, MESSAGE))
    picture, controls = published
    assert "claim +5.83" in picture["text/plain"]
    assert controls["text/plain"].startswith("Run this cell")
    assert set(controls) == {"application/vnd.jupyter.widget-view+json", "text/plain"}


def parabola(height, shift):
    fig, ax = canvas()
    x = np.linspace(-1, 1, 9)
    ax.plot(x, height * (x - shift) ** 2)
    return fig


SLIDERS = {"height": (0, 4, 1), "shift": (-1, 1, 0)}


def test_a_figure_follows_its_sliders_and_comes_back():
    live = LiveFigure(parabola, SLIDERS)
    before = live.picture.value
    live.sliders["shift"].value = 1
    assert live.picture.value != before
    live.sliders["shift"].value = 0
    assert live.picture.value == before
    assert bytes(before).startswith(b"\x89PNG")


def test_without_a_kernel_the_figure_stands_as_it_begins(monkeypatch):
    published = []
    monkeypatch.setattr(
        "IPython.display.publish_display_data", lambda data, *rest: published.append(data)
    )
    live_figure(parabola, SLIDERS, alt="a parabola")
    picture, controls = published
    assert picture["text/plain"] == "a parabola"
    assert controls["text/plain"] == "Run this cell in JupyterLab to move the sliders."


@pytest.mark.parametrize("ends", [(0, 1), (0, 1, 2), (1, 0, 0.5), (1, 1, 1), ("low", 1, 0)])
def test_a_slider_begins_between_its_ends(ends):
    with pytest.raises(ValueError, match="sliders"):
        LiveFigure(parabola, {"height": ends, "shift": (0, 1, 0)})


def test_buttons_choose_among_texts_and_begin_with_the_first():
    def bar(height, side):
        fig, ax = canvas()
        ax.bar([0 if side == "left" else 1], height)
        ax.set_xlim(-1, 2)
        return fig

    live = LiveFigure(bar, {"height": (0, 4, 1), "side": ["left", "right"]})
    before = live.picture.value
    assert live.values == {"height": 1.0, "side": "left"}
    live.sliders["side"].value = "right"
    assert live.picture.value != before
    live.sliders["side"].value = "left"
    assert live.picture.value == before


def test_a_figure_with_buttons_only_asks_to_press_them(monkeypatch):
    published = []
    monkeypatch.setattr(
        "IPython.display.publish_display_data", lambda data, *rest: published.append(data)
    )
    live_figure(lambda side: canvas()[0], {"side": ["left", "right"]}, alt="empty")
    assert published[1]["text/plain"] == "Run this cell in JupyterLab to press the buttons."


@pytest.mark.parametrize("texts", [["left"], [], ["left", "left"]])
def test_a_choice_has_several_different_texts(texts):
    with pytest.raises(ValueError, match="several different texts"):
        LiveFigure(parabola, {"height": texts})


def test_no_slider_is_refused():
    with pytest.raises(ValueError, match="sliders is empty"):
        LiveFigure(parabola, {})


def test_a_score_that_is_no_log_odds_has_no_probability():
    sms = nbc.load("sms")
    bag = nbc.BagOfWords(analyzer=nbc.text.words)
    margin = LinearSVC(loss="hinge", random_state=0, C=0.1)
    live = LiveExplanation(explain(make_pipeline(bag, margin).fit(sms, sms.labels), MESSAGE))
    assert "units of the score" in live.verdict.value
    assert "P(" not in live.verdict.value
    live.words[0].value = False
    assert live.shown.unit == live.explanation.unit


@pytest.mark.parametrize("kind", ["explanation", "sliders", "buttons"])
def test_without_ipywidgets_picture_and_sentence_are_the_same(kind, model, monkeypatch):
    published = []
    monkeypatch.setattr(
        "IPython.display.publish_display_data", lambda data, *rest: published.append(data)
    )

    def figure():
        if kind == "explanation":
            live_explain(explain(model, MESSAGE))
        elif kind == "sliders":
            live_figure(parabola, SLIDERS, alt="a parabola")
        else:
            live_figure(lambda side: canvas()[0], {"side": ["left", "right"]}, alt="empty")

    figure()
    monkeypatch.setitem(sys.modules, "ipywidgets", None)
    figure()
    view = "application/vnd.jupyter.widget-view+json"
    assert [view in data for data in published] == [False, True, False, False]
    assert published[0] == published[2]
    assert published[1]["text/plain"] == published[3]["text/plain"]


def test_without_ipywidgets_what_is_wrong_is_refused_alike(monkeypatch):
    monkeypatch.setitem(sys.modules, "ipywidgets", None)
    with pytest.raises(ValueError, match="draw"):
        live_figure(3, SLIDERS)
    with pytest.raises(ValueError, match="sliders"):
        live_figure(parabola, {})
