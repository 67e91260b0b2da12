"""The package as a reader installs it: the wheel carries the data and works from anywhere."""

import ast
import os
import subprocess
import sys
import sysconfig
import venv
from importlib import import_module
from pathlib import Path

import pytest

import nbcourse
from tests.nbtools import ROOT

PROGRAM = """
import nbcourse
print(nbcourse.__file__)
print(nbcourse.load("sms"))
print(len(nbcourse.text.stop_words()), nbcourse.datasets.path("sms_sample").name)
"""


def run(*command, cwd):
    """Run a command, show its output if it fails, and return what it printed."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.strip()


def fresh_environment(folder):
    """An environment of its own that sees only the third-party packages of this one."""
    venv.create(folder, with_pip=False)
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    site = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder)
    # a path listed in a .pth file is searched, but its own .pth files (an editable
    # install of this course) are not read
    Path(site, "third_party.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    return python, site


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    build = "from hatchling.build import build_wheel; import sys; build_wheel(sys.argv[1])"
    run(sys.executable, "-c", build, str(folder), cwd=ROOT)
    [file] = folder.glob("nbcourse-*.whl")
    return file


def test_the_wheel_loads_its_data_in_a_fresh_environment(wheel, tmp_path):
    python, site = fresh_environment(tmp_path / "env")
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install"]
    run(*pip, "--quiet", "--no-deps", "--no-index", "--target", site, str(wheel), cwd=tmp_path)
    file, corpus, rest = run(python, "-c", PROGRAM, cwd=tmp_path).splitlines()
    assert os.path.realpath(file).startswith(os.path.realpath(tmp_path))
    assert corpus == "Corpus(5574 documents, 15733 tokens, 81085 cells; ham 4827, spam 747)"
    assert rest == "179 sms_sample.tsv"


def test_every_advertised_name_exists():
    for name in nbcourse.__all__:
        assert getattr(nbcourse, name) is not None
    assert dir(nbcourse) == nbcourse.__all__
    with pytest.raises(AttributeError, match="no 'MultinomialNb'"):
        _ = nbcourse.MultinomialNb


ROOMS = sorted(path.stem for path in (ROOT / "nbcourse").glob("[a-z]*.py"))


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_offers_its_own_public_names_and_no_others(room):
    """``from nbcourse.linear import *`` brings no NumPy along, and forgets nothing."""
    own = [
        target
        for node in ast.parse((ROOT / f"nbcourse/{room}.py").read_text(encoding="utf-8")).body
        for target in (getattr(node, "targets", None) or [node])
    ]
    names = [getattr(node, "name", getattr(node, "id", "_")) for node in own]
    public = {name for name in names if isinstance(name, str) and name[0] != "_"}
    assert {*import_module(f"nbcourse.{room}").__all__} == public
