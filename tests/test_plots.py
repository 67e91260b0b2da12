"""Figures: what is drawn equals what was given, and colour is never needed to read it."""

import base64
import html
import io
import re
import struct
from itertools import combinations

import numpy as np
import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib import font_manager, get_data_path
from matplotlib import pyplot as plt
from matplotlib.colors import to_hex, to_rgb
from matplotlib.text import Text
from PIL import Image

from nbcourse import plots
from nbcourse.evaluation import Confusion
from nbcourse.linear import Explanation

# Machado, Oliveira & Fernandes 2009, severity 1.0, for linear RGB
VISION = {
    "normal": np.eye(3),
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
}
XYZ = np.array(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)


def linear(color):
    rgb = np.array(to_rgb(color))
    return np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)


def lab(rgb):
    ratio = XYZ @ rgb / XYZ.sum(axis=1)
    f = np.where(ratio > 216 / 24389, np.cbrt(ratio), (24389 / 27 * ratio + 16) / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def difference(one, other, vision):
    """CIE 1976 colour difference as seen; about 2 is just noticeable."""
    seen = [lab(np.clip(VISION[vision] @ linear(color), 0, 1)) for color in (one, other)]
    return np.linalg.norm(seen[0] - seen[1])


def contrast_on_white(color):
    return 1.05 / (XYZ[1] @ linear(color) + 0.05)


def draw(function, *args, **kwargs):
    fig, ax = plots.canvas()
    assert function(ax, *args, **kwargs) is ax
    fig.draw_without_rendering()
    return ax


def texts(ax):
    return [text.get_text() for text in ax.texts]


def boxes(ax):
    """Left, width, top-most first, of all bars."""
    return [(bar.get_x(), bar.get_width()) for bar in ax.patches]


def shown(monkeypatch, fig, alt=None, title=None):
    published = []
    monkeypatch.setattr(
        "IPython.display.publish_display_data", lambda *args: published.append(args)
    )
    plots.show(fig, title=title, alt=alt)
    [(data,)] = published
    return data


def png_of(data):
    """The picture in what was shown, as base64."""
    return re.search(r'src="data:image/png;base64,([^"]*)"', data["text/html"])[1]


# ---- colours


@pytest.mark.parametrize("vision", VISION)
def test_colours_used_together_stay_apart(vision):
    lines = [style["color"] for style in plots.LINES]
    assert difference(plots.COLORS["ham"], plots.COLORS["spam"], vision) > 60
    assert difference(plots.COLORS["right"], plots.COLORS["wrong"], vision) > 60
    assert min(difference(*pair, vision) for pair in combinations(lines[:4], 2)) > 35
    assert min(difference(*pair, vision) for pair in combinations(lines, 2)) > 15


def test_the_simulation_finds_a_bad_pair():
    assert difference("#AA4400", "#557700", "normal") > 60
    assert difference("#AA4400", "#557700", "deuteranopia") < 15


def test_lines_and_signs_have_contrast_on_white():
    for color in [style["color"] for style in plots.LINES] + [
        plots.COLORS[role] for role in ("ham", "spam", "neutral")
    ]:
        assert contrast_on_white(color) >= 3


def test_lines_differ_in_more_than_colour():
    for key in ("color", "marker", "linestyle"):
        assert len({str(style[key]) for style in plots.LINES}) == len(plots.LINES)


# ---- canvas and show


@pytest.mark.parametrize(("shape", "count"), [((1, 1), 1), ((1, 2), 2), ((2, 3), 6)])
def test_canvas_leaves_no_trace_in_global_state(shape, count):
    before = dict(plt.rcParams)
    fig, axes = plots.canvas(*shape)
    assert np.size(axes) == len(fig.axes) == count
    assert dict(plt.rcParams) == before
    assert plt.get_fignums() == []


def test_letters_are_at_least_14_points_on_ten_inches_at_80_dpi():
    """Text made by the course and text added by a notebook cell alike."""
    fig, ax = plots.canvas()
    plots.distribution(ax, {"a": [0.1, 0.2]}, claimed={"a": 0.15})
    ax.set(title="t", xlabel="x")
    added = [ax.text(0, 0, "added"), *ax.legend(["shown"]).get_texts()]
    width = fig.get_size_inches()[0] * plots.DPI
    labels = [*ax.get_xticklabels(), *ax.get_yticklabels(), *ax.texts, ax.title, ax.xaxis.label]
    for text in labels + added:
        dots = text.get_fontsize() / 72 * plots.DPI
        assert dots / width >= 14 / 72 * 80 / 800


def test_show_stores_the_alternative_text_twice_and_a_png_of_fixed_size(monkeypatch):
    fig, _ = plots.canvas(size=(4, 2))
    data = shown(monkeypatch, fig, 'Mean 0.985,\n    claimed "<0.986" — 准确率.')
    assert data["text/plain"] == 'Mean 0.985, claimed "<0.986" — 准确率.'
    assert (
        html.unescape(re.search('<img alt="([^"]*)"', data["text/html"])[1]) == data["text/plain"]
    )
    assert data["text/html"].startswith("<figure>\n")  # all that a folded output shows
    png = base64.b64decode(png_of(data), validate=True)
    assert png.startswith(b"\x89PNG")
    assert struct.unpack(">II", png[16:24]) == (4 * 125, 2 * 125)
    assert b"atplotlib" not in png


def test_equal_figures_are_equal_bytes(monkeypatch):
    images = []
    for height in (1, 1, 2):
        fig, ax = plots.canvas()
        plots.curves(ax, [1, 2], {"a": [0, height]})
        images.append(png_of(shown(monkeypatch, fig, "x")))
    assert images[0] == images[1] != images[2]


def test_show_closes_a_pyplot_figure_too(monkeypatch):
    fig = plt.figure()
    shown(monkeypatch, fig, "Nothing.")
    assert plt.get_fignums() == []


@pytest.mark.parametrize("alt", ["", "  \n", None, 3])
def test_show_refuses_an_empty_text(alt):
    fig, _ = plots.canvas()
    with pytest.raises(ValueError, match="alt="):
        plots.show(fig, alt=alt)


def test_show_in_a_kernel_yields_image_and_text():
    """What IPython's own publisher makes of it, not only our idea of its interface."""
    from IPython.core.displaypub import CapturingDisplayPublisher
    from IPython.core.interactiveshell import InteractiveShell

    class Shell:
        display_pub = CapturingDisplayPublisher()

    fig, _ = plots.canvas()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(InteractiveShell, "instance", Shell)
        plots.show(fig, alt="An empty figure.")
    [output] = Shell.display_pub.outputs
    assert output["data"].keys() == {"text/html", "text/plain"}
    assert 'alt="An empty figure."' in output["data"]["text/html"]


# ---- alternative texts composed of what was drawn

FIGURES = {
    "distribution": ({"NB": [0.98, 0.99, 0.985], "all": [0.86]},),
    "top_words": (["claim", "lor"], [4.9, -4.2]),
    "explain": ({"(prior)": -1.9, "free ×2": 4.4, "later": -1.2},),
    "confusion": ([[173, 14], [7, 1200]],),
    "network": ([("rain", "wet"), ("hose", "wet")],),
    "curves": ([50, 100, 200, 400], {"NB": [0.08, 0.02, 0.1, 0.03], "LR": [0.1, 0.1, 0.1, 0.1]}),
    "tree": ([1, -1, 1], ["area", "radius", "texture"]),
}
SENTENCES = {
    "distribution": "NB: mean 0.9850 ± 0.0050, from 0.9800 to 0.9900, 3 scores;"
    " all: mean 0.8600, from 0.8600 to 0.8600, 1 score.",
    "top_words": "In nats, positive for spam, negative for ham: claim +4.90, lor −4.20.",
    "explain": "In nats, positive for spam, negative for ham: (prior) −1.90, free ×2 +4.40,"
    " later −1.20; together +1.30, for spam.",
    "confusion": "truth spam: 173 decided spam (92.5%), 14 decided ham (7.5%);"
    " truth ham: 7 decided spam (0.6%), 1200 decided ham (99.4%).",
    "network": "arrows rain → wet, hose → wet.",
    "curves": "NB: 0.08 at 50 to 0.03 at 400, lowest 0.02 at 100, highest 0.1 at 200;"
    " LR: 0.1 at 50 to 0.1 at 400.",
    "tree": "area hangs on radius; root radius; texture hangs on radius.",
}


@pytest.mark.parametrize("name", FIGURES)
def test_every_figure_says_what_it_draws(monkeypatch, name):
    fig, ax = plots.canvas()
    getattr(plots, name)(ax, *FIGURES[name])
    data = shown(monkeypatch, fig, title="What was found")
    assert data["text/plain"] == f"What was found. {SENTENCES[name]}"
    fig, ax = plots.canvas()
    getattr(plots, name)(ax, *FIGURES[name])
    assert shown(monkeypatch, fig)["text/plain"] == SENTENCES[name]


def test_panels_are_told_with_their_titles_and_axes_as_they_are_when_shown(monkeypatch):
    fig, (left, middle, right) = plots.canvas(1, 3)
    plots.distribution(left, {"a": [-0.25]}, form=".2f")
    plots.curves(right, [1, 10], {"b": [1, 2e5]})
    plots.curves(right, [1, 10], {"c": [2, -3]})
    middle.plot([1, 2])
    middle.set_title("by hand")
    left.set_xlabel("score")
    right.set(xscale="log", xlabel="mails", ylabel="errors")
    right.set_title("Growth", loc="left")
    text = shown(monkeypatch, fig, title="Two\n  panels")["text/plain"]
    assert text == (
        "Two panels. Horizontal axis: score. a: mean −0.25, from −0.25 to −0.25, 1 score."
        " Growth. Horizontal axis (log scale): mails. Vertical axis: errors."
        " b: 1 at 1 to 200,000 at 10. c: 2 at 1 to −3 at 10."
    )


def test_a_cleared_panel_has_nothing_to_say():
    fig, ax = plots.canvas()
    plots.curves(ax, [1], {"a": [1]})
    ax.clear()
    with pytest.raises(ValueError, match="alt="):
        plots.show(fig, title="Nothing")


def test_alt_is_the_whole_text_of_a_figure_drawn_by_hand(monkeypatch):
    fig, ax = plots.canvas()
    plots.curves(ax, [1], {"a": [1]})
    assert shown(monkeypatch, fig, alt="One point.")["text/plain"] == "One point."


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        ({}, "alt=None: no function of plots has drawn"),
        ({"title": "Two bars"}, "alt=None: no function of plots has drawn"),
        ({"title": " "}, "title=' '"),
        ({"title": 3}, "title=3"),
        ({"title": "a", "alt": "b"}, "title='a', alt='b': give one"),
    ],
)
def test_show_says_what_it_misses(texts, message):
    fig, ax = plots.canvas()
    ax.bar([0, 1], [1, 2])
    with pytest.raises(ValueError, match=message):
        plots.show(fig, **texts)


