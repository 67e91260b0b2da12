"""The command line of `make slides`, `make handout` and `make book`."""

import argparse
from pathlib import Path

from book import ROOT, notebooks, pages, sources

KINDS = {"slides": pages.slides, "handout": pages.handout, "book": sources.book}


def main():
    """Write one kind to a folder, from the notebooks of another."""
    parser = argparse.ArgumentParser(prog="python -m book")
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("--notebooks", type=Path, default=ROOT / "notebooks")
    parser.add_argument("--output", type=Path, default=ROOT / "build")
    chosen = parser.parse_args()
    folder = chosen.output.resolve() / chosen.kind
    KINDS[chosen.kind](notebooks(chosen.notebooks), folder)


if __name__ == "__main__":
    main()
