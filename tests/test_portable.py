"""The course on other systems: names that all of them take, encodings that are named, recipes.

What only another system can show, `.github/workflows/ci.yml` runs there; here its recipe is read.
"""

import itertools
import json
import os
import re
import shutil
import subprocess
import sys

import pytest
import yaml

from tests.nbtools import ROOT

SYSTEMS = {"ubuntu", "macos", "windows"}
REFUSED = re.compile(r'[<>:"\\|?*\0-\x1f]|[. ]$|^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)', re.I)
LONGEST = 120  # Windows takes 260 letters, the folder of the course among them
WORKFLOW = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8"))
JOBS = WORKFLOW["jobs"]
COMMANDS = "".join(
    (ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "CONTRIBUTING.md")
)


def test_make_runs_each_command_and_names_the_one_that_fails():
    """Whichever make this is: 4.4 reads the flags of the shell otherwise than those before it."""
    if shutil.which("make") is None:
        pytest.skip("there is no make here")
    rules = "include Makefile\nspeak:\n\techo spoken $$((1 + 1))\nfail:\n\texit 3 # on purpose\n"
    how = {"cwd": ROOT, "input": rules, "capture_output": True, "encoding": "utf-8"}
    done = [subprocess.run(["make", "-f", "-", target], **how) for target in ("speak", "fail")]
    assert [run.returncode for run in done] == [0, 2]
    assert "\nspoken 2\n" in done[0].stdout
    assert "This command failed: exit 3 # on purpose" in done[1].stderr


def tracked():
    """Mode and name of each file that git keeps."""
    command = ["git", "ls-files", "--stage", "-z"]
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8")
    except OSError:
        pytest.skip("there is no git here")
    if done.returncode:
        pytest.skip("this copy of the course is no clone")
    return [(line[:6], line.partition("\t")[2]) for line in done.stdout.split("\0") if line]


def unportable(files):
    """What is wrong with files for some system: kind and name."""
    names = [name for _, name in files]
    folders = {name[: found.start()] for name in names for found in re.finditer("/", name)}
    lower = {}
    for name in [*names, *folders]:
        lower.setdefault(name.lower(), []).append(name)
    yield from (("link", name) for mode, name in files if mode == "120000")
    yield from (("case", *clash) for clash in lower.values() if len(clash) > 1)
    yield from (("name", name) for name in names if any(map(REFUSED.search, name.split("/"))))
    yield from (("length", name) for name in names if len(name) > LONGEST)


def test_every_system_takes_the_names_of_all_files():
    assert list(unportable(tracked())) == []


@pytest.mark.parametrize(
    ("files", "kind"),
    [
        ([("120000", "data")], "link"),
        ([("100644", "a/Readme.md"), ("100644", "a/README.md")], "case"),
        ([("100644", "Data/a"), ("100644", "data/b")], "case"),
        ([("100644", "nbcourse/aux.py")], "name"),
        ([("100644", "con/a")], "name"),
        ([("100644", "a:b")], "name"),
        ([("100644", "a./b")], "name"),
        ([("100644", "a" * 121)], "length"),
    ],
)
def test_names_that_a_system_refuses_are_seen(files, kind):
    assert [found for found, *_ in unportable(files)] == [kind]


@pytest.mark.parametrize("command", [["data", "verify"], ["explain", "win cash"]])
def test_no_text_is_read_in_whatever_encoding_the_system_prefers(command):
    """Windows prefers another than UTF-8; tests themselves are asked by `make test-anywhere`."""
    python = [sys.executable, "-X", "warn_default_encoding", "-W", "always::EncodingWarning"]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [*python, "-m", "nbcourse", *command], capture_output=True, env=environment, cwd=ROOT
    )
    assert done.returncode == 0
    said = done.stderr.decode("utf-8", "replace").splitlines()
    ours = re.compile(rf"{re.escape(str(ROOT))}[/\\](?:nbcourse|tests|book)\b.*EncodingWarning")
    assert [line for line in said if ours.match(line)] == []


def lines():
    """The lines that the jobs run, as they stand in the workflow."""
    steps = (step for job in JOBS.values() for step in job["steps"])
    return [line for step in steps for line in step.get("run", "").splitlines()]


def typed(line):
    """What a reader types instead of a line of the workflow: each of its commands."""
    line = line.removesuffix(" PYTHON=python")
    choices = re.findall(r"\$\{\{ matrix\.(\w+) \}\}", line)
    values = [JOBS["make"]["strategy"]["matrix"][name] for name in choices]
    for chosen in itertools.product(*values):
        fields = dict(zip(choices, chosen, strict=True))
        yield re.sub(r"\$\{\{ matrix\.(\w+) \}\}", lambda found, f=fields: f[found[1]], line)


def test_the_workflow_runs_only_what_the_readers_are_told_to_type():
    commands = [command for line in lines() for command in typed(line)]
    assert {"make test-lowest", "make test-newest"} <= {*commands}
    for command in commands:
        assert re.search(rf"(?m)(?:^|`){re.escape(command)}(?:$|`| +#)", COMMANDS), command


def test_the_workflow_covers_the_systems_both_ends_of_the_versions_and_each_month():
    started = WORKFLOW[True]  # YAML takes the word `on` for a truth value
    assert started.keys() >= {"push", "pull_request", "schedule"}
    [when] = started["schedule"]
    assert re.fullmatch(r"\d+ \d+ \d+ \* \*", when["cron"])
    covered = {
        (system.partition("-")[0], version)
        for job in JOBS.values()
        for matrix in [job["strategy"]["matrix"]]
        for system in matrix["os"]
        for version in matrix["versions"]
    }
    assert covered == {*itertools.product(SYSTEMS, ("lowest", "newest"))}
    assert {*JOBS["windows"]["strategy"]["matrix"]["shell"]} == {"cmd", "powershell"}


def test_each_job_ends_some_time_and_may_only_read():
    assert all(0 < job["timeout-minutes"] <= 120 for job in JOBS.values())
    assert WORKFLOW["permissions"] == {"contents": "read"}


def test_the_oldest_python_of_the_workflow_is_that_of_the_course():
    [oldest] = re.findall(
        r'requires-python = ">=([\d.]+)"', (ROOT / "pyproject.toml").read_text("utf-8")
    )
    for job in ("make", "windows"):
        rows = JOBS[job]["strategy"]["matrix"]["include"]
        assert {row["versions"]: row["python"] for row in rows} == {
            "lowest": oldest,
            "newest": "3.x",
        }


def test_the_container_for_editors_installs_the_course():
    container = json.loads((ROOT / ".devcontainer/devcontainer.json").read_text(encoding="utf-8"))
    for command in container["postCreateCommand"].split(" && "):
        assert command in COMMANDS
    assert {"ms-python.python", "ms-toolsai.jupyter"} <= {
        *container["customizations"]["vscode"]["extensions"]
    }