@pytest.mark.parametrize(
    ("y", "sentence"),
    [
        ([np.nan, 3, 1, 2, np.inf], "a: 3 at 1 to 2 at 3, lowest 1 at 2."),
        ([1, 1 + 1e-15, 1 - 1e-15, 1, 1], "a: 1 at 0 to 1 at 4."),
        ([5, 3, 0, 0, 0], "a: 5 at 0 to 0 at 4, lowest 0 at 2."),
        ([np.nan, np.nan, 1e-7, np.nan, np.nan], "a: 1e−07 at 2."),
        ([1e20, 1, -1234567, 0, 2 / 3], "a: 1e+20 at 0 to 0.6667 at 4, lowest −1,234,567 at 2."),
    ],
)
def test_a_curve_is_told_by_its_ends_and_extremes_in_between(monkeypatch, y, sentence):
    fig, ax = plots.canvas()
    plots.curves(ax, range(5), {"a": y})
    assert shown(monkeypatch, fig)["text/plain"] == sentence


# ---- the style of the course

HOSTILE = {
    "axes.autolimit_mode": "round_numbers",
    "axes.formatter.use_mathtext": True,
    "axes.grid": True,
    "axes.prop_cycle": plt.cycler(color=["white"]),
    "axes.unicode_minus": False,
    "axes.xmargin": 0.4,
    "figure.autolayout": True,
    "figure.figsize": (1, 1),
    "font.family": "monospace",
    "font.size": 4,
    "grid.color": "red",
    "grid.linewidth": 5,
    "hatch.color": "black",
    "hatch.linewidth": 5,
    "lines.linewidth": 9,
    "path.sketch": (1, 100, 2),
    "savefig.bbox": "tight",
    "savefig.dpi": 30,
    "savefig.facecolor": "black",
    "savefig.transparent": True,
    "text.color": "white",
    "text.parse_math": False,
    "text.usetex": True,
    "xtick.color": "white",
    "xtick.direction": "in",
    "xtick.labelsize": 30,
    "ytick.color": "white",
    "ytick.minor.visible": True,
}
STYLES = ("dark_background", "seaborn-v0_8-poster", HOSTILE)


