"""The doctor: well where all is well, and a line with a cure for each thing that is not."""

import json
import shutil
import subprocess
import sys
from importlib import metadata

import pytest

from nbcourse import datasets, doctor
from nbcourse.__main__ import main
from tests.test_package import fresh_environment

CHECKS = ["packages", "data", "kernel", "widgets", "fonts"]


def problems(check):
    """The lines of one check that are no good news."""
    return [found for found, well in doctor._found(getattr(doctor, f"_{check}")) if not well]


def kernel_of(folder, *command):
    """A kernel `python3` that comes before that of the environment."""
    place = folder / "kernels" / "python3"
    place.mkdir(parents=True)
    about = {"argv": [*map(str, command)], "display_name": "Python 3", "language": "python"}
    (place / "kernel.json").write_text(json.dumps(about), encoding="utf-8")


def test_all_is_well_here_and_the_short_lines_say_nothing_of_this_computer(capsys):
    assert main(["doctor"]) == 0
    told = capsys.readouterr()
    assert [line.partition(":")[0] for line in told.out.splitlines()] == CHECKS
    assert f"numpy {metadata.version('numpy')}" in told.out
    assert told.err == ""
    assert [doctor.Finding(name, told.out, True).brief for name in CHECKS] == [
        f"{name}: well" for name in CHECKS
    ]


def test_each_problem_is_a_line_with_its_cure_and_the_exit_code_is_1(capsys, monkeypatch):
    monkeypatch.setattr(doctor, "_kernel", lambda: iter([("it runs", True)]))
    monkeypatch.setitem(sys.modules, "sympy", None)
    monkeypatch.setattr(doctor.metadata, "requires", lambda name: ["sympy>=1", "numpy>=99.1"])
    assert main(["doctor"]) == 1
    told = capsys.readouterr()
    sympy, numpy = told.err.splitlines()
    assert sympy.startswith("error: packages: sympy cannot be imported (")
    assert numpy.startswith(f"error: packages: numpy {metadata.version('numpy')}, 99.1 or newer")
    assert all("pip install" in line for line in (sympy, numpy))
    assert [line.partition(":")[0] for line in told.out.splitlines()] == CHECKS[1:]


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("no-such-package>=1.0", "no-such-package is missing, 1.0 or newer"),
        ("numpy>=999", "999 or newer is needed"),
        ("numpy>=1.9", None),
        ("no-such-package>=1; extra == 'lab'", None),
        ("ipywidgets>=99", None),
    ],
)
def test_packages_are_compared_with_what_the_course_asks_for(wanted, found, monkeypatch):
    monkeypatch.setattr(doctor.metadata, "requires", lambda name: [wanted])
    assert [found in line for line in problems("packages")] == ([True] if found else [])


def test_a_course_on_the_path_only_is_told_how_to_be_installed(monkeypatch):
    def nothing(name):
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(doctor.metadata, "requires", nothing)
    [line] = problems("packages")
    assert "not installed" in line
    assert "pip install" in line


@pytest.mark.parametrize("harm", ["changed", "missing", "not listed", "no SHA256SUMS"])
def test_data_that_are_not_the_committed_ones(harm, tmp_path, monkeypatch):
    folder = shutil.copytree(datasets.DATA, tmp_path / "data")
    if harm == "changed":
        whole = (folder / "sms.npz").read_bytes()
        (folder / "sms.npz").write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    elif harm == "missing":
        (folder / "sms.npz").unlink()
    elif harm == "not listed":
        (folder / "mine.csv").write_bytes(b"")
    else:
        (folder / "SHA256SUMS").unlink()
    real = datasets.verify
    monkeypatch.setattr(datasets, "verify", lambda: real(folder=folder))
    [line] = problems("data")
    assert harm in line
    assert "git checkout" in line


def test_a_kernel_of_another_python_is_named(tmp_path, monkeypatch):
    python, _ = fresh_environment(tmp_path / "other")
    kernel_of(tmp_path, python, "-m", "ipykernel_launcher", "-f", "{connection_file}")
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path))
    [line] = problems("kernel")
    assert f"is of the Python in {tmp_path / 'other'}" in line
    assert f"`{sys.executable} -m ipykernel install --sys-prefix`" in line


@pytest.mark.parametrize(
    "command", [["no-such-program"], [sys.executable, "-c", "raise SystemExit(3)"]]
)
def test_a_kernel_that_does_not_start_is_a_problem_with_a_cure(command, tmp_path, monkeypatch):
    kernel_of(tmp_path, *command)
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path))
    [line] = problems("kernel")
    assert "does not start" in line
    assert "ipykernel install" in line


@pytest.mark.parametrize("package", ["ipykernel", "jupyter_client.manager"])
def test_without_a_kernel_package_the_line_names_it(package, monkeypatch):
    monkeypatch.setitem(sys.modules, package, None)
    [line] = problems("kernel")
    assert package in line
    assert "pip install" in line


@pytest.mark.parametrize("missing", ["ipywidgets", "jupyterlab"])
def test_figures_that_stand_still_are_told_but_are_no_problem(missing, monkeypatch):
    def version(name):
        if name == missing:
            raise metadata.PackageNotFoundError(name)
        return "9.9"

    monkeypatch.setattr(doctor.metadata, "version", version)
    [(found, well)] = doctor._widgets()
    assert well
    assert f"pip install {missing}" in found


def test_a_lab_that_cannot_show_the_widgets_is_a_problem(monkeypatch, tmp_path):
    monkeypatch.setattr("jupyter_core.paths.jupyter_path", lambda *parts: [str(tmp_path)])
    [line] = problems("widgets")
    assert "--force-reinstall jupyterlab_widgets" in line


@pytest.mark.parametrize("letters", ["some", "none"])
def test_fonts_are_told_and_never_a_problem(letters, monkeypatch):
    monkeypatch.setattr(
        "nbcourse.plots.drawable", lambda label, without: label if letters == "some" else without
    )
    [(found, well)] = doctor._fonts()
    assert well
    assert ("can be drawn" in found) == (letters == "some")
    assert ("fonts-noto-cjk" in found) == (letters == "none")


def test_without_numpy_the_doctor_still_answers():
    """What breaks NumPy breaks most rooms; whoever has to say so must not need them."""
    program = "import sys; sys.modules['numpy'] = None; from nbcourse.__main__ import main; "
    program += "sys.exit(main(['doctor']))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, encoding="utf-8")
    assert done.returncode == 1
    assert "error: packages: numpy cannot be imported" in done.stderr
    assert "Traceback" not in done.stderr
    assert "data: " in done.stdout
