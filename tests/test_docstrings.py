"""Every public thing says what it takes and what it gives back, in numpydoc's form."""

import importlib
import inspect
import pkgutil

import pytest
from numpydoc.validate import validate

import nbcourse

FAULTS = {
    "GL08": "no docstring",
    "PR01": "parameters",
    "PR02": "unknown parameters",
    "RT01": "returns",
}
MODULES = [
    module.name
    for module in pkgutil.walk_packages(nbcourse.__path__, "nbcourse.")
    if not module.name.startswith(("nbcourse.exercises.nb", "nbcourse.__main__"))
]


def public(module):
    """Names of what a module defines for others, methods and properties included."""
    for name, thing in vars(module).items():
        if name.startswith("_") or getattr(thing, "__module__", None) != module.__name__:
            continue
        yield f"{module.__name__}.{name}"
        members = vars(thing).items() if inspect.isclass(thing) else ()
        for member, value in members:
            known = callable(value) or isinstance(value, property | classmethod | staticmethod)
            if known and not member.startswith("_"):
                yield f"{module.__name__}.{name}.{member}"


def faults(name):
    """The faults of a docstring that count here.

    Abstract bases are documented in their subclasses; records name their parts as attributes.
    """
    found = validate(name)
    told = name.rpartition(".")[2].startswith("Base") or "Attributes\n---" in found["docstring"]
    exempt = {"PR01"} if told else set()
    return [message for code, message in found["errors"] if code in FAULTS.keys() - exempt]


@pytest.mark.parametrize("module", MODULES)
def test_docstrings_are_complete(module):
    names = public(importlib.import_module(module))
    assert {name: found for name in names if (found := faults(name))} == {}


def documented(a, b):
    """Add.

    Parameters
    ----------
    a : int
        First.
    c : int
        Second.
    """
    return a + b


def bare(a):
    return a


def test_incomplete_docstrings_are_seen():
    found = " ".join(faults(f"{__name__}.documented") + faults(f"{__name__}.bare"))
    for fault in (
        "{'b'} not documented",
        "Unknown parameters {'c'}",
        "No Returns",
        "not have a docstring",
    ):
        assert fault in found