def all_figures(monkeypatch):
    """A picture of every function, with labels and ticks that a cell sets itself."""
    for name, arguments in FIGURES.items():
        fig, ax = plots.canvas(size=(4, 2.5))
        ax.set_ylabel("by hand")
        if name == "curves":
            ax.set_yscale("log")
        getattr(plots, name)(ax, *arguments)
        if name == "curves":
            ax.set_xticks([50, 150, 250, 350], ["a", "b", "c", "d"])
        yield name, shown(monkeypatch, fig)


def test_figures_are_the_same_in_every_style(monkeypatch):
    usual = dict(all_figures(monkeypatch))
    for style in STYLES:
        with plt.style.context(style):
            before = dict(plt.rcParams)
            for name, picture in all_figures(monkeypatch):
                assert picture == usual[name], (name, style)
            assert dict(plt.rcParams) == before


def looks_of_ticks():
    """What is to be seen of ticks that a cell sets itself."""
    _, ax = plots.canvas()
    ax.set_xticks([0, 0.5, 1], ["a", "b", "c"])
    ax.set_yscale("log")
    labels = [*ax.get_xticklabels(), *ax.get_yticklabels()]
    lines = [*ax.get_xticklines(), *ax.get_xgridlines()]
    looks = {(label.get_color(), label.get_fontsize(), label.get_usetex()) for label in labels}
    return looks, {(line.get_color(), line.get_markersize(), line.get_visible()) for line in lines}


@pytest.mark.parametrize("style", STYLES, ids=["dark", "seaborn", "hostile"])
def test_ticks_set_by_hand_have_the_style_of_the_canvas(style):
    usual = looks_of_ticks()
    with plt.style.context(style):
        assert looks_of_ticks() == usual


# ---- letters

CHINESE = "混淆矩阵"
ODD = ["$1000-$2000", "from $5 to $6", "a_b$c^$", "$$", "\\alpha", "{x}", "%d", "_", "a\tb", "免费"]


@pytest.fixture
def no_chinese_font(monkeypatch):
    """Only matplotlib's own fonts are installed: DejaVu, TeX's and the one of last resort."""
    data, fonts = get_data_path(), font_manager.fontManager.ttflist
    own = [font for font in fonts if font.fname.startswith(data)]
    assert len(own) > 10
    monkeypatch.setattr(font_manager.fontManager, "ttflist", own)


@pytest.fixture(params=["Four Squares"])
def chinese_font(request, tmp_path, no_chinese_font):
    """A font with four Chinese letters, all of them black squares, is installed."""
    pen = TTGlyphPen(None)
    pen.moveTo((0, 0))
    for corner in [(0, 800), (800, 800), (800, 0)]:
        pen.lineTo(corner)
    pen.closePath()
    names = [".notdef", *(f"uni{ord(letter):04X}" for letter in CHINESE)]
    font = FontBuilder(1000)
    font.setupGlyphOrder(names)
    font.setupCharacterMap({ord(letter): f"uni{ord(letter):04X}" for letter in CHINESE})
    font.setupGlyf(dict.fromkeys(names, pen.glyph()))
    font.setupHorizontalMetrics(dict.fromkeys(names, (1000, 0)))
    font.setupHorizontalHeader(ascent=800, descent=-200)
    font.setupNameTable({"familyName": request.param, "styleName": "Regular"})
    font.setupOS2(sTypoAscender=800, usWeightClass=400)
    font.setupPost()
    font.save(tmp_path / "squares.ttf")
    font_manager.fontManager.addfont(tmp_path / "squares.ttf")
    return request.param


def black(data):
    """Share of dark dots in a shown picture."""
    with Image.open(io.BytesIO(base64.b64decode(png_of(data)))) as image:
        return (np.asarray(image.convert("L")) < 100).mean()


