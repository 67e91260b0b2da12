"""The table of seconds is what its script makes, and the script counts what the notebook counts."""

import sys

import numpy as np
import pytest

from nbcourse import MultinomialNB, load
from tests import scale
from tests.nbtools import notebooks

STEPS = {"read a bag", "draw rows", "count rows", "pack a model", "add a model"}
STEPS |= {"split texts", "find words"}


def test_the_table_has_all_runs_and_steps():
    table = load("scale")
    runs = table[table["how"] != "step"]
    wanted = [(kind, how, messages) for kind, messages in scale.RUNS for how in scale.HOW]
    assert [*runs[["work", "how", "messages"]].itertuples(index=False, name=None)] == wanted
    assert set(table[table["how"] == "step"]["work"]) == STEPS
    assert (table["seconds"] > 0).all()
    assert (runs["megabytes"] > 0).all()


def test_rows_and_texts_of_a_part_are_the_same_messages():
    rows, texts = (scale.table(kind, 3, 200) for kind in ("rows", "texts"))
    assert np.array_equal(rows[0].toarray(), texts[0].toarray())
    assert np.array_equal(rows[1], texts[1])


def one_fit(parts, size):
    """One model of the rows of all parts, by how often each message was drawn."""
    bag, _ = scale.collection()
    drawn = np.concatenate([scale.drawn(k, size) for k in range(parts)])
    times = np.bincount(drawn, minlength=len(bag.labels))
    return MultinomialNB().fit(bag.counts, bag.labels, sample_weight=times)


@pytest.mark.parametrize("kind", scale.PART)
def test_a_loop_learns_what_one_fit_learns(kind):
    seconds, megabytes, model = scale.loop(kind, 6, 50)
    assert np.array_equal(model.feature_log_prob_, one_fit(6, 50).feature_log_prob_)
    assert seconds > 0
    assert megabytes > 10


def test_workers_learn_what_one_fit_learns():
    model = scale.by_workers("rows", 6, 50, 2)[2]
    assert np.array_equal(model.feature_log_prob_, one_fit(6, 50).feature_log_prob_)


def test_a_run_of_its_own_comes_back_with_seconds_and_megabytes():
    assert min(scale.alone("texts", 2, 20, 0)) > 0


def test_adding_leaves_the_models_alone():
    models = [scale.counted("rows", k, 20) for k in range(3)]
    assert [scale.added(models).class_count_.sum() for _ in range(2)] == [60, 60]
    assert [model.class_count_.sum() for model in models] == [20, 20, 20]


def test_a_run_that_loses_a_message_is_refused(monkeypatch):
    lost = MultinomialNB().fit([[1, 0], [0, 1]], ["ham", "spam"])
    monkeypatch.setattr(scale, "loop", lambda *task: (1.0, 1.0, lost))
    with pytest.raises(SystemExit, match="lost, or counted twice"):
        scale.measured("rows", 2, 3, 0)


def test_without_dask_the_notebook_says_in_one_line_what_to_install(monkeypatch):
    [book] = [book for book in notebooks() if book.number == "16"]
    [cell] = [cell for cell in book.code if "except ImportError" in cell.source]
    assert cell in book.code[:3]
    monkeypatch.setitem(sys.modules, "dask.distributed", None)
    with pytest.raises(ImportError, match=r"^this notebook needs dask: run  %pip install \S+ .*$"):
        exec(cell.source, {})
