"""environment.yml: builds anywhere, gives its reasons and agrees with pyproject.toml."""

import re
import subprocess
import sys
import tomllib

import yaml

from tests.floors import floors
from tests.nbtools import ROOT

PLATFORM_ONLY = {"appnope", "pywin32", "pywinpty", "libgcc", "libgcc-ng", "libstdcxx-ng", "libcxx"}
PLATFORM_ONLY |= {"vc", "vs2015_runtime", "ucrt", "m2w64-gcc-libs", "terminado", "colorama"}
OWN = {"python", "pip"}  # lines that pyproject.toml has no counterpart of
RUN = {"nbval", "pytest-xdist", "ruff"}  # plugins and commands, imported nowhere
IMPORTED_AS = {"pillow": "PIL", "scikit-learn": "sklearn", "pyyaml": "yaml"}
IMPORTED_AS |= {"distributed": "dask"}  # as dask.distributed
BAD = """\
name: course
dependencies:
  - python=3.11.5=h955ad1f_0
  - appnope=0.1.3
  - numpy=1.26.0=py311h08b1b3b_0
"""


def packages(lines):
    """{name: version range} of requirements such as 'numpy>=2.0'; what pip installs is none."""
    plain = (line for line in lines if isinstance(line, str))
    parts = (re.fullmatch(r"([\w.-]+)(.*)", line.replace(" ", "")) for line in plain)
    return {part[1].lower(): part[2] for part in parts}


def unportable(text):
    """Why an environment file would not solve, or not elsewhere or next year."""
    environment = yaml.safe_load(text)
    found = packages(environment["dependencies"])
    if any(re.match("=[^=]+=", wanted) for wanted in found.values()):
        yield "build string"
    if found.keys() & PLATFORM_ONLY:
        yield "platform-only package"
    if not environment.get("channels"):
        yield "no channel"


def file(name):
    return (ROOT / name).read_text(encoding="utf-8")


def test_environment_is_portable():
    environment = yaml.safe_load(file("environment.yml"))
    assert list(unportable(file("environment.yml"))) == []
    assert environment["channels"] == ["conda-forge"]


def test_bad_environment_is_rejected():
    assert list(unportable(BAD)) == ["build string", "platform-only package", "no channel"]


def test_ranges_have_lower_bounds_only():
    ranges = packages(yaml.safe_load(file("environment.yml"))["dependencies"])
    assert [name for name, wanted in ranges.items() if not wanted.startswith(">=")] == ["pip"]


def test_the_environment_holds_the_course_itself():
    last = yaml.safe_load(file("environment.yml"))["dependencies"][-1]
    assert last == {"pip": ["--editable ."]}


def test_each_package_is_imported_somewhere_or_run():
    extras = tomllib.loads(file("pyproject.toml"))["project"]["optional-dependencies"]
    wanted = tomllib.loads(file("pyproject.toml"))["project"]["dependencies"]
    places = ("nbcourse/**/*.py", "tests/**/*.py", "notebooks/*.ipynb")
    code = "".join(
        path.read_text(encoding="utf-8") for place in places for path in ROOT.glob(place)
    )
    used = {*re.findall(r"(?:import|from) (\w+)", code)}
    names = packages([*wanted, *extras["test"]]).keys() - RUN
    assert {IMPORTED_AS.get(name, name) for name in names} - used == set()


def test_each_package_has_its_reason():
    lines = [line for line in file("environment.yml").splitlines() if line.startswith("  - ")]
    unreasoned = [line for line in lines[1:-1] if not re.search(r" # \w.{5,}", line)]
    assert unreasoned == []


def test_environment_agrees_with_pyproject():
    project = tomllib.loads(file("pyproject.toml"))["project"]
    extras = project["optional-dependencies"]
    wanted = project["dependencies"] + extras["lab"] + extras["test"]
    conda = packages(yaml.safe_load(file("environment.yml"))["dependencies"])
    assert conda["python"] == project["requires-python"]
    assert {name: conda[name] for name in conda.keys() - OWN} == packages(wanted)


def test_the_oldest_versions_are_read_off_the_ranges():
    project = tomllib.loads(file("pyproject.toml"))["project"]
    extras = project["optional-dependencies"].values()
    lines = [*project["dependencies"], *(line for extra in extras for line in extra)]
    found = floors(file("pyproject.toml"))
    assert {name.lower(): f">={floor}" for name, floor in found.items()} == packages(lines)
    done = subprocess.run(
        [sys.executable, ROOT / "tests" / "floors.py"], capture_output=True, encoding="utf-8"
    )
    assert done.stdout.splitlines() == [f"{name}=={floor}" for name, floor in found.items()]