@pytest.mark.usefixtures("no_chinese_font")
def test_letters_without_a_font_fall_back_or_become_boxes():
    assert plots.drawable(CHINESE, "confusion matrix") == "confusion matrix"
    assert plots.drawable("−θ £", "?") == "−θ £"
    assert plots.drawable("", "?") == ""
    assert plots.drawable("\ue000", "?") == "?"  # one of matplotlib's TeX fonts has it
    ax = draw(plots.top_words, [CHINESE, "β\x07"], [1, -1])  # a warning would be an error here
    assert texts(ax) == ["□□□□", "β□"]


def test_an_installed_font_is_found_by_itself(monkeypatch, chinese_font):
    assert plots.drawable(CHINESE, "confusion matrix") == CHINESE
    assert plots.drawable(f"{CHINESE}中", "?") == "?"
    pictures = []
    for title in (CHINESE, ""):
        fig, ax = plots.canvas()
        ax.set_title(plots.drawable(title, "?"))
        plots.top_words(ax, [f"a{title}"], [1.0])
        pictures.append(shown(monkeypatch, fig))
        families = [text.get_fontfamily() for text in (ax.title, *ax.texts)]
        assert all((chinese_font in family) == bool(title) for family in families)
    assert black(pictures[0]) > black(pictures[1]) + 8 * 0.5 * (10 / 72 * 125) ** 2 / 360000
    assert CHINESE in pictures[0]["text/plain"]


@pytest.mark.parametrize("chinese_font", [".LastResort", "Last Resort"], indirect=True)
def test_a_font_that_has_but_boxes_is_not_used(chinese_font):
    assert plots.drawable(CHINESE, chinese_font) == chinese_font


@pytest.mark.usefixtures("chinese_font")
def test_labels_set_by_hand_before_a_table_is_fitted_have_their_font():
    fig, ax = plots.canvas()
    ax.set_title(CHINESE)  # a warning about its letters would be an error here
    plots.confusion(ax, [[3, 1], [0, 2]], labels=[CHINESE[:2], CHINESE[2:]])
    fig.draw_without_rendering()
    assert [label.get_text() for label in ax.get_xticklabels()] == ["混淆", "矩阵"]


def of_odd_names(ax, name, odd):
    """Draw a figure all of whose texts from data are odd."""
    arguments = {
        "distribution": ({word: [0.1, 0.2] for word in odd},),
        "top_words": (odd, np.arange(len(odd)) - 2.0),
        "explain": (
            Explanation(
                {"(prior)": 1, **dict.fromkeys(odd, -1)},
                counts=dict.fromkeys(odd, 2),
                unknown=("$$",),
                classes=odd[:2],
            ),
        ),
        "confusion": (np.eye(len(odd), dtype=int),),
        "network": ([(odd[0], word) for word in odd[1:5]],),
        "curves": ([1, 2], {word: [1, 2] for word in odd[:5]}),
        "tree": ([-1, *[0] * (len(odd) - 1)], odd),
    }
    more = {"top_words": {"names": odd[:2]}, "confusion": {"labels": odd}}
    getattr(plots, name)(ax, *arguments[name], **more.get(name, {}))


@pytest.mark.parametrize("name", FIGURES)
def test_texts_from_data_are_drawn_as_they_are(monkeypatch, name):
    fig, ax = plots.canvas(size=(8, 6))
    of_odd_names(ax, name, ODD)
    fig.draw_without_rendering()
    odd = [text for text in fig.findobj(Text) if {*text.get_text()} & {*"$\\_%{□"}]
    assert len(odd) >= 5
    assert not any(text.get_parse_math() for text in odd)
    assert not any(text.get_parse_math() for text in ax.texts)
    data = shown(monkeypatch, fig)
    assert all(" ".join(word.split()) in data["text/plain"] for word in ODD[:5])


@settings(max_examples=20, deadline=None)
@given(
    st.lists(st.text(st.characters(exclude_categories=["Cs"])), min_size=5, max_size=5, unique=True)
)
def test_any_word_can_be_drawn(words):
    for name in ("distribution", "top_words", "curves"):
        fig, ax = plots.canvas(size=(6, 3))
        of_odd_names(ax, name, words)
        fig.draw_without_rendering()
        assert not any(text.get_parse_math() for text in [*ax.texts, *ax.get_yticklabels()][:5])


def test_a_long_word_leaves_room_for_its_bar(monkeypatch):
    fig, axes = plots.canvas(1, 2)
    plots.top_words(axes[0], ["x" * 300, "free"], [1, 2])
    plots.explain(axes[1], {"prior": 1, "y" * 300: 2})
    text = shown(monkeypatch, fig)["text/plain"]
    assert "x" * 300 in text
    assert "y" * 300 in text
    assert texts(axes[0]) == ["x" * 24 + "…", "free"]
    assert min(ax.get_position().width for ax in axes) > 0.1


# ---- the figures


def test_distribution_draws_every_score_and_its_summary():
    scores = {"Ünïcode as written": [0.97, 0.98, 0.99, 0.985], "one": [0.9]}
    ax = draw(plots.distribution, scores, claimed={"Ünïcode as written": 0.979372})
    drawn = {line.get_marker(): line for line in ax.lines[:4]}
    assert drawn["|"].get_xdata().tolist() == scores["Ünïcode as written"]
    assert drawn["D"].get_xdata() == pytest.approx([0.98125])
    assert drawn["X"].get_xdata() == [0.979372]
    assert drawn["None"].get_xdata() == pytest.approx([0.97, 0.99])
    assert boxes(ax)[0] == pytest.approx((0.9775, 0.98625 - 0.9775))
    assert texts(ax) == ["0.9812 ± 0.0085", "claimed 0.979372", "0.9000"]
    assert [label.get_text() for label in ax.get_yticklabels()] == [*scores]
    assert ax.get_ylim()[0] > ax.get_ylim()[1]


