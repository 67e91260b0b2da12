"""Every exercise: right answers are ok, declared mistakes get their hint, nothing else is right.

What a checker declares is fed back to it; that the right answers are right is shown by the
worked solutions of the notebooks and, by other routes, in `test_exercises_routes.py`.
"""

import re

import numpy as np
import pandas as pd
import pytest

from nbcourse import check
from nbcourse.exercises.kit import CHECKERS, ladder
from tests.exercises import declared, numbers, scribble
from tests.nbtools import EXERCISE, notebooks, tags

NUMBERS = numbers()
FUNCTIONS = [number for number in NUMBERS if declared(number).kind == "behaves"]
QUANTITIES = [number for number in NUMBERS if declared(number).kind == "near"]
#: Where the text asks for less than four digits, or says "try it": a larger near miss.
TOLERANT = {"03.6": 0.06, "03.f": 0.02, "09.4": 0.03}


class Mute(Exception):
    """An exception that cannot say what is wrong."""

    def __str__(self):
        raise ZeroDivisionError


def raising(error):
    def function(*arguments):
        raise error

    return function


ODD = {
    "None": None,
    "text": "forty-two",
    "no text": "",
    "NaN": float("nan"),
    "empty": [],
    "mixed": [1, "two"],
    "with a hole": [None, 1],
    "table": np.zeros((3, 3)),
    "dictionary": {"a": 1},
    "frame": pd.DataFrame({"a": [1]}),
    "object": object(),
    "generator": (i for i in range(2)),
    "built-in": len,
    "returns nothing": lambda *args: None,
    "returns itself": lambda *args: args,
    "wrong arguments": lambda: 1 / 0,
    "exit": raising(SystemExit(1)),
    "mute": raising(Mute()),
    "True": True,
    "np.True_": np.True_,
    "truth values": np.array([True, True]),
    "complex": 1 + 0j,
    "complex pair": np.array([1, 2j]),
    "huge": -1e308,
    "beyond floats": 10**400,
}


def test_every_exercise_of_the_notebooks_has_a_checker_that_names_its_objectives():
    stated = {
        number: tuple(map(int, re.findall(r"\d+", objectives)))
        for notebook in notebooks()
        for cell in notebook.markdown
        for number, objectives, _ in EXERCISE.findall(cell.source)
    }
    assert stated == {number: CHECKERS[number].objectives for number in NUMBERS if _long(number)}


def test_every_quick_check_of_the_notebooks_has_a_checker_that_names_an_objective():
    asked = {
        number
        for notebook in notebooks()
        for cell in notebook.code
        if "quick" in tags(cell)
        for number in re.findall(r'^check\("(.+)", answer\)$', cell.source, re.M)
    }
    assert asked == {number for number in NUMBERS if not _long(number)}
    assert all(CHECKERS[number].objectives for number in asked)


def _long(number):
    """Whether it is an exercise, 05.2, and no quick check, 05.b."""
    return number[-1].isdigit()


@pytest.mark.parametrize("number", NUMBERS)
def test_right_answers_are_ok_and_declared_mistakes_get_their_hint(number):
    kind, right, _, mistakes = declared(number)
    assert repr(check(number, ...)) == "not attempted"
    assert repr(check(number, right)) == "ok"
    for mistake, hint in mistakes:
        result = check(number, mistake)
        assert result.status == "not yet"
        assert result.hint.startswith(hint)
        assert kind != "behaves" or result.hint.startswith(f"{hint}. answer(")
    hints = [hint for _, hint in mistakes]
    assert len(set(hints)) >= 2
    assert len(set(hints)) == len(hints) or kind == "chosen", "one mistake, one hint"


@pytest.mark.parametrize("number", QUANTITIES)
def test_four_digits_in_any_container_are_enough_and_one_percent_off_is_not_ok(number):
    right = np.asarray(declared(number).right)
    whole = right.dtype.kind in "iu"
    rounded = right if whole else np.vectorize(lambda value: float(f"{value:.4g}"))(right)
    for same in (right.astype(float), right.tolist(), rounded, pd.Series(rounded.ravel())):
        if np.shape(same) == right.shape:
            assert repr(check(number, same)) == "ok"
    for place in np.ndindex(right.shape):
        for sign in (-1, 1):
            missed = right.copy()
            missed[place] += sign * (1 if whole else TOLERANT.get(number, 0.01) * right[place])
            assert check(number, missed).status != "ok", missed


@pytest.mark.parametrize("number", QUANTITIES)
def test_what_is_rounded_too_much_is_close(number):
    right = np.asarray(declared(number).right)
    shorter = np.vectorize(lambda value: float(f"{value:.2g}"))(right)
    told = [value for value, _ in declared(number).mistakes if np.shape(value) == right.shape]
    if np.allclose(shorter, right, rtol=5e-4) or number in TOLERANT:
        assert check(number, shorter).status == "ok"
    elif not any(np.allclose(shorter, value, rtol=5e-4) for value in told):
        assert check(number, shorter).status == "close"
        assert "right, but give" in check(number, shorter).hint


@pytest.mark.parametrize("number", FUNCTIONS)
def test_functions_may_scribble_over_their_arguments_but_gain_nothing_by_it(number):
    _, reference, inputs, _ = declared(number)
    scribbled = []

    def honest(*arguments):
        result = np.copy(reference(*arguments))
        scribbled.append(scribble(arguments))
        return result

    def cheat(*arguments):
        scribble(arguments)
        return reference(*arguments)

    before = repr(inputs)
    assert repr(check(number, honest)) == "ok"
    assert (check(number, cheat).status == "ok") != any(scribbled)
    assert repr(declared(number).inputs) == before


@pytest.mark.parametrize("number", FUNCTIONS)
def test_a_wrong_function_is_told_the_input_that_failed(number):
    reference = declared(number).right
    for wrong in (lambda *x: np.multiply(reference(*x), 1.01) + 1e-3, lambda *x: 1 / 0):
        result = check(number, wrong)
        assert result.status == "not yet"
        assert re.search(r"answer\(.+\) gives .+; expected .+$", result.hint)


@pytest.mark.parametrize("kind", ODD)
def test_odd_answers_are_never_an_error_and_never_right(kind):
    for number in NUMBERS:
        result = check(number, ODD[kind])
        assert result.status == "not yet", number
        assert result.hint
        assert "\n" not in result.hint


@pytest.mark.parametrize("number", NUMBERS)
def test_hints_begin_with_a_first_step_and_never_hold_the_answer(number):
    kind, right, _, _ = declared(number)
    first, slip, *others = ladder(CHECKERS[number])
    assert first == CHECKERS[number].first
    assert slip.startswith("a frequent slip")
    assert len({first, slip, *others}) == len(others) + 2
    assert not re.search(r"\d\.\d|\n", first), "a first step is words"
    said = re.findall(r"(?<![\w.^/+*-])\d[\d,]*(?:\.\d+)?(?![\w/*^])", " ".join([slip, *others]))
    if kind == "near":
        values = np.ravel(right).astype(float)
        said = [float(number.replace(",", "")) for number in said]
        assert not np.isclose(np.reshape(said, (-1, 1)), values, rtol=0.01).any(), said


def test_first_steps_are_all_different():
    firsts = [CHECKERS[number].first for number in NUMBERS]
    assert len({*firsts}) == len(firsts)
