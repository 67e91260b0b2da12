"""The raw mails, each collection read once: no word is lost, and the bags are what they hold."""

import contextlib
import email
import re
from collections import Counter
from types import SimpleNamespace

import pytest

from nbcourse.datasets import load
from nbcourse.ingest import read_mail_folder
from nbcourse.ingest.unseen import without_unseen
from nbcourse.text import s4_words, stop_words
from tests.test_ingest import assert_same_cells
from tests.test_mail_words import WORD

FILES = {"enron": "enron_email", "ling": "ling_email", "csdmc": "CSDMC2010_email"}
SIZES = {
    "enron": {"ham": 16_545, "spam": 17_153},
    "ling": {"ham": 2_412, "spam": 481},
    "csdmc": {"ham": 2_949, "spam": 1_378},
}
LOSING = {"csdmc": ["ham/TRAIN_03753.eml"]}  # a file in the text, told by a defect


@pytest.fixture(scope="module", params=FILES)
def collection(raw, request):
    """A collection read as mails, and whole, as S4 reads it."""
    place = raw / f"{FILES[request.param]}.tar.xz"
    mails, whole = (read_mail_folder(place, mode) for mode in ("mail", "s4"))
    return SimpleNamespace(name=request.param, mails=mails.mails, whole=whole)


def test_raw_no_mail_loses_a_word(collection):
    losing, whole = [], collection.whole
    for file, mail, text in zip(whole.names, collection.mails, whole.texts, strict=True):
        expected = without_unseen(read_as(text.encode("latin-1")))
        if coded := CODED.match(text):  # its fields tell how to read the rest
            expected = read_as(coded[1].encode("latin-1")) + message_text(coded[2] + coded[3])
        wanted, found = WORD.findall(expected), WORD.findall(f"Subject {mail.text}")
        if wanted != found and Counter(wanted) - Counter(found):
            losing.append(file)
            assert "an encoded file in the text was left out" in mail.defects, file
    assert losing == LOSING.get(collection.name, [])


# a mail in CSDMC2010 is its subject, glued to a mailbox's line, some fields, and the text
CODED = re.compile(
    r"(?:From nobody .*\n(?=Content-))?((?:.+\n)*?)"
    r"((?:Content-\S+:.*\n(?:[ \t]+.*\n)*)+)(\n[^\0]*)",
    re.IGNORECASE,
)


def read_as(content):
    """Return the text of some bytes in the first encoding that fits."""
    for encoding in ("utf-8", "cp1252"):
        with contextlib.suppress(UnicodeDecodeError):
            return content.decode(encoding)
    return content.decode("latin-1")


def message_text(mail):
    """Return the text of a mail by the standard library, if that is plain text."""
    message = email.message_from_bytes(mail.encode("latin-1"))
    if message.get_content_type() != "text/plain":
        return ""
    return without_unseen(read_as(message.get_payload(decode=True)))


def s4_set(text):
    """Return the words of a mail as S4 finds them."""
    words = {word for word in re.findall(r"[a-zA-Z\d]{2,}", text) if not re.search(r"\d", word)}
    return {word.lower() for word in words if word not in stop_words("s4")}


def test_raw_the_committed_bags_of_mails_are_what_their_files_hold(collection):
    whole, corpus = collection.whole, load(collection.name)
    assert Counter(whole.labels) == SIZES[collection.name]
    assert whole.skipped == ()
    assert corpus.names.tolist() == list(whole.names) == sorted(whole.names)
    assert_same_cells(corpus, whole.corpus())
    # and by another route, every ninth mail: S4's code on the text against the analysed bag
    some = corpus[::9].features(s4_words)
    for text, row in zip(whole.texts[::9], some.counts, strict=True):
        assert set(some.tokens[row.indices]) == s4_set(text)


@pytest.mark.parametrize("collection", ["ling"], indirect=True)
def test_raw_mails_read_as_mails_lose_no_word(collection):
    for mail, text in zip(collection.mails, collection.whole.texts, strict=True):
        assert f"Subject: {mail.text}".split() == text.split()
    assert not any(mail.defects for mail in collection.mails)