def test_distribution_leaves_a_margin_on_both_sides():
    low, high = draw(plots.distribution, {"a": [0.5], "b": [0.6, 0.9], "c": [1, 1]}).get_xlim()
    assert low < 0.49
    assert high > 1.01


def test_distribution_formats_counts_too():
    assert "150.0 ± 70.7" in texts(draw(plots.distribution, {"a": [100, 200]}, form=".1f"))


@pytest.mark.parametrize(
    ("samples", "claimed", "message"),
    [
        ({"a": [1]}, {"b": 1}, r"\['b'\]"),
        ({"a": [1, np.nan]}, None, "finite"),
        ({"a": []}, None, "finite"),
        ({"a": [[1, 2], [3, 4]]}, None, "'a'"),
        ({}, None, "samples is empty"),
    ],
)
def test_distribution_refuses_what_it_cannot_draw(samples, claimed, message):
    with pytest.raises(ValueError, match=message):
        plots.distribution(plots.canvas()[1], samples, claimed=claimed)


def test_top_words_draws_signed_bars_with_hatch_and_words_across_the_line():
    ax = draw(plots.top_words, ["claim", "β£", "lor"], np.array([4.9, 0.5, -4.2]))
    assert boxes(ax) == [(0, 4.9), (0, 0.5), (0, -4.2)]
    assert [bool(bar.get_hatch()) for bar in ax.patches] == [True, True, False]
    assert to_hex(ax.patches[0].get_facecolor()) == plots.COLORS["spam"].lower()
    assert to_hex(ax.patches[2].get_facecolor()) == plots.COLORS["ham"].lower()
    assert [(t.get_text(), t.get_ha(), t.xy) for t in ax.texts] == [
        ("claim", "right", (0, 0)),
        ("β£", "right", (0, 1)),
        ("lor", "left", (0, 2)),
    ]
    assert ax.get_ylim()[0] > 2 > 0 > ax.get_ylim()[1]


@pytest.mark.parametrize(
    ("words", "log_odds", "message"),
    [
        (["a", "b"], [1.0], "one per word"),
        ([], [], "at least one word"),
        (["a", "b"], [1, np.inf], r"\['b'\] is not finite"),
    ],
)
def test_top_words_needs_one_number_per_word(words, log_odds, message):
    with pytest.raises(ValueError, match=message):
        plots.top_words(plots.canvas()[1], words, log_odds)


def test_explain_adds_up_from_prior_to_posterior():
    steps = {"prior": -1.9, "free ×2": 4.4, "later": -1.2}
    ax = draw(plots.explain, steps, names=("häm", "späm"))
    ends = [(left, left + width) for left, width in boxes(ax)]
    assert np.array(ends) == pytest.approx(np.array([(0, -1.9), (-1.9, 2.5), (2.5, 1.3), (0, 1.3)]))
    assert texts(ax) == ["−1.90", "+4.40", "−1.20", "+1.30"]
    assert [label.get_text() for label in ax.get_yticklabels()] == [*steps, "posterior"]
    assert [bool(bar.get_hatch()) for bar in ax.patches] == [False, True, False, True]
    assert ax.get_xlabel().split() == ["←", "häm", "log-odds", "späm", "→"]
    low, high = ax.get_xlim()
    assert low < -1.9 < 2.5 < high


def test_numbers_and_names_beside_bars_do_not_overlap_in_a_narrow_panel():
    fig, axes = plots.canvas(1, 3)
    plots.explain(axes[0], {"(prior)": -8.0, "a": 3, "b": -4.25, "c": 9, "d": 2})
    plots.distribution(axes[1], {"one": [1, 2], "two": [3, 4]}, form=".2f")
    plots.top_words(axes[2], ["aaaaaaaa", "b", "cc"], [9, -7, -8])
    fig.draw_without_rendering()
    drawn = [*axes[0].texts, *axes[1].texts, *axes[2].texts, *(ax.xaxis.label for ax in axes)]
    drawn += [*axes[0].get_yticklabels(), *axes[1].get_yticklabels()]
    extents = [text.get_window_extent() for text in drawn if text.get_text()]
    assert len(extents) == 6 + 2 + 3 + 2 + 6 + 2
    assert not any(one.overlaps(other) for one, other in combinations(extents, 2))


def test_explain_draws_the_twelve_strongest_and_sums_the_others(monkeypatch):
    nats = [0.1, -3, 0.2, *np.arange(1, 12), -0.4, -0.5]
    words = {f"w{i}": float(v) for i, v in enumerate(nats)}
    fig, ax = plots.canvas()
    counts = dict.fromkeys(words, 1) | {"w1": 3}
    whole = Explanation({"(prior)": -2.0, **words}, counts, (), ("ham", "spam"))
    plots.explain(ax, whole)
    kept = ["w1 ×3", *(f"w{i}" for i in range(3, 14))]
    labels = [label.get_text() for label in ax.get_yticklabels()]
    assert labels == ["(prior)", *kept, "4 others", "posterior"]
    widths = [width for _, width in boxes(ax)]
    assert widths == pytest.approx([-2, -3, *range(1, 12), 0.1 + 0.2 - 0.4 - 0.5, sum(nats) - 2])
    text = shown(monkeypatch, fig)["text/plain"]
    assert "(prior) −2.00, w1 ×3 −3.00, w3 +1.00" in text
    assert text.endswith("w13 +11.00, 4 others −0.60; together +60.40, for spam.")


