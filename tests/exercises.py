"""What every exercise is tested for, given its right answers and its typical mistakes."""

import numpy as np
import pandas as pd

from nbcourse import check

ODD = [
    None,
    "forty-two",
    "",
    float("nan"),
    [],
    [1, "two"],
    np.zeros((3, 3)),
    {"a": 1},
    pd.DataFrame({"a": [1]}),
    object(),
    len,
    lambda *args: None,
    lambda: 1 / 0,
    True,
    -1e308,
]


def assert_answers(number, right, wrong):
    """The stub is untouched, right answers are ok, wrong ones get hints, all different.

    `right` is a list of answers, `wrong` one of pairs (answer, a word of its hint).
    """
    assert repr(check(number, ...)) == "not attempted"
    for answer in right:
        assert repr(check(number, answer)) == "ok", f"{number}: {answer!r} should be ok"
    hints = set()
    for answer, word in wrong:
        result = check(number, answer)
        assert result.status == "not yet"
        assert word in result.hint, f"{number}: {result.hint!r} lacks {word!r}"
        hints.add(result.hint)
    assert len(hints) == len(wrong) >= 2, f"{number}: give two or more mistakes different hints"
    for answer in ODD:
        result = check(number, answer)
        assert result.status == "not yet", f"{number}: {answer!r} cannot be right"
        assert result.hint
