"""Rebuilds `data/scale.csv`: how long counting takes, in a loop and by workers, and its memory.

`python -m tests.scale` takes less than four minutes and wants a machine that does nothing else. A
message is one of the 5,574 of the SMS collection, drawn with replacement: as a row of counts that
lies ready, or as a text that has to be split into words first. Each run has a process of its own;
the steps of which the runs are made are timed one by one afterwards.
"""

import os
import pickle
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from copy import deepcopy
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from unittest import mock

import numpy as np
import pandas as pd

from nbcourse import Corpus, MultinomialNB, load
from nbcourse.datasets import record
from nbcourse.paths import DATA
from nbcourse.text import words
from tests.benchmarks.measure import resident

CLASSES = ["ham", "spam"]
#: How many messages make a part: as many as a moment's work.
PART = {"rows": 100_000, "texts": 5_000, "mails": 1_000}
#: The loop of `trimmed` gives memory back at once, which is what dask asks of its workers.
TRIM = {"MALLOC_TRIM_THRESHOLD_": "65536"}
RUNS = [("rows", 1_000_000, "loop")]
RUNS += [
    ("rows", 10_000_000, how) for how in ("loop", "new models", "trimmed", "1 worker", "2 workers")
]
RUNS += [("texts", 500_000, how) for how in ("loop", "1 worker", "2 workers")]
FAN, TURNS, STEPS = 4, 3, 11
#: Seconds of each task of this process.
SPENT = []


