"""Grading: a class of made-up copies, right, wrong, broken, renamed and forged."""

import asyncio
import csv
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from nbcourse import exercises
from nbcourse.__main__ import main
from nbcourse.exercises.copies import Cell, Copy, original, printable, read_cells, read_copies
from nbcourse.exercises.grading import Mistake, grade, mistakes
from nbcourse.exercises.grading import exercises as numbered
from nbcourse.exercises.pages import page
from nbcourse.exercises.report import lines
from nbcourse.exercises.sitting import Limits, Sitting, sit
from tests.exercises import declared
from tests.nbtools import ROOT

COURSE = ROOT / "notebooks"
NUMBERS = numbered([Copy("", "", "04")])
SETUP = "import os, subprocess, sys, time\nimport numpy as np\nfrom nbcourse import check, hint"
MISTAKE = "import nbcourse.exercises.nb04\nfrom tests.exercises import declared\nanswer ="
SHOWN = {"output_type": "execute_result", "data": {"text/plain": "ok"}, "metadata": {}}
# enough for an honest cell on a busy machine, and what an endless loop costs this file
LIMITS = Limits(cell=5, copy=100, memory=2048)
SCRIBBLE = "for k in range(3, 30):\n    try: os.write(k, b'[1]\\n')\n    except OSError: 0"
RIGHT = {
    "04.1": "answer = 1/2 * 1/2 * 1/3 * 1/2 * 1/6 * 1/3",
    "04.2": "answer = (-30, 30)",
    "04.3": "answer = (0.4, 0.2)",
    "04.4": "answer = 220",
    "04.5": "answer = (2 / 4, 3 / 10)",
    "04.6": "def answer(counts, alpha):\n    more = counts.sum(axis=0) + alpha - 1\n"
    "    return more / more.sum()",
    "04.7": "answer = (0.04, 0.11)",
    "04.a": "answer = -30",
    "04.b": "answer = 16",
    "04.c": "answer = 0.1",
    "04.d": "answer = 5 - 5 * np.log(2)",
    "04.e": "answer = (3, 9)",
}


def cell(source, kind="code", *tags):
    """A cell as it is stored, its output forged."""
    made = {"cell_type": kind, "source": source, "metadata": {"tags": list(tags)} if tags else {}}
    return made | ({"outputs": [SHOWN], "execution_count": 1} if kind == "code" else {})


def asked(number, answer="answer = ..."):
    return cell(f'{answer}\ncheck("{number}", answer)', "code", "exercise")


def saved(folder, name, *cells):
    """A copy with nobody's metadata, as other programs save it; sources are text or cells."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    cells = [cell(SETUP), *(cell(c) if isinstance(c, str) else c for c in cells)]
    content = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 4}
    path.write_text(json.dumps(content), encoding="utf-8")


def mistaken(k):
    """The k-th declared mistake of each exercise, beginning again where there are fewer."""
    for number in NUMBERS:
        made = declared(number).mistakes
        place = k % len(made)
        given = f"{MISTAKE} declared('{number}').mistakes[{place}][0]"
        yield asked(number, given), (number, made[place][1])


def worked_solutions():
    """The course's own worked solutions, with their tag and without it."""
    stored = [c for c in read_cells(original("04", COURSE)) if "solution" in c.tags]
    return [cell(c.source, "code", *c.tags[: k % 2]) for k, c in enumerate(stored)]


FORGERIES = [
    "import nbcourse.exercises.record as r\nr.RECORD.append(r.Attempt('04.1', 'ok', ''))\n"
    "print('ok')",
    "from nbcourse.exercises import kit\nkit.CHECKERS.clear()\nimport nbcourse.exercises.nb04\n"
    "kit.CHECKERS['04.2'] = kit.Exercise(lambda answer: '')\ncheck('04.2', (1, 1))",
    "import nbcourse.exercises as e\ne.judge = lambda *a: e.Result('ok')\n"
    "kit.Verdict.__new__ = lambda *a, **k: ''\ncheck('04.3', (1 / 3, 1 / 3))",
    "from nbcourse import worked\nworked('04.4', None)\n%reset -f",
    "check = lambda number, answer: print('ok')\ncheck('04.5', (0.5, 0.3))",
    "import sys, types\nfake = types.ModuleType('nbcourse.exercises')\n"
    "fake.check = lambda *a: 'ok'\nsys.modules['nbcourse.exercises'] = fake\n"
    "from nbcourse import check\ncheck('04.6', 1)",
]