def test_an_explanation_that_is_cut_already_is_drawn_as_it_is():
    words = {f"w{i}": float(i) for i in range(30)}
    whole = Explanation({"(intercept)": 1.0, **words}, dict.fromkeys(words, 1), ("x",), ("a", "b"))
    for most in (3, 12):
        ax = draw(plots.explain, whole.strongest(most))
        labels = [label.get_text() for label in ax.get_yticklabels()]
        assert labels[0] == "(intercept)"
        assert labels[1:] == [*list(words)[-most:], f"({30 - most} others)", "posterior"]
        assert boxes(ax)[-1][1] == pytest.approx(whole.log_odds)
        assert ax.get_xlabel().endswith(f"\n{whole.known}")


def test_without_known_words_the_start_speaks_under_its_name():
    ax = draw(plots.explain, Explanation({"(intercept)": 1.0}, {}, ("x", "y"), ("ham", "spam")))
    assert ax.get_xlabel().endswith("0 of 2 words known: only the intercept speaks")


def test_one_word_is_no_others():
    ax = draw(plots.explain, {"prior": 0.0, **{f"w{i}": i + 1.0 for i in range(13)}})
    assert [label.get_text() for label in ax.get_yticklabels()][-2:] == ["1 other", "posterior"]


@given(st.lists(st.floats(-9, 9), max_size=30))
@settings(max_examples=25, deadline=None)
def test_what_explain_draws_is_the_sum_of_all(nats):
    ax = plots.canvas()[1]
    plots.explain(ax, {"(prior)": 1.0, **{f"w{i}": v for i, v in enumerate(nats)}})
    *steps, total = [width for _, width in boxes(ax)]
    assert len(steps) == 1 + min(len(nats), 13)
    assert total == pytest.approx(sum(steps))
    assert total == pytest.approx(1 + sum(nats))
    left_out = sorted(map(abs, nats))[: max(len(nats) - 12, 0)]
    drawn = steps[1:13]
    assert not left_out or max(left_out) <= min(map(abs, drawn))


@pytest.mark.parametrize(
    ("steps", "unknown", "drawn", "said"),
    [
        ({}, (), "No words: only the prior speaks", "No words: only the prior speaks."),
        (
            {},
            ("lorem", "$$", "x", "y", "z"),
            "0 of 5 words known: only the prior speaks",
            "0 of 5 words known: only the prior speaks; unknown: lorem, $$, x, y, z.",
        ),
        ({"a": 1.0, "b": 2.0}, ("c",), "2 of 3 words known", "2 of 3 words known; unknown: c."),
        ({"a": 1.0}, (), None, "together −1.00, for pos."),
    ],
)
def test_explain_tells_how_many_words_are_known(monkeypatch, steps, unknown, drawn, said):
    fig, ax = plots.canvas()
    nats, counts = {"(prior)": -2.0, **steps}, dict.fromkeys(steps, 1)
    whole = Explanation(nats, counts, unknown, ("pos", "neg"))
    plots.explain(ax, whole)
    directions, *below = ax.get_xlabel().split("\n")
    assert directions.split() == ["←", "pos", "log-odds", "neg", "→"]
    assert below == ([drawn] if drawn else [])
    assert shown(monkeypatch, fig)["text/plain"].endswith(said)


@pytest.mark.parametrize(
    ("contributions", "message"),
    [
        ({}, "contributions is empty"),
        ({"prior": 0.0, "a": -np.inf, "b": np.nan}, r"\['a', 'b'\] is not finite.*alpha > 0"),
    ],
)
def test_explain_refuses_what_has_no_sum(contributions, message):
    with pytest.raises(ValueError, match=message):
        plots.explain(plots.canvas()[1], contributions)


def test_a_sum_of_zero_speaks_for_nobody(monkeypatch):
    fig, ax = plots.canvas()
    plots.explain(ax, {"prior": 1.0, "a": -1.0})
    assert shown(monkeypatch, fig)["text/plain"].endswith("together +0.00, for neither.")


@pytest.mark.parametrize("as_table", [True, False])
def test_confusion_writes_counts_and_shares_and_hatches_errors(as_table):
    found = Confusion(tp=173, fp=7, fn=14, tn=1200)
    ax = draw(plots.confusion, found.table if as_table else found)
    assert texts(ax) == [
        "173\n92.5% of spam",
        "14\n7.5% of spam",
        "7\n0.6% of ham",
        "1200\n99.4% of ham",
    ]
    assert [t.get_position() for t in ax.texts] == [(0, 0), (1, 0), (0, 1), (1, 1)]
    assert [bool(bar.get_hatch()) for bar in ax.patches] == [False, True, True, False]
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("decision", "truth")
    for labels in (ax.get_xticklabels(), ax.get_yticklabels()):
        assert [label.get_text() for label in labels] == ["spam", "ham"]


def test_confusion_takes_means_of_counts_more_classes_and_an_empty_row():
    ax = draw(plots.confusion, [[1, 0, 0], [0, 2.5, 2.5], [0, 0, 0]], labels=["a", "b", 3])
    assert texts(ax)[5] == "2.5\n50.0% of b"
    assert texts(ax)[8] == "0\n0.0% of 3"


