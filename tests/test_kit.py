"""The exercise kit: what results look like, who may register, what is recorded, what is said."""

import html
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nbcourse import check, hint, progress, worked
from nbcourse.exercises import RECORD
from nbcourse.exercises.kit import CHECKERS, LOOKS, Result, behaves, chosen, exercise, judge, near
from nbcourse.exercises.wording import attempt, in_words, said


@pytest.fixture(autouse=True)
def fresh_kernel():
    """Nothing tried yet, and no exercise that a test registers stays."""
    RECORD.clear()
    yield
    RECORD.clear()
    for number in [number for number in CHECKERS if number.startswith("my.")]:
        del CHECKERS[number]


def seen(page):
    """The words of a piece of HTML."""
    return html.unescape(re.sub(r"<[^<>]*>", "", page))


@given(status=st.sampled_from(list(LOOKS)), text=st.text("<>&;$\\'\"ab é\n", max_size=20))
def test_a_result_says_the_same_in_colour_as_in_text(status, text):
    result = Result(status, text)
    page = result._repr_html_()
    assert seen(page) == f"{LOOKS[status][0]} {result!r}"
    assert page == Result(status, text)._repr_html_()
    assert "mathjax_ignore tex2jax_ignore" in page


def test_statuses_differ_by_sign_and_by_a_colour_on_which_black_is_readable():
    signs, colours = zip(*LOOKS.values(), strict=True)
    assert len({*signs}) == len({*colours}) == len(LOOKS)
    for colour in colours:
        parts = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
        linear = np.where(parts > 0.04045, ((parts + 0.055) / 1.055) ** 2.4, parts / 12.92)
        contrast = (linear @ [0.2126, 0.7152, 0.0722] + 0.05) / 0.05  # WCAG, against black
        assert contrast > 4.5, "WCAG AA"


@pytest.mark.parametrize(
    ("answer", "right", "message"),
    [
        (1, (1, 2), "expected a pair: two numbers; got a number"),
        ((1, 2), 1.5, "expected a number; got a pair: two numbers"),
        ((1, 2), (1, 2, 3), "expected three numbers; got a pair: two numbers"),
        ([5], 5, "expected a number; got a list of one number"),
        ([[1, 2, 3]], [[1, 2, 3]] * 2, "got a table of 1 row and 3 columns"),
        ("0.5", 0.5, "expected a number; got text"),
        (["0.5", "0.2"], (0.5, 0.2), "got a list that holds something else"),
        ([True, 0.2], (1, 0.2), "got a list that holds something else"),
        (np.True_, 1, "got a truth value"),
        (2 + 0j, 2, "got a complex number"),
        (np.array([1j, 2]), (0, 2), "got an array of something else"),
        (len, 2, "expected a number; got a function"),
        ({1, 2}, (1, 2), "got set"),
        ((1, float("nan")), (1, 2), "NaN"),
    ],
)
def test_what_has_the_wrong_form_is_named_in_words(answer, right, message):
    assert message in near(answer, right)


def test_large_forms_have_a_name_as_well():
    assert in_words((12,)) == "12 numbers"
    assert in_words((0,)) == "no numbers"
    assert in_words((2, 3, 4)) == "a block of 2 × 3 × 4 numbers"


@pytest.mark.parametrize(
    ("answer", "right", "status", "message"),
    [
        (0.134, 0.134015, "ok", ""),
        (0.13, 0.134015, "close", "right, but give four digits"),
        ((0.94, 0.75), (0.9375, 0.75), "close", "right, but give four digits"),
        (0.1345, 0.134015, "close", "within one percent"),
        (0.1, 0.134015, "not yet", "compare the formula"),
        ((0.94, 0.7), (0.9375, 0.75), "not yet", "compare the formula"),
        (4800, 4827, "close", "right, but give every digit"),
        (4826, 4827, "not yet", "compare the formula"),
        (4827.0, 4827, "ok", ""),
    ],
)
def test_answers_are_right_to_four_digits_close_to_two(answer, right, status, message):
    verdict = near(answer, right)
    assert verdict.status == status
    assert message in verdict
    assert judge(lambda answer: near(answer, right), answer).status == status


def test_a_declared_mistake_goes_before_close():
    assert near(0.01, 0.00994, mistakes=[(0.01, "that is the rule of three")]).status == "not yet"


