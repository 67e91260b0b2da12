"""Slides, handout and book built once; pages that notice when they ask for the network."""

import subprocess
import sys

import pytest

from tests.nbtools import ROOT

browser = pytest.importorskip("book.browser", reason="the extra `book` is not installed")
LOCAL = ("file:", "data:", "blob:", "http://localhost", "ws://localhost")


def pytest_collection_modifyitems(items):
    """Without a browser there is nothing to look at."""
    if not browser.available():
        reason = "no Chromium, or no playwright (the extra `browser`)"
        for item in items:
            item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(scope="session")
def stored():
    """The notebooks of the course: {name: notebook}."""
    from book import notebooks

    return notebooks(ROOT / "notebooks")


@pytest.fixture(scope="session")
def built(tmp_path_factory):
    """Folder of what `make slides handout book` writes."""
    folder = tmp_path_factory.mktemp("build")
    for kind in ("slides", "handout", "book"):
        command = [sys.executable, "-m", "book", kind, "--output", folder]
        subprocess.run(command, check=True, cwd=ROOT)
    return folder


@pytest.fixture(scope="session")
def window():
    """A browser's window at 1280 × 720."""
    with browser.opened(viewport={"width": 1280, "height": 720}) as context:
        yield context


@pytest.fixture(scope="module")
def page(window):
    """A page; a request that leaves the machine or an error in a script fails the module."""
    page, wrong = window.new_page(), []
    page.on("request", lambda its: its.url.startswith(LOCAL) or wrong.append(its.url))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    yield page
    page.close()
    assert wrong == []