@pytest.fixture(scope="module")
def school(tmp_path_factory):
    """A class: each copy is run once, three at a time."""
    folder = tmp_path_factory.mktemp("class")
    outside = tmp_path_factory.mktemp("outside")
    saved(folder, "right.ipynb", *(asked(*item) for item in RIGHT.items()))
    for k in range(6):
        saved(folder, f"mistake{k}.ipynb", *(given for given, _ in mistaken(k)))
    saved(folder, "blank.ipynb", *map(asked, NUMBERS), *worked_solutions())
    saved(
        folder,
        "errors.ipynb",
        asked("04.1", "answer = (1,"),
        asked("04.2", "sys.exit()"),
        asked("04.3", "answer = input()"),
        "raise KeyboardInterrupt",
        asked("04.5", RIGHT["04.5"]),
    )
    loop = "for _ in iter(int, 1):\n    print('x' * 10**6)"
    saved(folder, "loop.ipynb", asked("04.1", loop), asked("04.2", RIGHT["04.2"]))
    stubborn = "while True:\n    try:\n        time.sleep(1)\n    except BaseException: 0"
    saved(
        folder,
        "stubborn.ipynb",
        asked("04.2", RIGHT["04.2"]),
        asked("04.1", stubborn),
        asked("04.3", RIGHT["04.3"]),
    )
    saved(
        folder,
        "dead.ipynb",
        asked("04.3", RIGHT["04.3"]),
        "os._exit(0)",
        asked("04.5", RIGHT["04.5"]),
    )
    saved(
        folder,
        "greedy.ipynb",
        asked("04.1", "answer = np.ones(2**30)"),
        asked("04.3", "open('much', 'wb').truncate(2**40)"),
        asked("04.2", RIGHT["04.2"]),
    )
    saved(folder, "forger.ipynb", *FORGERIES)
    saved(
        folder,
        "tries.ipynb",
        asked("04.3", "answer = (0.8, 0.2)"),
        asked("04.3", "hint('04.3')\nanswer = (0.8, 0.2)"),
        asked("04.3", "answer = (0.402, 0.2)"),
        asked("04.3", "answer = (1, 1)"),
        asked("04.1", "answer = 0.00231"),
        "check('04.22', (-30, 30))\ncheck('4.2', (-30, 30))",
    )
    places = outside / "places.json"
    saved(
        folder,
        "places.ipynb",
        "child = subprocess.Popen(['sleep', '1000'])\n"
        f"open({str(places)!r}, 'w').write(f'[{{child.pid}}, \"{{os.getcwd()}}\"]')",
        "%matplotlib inline\nimport asyncio\nawait asyncio.sleep(0)\n!exit 0\nexit()",
        asked("04.1", RIGHT["04.1"]),
    )
    (folder / "no_json.ipynb").write_text("{", encoding="utf-8")
    (folder / "no_cells.ipynb").write_text("[1]", encoding="utf-8")
    saved(folder, "strange.ipynb", "1 + 1")
    rows = grade(read_copies(folder, COURSE), limits=LIMITS, jobs=3)
    return SimpleNamespace(rows={row.copy.student: row for row in rows}, places=places)


def statuses(row):
    return [row.grades[number].status for number in NUMBERS]


def test_right_answers_are_ok(school):
    row = school.rows["right"]
    assert statuses(row) == ["ok"] * len(RIGHT)
    assert (row.ok, row.run) == (len(RIGHT), "ran")


@pytest.mark.parametrize("k", range(6))
def test_every_declared_mistake_is_named(school, k):
    row = school.rows[f"mistake{k}"]
    for _, (number, said) in mistaken(k):
        status, hint, tries = row.grades[number]
        assert (status, tries) == ("not yet", 1)
        assert hint == said or hint.startswith(f"{said}. answer(")


def test_stored_outputs_and_worked_solutions_do_not_count(school):
    row = school.rows["blank"]
    assert statuses(row) == ["not attempted"] * len(RIGHT)
    assert row.run == "ran"


def test_a_cell_that_fails_is_broken_and_stops_no_other(school):
    row = school.rows["errors"]
    assert statuses(row)[:6] == ["broken"] * 3 + ["not attempted", "ok", "not attempted"]
    errors = ["SyntaxError", "SystemExit", "EOFError"]
    for number, error in zip(NUMBERS, errors, strict=False):
        assert row.grades[number].hint.startswith(error)
    said = r"4 cells failed, the first: cell 2: SyntaxError: [^<>]+ \(line \d\)"
    assert re.fullmatch(said, row.run)


def test_an_endless_loop_is_interrupted_and_the_next_cells_are_run(school):
    row = school.rows["loop"]
    assert row.grades["04.1"][:2] == ("broken", "took longer than 5 s")
    assert row.grades["04.2"].status == "ok"