def test_a_function_that_rounds_is_close():
    verdict = behaves(lambda x: round(1 / x, 3), lambda x: 1 / x, [(3.0,), (7.0,)])
    assert verdict.status == "close"
    assert verdict.endswith("return every digit. answer(3) gives 0.333; expected 0.33333")


def test_a_function_is_shown_where_it_fails_first():
    inputs = [(np.array([1.0, 2.0]), "S"), (np.array([2.0, 4.0]), "M")]
    verdict = behaves(lambda x, name: x.sum() / 2, lambda x, name: x.max(), inputs, otherwise="no")
    assert verdict == "no. answer([1, 2], 'S') gives 1.5; expected 2"
    verdict = behaves(abs, lambda x: x, [(1,), (-2,)], mistakes=[(abs, "mind the sign")])
    assert verdict == "mind the sign. answer(-2) gives 2; expected -2"
    verdict = behaves(lambda x, name: None, lambda x, name: x.max(), inputs)
    assert verdict.endswith("gives None: is a `return` missing?; expected a number")
    verdict = behaves(lambda x, name: 1 / 0, lambda x, name: x, inputs)
    assert "gives an error (ZeroDivisionError: division by zero); expected a pair" in verdict
    verdict = behaves(lambda x, name: x[:1] + 1e-8, lambda x, name: x[:1], inputs)
    assert "gives [1.00000001]; expected [1]" in verdict, "digits enough to see the difference"


def test_results_are_kept_apart_from_arguments_and_from_each_other():
    inputs = [(np.array([1.0, 2.0]),), (np.array([3.0, 4.0]),)]
    buffer = np.empty(2)

    def doubled_in_place(x):
        x *= 2
        return x

    def doubled_into_a_buffer(x):
        buffer[:] = 2 * x
        return buffer

    def overwritten(x):
        x[:] = 7
        return x

    for answer in (doubled_in_place, doubled_into_a_buffer):
        assert behaves(answer, lambda x: 2 * x, inputs) == ""
        assert behaves(lambda x: 2 * x, answer, inputs) == "", "a reference may do the same"
    verdict = behaves(lambda x: x, doubled_in_place, inputs, mistakes=[(np.copy, "once more")])
    assert verdict == "once more. answer([1, 2]) gives [1, 2]; expected [2, 4]"
    assert behaves(overwritten, lambda x: x, inputs).status == "not yet"


class Mute(BaseException):
    def __str__(self):
        raise self


class Wordy(Exception):
    def __str__(self):
        return "a\nb" * 5000


@pytest.mark.parametrize("error", [SystemExit(2), Mute(), Wordy(), GeneratorExit(), MemoryError()])
def test_whatever_a_learner_raises_is_caught(error):
    def fails(answer):
        raise error

    result = judge(fails, 1)
    assert result.status == "not yet"
    assert type(error).__name__ in result.hint
    assert len(result.hint) < 250
    assert "\n" not in result.hint


def test_the_stop_button_is_not():
    def stopped(*arguments):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        judge(stopped, 1)
    with pytest.raises(KeyboardInterrupt):
        behaves(stopped, abs, [(1,)])


@pytest.mark.parametrize(
    ("verdict", "shown"),
    [("", "ok"), (None, "ok"), ("look", "not yet: look"), (np.ones(2), "not yet: your answer")],
)
def test_a_checker_of_ones_own_may_return_any_text(verdict, shown):
    assert repr(judge(lambda answer: verdict, 1)).startswith(shown)


@pytest.mark.parametrize(
    "number", ["a" * 5000, "9" * 5000, None, "../x", "x\0.1", "٠٥.١", 1.5, Mute(), "", "05", [], {}]
)
def test_a_number_that_does_not_exist_is_no_error(number):
    for result in (check(number, 1), hint(number)):
        assert result.hint.startswith("there is no exercise")
        assert len(result.hint) < 100
    assert not RECORD


@pytest.mark.parametrize("number", ["5.1", 5.1, "05.01", " 05.1", "5,1", "Exercise 5.1"])
def test_a_number_that_is_nearly_right_is_mended(number):
    assert check(number, 1).hint.endswith("is it 05.1?")


def registered(name, module="lesson"):
    def checker(answer):
        return near(answer, 5, mistakes=[(10, "both hands")], otherwise="count again")

    checker.__qualname__, checker.__module__ = name, module
    return exercise("my.1", objectives=(2,), first="count your fingers")(checker)


