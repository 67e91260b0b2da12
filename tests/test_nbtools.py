"""The command line of the notebook tools, in a copy of the course: --new, --run and --fix."""

import shutil
import subprocess
import sys
import tomllib

import pytest

from tests import nbtools
from tests.nbtools import Notebook, __main__, prose, report, scaffold
from tests.nbtools.form import formed
from tests.nbtools.rules import RULES

PAPERS = ["README.md", "TEACHING.md", "CONTRIBUTING.md"]
PARTS = [*PAPERS, "waterfall.png", "pyproject.toml", "notebooks", "nbcourse", "tests"]
BROKEN = {
    "Untitled": b"",
    "03_empty": b"",
    "05_sms_spam-Copy1": b"{}",
    "13_old": b'{"nbformat": 3}',
}


@pytest.fixture
def house(tmp_path, monkeypatch):
    """A copy of the course in which the tools work; kernels import its package."""
    root = nbtools.ROOT
    for part in PARTS:
        copy = shutil.copytree if (root / part).is_dir() else shutil.copy
        copy(root / part, tmp_path / part)
    (tmp_path / "data").symlink_to(root / "data")
    for module in (nbtools, prose, scaffold, __main__):
        monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(nbtools, "REGISTRIES", tmp_path / "tests")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    return tmp_path


def contents(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def registries(folder):
    return [tomllib.loads(path.read_text("utf-8")) for path in sorted(folder.glob("tests/*.toml"))]


def test_a_new_notebook_lacks_only_its_story(house, capsys):
    before = registries(house)
    assert __main__.main(["--new", "17", "Naïve,  or not?"]) == 0
    name, finding = capsys.readouterr().out.splitlines()
    assert name == "17_naive_or_not"
    assert "budget: the core has" in finding
    nb = Notebook(house / "notebooks/17_naive_or_not.ipynb")
    assert nb.cells[0].source.startswith("# 17 · Naïve, or not?\n")
    assert not [*formed(nb)]
    assert nb.course["prerequisites"] == nbtools.notebooks()[-2].name
    assert registries(house) == before
    # TEACHING.md speaks of checkers, of which this process has others than the copy
    chosen = "(17 and not rules) or next_link or (current and not TEACHING) or registries"
    chosen += " or every_exercise"
    files = ["test_notebooks", "test_papers", "test_tracing", "test_exercises"]
    files = [f"tests/{file}.py" for file in files]
    files = [file for file in files if (house / file).exists()]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", chosen, *files]
    done = subprocess.run(command, cwd=house, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stdout
    for check in (["check"], ["format", "--check"]):
        subprocess.run([sys.executable, "-m", "ruff", *check, "."], cwd=house, check=True)


def test_a_planned_notebook_keeps_its_name_and_is_told_what_it_owes(house, capsys):
    before = registries(house)
    (planned,) = {name for book in before for name in book if name.startswith("12_")}
    for written in (f"notebooks/{planned}.ipynb", "nbcourse/exercises/nb12.py"):
        (house / written).unlink()  # as if it were still to come
    assert __main__.main(["--new", "12", "Paying for one dependence"]) == 0
    name, *findings = capsys.readouterr().out.splitlines()
    assert name == planned
    nb = Notebook(house / f"notebooks/{planned}.ipynb")
    owed = [known for book in before for known in str(book.get(planned)).split("'")]
    owed = {known for known in owed if known.startswith(("S", "E-S"))} - {""}
    assert len(findings) - 1 == len(owed) > 5  # and the story of its core
    assert all(known in nb.sections["Notes for readers of the sources"] for known in owed)
    assert {finding.rule for finding in report(RULES, nb)} == {"equations", "errata", "budget"}
    assert registries(house) == before


REFUSED = {
    "taken": ("05", "Another"),
    "taken by its checkers": ("20", "Another"),
    "one digit": ("7", "Seven"),
    "three digits": ("100", "A hundred"),
    "no number": ("x1", "A title"),
    "full-width digits": ("１９", "A title"),
    "empty": ("18", " "),
    "no letter for a file name": ("18", "朴素贝叶斯"),
    "breaks tables": ("18", "P(A | B)"),
    "breaks links": ("18", "A [B]"),
    "too long": ("18", "long " * 13),
}


@pytest.mark.parametrize(("number", "title"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_begun_is_refused_in_one_line(house, capsys, number, title):
    (house / "nbcourse/exercises/nb20.py").touch()
    before = contents(house)
    with pytest.raises(SystemExit) as stopped:
        __main__.main(["--new", number, title])
    assert stopped.value.code == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.split()[0] in {"number", "title"}
    assert contents(house) == before


def test_files_that_are_no_notebooks_stop_nothing_and_are_left_alone(house, capsys):
    paths = {house / f"notebooks/{name}.ipynb": data for name, data in BROKEN.items()}
    for path, data in paths.items():
        path.write_bytes(data)
    assert __main__.main(["--fix"]) == 0
    first = house / "notebooks/00_start_here.ipynb"
    sound = first.read_bytes()
    first.write_bytes(b"\xef\xbb\xbf" + sound)
    before = contents(house)
    assert __main__.main(["--fix"]) == 0
    said = capsys.readouterr().err
    assert [name for name in BROKEN if f"{name}, cell -, readable: " in said] == [*BROKEN]
    assert contents(house) == before | {first: sound}


def test_a_cell_that_fails_is_said_and_the_other_notebooks_are_run(house, capsys):
    wrong, right = house / "notebooks/00_start_here.ipynb", house / "notebooks/02_small.ipynb"
    nb = Notebook(wrong)
    nb.code[1].source = "1 / 0"
    wrong.write_text(scaffold.v4.writes(nb.content), encoding="utf-8")
    right.write_text(scaffold.v4.writes(scaffold.v4.new_notebook()), encoding="utf-8")
    before = wrong.read_bytes()
    for other in nbtools.notebooks():
        if other.path not in (wrong, right):
            other.path.unlink()
    assert __main__.main(["--run", "00", "02"]) == 1
    out, err = capsys.readouterr()
    assert "ZeroDivisionError" in err
    assert "02_small, cell -, described" in out
    assert wrong.read_bytes() == before


def test_a_number_that_no_notebook_has_is_refused(house, capsys):
    with pytest.raises(SystemExit):
        __main__.main(["--run", "77"])
    assert "no notebook numbered ['77']" in capsys.readouterr().err
