"""Figures: what is drawn equals what was given, and colour is never needed to read it."""

import base64
import struct
from itertools import combinations

import numpy as np
import pytest
from matplotlib import pyplot as plt
from matplotlib.colors import to_hex, to_rgb

from nbcourse import plots
from nbcourse.evaluation import Confusion

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


def shown(monkeypatch, fig, alt):
    published = []
    monkeypatch.setattr(
        "IPython.display.publish_display_data", lambda *args: published.append(args)
    )
    plots.show(fig, alt=alt)
    [(data, metadata)] = published
    return data, metadata


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
    data, metadata = shown(monkeypatch, fig, "Mean 0.985,\n    claimed 0.986 — 准确率.")
    assert data["text/plain"] == "Mean 0.985, claimed 0.986 — 准确率."
    assert metadata == {"image/png": {"alt": data["text/plain"]}}
    png = base64.b64decode(data["image/png"], validate=True)
    assert png.startswith(b"\x89PNG")
    assert struct.unpack(">II", png[16:24]) == (4 * 125, 2 * 125)
    assert b"atplotlib" not in png


def test_equal_figures_are_equal_bytes(monkeypatch):
    images = []
    for height in (1, 1, 2):
        fig, ax = plots.canvas()
        plots.curves(ax, [1, 2], {"a": [0, height]})
        images.append(shown(monkeypatch, fig, "x")[0]["image/png"])
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
    assert output["data"].keys() == {"image/png", "text/plain"}
    assert output["metadata"]["image/png"]["alt"] == "An empty figure."


@pytest.mark.parametrize("family", [["DejaVu Sans"], ["DejaVu Serif", "DejaVu Sans"]])
def test_chinese_labels_fall_back_without_a_warning(family):
    label = "混淆矩阵"
    with plt.rc_context({"font.family": family}):
        fig, ax = plots.canvas()
        ax.set_title(label)
        with pytest.warns(UserWarning, match="Glyph") as caught:
            fig.draw_without_rendering()
        assert len({str(warning.message) for warning in caught}) == 4
        ax.set_title(plots.drawable(label, "confusion matrix"))
        ax.set_xlim(-1, 1)
        fig.draw_without_rendering()  # a warning would be an error here
        assert ax.get_title() == "confusion matrix"
        assert plots.drawable("−θ £", "?") == "−θ £"


def test_labels_are_drawn_by_any_font_of_the_family(monkeypatch):
    charmaps = {"one": {ord("a"): 1}, "two": {ord("中"): 1}}

    class Font:
        def __init__(self, path):
            self.path = path

        def get_charmap(self):
            return charmaps[self.path]

    monkeypatch.setattr(plots, "get_font", Font)
    monkeypatch.setattr(plots, "findfont", lambda properties: properties.get_family()[0])
    with plt.rc_context({"font.family": ["one", "two"]}):
        assert [plots.drawable(label, "?") for label in ("a中", "b", "")] == ["a中", "?", ""]


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


def test_distribution_formats_counts_too():
    assert "150.0 ± 70.7" in texts(draw(plots.distribution, {"a": [100, 200]}, form=".1f"))


@pytest.mark.parametrize(
    ("samples", "claimed", "message"),
    [
        ({"a": [1]}, {"b": 1}, r"\['b'\]"),
        ({"a": [1, np.nan]}, None, "finite"),
        ({"a": []}, None, "finite"),
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


def test_top_words_needs_one_number_per_word():
    with pytest.raises(ValueError, match="one per word"):
        plots.top_words(plots.canvas()[1], ["a", "b"], [1.0])


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


def test_confusion_writes_counts_and_shares_and_hatches_errors():
    ax = draw(plots.confusion, Confusion(tp=173, fp=7, fn=14, tn=1200).table)
    assert texts(ax) == [
        "173\n92.5% of spam",
        "14\n7.5% of spam",
        "7\n0.6% of ham",
        "1200\n99.4% of ham",
    ]
    assert [t.get_position() for t in ax.texts] == [(0, 0), (1, 0), (0, 1), (1, 1)]
    assert [bool(bar.get_hatch()) for bar in ax.patches] == [False, True, True, False]
    assert ax.get_xlabel(), ax.get_ylabel() == ("decision", "truth")


def test_confusion_takes_more_classes_and_an_empty_row():
    ax = draw(plots.confusion, [[1, 0, 0], [0, 2, 2], [0, 0, 0]], labels=["a", "b", "ζ"])
    assert texts(ax)[5] == "2\n50.0% of b"
    assert texts(ax)[8] == "0\n0.0% of ζ"


def test_curves_draws_the_given_points_and_names_them_at_their_ends():
    x, ys = [50, 100, 400], {"NB": [0.08, 0.06, 0.03], "régression": [0.12, 0.09, 0.045]}
    ax = draw(plots.curves, x, ys)
    for line, name in zip(ax.lines, ys, strict=True):
        assert line.get_xydata().tolist() == [*map(list, zip(x, ys[name], strict=True))]
    assert [(t.get_text(), t.xy[1], t.get_color()) for t in ax.texts] == [
        ("NB", 0.03, ax.lines[0].get_color()),
        ("régression", 0.045, ax.lines[1].get_color()),
    ]


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


def test_curves_refuses_more_lines_than_can_be_told_apart():
    with pytest.raises(ValueError, match="at most 5"):
        plots.curves(plots.canvas()[1], [1], {str(i): [i] for i in range(6)})