def test_an_exercise_may_be_run_again_but_not_taken():
    registered("fingers")
    again = registered("fingers")
    assert CHECKERS["my.1"].checker is again
    for name, module in [("toes", "lesson"), ("fingers", "other")]:
        with pytest.raises(ValueError, match="my.1 is fingers of lesson already"):
            registered(name, module)
    assert CHECKERS["my.1"].checker is again


def test_hints_grow_stronger_and_come_to_an_end():
    registered("fingers")
    assert [hint("my.1").hint for _ in range(5)] == [
        "count your fingers (1 of 3)",
        'a frequent slip is told "both hands" (2 of 3)',
        'any other wrong answer is told "count again" (3 of 3)',
        *["there are no more; the worked solution stands below the exercise"] * 2,
    ]
    assert hint("05.2").hint.endswith("(1 of 5)"), "each exercise has its own"


def test_a_checker_without_declared_mistakes_gives_its_first_step_or_nothing():
    exercise("my.2", first="think")(lambda answer: "no" if answer.real else "")
    exercise("my.3")(lambda answer: answer.real)
    assert hint("my.2").hint == "think (1 of 1)"
    assert hint("my.3").hint.startswith("there are no more")


def test_progress_shows_the_best_of_each_exercise_per_objective():
    assert repr(progress()).startswith("nothing tried yet")
    assert seen(progress()._repr_html_()) == repr(progress())
    for answer in (..., 10, 5, 11):
        registered("fingers")
        check("my.1", answer)
    hint("my.1")
    check("01.6", ...)
    table = progress()
    lines = repr(table).splitlines()
    of_01 = [line for line in lines if line.startswith("01 · ")]
    assert len(lines) == 1 + len(of_01) + 1 + 1, "the exercises of 01, and mine"
    assert [line[:16] for line in of_01 if "01.6" in line] == [
        "01 · 1      01.6",
        "01 · 2      01.6",
    ]
    assert re.fullmatch(r"01 · 2 +01.6 +not attempted +0 +0", of_01[7])
    assert re.fullmatch(r"my · 2 +my.1 +ok +3 +1", lines[-2])
    total = len({line.split()[3] for line in of_01}) + 1
    assert total == 7 + 7 + 1, "01.1 to 7, 01.a to g, mine"
    assert lines[-1] == f"1 of {total} exercises ok"
    page = seen(table._repr_html_().replace("<td>", " "))
    assert page.endswith(f"1 of {total} exercises ok")
    assert "my · 2 my.1 ✓ ok 3 1" in page
    assert [row.objective for row in progress("1").rows] == [
        row.objective for row in table.rows[: len(of_01)]
    ]


def test_progress_of_a_notebook_that_has_no_exercises():
    with pytest.raises(ValueError, match="notebook='77' has no exercises: give one of 00, 01"):
        progress("77")


def test_the_record_holds_every_attempt():
    check("05.2", (0.75, 0.9375))
    hint("05.2")
    check("05.2", (0.9375, 0.75))
    assert [(a.number, a.status) for a in RECORD] == [
        ("05.2", "not yet"),
        ("05.2", "hint"),
        ("05.2", "ok"),
    ]
    assert "order" in RECORD[0].hint


def test_a_demonstration_is_judged_and_never_recorded():
    assert repr(check("05.2", (0.75, 0.9375), record=False)).startswith("not yet: ")
    first = hint("05.2", record=False)
    assert RECORD == []
    assert repr(hint("05.2")) == repr(first)
    (row,) = {row[1:] for row in progress("05").rows if row.exercise == "05.2"}
    assert row == ("05.2", "not attempted", 0, 1)


def test_words_are_compared_without_case_and_order():
    assert chosen(["B ", "a"], {"a", "b"}) == ""
    assert chosen({"a"}, {"a", "b"}, mistakes=[("a", "one more")]) == "one more"
    assert chosen(3, "a") == "expected text, got int"


def test_what_cannot_say_itself_is_silent():
    assert said(Mute()) == "Mute: no message"
    value, error = attempt(str, Mute())
    assert (value, type(error)) == (None, Mute)


def test_a_worked_solution_is_judged_and_never_recorded():
    RECORD.clear()
    assert repr(worked("05.2", (0.9375, 0.75))) == "worked solution: ok"
    assert repr(worked("05.2", 13.4)).startswith("worked solution: not yet: ")
    assert repr(worked("77.7", 1)).startswith("worked solution: not yet: there is no")
    assert "✎ worked solution</span>: ok" in worked("05.2", (0.9375, 0.75))._repr_html_()
    assert RECORD == []