def test_what_cannot_be_interrupted_is_ended_and_what_was_said_before_counts(school):
    row = school.rows["stubborn"]
    assert statuses(row)[:4] == ["broken", "ok", "broken", "not attempted"]
    assert row.run == "stopped: longer than 5 s and not to be interrupted, in cell 3"
    assert row.sitting.seconds < 60


def test_a_kernel_that_dies_leaves_a_row(school):
    row = school.rows["dead"]
    assert row.run == "stopped: the kernel died in cell 3"
    assert row.grades["04.3"].status == "ok"
    assert row.grades["04.5"][:2] == ("broken", "not reached: the kernel died in cell 3")


def test_memory_and_files_are_limited(school):
    row = school.rows["greedy"]
    assert "Unable to allocate" in row.grades["04.1"].hint
    assert "File too large" in row.grades["04.3"].hint
    assert row.grades["04.2"].status == "ok"


def test_the_record_cannot_be_forged_by_name(school):
    expected = ["not attempted", "not yet", "not yet"] + ["not attempted"] * 3
    assert statuses(school.rows["forger"])[:6] == expected


def test_the_best_attempt_counts_and_tries_are_counted(school):
    row = school.rows["tries"]
    status, hint, tries = row.grades["04.3"]
    assert (status, tries) == ("close", 4)
    assert "within one percent" in hint
    assert row.grades["04.1"].status == "close"
    assert row.grades["04.2"].status == "not attempted"
    assert row.run == "checks 04.22, 4.2, which is no exercise of this notebook"


def test_a_copy_runs_in_a_folder_that_goes_and_its_children_with_it(school):
    child, folder = json.loads(school.places.read_text(encoding="utf-8"))
    assert school.rows["places"].grades["04.1"].status == "ok"
    assert school.rows["places"].run == "ran"
    assert not os.path.exists(folder)
    assert folder != os.getcwd()
    assert soon(lambda: not running(child))


def soon(happens, seconds=30):
    """Whether something happens before long."""
    until = time.monotonic() + seconds
    while not happens() and time.monotonic() < until:
        time.sleep(0.1)
    return happens()


def running(pid):
    """Whether a process lives; one that has ended and waits for its parent does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def test_what_is_no_copy_is_a_row(school):
    assert "no notebook (JSONDecodeError" in school.rows["no_json"].run
    assert "no notebook (TypeError" in school.rows["no_cells"].run
    assert school.rows["strange"].run == "none of the course's notebooks"


def test_the_commonest_mistakes_are_counted_by_student(school):
    """Counted here from the checkers' declarations, there from what was run."""
    of_class = [school.rows[name] for name in ("errors", "tries")]
    of_class += [school.rows[f"mistake{k}"] for k in range(6)]
    expected = Counter(slip for k in range(6) for _, slip in mistaken(k))
    expected["04.3", "then 2a + e is more than 1: a counts twice in it"] += 1
    found = mistakes(of_class, COURSE)
    known = {(slip.exercise, slip.hint): slip for slip in found}
    assert {key: known[key].students for key in expected} == expected
    assert [slip.students for slip in found] == sorted((s.students for s in found), reverse=True)
    assert {slip.copies for slip in found} == {8}
    other = known[
        "04.3", "derive 80 log a + 20 log e + lambda (2a + e - 1) by a, by e and by lambda"
    ]
    assert (other.known, other.students) == (False, 1)
    assert all(slip.page.startswith("04_lagrange_proof.ipynb, ") for slip in found)
    assert all(slip.known for key, slip in known.items() if key in expected)


def test_the_page_is_the_section_of_the_quick_check_of_the_objective(monkeypatch):
    for number, objectives in {"98.1": (2,), "98.a": (1,), "98.b": (2, 3), "97.b": (2,)}.items():
        made = exercises.kit.Exercise(len, objectives)
        monkeypatch.setitem(exercises.kit.CHECKERS, number, made)
    texts = ["## Objectives\n\nYou can\n\n1. count;\n2. add what\n   was counted.\n\nAnd so on."]
    cells = [Cell("markdown", text, "", ()) for text in texts]
    for title, number in [("1 One", "98.a"), ("2 Two", "98.b"), ("Exercises", "98.1")]:
        cells += [
            Cell("markdown", f"## {title}\n\nText\n\n### Not this", "", ()),
            Cell("code", f'answer = ...\ncheck("{number}", answer)', "", ()),
        ]
    assert page("98.1", cells) == "section 2 Two; objective 2: add what was counted"
    assert page("98.a", cells) == "section 1 One; objective 1: count"
    assert page("98.b", cells).endswith("objective 2: add what was counted; objective 3")


