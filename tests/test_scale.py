"""The table of seconds is what its script makes, and the script counts what the notebook counts."""

import os
import sys

import numpy as np
import pytest

from nbcourse import MultinomialNB, load
from tests import scale
from tests.nbtools import notebooks

STEPS = {
    "rows": ["draw", "count"],
    "task": ["pack", "add", "empty", "tree"],
    "texts": ["read", "split", "find", "count"],
    "mails": ["read", "split"],
}


def test_the_table_has_all_runs_and_steps():
    frame = load("scale")
    runs, steps = frame[frame["seconds"].notna() & frame["within"].notna()], frame["within"].isna()
    assert [*runs[["work", "messages", "how"]].itertuples(index=False, name=None)] == scale.RUNS
    assert frame[steps].groupby("work")["how"].agg(list).to_dict() == STEPS
    assert (frame["seconds"] > 0).all()
    assert (runs["megabytes"] > 0).all()
    assert (runs["within"] <= 2 * runs["seconds"]).all()


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


@pytest.mark.parametrize("kind", ["rows", "texts"])
@pytest.mark.parametrize("way", ["loop", "new models"])
def test_a_loop_learns_what_one_fit_learns(kind, way):
    seconds, within, megabytes, model = scale.WAYS[way](kind, 6, 50)
    assert np.array_equal(model.feature_log_prob_, one_fit(6, 50).feature_log_prob_)
    assert 0 < within <= seconds
    assert megabytes > 10


def test_workers_learn_what_one_fit_learns():
    seconds, within, _, model = scale.WAYS["2 workers"]("rows", 6, 50)
    assert np.array_equal(model.feature_log_prob_, one_fit(6, 50).feature_log_prob_)
    assert 0 < within < 2 * seconds


def test_a_run_of_its_own_comes_back_with_seconds_and_megabytes():
    assert min(scale.alone(scale.measured, "texts", scale.PART["texts"], "loop")) > 0


def test_a_process_of_its_own_has_the_environment_that_it_is_given():
    assert scale.alone(os.getenv, "NO_SUCH_NAME", environment={"NO_SUCH_NAME": "7"}) == "7"
    assert os.getenv("NO_SUCH_NAME") is None


def test_every_step_of_a_part_is_timed(tmp_path, monkeypatch):
    monkeypatch.setattr(scale, "PART", {"rows": 30, "texts": 20, "mails": 3})
    monkeypatch.setattr(scale, "STEPS", 2)
    single, of_engine = scale.single_steps(0, tmp_path), scale.engine_steps(5)
    assert min(seconds for _, seconds in single) > 0
    assert min(min(turns) for turns in of_engine.values()) > 0
    found = {("task", step) for step in of_engine} | {step for step, _ in single}
    assert found == {(work, step) for work, steps in STEPS.items() for step in steps}
    assert len([*tmp_path.iterdir()]) == 1 + 3


def test_adding_leaves_the_models_alone():
    models = [scale.counted("rows", k, 20) for k in range(3)]
    assert [scale.added(models).class_count_.sum() for _ in range(2)] == [60, 60]
    assert [model.class_count_.sum() for model in models] == [20, 20, 20]


def test_a_run_that_loses_a_message_is_refused(monkeypatch):
    lost = MultinomialNB().fit([[1, 0], [0, 1]], ["ham", "spam"])
    monkeypatch.setitem(scale.WAYS, "loop", lambda *task: (1.0, 1.0, 1.0, lost))
    with pytest.raises(SystemExit, match="lost, or counted twice"):
        scale.measured("rows", 200_000, "loop")


def test_without_dask_the_notebook_says_in_one_line_what_to_install(monkeypatch):
    [book] = [book for book in notebooks() if book.number == "16"]
    [cell] = [cell for cell in book.code if "except ImportError" in cell.source]
    assert cell in book.code[:3]
    monkeypatch.setitem(sys.modules, "dask.distributed", None)
    with pytest.raises(ImportError, match=r"^this notebook needs dask: run  %pip install \S+ .*$"):
        exec(cell.source, {})
