"""The Chromium of the system, driven by playwright."""

import shutil
from contextlib import contextmanager
from importlib.util import find_spec

PATIENCE = 600_000  # milliseconds; a machine may have much else to do
NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")


def find():
    """Path of the browser, None where there is none."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def available():
    """Whether there are a browser and its driver."""
    return bool(find() and find_spec("playwright"))


@contextmanager
def opened(**how):
    """A browser's context: `with opened() as context: page = context.new_page()`."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=find(), args=["--no-sandbox"], timeout=PATIENCE
        )
        context = browser.new_context(**how)
        context.set_default_timeout(PATIENCE)
        yield context
        browser.close()


def printed(pages):
    """Write a PDF beside each of these HTML files, as its style sheet lays out paper."""
    with opened() as context:
        page = context.new_page()
        for path in pages:
            page.goto(path.as_uri())
            page.wait_for_selector("body[data-ready]")
            page.pdf(path=path.with_suffix(".pdf"), prefer_css_page_size=True)