@pytest.mark.parametrize("classes", [2, 3, 10, 20])
@pytest.mark.parametrize("length", [1, 25])
def test_no_two_texts_of_a_table_overlap(classes, length):
    fig, ax = plots.canvas()
    table = np.full((classes, classes), 123) + 1000 * np.eye(classes, dtype=int)
    plots.confusion(ax, table, labels=[f"{i:->{length}}" for i in range(classes)])
    ax.set_title("a title")
    fig.draw_without_rendering()
    names = [*ax.get_xticklabels(), *ax.get_yticklabels()]
    extents = [t.get_window_extent() for t in [*ax.texts, *names, ax.xaxis.label, ax.yaxis.label]]
    assert len(extents) == classes**2 + 2 * classes + 2
    assert not any(one.overlaps(other) for one, other in combinations(extents, 2))
    assert all(fig.bbox.x0 <= e.x0 and e.x1 <= fig.bbox.x1 for e in extents)
    assert [text.get_text().partition("\n")[0] for text in ax.texts] == [*map(str, table.flat)]


def test_ten_classes_are_readable_with_half_an_inch_each():
    _, ax = plots.canvas(size=(6.4, 5.5))
    plots.confusion(ax, np.full((10, 10), 999), labels=[f"class {i}" for i in range(10)])
    assert {text.get_fontsize() for text in [*ax.texts, *ax.get_yticklabels()]} == {10}


@pytest.mark.parametrize(
    ("table", "labels", "message"),
    [
        (np.eye(3), ("spam", "ham"), r"labels=\['spam', 'ham'\]: expected one for each of the 3"),
        (np.eye(2), ("a", "b", "c"), "one for each of the 2 classes"),
        (np.ones((2, 3)), ("a", "b"), r"shape \(2, 3\): expected as many rows as columns"),
        ([1, 2], ("a", "b"), "as many rows as columns"),
        (np.ones((0, 0)), (), "as many rows as columns"),
        ([[1, -2], [0, 1]], ("a", "b"), "-2.*0 or more"),
        ([[1, np.nan], [0, 1]], ("a", "b"), "nan.*0 or more"),
    ],
)
def test_confusion_refuses_what_is_no_table(table, labels, message):
    with pytest.raises(ValueError, match=message):
        plots.confusion(plots.canvas()[1], table, labels=labels)


def test_curves_draws_the_given_points_and_names_them_at_their_ends():
    x, ys = [50, 100, 400], {"NB": [0.08, 0.06, 0.03], "régression": [0.12, 0.09, 0.045]}
    ax = draw(plots.curves, x, ys)
    for line, name in zip(ax.lines, ys, strict=True):
        assert line.get_xydata().tolist() == [*map(list, zip(x, ys[name], strict=True))]
    assert [(t.get_text(), t.xy[1], t.get_color()) for t in ax.texts] == [
        ("NB", 0.03, ax.lines[0].get_color()),
        ("régression", 0.045, ax.lines[1].get_color()),
    ]


def test_curves_draws_a_band_around_the_line_that_it_belongs_to_and_says_it():
    x, ys = [50, 100, 400], {"NB": [0.08, 0.06, 0.03], "LR": [0.12, 0.09, 0.045]}
    ax = draw(plots.curves, x, ys, bands={"LR": [[0.1, 0.08, 0.04], [0.14, 0.1, 0.05]]})
    [band] = ax.collections
    corners = {(a, round(float(b), 9)) for a, b in band.get_paths()[0].vertices}
    assert corners == {(50, 0.1), (100, 0.08), (400, 0.04), (50, 0.14), (100, 0.1), (400, 0.05)}
    assert to_rgb(band.get_facecolor()[0][:3]) == to_rgb(ax.lines[1].get_color())
    [said] = [child.text for child in ax.get_children() if hasattr(child, "named")]
    assert "LR: 0.12 at 50 to 0.045 at 400, band 0.1 to 0.14 at first, 0.04 to 0.05 at last" in said
    assert said.count("band") == 1


@pytest.mark.parametrize(
    "bands", [{"no line": [[1, 1], [2, 2]]}, {"a": [1, 2]}, {"a": [[1], [2]]}, [[1, 1], [2, 2]]]
)
def test_curves_refuses_bands_that_belong_to_no_line(bands):
    ax = plots.canvas()[1]
    with pytest.raises(ValueError, match="bands.*expected"):
        plots.curves(ax, [1, 2], {"a": [1, 2]}, bands=bands)
    assert not ax.lines


@pytest.mark.parametrize("scale", ["linear", "log"])
def test_names_of_close_lines_do_not_touch(scale):
    fig, ax = plots.canvas()
    ax.set_yscale(scale)
    names = {f"line {i}": [0.1, end] for i, end in enumerate([0.0201, 0.05, 0.02, 0.02, 0.0199])}
    plots.curves(ax, [1, 2], names)
    fig.draw_without_rendering()
    extents = [text.get_window_extent() for text in ax.texts]
    assert not any(a.overlaps(b) for a, b in combinations(extents, 2))
    order = np.argsort([extent.y0 for extent in extents])
    assert [0.0199, 0.02, 0.02, 0.0201, 0.05] == [ax.texts[i].xy[1] for i in order]
    assert all(extent.x1 <= fig.bbox.x1 for extent in extents)
    lone = extents[1]  # far from the others: it stands level with the end of its line
    level = ax.transData.transform((2, 0.05))[1]
    assert (lone.y0 + lone.y1) / 2 == pytest.approx(level, abs=3)


@pytest.mark.parametrize(
    ("scale", "y", "end"),
    [
        ("linear", [1, 2, np.nan, np.nan], (2, 2)),
        ("linear", [1, np.nan, 3, np.inf], (3, 3)),
        ("linear", [1, 2, 3, 0], (4, 0)),
        ("linear", np.ma.array([1, 2, 3, 4], mask=[0, 0, 0, 1]), (3, 3)),
        ("log", [1, 2, 0, -1], (2, 2)),
        ("logit", [0.5, 0.6, 0.7, 1], (3, 0.7)),
    ],
)
def test_a_curve_is_named_at_its_last_point_that_can_be_drawn(scale, y, end):
    fig, ax = plots.canvas()
    ax.set_yscale(scale)
    plots.curves(ax, [1, 2, 3, 4], {"a": y})
    fig.draw_without_rendering()
    [name] = ax.texts
    assert name.xy == end
    assert fig.bbox.containsx(name.get_window_extent().x1)
    assert fig.bbox.containsy(name.get_window_extent().y1)


