"""Whether a computer has what the course needs: packages, data, kernel, widgets, fonts.

A problem is what the course cannot do without; what else is missing is told.
"""

import os
import re
import subprocess
import sys
import warnings
from ast import literal_eval
from importlib import import_module, metadata
from pathlib import Path
from typing import NamedTuple

__all__ = ["Finding", "examine"]

_IMPORTED_AS = {"pillow": "PIL", "scikit-learn": "sklearn"}
_WIDGETS = "ipywidgets"  # the course does without: its figures then stand still
_INSTALL = "install the course as its README says, `pip install --editable '.[lab]'` in its folder"
_KERNEL = "python3"  # the one that every notebook of the course asks for
_EXTENSION = Path("@jupyter-widgets", "jupyterlab-manager", "package.json")
_CHINESE = "朴素贝叶斯"


class Finding(NamedTuple):
    """What a check found.

    Parameters
    ----------
    check : str
        What was looked at.
    found : str
        What there is; of a problem also the cure.
    well : bool
        Whether this is no problem.

    Examples
    --------
    >>> print(Finding("fonts", "Chinese letters can be drawn", True).brief)
    fonts: well
    >>> print(Finding("data", "sms.npz is missing: restore it", False).brief)
    data: sms.npz is missing: restore it
    """

    check: str
    found: str
    well: bool

    def __str__(self):
        return f"{self.check}: {self.found}"

    @property
    def brief(self):
        """The same line on every computer where all is well."""
        return f"{self.check}: well" if self.well else str(self)


def examine() -> list[Finding]:
    """Look at packages, data, kernel, widgets and fonts.

    Returns
    -------
    list of Finding
        In this order: one for each of them in which all is well, and one for each problem.

    Examples
    --------
    >>> {finding.check for finding in examine()} >= {"packages", "data", "kernel"}
    True
    """
    checks = {"packages": _packages, "data": _data, "kernel": _kernel}
    checks |= {"widgets": _widgets, "fonts": _fonts}
    return [Finding(name, *found) for name, check in checks.items() for found in _found(check)]


def _found(check):
    """Return what a check finds, also where it cannot even begin."""
    try:
        return list(check())
    except ImportError as error:
        return [(f"{error}: {_INSTALL}", False)]


def _packages():
    """Yield each package that is missing, broken or too old; if there is none, all versions."""
    try:
        wanted = metadata.requires("nbcourse") or []
    except metadata.PackageNotFoundError:
        yield f"the course is not installed for {sys.executable}: {_INSTALL}", False
        return
    ranges = (re.fullmatch(r"([\w.-]+) *>= *([\d.]+)", line) for line in wanted)
    floors = {found[1]: found[2] for found in ranges if found and found[1] != _WIDGETS}
    versions = {name: _version(name) for name in floors}
    wrong = [name for name in floors if _numbers(versions[name]) < _numbers(floors[name])]
    for name in wrong:
        yield f"{name} {versions[name]}, {floors[name]} or newer is needed: {_INSTALL}", False
    if not wrong:
        listed = ", ".join(f"{name} {version}" for name, version in versions.items())
        yield f"Python {sys.version.split()[0]} in {sys.prefix}, {listed}", True


def _version(name):
    """Return the version of a package that can be imported, else why it cannot."""
    try:
        found = metadata.version(name)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # how old packages get on is not asked here
            import_module(_IMPORTED_AS.get(name, name))
    except metadata.PackageNotFoundError:
        return "is missing"
    except ImportError as error:
        return f"cannot be imported ({error})"
    return found


def _numbers(version):
    """Return a version as numbers that can be compared; none if it is no version."""
    return [int(number) for number in re.findall(r"\d+", version)] if version[0].isdigit() else []


def _data():
    """Yield whether the data files are those that were committed."""
    from nbcourse import datasets

    try:
        yield f"{len(datasets.verify())} files with their checksums", True
    except (ValueError, OSError) as error:
        yield str(error), False


def _kernel():
    """Yield whether the kernel that notebooks ask for starts and is of this Python."""
    if getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)():
        yield "it runs this cell", True
        return
    cure = f"make one with `{sys.executable} -m ipykernel install --sys-prefix`, and remove others "
    cure += f"of that name, which `{sys.executable} -m jupyter kernelspec list` shows"
    try:
        prefix = _kernel_prefix()
    # whatever comes of a kernel that is not there, does not start or does not answer
    except (KeyError, OSError, RuntimeError, ValueError) as error:
        yield f"the kernel {_KERNEL!r} does not start ({error}): {cure}", False
        return
    if os.path.realpath(prefix) == os.path.realpath(sys.prefix):
        yield f"the kernel {_KERNEL!r} starts, and is of this Python", True
    else:
        found = f"the kernel {_KERNEL!r} is of the Python in {prefix}, not of that in {sys.prefix}"
        yield f"{found}: {cure}", False


def _kernel_prefix():
    """Start the kernel and ask it where its Python lies."""
    import ipykernel  # noqa: F401, without it nothing below makes sense
    from jupyter_client.manager import run_kernel

    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with run_kernel(kernel_name=_KERNEL, startup_timeout=60, **quiet) as client:
        asked = {"prefix": "__import__('sys').prefix"}
        reply = client.execute("", user_expressions=asked, reply=True, timeout=60)
    return literal_eval(reply["content"]["user_expressions"]["prefix"]["data"]["text/plain"])


def _widgets():
    """Yield whether controls under figures can be shown; figures without them are told."""
    try:
        version = metadata.version(_WIDGETS)
        lab = f"JupyterLab {metadata.version('jupyterlab')}"
    except metadata.PackageNotFoundError as error:
        yield f"no {error.name} here, so figures may stand still (`pip install {error.name}`)", True
        return
    from jupyter_core.paths import jupyter_path

    if any((Path(folder) / _EXTENSION).is_file() for folder in jupyter_path("labextensions")):
        yield f"{_WIDGETS} {version}, shown by {lab}", True
    else:
        cure = "`pip install --force-reinstall jupyterlab_widgets`"
        yield f"{lab} cannot show {_WIDGETS} {version}: {cure}", False


def _fonts():
    """Yield whether figures can be labelled in Chinese, or how they do without."""
    from nbcourse.plots import drawable

    yield (
        drawable(
            f"Chinese letters such as {_CHINESE} can be drawn",
            "none has Chinese letters, so figures write English, or a box for a letter "
            "(on Debian and Ubuntu: `apt install fonts-noto-cjk`)",
        ),
        True,
    )
