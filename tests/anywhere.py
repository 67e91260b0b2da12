"""The tests somewhere else: ``make test-anywhere``, all of them with ``ANYWHERE=--whole``.

A read-only copy of the course lies in a folder whose name has blanks and letters from elsewhere,
and is tested from another folder, in another order, twice: under another clock, alphabet, hash
seed and BLAS kernel, on one thread; and without ipywidgets, on two.
"""

import argparse
import os
import platform
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
PLACE = "Käthe's cours 课程"
ASCII_PLACE = "Mary's course"  # where the alphabet is ASCII, xdist takes no other letters
LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv*", "work", "build", "dist", "__pycache__", ".*_cache"
)
OLD_WORLD = {
    "TZ": "Pacific/Marquesas",
    "LC_ALL": "C",  # open() without an encoding reads ASCII, as it reads cp1252 on Windows
    "PYTHONCOERCECLOCALE": "0",
    "PYTHONUTF8": "0",
    "PYTHONWARNDEFAULTENCODING": "1",
    "PYTHONHASHSEED": "1",
    "OPENBLAS_CORETYPE": "ARMV8" if platform.machine() in ("arm64", "aarch64") else "Nehalem",
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
}
NO_WIDGETS = {
    "TZ": "Pacific/Kiritimati",
    "PYTHONHASHSEED": "4242",
    "OPENBLAS_NUM_THREADS": "2",
    "OMP_NUM_THREADS": "2",
}
SOME = ["tests/test_text.py", "tests/test_ingest.py", "tests/test_command_line.py"]
SOME_NOTEBOOKS = ["notebooks/00_start_here.ipynb", "notebooks/14_max_margin.ipynb"]
PYTEST = ["--nbval", "--numprocesses=2", "--dist=loadfile", "--no-loadscope-reorder"]
PYTEST += ["-p", "tests.anywhere", "-p", "no:cacheprovider"]
MISSING = "raise ModuleNotFoundError(\"No module named 'ipywidgets'\", name='ipywidgets')\n"
#: As root, whom no mode of a file stops: the copy is mounted once more, read-only.
MOUNT = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"'


def pytest_collection_modifyitems(items):
    """Shuffle the files, and the tests of each but for the cells of a notebook."""
    chance = random.Random(os.environ["PYTHONHASHSEED"])
    files = {}
    for item in items:
        files.setdefault(item.path, []).append(item)
    for path in chance.sample(sorted(files), len(files)):
        tests = files[path]
        items += tests if path.suffix == ".ipynb" else chance.sample(tests, len(tests))
    del items[: len(items) // 2]


def copied(place):
    """Copy the course, and let nobody write there; returns how to run a command there."""
    shutil.copytree(ROOT, place, ignore=LEFT_OUT)
    for path in [place, *place.rglob("*")]:
        path.chmod(path.stat().st_mode & ~0o222)
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    return ["unshare", "--mount", "sh", "-c", MOUNT, str(place)] if root else []


def passed(place, tests, conditions, path=()):
    """Whether some tests pass in a copy of the course, run from the folder in which it lies."""
    command = [*copied(place), sys.executable, "-m", "pytest", f"--rootdir={place}", *PYTEST]
    course = os.pathsep.join(map(str, [*path, place]))
    print(*(f"{name}={value}" for name, value in conditions.items()), flush=True)
    done = subprocess.run(
        [*command, *(str(place / test) for test in tests)],
        cwd=place.parent,
        env=os.environ | conditions | {"PYTHONPATH": course, "PYTHONDONTWRITEBYTECODE": "1"},
    )
    for file in [place, *place.rglob("*")]:
        file.chmod(file.stat().st_mode | 0o200)
    return done.returncode == 0


def main(arguments=None):
    """Run some of the tests, or all of them; returns the exit code."""
    parser = argparse.ArgumentParser("python -m tests.anywhere", description=__doc__)
    parser.add_argument("--whole", action="store_true", help="all tests and all notebooks")
    whole = parser.parse_args(arguments).whole
    notebooks = ["notebooks"] if whole else SOME_NOTEBOOKS
    tests = ["nbcourse", "tests"] if whole else SOME
    with tempfile.TemporaryDirectory() as folder:
        shadow = Path(folder, "shadow")
        shadow.mkdir()
        (shadow / "ipywidgets.py").write_text(MISSING, encoding="utf-8")
        done = [
            passed(Path(folder, ASCII_PLACE), [*tests, *notebooks], OLD_WORLD),
            passed(Path(folder, PLACE), notebooks, NO_WIDGETS, [shadow]),
        ]
    return 0 if all(done) else 1


if __name__ == "__main__":
    sys.exit(main())
