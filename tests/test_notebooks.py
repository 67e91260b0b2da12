"""The linter on every notebook of the course, and README's table; no kernel is started."""

import pytest

from tests.nbtools import ROOT, notebooks, report
from tests.nbtools.__main__ import normal, with_table
from tests.nbtools.rules import RULES

each_notebook = pytest.mark.parametrize("notebook", notebooks(), ids=lambda book: book.name)


@each_notebook
def test_rules(notebook):
    findings = report(RULES, notebook)
    assert not findings, "\n" + "\n".join(map(str, findings))


@each_notebook
def test_normal_form(notebook):
    cure = "mend with `python -m tests.nbtools --fix`"
    assert notebook.text == normal(notebook), f"{notebook.name} is not in normal form: {cure}"


def test_readme_table():
    readme = ROOT / "README.md"
    if not (readme.exists() and notebooks()):
        pytest.skip("no README.md or no notebooks yet")
    text = readme.read_text(encoding="utf-8")
    assert text == with_table(text, notebooks()), "mend with `python -m tests.nbtools --fix`"
