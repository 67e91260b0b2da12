"""Loading: a bag against reading the raw mails, and features against CountVectorizer."""

import os
import re
import tarfile
import tempfile
from pathlib import Path

import numpy as np
from sklearn.feature_extraction.text import CountVectorizer

import nbcourse as nbc
from nbcourse.paths import data_path
from tests.benchmarks.measure import Work, version
from tests.benchmarks.validation import sms_texts

STOP_WORDS = nbc.text.stop_words("s4")


def s4_words(path):
    """The words of a mail, the way S4 finds them."""
    from chardet import detect

    content = path.read_bytes()
    text = content.decode(detect(content)["encoding"] or "latin-1", "ignore")
    found = re.findall(r"[a-zA-Z\d]{2,}", text)
    kept = (word for word in found if word not in STOP_WORDS and not re.search(r"\d", word))
    return {word.lower() for word in kept}


def against_s4(folder):
    """Every tenth mail read the way of S4, which asks chardet for the charset of each."""
    files = sorted(Path(folder).glob("enron_email/*/*.txt"))[::10]
    size = f"{data_path('enron.npz').stat().st_size / 1e6:.2f} MB"
    name = f'load("enron"), a file of {size} (peer: every tenth mail, times 10)'

    def read():
        return {file: s4_words(file) for file in files}

    theirs = read if files and version("chardet") else None
    return Work(name, "S4's loader", lambda: nbc.load("enron"), theirs, 150, 100, 3, 10)


def works():
    """The lines of the table; the first wants the raw mails and chardet."""
    with tempfile.TemporaryDirectory() as folder:
        raw = os.environ.get("NBCOURSE_RAW")
        if raw is not None:
            with tarfile.open(Path(raw) / "enron_email.tar.xz") as archive:
                archive.extractall(folder, filter="data")
        yield against_s4(folder)
    texts, _ = sms_texts()
    vectorise = CountVectorizer(token_pattern="[a-zA-Z]{2,}").fit_transform
    words, sms = nbc.text.words, nbc.load("sms")
    for name, ours, goal, floor in [
        ('load("sms").features(words), cold', lambda: nbc.load("sms").features(words), 3, 2),
        ("features(words) again", lambda: sms.features(words), 15, 10),
    ]:
        yield Work(
            name,
            "CountVectorizer on texts",
            ours,
            lambda: vectorise(texts),
            goal,
            floor,
            same=lambda mine, theirs: np.array_equal(mine.counts.toarray(), theirs.toarray()),
        )
