"""Three notebooks in JupyterLab: what is folded on opening, what a run from the top changes."""

import json
import re
import shutil
import subprocess
import sys
import time

import nbformat
import pytest

from book.readings import WIDGET, tags
from tests.nbtools import ROOT

CHOSEN = ["00_start_here", "01_mle_bernoulli", "02_naive_bayes_derivation"]
SETTINGS = {"notebook-extension/tracker": {"windowingMode": "none"}}
SOURCE_FOLDED = {"solution", "proof", "figure"}
OUTPUT_FOLDED = {"solution", "predict-answer"}
PICTURE = re.compile(r"(?<=base64,)[\w+/=]*")
TELLING = {("input", "solution"), ("output", "solution"), ("output", "predict-answer")}
HARMLESS = re.compile(
    r"(# Worked solution|The answer|<figure>|<div>|.*worked solution.*: ok.*)?\W*"
)
FOLDS = """() => [...document.querySelectorAll(".jp-Notebook .jp-Cell")].map((cell) => ({
  input: cell.querySelector(".jp-InputPlaceholder")?.innerText,
  output: cell.querySelector(".jp-OutputPlaceholder")?.innerText,
}))"""
REDRAWN = """([area, shown]) => {
  const now = [...area.querySelectorAll("img")].map((one) => one.getAttribute("src"));
  return now.length && now.join() !== shown.join();
}"""
COUNT = "count => document.querySelectorAll('.jp-Notebook .jp-Cell').length === count"
READY = "jupyterapp.shell.currentWidget?.sessionContext?.session?.kernel?.status === 'idle'"
RUN = """() => {
  window.ran = false;
  jupyterapp.commands.execute("notebook:restart-run-all").then(() => { window.ran = true; });
}"""


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    """Address of a JupyterLab of our own, and the folder of its copies of the notebooks."""
    home = tmp_path_factory.mktemp("lab")
    shutil.copytree(ROOT / "notebooks", home / "notebooks")
    for name, settings in SETTINGS.items():
        file = home / "settings" / "@jupyterlab" / f"{name}.jupyterlab-settings"
        file.parent.mkdir(parents=True)
        file.write_text(json.dumps(settings), encoding="utf-8")
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--port=0"]
    command += [f"--ServerApp.root_dir={home / 'notebooks'}", "--IdentityProvider.token="]
    command += [f"--LabApp.{part}_dir={home / part}" for part in ("user_settings", "workspaces")]
    command += ["--ServerApp.ip=localhost", "--expose-app-in-browser"]
    (home / "settings").rename(home / "user_settings")
    log = home / "log"
    with (
        log.open("w", encoding="utf-8") as errors,
        subprocess.Popen(command, stderr=errors) as server,
    ):
        yield _address(log), home / "notebooks"
        server.terminate()


def _address(log):
    for _ in range(3000):
        if found := re.search(r"http://localhost:\d+/lab", log.read_text(encoding="utf-8")):
            return found[0]
        time.sleep(0.1)
    raise AssertionError(log.read_text(encoding="utf-8"))


@pytest.fixture(scope="module", params=CHOSEN)
def visit(request, lab, window):
    """One notebook, opened and then run: its name, both states of its folds, page and files."""
    (address, folder), name = lab, request.param
    stored = nbformat.read(folder / f"{name}.ipynb", 4)
    page, asked = window.new_page(), []
    page.on("request", lambda its: asked.append(its.url))
    page.goto(f"{address}/tree/{name}.ipynb?reset")
    page.wait_for_function(COUNT, arg=len(stored.cells))
    opened = page.evaluate(FOLDS)
    page.wait_for_function(READY)  # a kernel that is still starting would not be restarted
    page.evaluate(RUN)
    page.click(".jp-Dialog .jp-mod-accept")
    page.wait_for_function("window.ran")
    page.evaluate("jupyterapp.commands.execute('docmanager:save')")
    run = nbformat.read(folder / f"{name}.ipynb", 4)
    outside = [url for url in asked if not url.startswith((address.removesuffix("/lab"), "data:"))]
    yield {"name": name, "page": page, "stored": stored, "run": run, "opened": opened} | {
        "after": page.evaluate(FOLDS),
        "outside": [url for url in outside if not url.startswith("blob:")],
    }
    page.close()


def differs(stored, run):
    """Whether a run says other things than are stored, in the forms that are stored.

    Bytes of pictures are not compared, since they belong to one matplotlib, nor ids of widgets.
    """
    pairs = zip(stored.get("outputs", ()), run.get("outputs", ()), strict=True)
    for old, new in pairs:
        wanted = old.get("data", {"text": old.get("text")})
        found = new.get("data", {"text": new.get("text")})
        for form in wanted.keys() - {WIDGET, "image/png"}:
            if PICTURE.sub("", wanted[form]) != PICTURE.sub("", found.get(form, "")):
                return True
    return False


def folded(states, cells, which, wanted):
    """Ids of cells with one of these tags whose fold is open."""
    return [
        cell.id
        for cell, state in zip(cells, states, strict=True)
        if tags(cell) & wanted and state.get(which) is None
    ]


def test_opened_notebook_gives_nothing_away(visit):
    cells, states = visit["stored"].cells, visit["opened"]
    assert folded(states, cells, "input", SOURCE_FOLDED) == []
    assert folded(states, cells, "output", OUTPUT_FOLDED) == []
    lines = [
        (cell.id, state.get(which, ""))
        for cell, state in zip(cells, states, strict=True)
        for which, tag in TELLING
        if tag in tags(cell)
    ]
    assert [line for line in lines if not HARMLESS.fullmatch(line[1].strip())] == []


def test_run_changes_no_output(visit):
    pairs = zip(visit["stored"].cells, visit["run"].cells, strict=True)
    assert [stored.id for stored, run in pairs if differs(stored, run)] == []


def test_sources_of_solutions_stay_folded(visit):
    assert any("solution" in tags(cell) for cell in visit["run"].cells)
    assert folded(visit["after"], visit["run"].cells, "input", {"solution"}) == []


def test_nothing_is_asked_of_the_network(visit):
    assert visit["outside"] == []


def test_widgets_answer(visit):
    page = visit["page"]
    live = [
        c for c in visit["run"].cells for o in c.get("outputs", ()) if WIDGET in o.get("data", ())
    ]
    sliders = page.locator(".jp-Notebook .noUi-handle")
    assert (sliders.count() > 0) == bool(live)
    if live:
        area = page.locator(".jp-OutputArea-output:has(.noUi-handle)").first
        shown = [picture.get_attribute("src") for picture in area.locator("img").all()]
        sliders.first.focus()
        page.keyboard.press("ArrowRight")
        page.wait_for_function(REDRAWN, arg=[area.element_handle(), shown])
