"""Corpus, a frozen bag of words; BagOfWords, the pipeline step that learns its vocabulary."""

from nbcourse.corpus.bag import Corpus
from nbcourse.corpus.bag_of_words import BagOfWords
from nbcourse.corpus.bagfile import canonical_counts, read_bag, write_bag
from nbcourse.corpus.given import canonical_csr, label_array
from nbcourse.corpus.vocabulary import Vocabulary, read_only

__all__ = [
    "BagOfWords",
    "Corpus",
    "Vocabulary",
    "canonical_counts",
    "canonical_csr",
    "label_array",
    "read_bag",
    "read_only",
    "write_bag",
]
