"""The oldest of everything: ``python tests/floors.py`` prints a line ``name==floor`` for each.

They are pip's constraints in ``make test-lowest``, read from the ranges in pyproject.toml: there
is no second list. What those packages need themselves pip chooses, the newest that fits.
"""

import re
import tomllib
from pathlib import Path

PROJECT = Path(__file__).parents[1] / "pyproject.toml"


def floors(text):
    """{name: oldest version} of all that a pyproject.toml asks for, to build, run, read or test."""
    about = tomllib.loads(text)
    extras = about["project"]["optional-dependencies"]
    wanted = sum(
        extras.values(), about["build-system"]["requires"] + about["project"]["dependencies"]
    )
    parts = (re.fullmatch(r"([\w.-]+) *>= *([\d.]+)", line) for line in wanted)
    return {part[1]: part[2] for part in parts}


if __name__ == "__main__":
    for name, floor in floors(PROJECT.read_text(encoding="utf-8")).items():
        print(f"{name}=={floor}")