@pytest.mark.parametrize("number", exercises.notebooks())
def test_a_notebook_is_known_by_its_content(tmp_path, number):
    content = json.loads(original(number, COURSE).read_text(encoding="utf-8"))
    content["metadata"] = {"colab": {}}
    for stored in content["cells"]:
        stored.pop("id")
        stored["metadata"] = {}
    (tmp_path / "Homework (1).ipynb").write_text(json.dumps(content), encoding="utf-8-sig")
    [copy] = read_copies(tmp_path, COURSE)
    assert copy.notebook == number
    stored = read_cells(original(number, COURSE))
    ours = {c.source for c in stored if {"solution", "proof"} & {*c.tags}}
    assert not ours & {source for _, source in copy.cells}
    assert len(copy.cells) + len(ours) == sum(c.kind == "code" for c in stored)


def test_a_notebook_as_it_is_handed_out_runs_without_a_failure():
    """Wherever it lies: what looks at other notebooks is not run."""
    [copy] = [c for c in read_copies(COURSE, COURSE) if c.notebook == "00"]
    [row] = grade([copy], limits=Limits(cell=100, copy=300, memory=4096))
    assert row.run == "ran"
    found = {given.status for given in row.grades.values()}
    assert found <= {"not attempted", "not yet"}  # 00 shows what a wrong answer is told


def test_a_deleted_title_leaves_the_exercises_to_know_it_by(tmp_path):
    saved(tmp_path, "a.ipynb", cell("# 05 · Not this one", "markdown"), *map(asked, NUMBERS))
    saved(tmp_path, "b.ipynb", cell("# 04 · All deleted", "markdown"))
    assert [copy.notebook for copy in read_copies(tmp_path, COURSE)] == ["04", "04"]


@pytest.mark.parametrize(
    ("paths", "students"),
    [
        (["ada.ipynb", "bob.ipynb"], ["ada", "bob"]),
        (["ada/05.ipynb", "bob/05.ipynb", "cyd/my.ipynb"], ["ada", "bob", "cyd"]),
        (["ada/05.ipynb", "ada/06.ipynb", "bob/05.ipynb"], ["ada/05", "ada/06", "bob/05"]),
        (["ada.ipynb", "late/ada.ipynb"], ["ada", "late/ada"]),
        (["one/ada/05.ipynb", "two/ada/05.ipynb"], ["one/ada", "two/ada"]),
        (["李 雷.ipynb", "=1+1.ipynb"], ["'=1+1", "李 雷"]),
        (["a\x1b[31m.ipynb", ".ipynb_checkpoints/a.ipynb", "__MACOSX/._a.ipynb"], ["a?[31m"]),
    ],
)
def test_students_are_told_apart(tmp_path, paths, students):
    try:
        os.fsencode("".join(paths))
    except UnicodeEncodeError:
        pytest.skip("no file has such a name here")
    for path in paths:
        saved(tmp_path, path, "1")
    assert [copy.student for copy in read_copies(tmp_path, COURSE)] == students


def test_a_student_s_text_cannot_become_a_formula_or_an_escape():
    for text in ("=cmd()", "+1", "-1", "@x", "\t=1", " =1"):
        assert printable(text)[0] == "'"
    assert printable("two\nlines \x07\u202e") == "two lines ??"


def command(capsys, *arguments):
    code = main(["grade", *map(str, arguments)])
    return code, capsys.readouterr()


def test_the_command_writes_a_table_and_a_report(tmp_path, capsys):
    wrong = "answer = (0.2, 0.4)"
    for student in ("ada", "bob"):
        saved(tmp_path, f"{student}/x.ipynb", asked("04.3", wrong), asked("04.2", "answer = 1 / 0"))
    (tmp_path / "cyd").mkdir()
    (tmp_path / "cyd" / "x.ipynb").write_text("", encoding="utf-8")
    code, said = command(capsys, tmp_path, "--jobs", 2)
    assert code == 0
    assert '  2 of 2, 04.3: "the right numbers in the wrong order"' in said.out
    assert "-> 04_lagrange_proof.ipynb, " in said.out
    assert "cyd: no notebook" in said.out
    with (tmp_path / "grades.csv").open(encoding="utf-8-sig", newline="") as file:
        table = list(csv.DictReader(file))
    assert [row["student"] for row in table] == ["ada", "bob", "cyd"]
    assert table[0]["04.3"] == "not yet: the right numbers in the wrong order"
    assert table[1]["04.2"] == "broken: ZeroDivisionError: division by zero"
    assert [row["04.3 tries"] for row in table] == ["1", "1", ""]
    code, said = command(capsys, tmp_path)
    assert code == 1
    assert "exists already" in said.err