@cache
def collection(name="sms"):
    """The messages: a bag of their words, and texts that have the same tokens."""
    bag = load(name)
    if name != "sms":
        bag = bag[:: len(bag.labels) // PART["mails"]]
    tokens = np.repeat(bag.tokens[bag.counts.indices], bag.counts.data)
    ends = bag.counts.sum(axis=1).cumsum()
    return bag.features(words), [" ".join(part) for part in np.split(tokens, ends[:-1])]


def drawn(k, size):
    """Which messages are in part k."""
    return np.random.default_rng([16, k]).integers(0, len(collection()[1]), size)


def table(kind, k, size):
    """Counts and labels of part k."""
    bag, texts = collection()
    chosen = drawn(k, size)
    if kind == "rows":
        return bag.counts[chosen], bag.labels[chosen]
    split = Corpus.from_texts([texts[i] for i in chosen])
    return split.features(words).select(bag.tokens).counts, bag.labels[chosen]


def counted(kind, k, size):
    """A model that has learnt part k."""
    start = perf_counter()
    model = MultinomialNB().partial_fit(*table(kind, k, size), classes=CLASSES)
    SPENT.append(perf_counter() - start)
    return model


def added(models):
    """The sum of some models, which stay as they are: their task may be repeated."""
    start, total = perf_counter(), deepcopy(models[0])
    for model in models[1:]:
        total.merge(model)
    SPENT.append(perf_counter() - start)
    return total


def warm(kind):
    """Import and read what the first part of a worker would have to wait for."""
    counted(kind, 0, 1)
    SPENT.clear()


def spent():
    """Seconds that the tasks of this process took, seen from within."""
    return sum(SPENT)


def loop(kind, parts, size):
    """One model learns part after part: seconds, those within tasks, megabytes, and the model."""
    warm(kind)
    start, model = perf_counter(), MultinomialNB()
    for k in range(parts):
        model.partial_fit(*table(kind, k, size), classes=CLASSES)
    seconds = perf_counter() - start
    return seconds, seconds, resident(), model


def new_models(kind, parts, size):
    """Each part has a model of its own, as in a worker, and they are added up; as `loop`."""
    warm(kind)
    start, model = perf_counter(), counted(kind, 0, size)
    for k in range(1, parts):
        model.merge(counted(kind, k, size))
    return perf_counter() - start, spent(), resident(), model


@contextmanager
def engine(workers):
    """A client of so many processes, which leave nothing behind."""
    from dask.distributed import Client, LocalCluster

    with TemporaryDirectory() as folder:
        how = {"n_workers": workers, "threads_per_worker": 1, "host": "127.0.0.1"}
        how |= {"dashboard_address": "127.0.0.1:0", "silence_logs": 50, "local_directory": folder}
        with LocalCluster(**how) as cluster, Client(cluster) as client:
            yield client


def by_workers(kind, parts, size, workers):
    """So many processes learn the parts, and add up what they learnt; as `loop`."""
    with engine(workers) as client:
        client.run(warm, kind)
        start = perf_counter()
        models = client.map(counted, [kind] * parts, range(parts), [size] * parts)
        model = tree(client, models)
        seconds = perf_counter() - start
        within = sum(client.run(spent).values())
        return seconds, within, max(client.run(resident).values()), model


def tree(client, models):
    """The sum of models that workers hold, some at a time."""
    while len(models) > 1:
        groups = [models[i : i + FAN] for i in range(0, len(models), FAN)]
        models = [client.submit(added, group, pure=False) for group in groups]
    return models[0].result()


WAYS = {"loop": loop, "new models": new_models, "trimmed": new_models}
WAYS |= {f"{n} worker{'s' * (n > 1)}": partial(by_workers, workers=n) for n in (1, 2)}


def alone(do, *task, environment=()):
    """What `do(*task)` returns in a process of its own."""
    with (
        mock.patch.dict(os.environ, environment),
        ProcessPoolExecutor(1, get_context("spawn")) as pool,
    ):
        return pool.submit(do, *task).result()


def measured(kind, messages, how):
    """Seconds, those within tasks, megabytes; stops if a message was lost or counted twice."""
    *found, model = WAYS[how](kind, messages // PART[kind], PART[kind])
    if model.class_count_.sum() != messages:
        raise SystemExit("messages were lost, or counted twice")
    return found


def runs():
    """A row for each run: the medians of some turns, in each of which all runs have theirs."""
    turns = [
        [alone(measured, *run, environment=TRIM if run[2] == "trimmed" else ()) for run in RUNS]
        for _ in range(TURNS)
    ]
    for run, found in zip(RUNS, zip(*turns, strict=True), strict=True):
        seconds, within, megabytes = (median(column) for column in zip(*found, strict=True))
        about = dict(zip(("work", "messages", "how"), run, strict=True))
        about |= {"seconds": round(seconds, 2), "within": round(within, 2)}
        yield about | {"megabytes": round(megabytes)}


def steps():
    """A row for each step: the median of its seconds for one part."""
    with TemporaryDirectory() as folder:
        once = [single_steps(k, Path(folder)) for k in range(STEPS)]
    once = {step: [dict(found)[step] for found in once] for step, _ in once[0]}
    once |= {("task", step): found for step, found in alone(engine_steps, 100).items()}
    for (work, step), found in once.items():
        row = {"work": work, "how": step, "messages": PART.get(work, 1)}
        yield row | {"seconds": round(median(found), 6)}


def single_steps(k, folder):
    """Pairs ((work, step), seconds) of part k."""
    bag, texts = collection()
    chosen, found = drawn(k, PART["texts"]), []

    def timed(work, step, do):
        start = perf_counter()
        result = do()
        found.append(((work, step), perf_counter() - start))
        return result

    rows = timed("rows", "draw", lambda: table("rows", k, PART["rows"]))
    model = timed("rows", "count", lambda: MultinomialNB().partial_fit(*rows, classes=CLASSES))
    copy = timed("task", "pack", lambda: pickle.loads(pickle.dumps(model)))
    timed("task", "add", lambda: model.merge(copy))

    file = folder / "texts"
    file.write_text("\n".join(texts[i] for i in chosen), encoding="utf-8")
    some = timed("texts", "read", lambda: file.read_text(encoding="utf-8").split("\n"))
    split = timed("texts", "split", lambda: Corpus.from_texts(some))
    X = timed("texts", "find", lambda: split.features(words).select(bag.tokens).counts)
    y = bag.labels[chosen]
    timed("texts", "count", lambda: MultinomialNB().partial_fit(X, y, classes=CLASSES))

    files = [folder / f"mail {i}" for i in range(PART["mails"])]
    for file, mail in zip(files, collection("enron")[1], strict=False):
        file.write_text(mail, encoding="utf-8")
    mails = timed("mails", "read", lambda: [file.read_text(encoding="utf-8") for file in files])
    timed("mails", "split", lambda: Corpus.from_texts(mails))
    return found


def engine_steps(parts):
    """Seconds for each part, turn by turn: of tasks that do nothing, of adding ready models."""
    from dask.distributed import wait

    found = {"empty": [], "tree": []}
    with engine(1) as client:
        models = client.map(counted, ["rows"] * parts, range(parts), [1] * parts)
        wait(models)
        for _ in range(STEPS):
            start = perf_counter()
            wait(client.map(nothing, range(parts), pure=False))
            found["empty"].append((perf_counter() - start) / parts)
            start = perf_counter()
            tree(client, models)
            found["tree"].append((perf_counter() - start) / parts)
    return found


def nothing(k):
    """The work of an empty task."""


def main():
    """Write the table and its checksum."""
    path = DATA / "scale.csv"
    frame = pd.DataFrame([*runs(), *steps()]).astype({"megabytes": "Int64"})
    frame.to_csv(path, index=False, lineterminator="\n")
    print(record(path))


if __name__ == "__main__":
    from tests import scale  # by this name the other processes find its functions

    scale.main()