@pytest.mark.parametrize("x", [["a", "b", "c"], np.array(["2024-01-01"] * 3, "M8[D]")])
def test_curves_over_names_and_dates(monkeypatch, x):
    fig, ax = plots.canvas()
    plots.curves(ax, x, {"a": [1, 2, 3]})
    assert shown(monkeypatch, fig)["text/plain"] == f"a: 1 at {x[0]} to 3 at {x[2]}."


def test_a_tree_is_an_outline_of_its_vertices():
    """Each on a line of its own, right of its parent; wide edges are heavy."""
    parents, names = [1, -1, 1, 2, 0], [*"abcde"]
    ax = draw(plots.tree, parents, names, weights=[1, 99, 2, 4, 0])
    where = {text.get_text(): text.xy for text in ax.texts}
    assert sorted(where, key=lambda name: -where[name][1]) == [*"baecd"]
    assert [where[name][0] for name in names] == [1, 0, 1, 2, 2]
    level = {
        line.get_xydata()[1, 1]: line
        for line in ax.lines
        if line.get_marker() == "None" and np.ptp(line.get_ydata()) == 0
    }
    edges = [(j, p) for j, p in enumerate(parents) if p >= 0]
    for j, p in edges:
        here, above = where[names[j]], where[names[p]]
        assert level[here[1]].get_xdata().tolist() == [above[0], here[0]]
    widths = [level[where[names[j]][1]].get_linewidth() for j, _ in edges]
    np.testing.assert_allclose(widths, np.interp([1, 2, 4, 0], [0, 4], [0.8, 4.0]))


def test_no_line_of_an_outline_runs_through_a_name():
    fig, ax = plots.canvas()
    names = [f"vertex {j}" for j in range(9)]
    plots.tree(ax, [-1, 0, 1, 0, 3, 3, 5, 0, 7], names)
    fig.draw_without_rendering()
    boxes = [text.get_window_extent() for text in ax.texts]
    for line in ax.lines:
        ends = ax.transData.transform(line.get_xydata())
        points = np.linspace(ends[0], ends[-1], 50) if line.get_marker() == "None" else ends
        assert not any(box.contains(*point) for box in boxes for point in points)


def test_an_edge_bends_only_where_it_would_run_over_another_vertex():
    ax = plots.canvas()[1]
    places = [[0, 0], [0, 1], [0, 3], [2, 3]]
    plots.tree(ax, [-1, 0, 0, 2], [*"abcd"], places=places)
    ways = {tuple(line.get_xydata()[-1]): line.get_xydata() for line in ax.lines[:3]}
    assert (len(ways[0, 1]), len(ways[2, 3])) == (2, 2)  # straight
    over = ways[0, 3]  # from (0, 0) to (0, 3): (0, 1) lies between
    assert over[0] == pytest.approx([0, 0])
    assert np.hypot(*(over - places[1]).T).min() > 0.2
    assert abs(over[:, 0]).max() == pytest.approx(0.3)  # a tenth of its length


def test_a_tree_at_given_places_has_no_names(monkeypatch):
    fig, ax = plots.canvas()
    plots.tree(ax, [-1, 0], ["a", "b"], weights=[0, 0.123], places=[[5, 6], [7, 8]])
    assert not ax.texts
    assert {tuple(xy) for line in ax.lines for xy in line.get_xydata()} == {(5, 6), (7, 8)}
    assert shown(monkeypatch, fig)["text/plain"] == "root a; b hangs on a (0.12)."


@pytest.mark.parametrize(
    ("parents", "message"),
    [
        ([], "parents=.* another one's number"),
        ([0.5, -1], "another one's number"),
        ([2, -1], "another one's number"),
        ([-2, -1], "another one's number"),
        ([1, 0], "run in a circle at vertex 0"),
        ([-1, 1], "run in a circle at vertex 1"),
        ([-1, 0, 0], r"names has shape .* for 3 parents"),
    ],
)
def test_what_is_no_tree_is_refused(parents, message):
    with pytest.raises(ValueError, match=message):
        plots.tree(plots.canvas()[1], parents, ["a", "b"])


@pytest.mark.parametrize(
    ("x", "ys", "scale", "message"),
    [
        ([1], {str(i): [i] for i in range(6)}, "linear", "at most 5"),
        ([1], {}, "linear", "0 lines"),
        ([1, 2], {"a": [1, 2], "b": [1]}, "linear", r"ys\['b'\] has shape \(1,\)"),
        ([[1, 2]], {"a": [[1, 2]]}, "linear", r"x=.*shape \(1, 2\)"),
        ([1, 2], {"a": [1, 2], "b": [np.nan, np.inf]}, "linear", r"ys\['b'\] has no point"),
        ([], {"a": []}, "linear", r"ys\['a'\] has no point"),
        ([1, 2], {"a": [0, -1]}, "log", "positive ones where the scale is logarithmic"),
    ],
)
def test_curves_refuses_what_it_cannot_draw(x, ys, scale, message):
    ax = plots.canvas()[1]
    ax.set_yscale(scale)
    with pytest.raises(ValueError, match=message):
        plots.curves(ax, x, ys)
    assert not ax.lines
