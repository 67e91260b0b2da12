"""Corpus, a frozen bag of words; BagOfWords, the pipeline step that learns its vocabulary."""

from nbcourse.corpus.bag import Corpus, Vocabulary, read_only
from nbcourse.corpus.bag_of_words import BagOfWords
from nbcourse.corpus.bagfile import canonical_counts, read_bag, write_bag

__all__ = [
    "BagOfWords",
    "Corpus",
    "Vocabulary",
    "canonical_counts",
    "read_bag",
    "read_only",
    "write_bag",
]
