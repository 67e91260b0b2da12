"""The course on paper, on a wall and in a browser: `python -m book {slides,handout,book}`.

All three are made from the stored notebooks; nothing is executed and nothing is fetched.
`readings` says which cells each of them sees, `pages` writes slides and handout with two small
templates, `sources` and `conf` (Sphinx) the book, `browser` prints. The parts for the browser,
reveal.js and one MathJax file, come from wheels that the extra `book` installs.
"""

import shutil
from importlib.metadata import files
from pathlib import Path

import nbformat

HERE = Path(__file__).parent
ROOT = HERE.parent
MATHJAX = ("sphinx-mathjax-offline", "mathjax/tex-svg.js")


def notebooks(folder):
    """{name: notebook} of a folder, in order."""
    return {path.stem: nbformat.read(path, 4) for path in sorted(Path(folder).glob("*.ipynb"))}


def from_wheel(package, *endings):
    """Paths of the files of an installed package whose paths end so, one for each ending."""
    here = {path.as_posix(): path.locate() for path in files(package)}
    return [next(here[name] for name in here if name.endswith(ending)) for ending in endings]


def put(folder, *paths):
    """Copy files into a folder, which is made if need be."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in paths:
        shutil.copy(path, folder)
