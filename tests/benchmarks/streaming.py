"""Streams: partial_fit in chunks, and the memory of ten million documents."""

import numpy as np
import sklearn.naive_bayes as peer
from scipy import sparse

import nbcourse as nbc
from tests.benchmarks.measure import Work, resident

WORDS, PER_DOCUMENT, CHUNK = 100_000, 20, 100_000


def chunk(rng):
    """Made-up documents of twenty words each, and their labels."""
    columns = (WORDS * rng.random(CHUNK * PER_DOCUMENT) ** 3).astype(np.int32)
    starts = np.arange(0, CHUNK * PER_DOCUMENT + 1, PER_DOCUMENT, dtype=np.int32)
    ones = np.ones(columns.size, dtype=np.int64)
    X = sparse.csr_array((ones, columns, starts), shape=(CHUNK, WORDS))
    X.sum_duplicates()
    return X, rng.integers(0, 2, CHUNK)


def works():
    """The lines of the table."""
    chunks = [chunk(np.random.default_rng(seed)) for seed in range(3)]

    def learn(model):
        for X, y in chunks:
            model.partial_fit(X, y, classes=[0, 1])
        return model.feature_count_

    yield Work(
        "MultinomialNB partial_fit, 3 chunks of 100,000 documents",
        "scikit-learn",
        lambda: learn(nbc.MultinomialNB()),
        lambda: learn(peer.MultinomialNB()),
        2.5,
        1.8,
        turns=7,
        same=np.array_equal,
    )


def flat_memory(documents=10_000_000):
    """Megabytes resident at the peak after a tenth of the documents, and after all."""
    model, rng, peaks = nbc.MultinomialNB(), np.random.default_rng(0), []
    for number in range(documents // CHUNK):
        model.partial_fit(*chunk(rng), classes=[0, 1])
        if number + 1 in (documents // CHUNK // 10, documents // CHUNK):
            peaks.append(resident())
    if model.class_count_.sum() != documents:
        raise SystemExit("documents were lost on the way")
    return peaks