def test_the_command_says_what_it_cannot_do(tmp_path, capsys):
    code, said = command(capsys, tmp_path)
    assert (code, "holds no .ipynb file" in said.err) == (1, True)
    saved(tmp_path, "a.ipynb", asked("04.1"))
    code, said = command(capsys, tmp_path, "--course", tmp_path)
    assert (code, "holds no notebook 04" in said.err) == (1, True)
    with pytest.raises(SystemExit) as stopped:
        command(capsys, tmp_path, "--memory", "0")
    assert stopped.value.code == 2
    assert not (tmp_path / "grades.csv").exists()


def test_ctrl_c_ends_all_kernels_and_keeps_the_rows(tmp_path):
    pids = tmp_path / "pids"
    pids.mkdir()
    endless = f"open(f'{pids}/{{os.getpid()}}', 'w').close()\nwhile True: pass"
    saved(tmp_path, "a.ipynb", asked("04.3", RIGHT["04.3"]))
    for name in "bcd":
        saved(tmp_path, f"{name}.ipynb", asked("04.1", endless))
    program = "import signal, sys; from nbcourse.__main__ import main; "
    program += "signal.signal(2, signal.default_int_handler); main(sys.argv[1:])"
    words = ["grade", str(tmp_path), "--jobs", "2"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    grading = subprocess.Popen([sys.executable, "-c", program, *words], cwd=ROOT, **quiet)
    assert soon(lambda: len([*pids.iterdir()]) == 2)
    grading.send_signal(signal.SIGINT)
    assert grading.wait(timeout=120) != 0
    started = [int(path.name) for path in pids.iterdir()]
    assert soon(lambda: not any(map(running, started)))
    assert len(started) == 2
    assert "a,a.ipynb,04,ran,1," in (tmp_path / "grades.csv").read_text(encoding="utf-8-sig")


@pytest.mark.parametrize("limits", [{"cell": 0}, {"copy": -1}, {"memory": 0}, {"cell": np.nan}])
def test_limits_are_positive(limits):
    with pytest.raises(ValueError, match=f"{next(iter(limits))}=.* is not positive"):
        grade([], limits=Limits(**limits))


@pytest.mark.parametrize(
    ("cells", "limits", "why"),
    [
        (["while True: pass"], LIMITS._replace(copy=3), "all cells together longer than 3 s"),
        (["1"], LIMITS._replace(memory=16), "is the memory limit too low?"),
        ([SCRIBBLE], LIMITS, "its journal is broken in cell 2"),
    ],
)
def test_a_sitting_that_breaks_off_is_a_row(cells, limits, why):
    copy = Copy("Ada", "ada.ipynb", "04", ((1, "import os"), *enumerate(cells, 2)))
    [row] = grade([copy], limits=limits)
    assert row.run.startswith("stopped: ")
    assert why in row.run
    assert statuses(row) == ["not attempted"] * len(RIGHT)


def test_a_cell_prints_all_letters_as_in_a_kernel(monkeypatch):
    """Whatever the system prefers: ASCII as here, or cp1252 on Windows."""
    for name, value in {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}.items():
        monkeypatch.setenv(name, value)
    sitting = asyncio.run(sit([(1, "print('朴素贝叶斯: −0.5')"), (2, "1 / 0")], "00", Limits()))
    assert [*sitting.failed] == [2]


def test_the_report_tells_the_commonest_mistakes():
    slips = [Mistake("04.1", f"hint {k}", True, 30 - k, 30, "page") for k in range(13)]
    told = list(lines([], slips))
    assert [line for line in told if "hint" in line][9] == ' 21 of 30, 04.1: "hint 9"'
    assert told[-1] == "and 3 more, none of them made by more than 20"
    assert not [line for line in lines([], []) if "mistake" in line]


def test_rows_come_in_the_order_of_the_copies():
    made = [Copy(name, name, problem="none") for name in "cab"]
    seen = []
    rows = grade(made, jobs=2, tell=seen.append)
    assert rows == seen
    assert [row.copy for row in rows] == made
    assert rows[0].sitting == Sitting()


def test_the_command_line_has_the_limits_of_the_package(capsys):
    with pytest.raises(SystemExit):
        main(["grade", "--help"])
    shown = " ".join(capsys.readouterr().out.split())
    for name, value in Limits()._asdict().items():
        assert re.search(rf"--{name} N [^-]*\(default: {value}\)", shown), name
