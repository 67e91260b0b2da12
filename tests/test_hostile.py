"""Files that mean harm or took some: all that is in them is read, or refused in so many words.

Whole files are edited here and there, which gets further inside than random bytes do. The usual
run draws 300 of each; ``make test-fuzz`` draws 10,000.
"""

import re
from collections import Counter
from email.message import EmailMessage

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nbcourse import datasets
from nbcourse.corpus.bagfile import read_bag, write_bag
from nbcourse.ingest import read_mail, read_mail_folder, read_sms
from tests.test_mail import pieces

HOSTILE = settings(max_examples=max(300, settings().max_examples))


def mail(**how):
    """A mail with a text, a page and a file, as the standard library writes it."""
    message = EmailMessage()
    message["Subject"] = "Gewinn £5: 你中奖了"
    message["From"] = "Jö <jo@example.org>"
    message.set_content("Dear winner,\ncall 0800 now\n" * 3, **how)
    message.add_alternative("<style>p {}</style><p>Dear <b>winner</b>&#33;", subtype="html", **how)
    message.add_attachment(b"attached", "text", "plain", filename="ä.txt")
    return message.as_bytes()


MAILS = [mail(cte="base64"), mail(cte="quoted-printable"), b"Subject: win\n\nnow", b""]
MAILS += [b"Content-Type: message/rfc822\n\n" + mail(cte="8bit")]
SMS = [
    "ham\tsee you at nine\nspam\tWIN £5 now\nham\tok\n".encode(),
    b'v1,v2,,\r\nham,"at ""nine"", ok",,\r\nspam,win,"now, call",\r\n',
    'label;text\nham;é\nspam;"two\nlines"\n'.encode("cp1252"),
    'sep=|\ntext|label\n"a|b"|ham\nwin|spam\n'.encode("utf-16"),
    b'"ham"\t"one"\n"spam"\t"two"\n',
]
ODD = st.sampled_from(
    [b"\t", b"\n", b"\r\n", b"\r", b'"', b",", b";", b"|", b"\0", b"\xff", b"sep="]
)
ODD |= st.sampled_from([b"ham\t", b"spam", b"\nham,x", "\u2028".encode(), b"\x80", b"PK\x03\x04"])


@st.composite
def harmed(draw, files, odd):
    """A file in which some bytes are cut, overwritten, moved from elsewhere or put between."""
    content = draw(st.sampled_from(files))
    for _ in range(draw(st.integers(0, 4))):
        place, other = draw(st.tuples(*[st.integers(0, len(content))] * 2))
        cut, copied = draw(st.sampled_from([0, 0, 1, 40])), draw(st.integers(0, 40))
        new = draw(odd | st.binary(max_size=4) | st.just(content[other : other + copied]))
        content = content[:place] + new + content[place + cut :]
    return content


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder of mails with one that is whole; it is used by all examples."""
    folder = tmp_path_factory.mktemp("mails")
    for label in ("ham", "spam"):
        (folder / label).mkdir()
        (folder / label / "1.txt").write_bytes(MAILS[2])
    return folder


@HOSTILE
@given(data=harmed(MAILS, pieces))
def test_a_harmed_mail_is_read_and_its_neighbours_too(data, folder):
    (folder / "spam" / "1.txt").write_bytes(data)
    found = read_mail_folder(folder)
    assert found.names == ("ham/1.txt", "spam/1.txt")
    assert found.mails == (read_mail(MAILS[2]), read_mail(data))
    for text in (found.mails[1].text, found.mails[1].sender, *found.mails[1].defects):
        text.encode("utf-8")  # whatever comes out can be written to a file


def letters(text):
    """How often each letter and digit occurs."""
    return Counter(filter(str.isalnum, text))


def rows_of(text):
    """The rows of a file of messages, and whether its header names columns that hold none."""
    lines = text.removeprefix("\ufeff").split("\n" if "\n" in text else "\r")
    if lines and lines[0].lower().lstrip('"').startswith("sep="):
        del lines[0]
    if not lines or lines[0].lstrip('"').startswith(("ham", "spam")):
        return "".join(lines), False
    separator = re.search(r"[\t,;|]|$", lines[0])[0] or "\t"
    names = [name.strip(' "\r').lower() for name in lines[0].split(separator)]
    pieces = names[1:2] in (["v2"], ["text"], ["message"])  # of it follow in nameless columns
    return "".join(lines[1:]), any(names[2:]) or (len(names) > 2 and not pieces)


def read_or_refused(read, path):
    """What a reader makes of a file, or how it refuses it; any other error is one."""
    try:
        return read(path), ""
    except ValueError as refusal:
        return None, str(refusal).removeprefix(repr(str(path)))


@HOSTILE
@given(data=harmed(SMS, ODD))
def test_a_harmed_file_of_messages_is_read_whole_or_refused_by_line(data, folder):
    path = folder / "messages"
    path.write_bytes(data)
    found, refusal = read_or_refused(read_sms, path)
    if refusal:
        assert refusal.startswith((", line ", " is a"))
    else:
        assert {*found.labels} <= {"ham", "spam"}
        rows, others = rows_of(data.decode(found.encoding, "replace"))
        read, whole = letters("".join((*found.labels, *found.texts))), letters(rows)
        assert read <= whole if others else read == whole


@pytest.fixture(scope="module")
def bag(tmp_path_factory):
    """A small bag file with all that such a file can hold, where the catalogue expects one."""
    path = tmp_path_factory.mktemp("bags") / "sms.npz"
    counts = [[300, 0, 1], [0, 0, 0], [1, 2, 0]]
    write_bag(path, counts, ["a", "b", "ü"], ["ham", "spam", "ham"], ["1", "2", "3"])
    datasets.record(path)
    return path, path.read_bytes(), outcome(path)


def outcome(path):
    """All that a bag file says."""
    bag = read_bag(path)
    return bag.counts.toarray().tolist(), bag.tokens, bag.labels.tolist(), bag.names.tolist()


@HOSTILE
@given(data=st.data())
def test_a_harmed_bag_is_refused_or_says_what_it_said(data, bag):
    path, whole, said = bag
    content = data.draw(harmed([whole], st.binary(min_size=1, max_size=1)))
    path.write_bytes(content)
    if content == whole:
        assert len(datasets.load("sms", folder=path.parent)) == 3
        return
    with pytest.raises(ValueError, match="SHA-256"):
        datasets.load("sms", folder=path.parent)
    found, refusal = read_or_refused(outcome, path)
    assert found == said or refusal.startswith(" is not a whole bag file")
