"""Networks drawn: where boxes stand, what fills them, what joins them, and what is said."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.patches import Rectangle

from nbcourse import plots
from nbcourse.plots.networks import WIDTH

WET = [("rain", "wet"), ("hose", "wet"), ("wet", "slippery")]


def drawn(*arguments, **how):
    _, ax = plots.canvas()
    return plots.network(ax, *arguments, **how)


def told(ax):
    """What the picture's text will say."""
    return next(child.text for child in ax.get_children() if hasattr(child, "named"))


def places(ax):
    """Where each name stands, by the first line of its label."""
    return {text.get_text().partition("\n")[0]: text.get_position() for text in ax.texts}


def test_all_that_is_drawn_is_told():
    ax = drawn(WET, names=["sun"], lines=[("rain", "hose")], shares={"rain": 0.2845}, known=["wet"])
    assert told(ax) == (
        "arrows rain → wet, hose → wet, wet → slippery; lines rain – hose; alone sun; "
        "shares rain 0.284; known wet"
    )
    assert "rain\n0.284" in [text.get_text() for text in ax.texts]


def test_parents_stand_above_their_children_and_nobody_on_another():
    @settings(deadline=None, max_examples=25)
    @given(st.integers(0, 2**32 - 1), st.integers(1, 7))
    def check(seed, n):
        rng = np.random.default_rng(seed)
        names = rng.permutation(n)
        arrows = [(u, v) for i, u in enumerate(names) for v in names[:i] if rng.random() < 0.4]
        spots = places(drawn(arrows, names=range(n)))
        assert len(set(spots.values())) == n
        for parent, child in arrows:
            assert spots[str(parent)][1] > spots[str(child)][1]

    check()


@pytest.mark.parametrize("share", [0.0, 0.25, 1.0])
def test_a_box_is_filled_as_far_as_its_share(share):
    ax = drawn([], names=["a"], shares={"a": share})
    widths = [patch.get_width() for patch in ax.patches if isinstance(patch, Rectangle)]
    assert widths == pytest.approx([WIDTH, share * WIDTH, WIDTH])


def test_given_places_are_kept():
    spots = {"rain": (0, 0), "hose": (3, 1), "wet": (1, 2), "slippery": (1, 5)}
    assert places(drawn(WET, places=spots)) == spots


@pytest.mark.parametrize(
    ("arguments", "how", "match"),
    [
        ([[("a", "b"), ("b", "a")]], {}, "run in a circle"),
        ([[("a", "a")]], {}, "pairs of different names"),
        ([[("a", "b", "c")]], {}, "pairs of different names"),
        ([["ab"]], {}, "arrows"),
        ([[]], {}, "something to draw"),
        ([WET], {"lines": [("a",)]}, "lines hold"),
        ([WET], {"shares": {"wet": 1.5}}, "number from 0 to 1"),
        ([WET], {"shares": [0.5]}, "shares"),
        ([WET], {"known": "wet"}, "known"),
        ([WET], {"places": {"wet": (0, 0)}}, "places"),
        ([WET], {"places": {"wet": (0, np.nan)}}, "places"),
    ],
)
def test_what_cannot_be_drawn_is_refused_by_name(arguments, how, match):
    with pytest.raises(ValueError, match=match):
        drawn(*arguments, **how)
