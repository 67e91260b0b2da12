"""Rebuilds `data/scale.csv`: how long counting takes, in a loop and by workers, and its memory.

`python -m tests.scale` takes some minutes and wants a machine that does nothing else. A message is
one of the 5,574 of the SMS collection, drawn with replacement: as a row of counts that lies
ready, or as a text that has to be split into words first. Each run has a process of its own.
"""

import pickle
import sys
from concurrent.futures import ProcessPoolExecutor
from copy import deepcopy
from functools import cache
from multiprocessing import get_context
from statistics import median
from time import perf_counter

import numpy as np
import pandas as pd

from nbcourse import Corpus, MultinomialNB, load
from nbcourse.datasets import record
from nbcourse.paths import DATA
from nbcourse.text import words

CLASSES = ["ham", "spam"]
#: How many messages make a part: as many as a moment's work.
PART = {"rows": 100_000, "texts": 10_000}
RUNS = [("rows", 1_000_000), ("rows", 10_000_000), ("texts", 1_000_000)]
HOW = {"loop": 0, "1 worker": 1, "2 workers": 2}
FAN, TURNS = 4, 3


@cache
def collection():
    """The messages: a bag of their words, and texts that have the same tokens."""
    bag = load("sms")
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
    return MultinomialNB().partial_fit(*table(kind, k, size), classes=CLASSES)


def loop(kind, parts, size):
    """One model learns part after part: seconds, megabytes at the peak, and the model."""
    warm(kind)
    start, model = perf_counter(), MultinomialNB()
    for k in range(parts):
        model.partial_fit(*table(kind, k, size), classes=CLASSES)
    return perf_counter() - start, peak(), model


def by_workers(kind, parts, size, workers):
    """So many processes learn the parts, and add up what they learnt; as `loop`."""
    from dask.distributed import Client, LocalCluster

    how = {"n_workers": workers, "threads_per_worker": 1, "host": "127.0.0.1"}
    how |= {"dashboard_address": None, "silence_logs": 50}
    with LocalCluster(**how) as cluster, Client(cluster) as client:
        client.run(warm, kind)
        start = perf_counter()
        models = client.map(counted, [kind] * parts, range(parts), [size] * parts)
        while len(models) > 1:
            groups = [models[i : i + FAN] for i in range(0, len(models), FAN)]
            models = [client.submit(added, group) for group in groups]
        model = models[0].result()
        return perf_counter() - start, max(client.run(peak).values()), model


def warm(kind):
    """Import and read what the first part of a worker would have to wait for."""
    counted(kind, 0, 1)


def added(models):
    """The sum of some models, which stay as they are: their task may be repeated."""
    total = deepcopy(models[0])
    for model in models[1:]:
        total.merge(model)
    return total


def peak():
    """Megabytes of this process at its peak."""
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (
        1e6 if sys.platform == "darwin" else 1e3
    )


def run(kind, messages, how):
    """One row of the table: the median of some runs."""
    size = PART[kind]
    found = [alone(kind, messages // size, size, HOW[how]) for _ in range(TURNS)]
    seconds, megabytes = (median(column) for column in zip(*found, strict=True))
    about = {"work": kind, "how": how, "messages": messages}
    return about | {"seconds": round(seconds, 2), "megabytes": round(megabytes)}


def alone(*task):
    """Seconds and megabytes of a run in a process of its own."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        return pool.submit(measured, *task).result()


def measured(kind, parts, size, workers):
    """Seconds and megabytes; stops if a message was lost or counted twice."""
    where = (workers,) if workers else ()
    seconds, megabytes, model = (by_workers if workers else loop)(kind, parts, size, *where)
    if model.class_count_.sum() != parts * size:
        raise SystemExit("messages were lost, or counted twice")
    return seconds, megabytes


def stages():
    """Rows for the steps of which the runs are made, each for so many messages."""
    bag, texts = collection()
    chosen = drawn(0, PART["rows"])
    X, y = bag.counts[chosen], bag.labels[chosen]
    model, total = counted("rows", 0, PART["rows"]), counted("rows", 1, PART["rows"])
    some = [texts[i] for i in chosen[: PART["texts"]]]
    split = Corpus.from_texts(some)
    works = {
        "read a bag": lambda: load("sms"),
        "draw rows": lambda: bag.counts[drawn(0, PART["rows"])],
        "count rows": lambda: MultinomialNB().partial_fit(X, y, classes=CLASSES),
        "pack a model": lambda: pickle.loads(pickle.dumps(model)),
        "add a model": lambda: total.merge(model),
        "split texts": lambda: Corpus.from_texts(some),
        "find words": lambda: split.features(words).select(bag.tokens),
    }
    sizes = {"read a bag": len(texts), "split texts": len(some), "find words": len(some)}
    for work, do in works.items():
        row = {"work": work, "how": "step", "messages": sizes.get(work, PART["rows"])}
        yield row | {"seconds": round(median(_timed(do) for _ in range(21)), 5)}


def _timed(do):
    start = perf_counter()
    do()
    return perf_counter() - start


def main():
    """Write the table and its checksum."""
    rows = [run(kind, messages, how) for kind, messages in RUNS for how in HOW]
    path = DATA / "scale.csv"
    frame = pd.DataFrame([*rows, *stages()]).astype({"megabytes": "Int64"})
    frame.to_csv(path, index=False, lineterminator="\n")
    print(record(path))


if __name__ == "__main__":
    from tests import scale  # by this name the other processes find its functions

    scale.main()
