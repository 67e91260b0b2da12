"""No word of a mail is lost and none is invented: headers, blocks, hidden text, whole corpora."""

import binascii
import email
import re
import time
from base64 import b64encode
from collections import Counter
from email import policy
from pathlib import Path
from string import ascii_letters

import pytest
import test as standard_tests
from hypothesis import given, settings
from hypothesis import strategies as st

from nbcourse.ingest import read_mail
from nbcourse.ingest.blocks import from_uuencode, without_blocks
from nbcourse.ingest.decoding import html_to_text
from nbcourse.ingest.unseen import without_unseen

WORD = re.compile(r"\w+")


def words(text):
    """Count the words of a text."""
    return Counter(WORD.findall(text))


# --- headers


@pytest.mark.parametrize("blank", [b" ", b"\t", b" \t "])
@pytest.mark.parametrize("names", [b"From To Subject", b"Subject", b"From Subject", b"To"])
def test_blanks_before_the_colon_of_a_field_are_legal(blank, names):
    header = b"From: al@example.org\nTo: bo@example.org\nX-A: b\nSubject: lunch at one\n"
    for name in names.split():
        header = header.replace(name + b":", name + blank + b":")
    mail = read_mail(header + b"\nsee you there\n")
    assert (mail.subject, mail.sender) == ("lunch at one", "al@example.org")
    assert (mail.body, mail.defects) == ("see you there", ())


def test_blanks_before_the_colon_are_legal_in_parts_too():
    data = b"Content-Type : multipart/mixed; boundary = b\n\n--b\nContent-Type : text/html\n"
    data += b"Content-Transfer-Encoding : base64\n\n" + b64encode(b"<p>win") + b"\n--b--\n"
    assert read_mail(data).body == "win"


@pytest.mark.parametrize(
    "text",
    [
        "Re: plans\n----- Original Message -----\nFrom: Al <al@example.org>\nSubject: x\n\n> swim?",
        "Glen answers the storyURL: http://www.example.org/1\nDate: 2002-10-10\n\nNew evidence",
        "Re: plans\nFrom: Al\nTo: Bo\n\nno, we cycle",
        "Forwarded by: Al\nFrom: Bo\n\n",
        "hello\nSubject: x",
        "I got\nContent-Type: application/pdf\nContent-Transfer-Encoding: base64\n\nwhat is it?",
        "From here we swim\nSubject: x\n\nthere",
        "> From: Al\n> Subject: x\n\nyes",
        "Subject of the day: rain\nFrom: the sky\n\n",
        "Dear all,\n\nFrom: Al\nSubject: x\n\nyes",
    ],
)
def test_a_header_that_does_not_begin_the_mail_is_text(text):
    mail = read_mail(text.encode())
    assert words(mail.body) == words(text)
    assert mail.subject == mail.sender == ""
    assert "no header" in mail.defects


def test_the_fields_of_a_lost_header_still_tell_how_the_text_is_coded():
    lead = "Re: lunchFrom nobody Sat Dec  3 21:47:04 2016\nContent-Type: text/html\n"
    lead += "Content-Transfer-Encoding: quoted-printable\n"
    mail = read_mail(lead.encode() + b"\n<p>see =\nyou <b>n=6Fw</b>")
    assert mail.body == f"{lead}\nsee you now"


@pytest.mark.parametrize("line", ["Microsoft Mail Internet Headers Version 2.0", "a product line"])
def test_a_line_before_fields_that_programs_write_hides_no_subject(line):
    header = "Received: from x\nSubject: things to do\nFrom: ab@example.org\n"
    mail = read_mail(f"{line}\n{header}\nreal body here".encode())
    assert (mail.subject, mail.sender) == ("things to do", "ab@example.org")
    assert (mail.body, mail.strays) == ("real body here", f"{line}\n{header}".strip())


@pytest.mark.parametrize("junk", ["a line", "a line\nand another", "see http://example.org"])
def test_lines_among_the_fields_are_set_aside_but_not_lost(junk):
    mail = read_mail(f"From: ab@example.org\n{junk}\nSubject: x\n\nreal body".encode())
    assert (mail.subject, mail.body, mail.strays) == ("x", "real body", junk)
    assert mail.text == f"x\n{junk}\nreal body"


@pytest.mark.parametrize(
    "text", ["WARNING: buy now\nmore", "buy\nFrom: al\nmore", "to : all\nmore", "note: x", "a b"]
)
def test_without_its_blank_line_a_header_ends_where_doubts_begin(text):
    mail = read_mail(f"Subject: cheap pills\n{text}".encode())
    assert (mail.subject, mail.body) == ("cheap pills", text)
    assert "no blank line between header and body" in mail.defects


def test_a_line_of_blanks_ends_a_header_or_goes_on_with_a_field():
    assert read_mail(b"Subject: x\n \t\nwin now").body == "win now"
    mail = read_mail(b"Subject: x\n\t\n y\nTo: a@example.org\n\nwin now")
    assert (mail.subject, mail.body, mail.defects) == ("x y", "win now", ())


@pytest.mark.parametrize(
    ("data", "defects"),
    [
        (b"", ("empty mail",)),
        (b" \r\n\t\n", ("empty mail",)),
        (b"\xef\xbb\xbf", ("empty mail",)),
        (b"Subject: x\n", ("no body",)),
        (b"Subject: x\n\n \n", ("no body",)),
        (b"win now", ("no header",)),
    ],
)
def test_what_is_missing_is_a_defect(data, defects):
    assert read_mail(data).defects == defects


@pytest.mark.parametrize(
    ("charset", "text"),
    [
        ("koi8-r", "Дешёвые билеты"),
        ("gb2312", "免费领奖"),
        ("shift_jis", "無料"),
        ("cp1251", "Билеты"),
    ],
)
@pytest.mark.parametrize("multipart", [False, True])
def test_a_raw_field_is_in_the_charset_of_the_body(charset, text, multipart):
    kind = f"Content-Type: text/plain; charset={charset}\n\n"
    if multipart:
        kind = f"Content-Type: multipart/mixed; boundary=b\n\n--b\n{kind}"
    mail = read_mail(f"Subject: {text}\n{kind}{text}".encode(charset))
    assert (mail.subject, mail.body) == (text, text)
    mail = read_mail(f"Subject: {text}\n".encode() + f"{kind}{text}".encode(charset))
    assert (mail.subject, mail.body) == (text, text)


@pytest.mark.parametrize(
    ("field", "text", "damaged"),
    [
        ("=?utf-8?q?free", "=?utf-8?q?free", True),
        ("=?utf-8?q?free?", "=?utf-8?q?free?", True),
        ("=?utf-8?x?free?=", "=?utf-8?x?free?=", True),
        ("=?utf-8?q?a =?utf-8?q?free?=", "=?utf-8?q?a free", True),
        ("=?utf-8?q?=?utf-8?q?free?=?=", "=?utf-8?q?free?=", True),
        ("=?utf-8?q?free now?=", "free now", False),
        ("=?utf-8?q?really??=", "really?", False),
        ("=?utf-8?q??= now", "now", False),
        ("=?utf-8?b?ZnJl ZSBub3c=?=", "free now", False),
        ("=?utf-8?b?ZnJlZSBub3c?=", "free now", False),
        ("=?utf-8*en-GB?q?free?=", "free", False),
        ("=?UTF-8?b?4oI=?= =?utf-8?b?rDU=?=", "€5", False),
        ("Re:=?utf-8?q?_free?=now", "Re: freenow", False),
        ("what =? is ?= this", "what =? is ?= this", False),
    ],
)
def test_encoded_words_of_every_kind(field, text, damaged):
    mail = read_mail(f"Subject: {field}\n\nbody".encode())
    assert mail.subject == text
    assert any("damaged encoded word" in defect for defect in mail.defects) == damaged


# --- transfer encodings and encoded blocks


@pytest.mark.parametrize("name", ["base64", "BASE64", "Base-64", '"base64"'])
@pytest.mark.parametrize("end", ["", " ", "\t", ";", " ;x=y", " (made by x)", " (", ", 8bit"])
@pytest.mark.parametrize("begin", ["", " ", "(x) "])
def test_a_transfer_encoding_need_not_be_a_bare_word(begin, name, end):
    header = f"Content-Type: text/plain\nContent-Transfer-Encoding:{begin}{name}{end}\n\n"
    mail = read_mail(f"Subject: s\n{header}d2luIGEgcHJpemU=\n".encode())
    assert (mail.body, mail.defects) == ("win a prize", ())


def uuencoded(content, step=45):
    """Encode some bytes."""
    lines = [binascii.b2a_uu(content[i : i + step]) for i in range(0, len(content), step)]
    return b"begin 644 a.txt\n" + b"".join(lines) + b"`\nend\n"


@given(content=st.binary(max_size=200), trimmed=st.booleans())
def test_uuencode_is_undone_and_left_out_of_texts(content, trimmed):
    block = uuencoded(content)
    if trimmed:  # as programs do that cut blanks at the end of lines
        block = re.sub(rb" +\n", b"\n", block)
    assert from_uuencode(b"see\n" + block + b"bye") == (b"see\n" + content + b"\nbye", ())
    text, defects = without_blocks(f"see\n{block.decode()}bye")
    assert (text.split(), len(defects)) == (["see", "bye"], 1)


@pytest.mark.parametrize("name", [b"x-uuencode", b"uuencode", b"X-UUE", b"x-uue (x)", b"uue;"])
@pytest.mark.parametrize("cut", [None, -4, -6])
def test_uuencode_as_transfer_encoding(name, cut):
    header = b"Content-Type: text/plain\nContent-Transfer-Encoding: %b\n\n" % name
    mail = read_mail(header + uuencoded(b"free prize now")[:cut])
    assert mail.body == "free prize now"
    assert bool(mail.defects) == (cut is not None)
    assert read_mail(header + b"free prize").body == "free prize"


BLOCKS = {
    "uuencode": uuencoded(bytes(range(200))).decode(),
    "uuencode, its end lost": uuencoded(bytes(range(200))).decode().partition("`\n")[0],
    "base64": "begin-base64 644 a.txt\nd2luIGEgcHJpemU=\nd2lu\n====\n",
    "xxencode": "begin 644 a.txt\nhG4lcO0tcR0BrR4xj\n1Ed+\n+\nend\n",
    "yEnc": "=ybegin line=128 size=9 name=a.txt\n\x93\x8c\x8e)*J=J=J\n=yend size=9 crc32=a1\n",
    "yEnc, its end lost": "=ybegin part=1 line=128 size=9 name=a\n=ypart begin=1 end=9\na=J d\n",
    "BinHex": '(This file must be converted with BinHex 4.0)\n\n:#fGPFh3J!`!!!!#3"!%!N!-"`3:\n',
}


@pytest.mark.parametrize("kind", BLOCKS)
def test_no_line_of_a_block_is_among_the_words(kind):
    end = "" if kind == "yEnc, its end lost" else "Thank YOU\n"
    mail = read_mail(f"Subject: s\n\nPlease see.\n\n{BLOCKS[kind]}{end}".encode())
    assert mail.body.split() == ["Please", "see.", *end.split()]
    assert mail.defects[-1] == "an encoded file in the text was left out"


@pytest.mark.parametrize(
    "text",
    [
        "Let us\nbegin 2000 anew\nTHANK YOU\nall of us, to the end",
        "begin 644 times\nwith a smile\nand no end",
        "we begin\n=ybegin and\n=yend",
        "The file must be converted with BinHex 4.0 (This one)",
        "-----BEGIN PGP SIGNATURE-----\niEYEARECAAYFAk\n-----END PGP SIGNATURE-----",
    ],
)
def test_texts_that_only_sound_like_blocks_stay(text):
    assert without_blocks(text) == (text, ())


# --- boundaries

PARTS = (
    b"--b\nContent-Type: text/plain\n\nfirst words\n--b\nContent-Type: text/plain\n\nsecond words\n"
)


@pytest.mark.parametrize(
    ("declared", "body"),
    [
        (b"; boundary=b\n\n", PARTS),
        (b"; boundary=b\n\n", PARTS + b"--b--"),
        (b"; boundary=b\n", PARTS + b"--b--\n"),
        (b"; boundary=b\n\n", PARTS.replace(b"--b\n", b"--b \t\n") + b"--b-- \n"),
        (b"; boundary=b\n\n", PARTS.replace(b"plain\n\n", b"plain\n")),
        (b"; boundary=b\n\n", PARTS.replace(b"Content-Type: text/plain\n\n", b"\n")),
        (b"; boundary=b\n\n", PARTS.replace(b"Content-Type: text/plain\n\n", b"")),
        (b"; boundary=b\n\n", PARTS.replace(b"--b\n", b"--b\nan odd line\n", 1)),
        (b";\n boundary=b\n \nX-A: b\n\n", PARTS),
        (b';\n\tBOUNDARY = "b "\n\n', PARTS),
        (b'; boundary*0="b"\n\n', PARTS),
        (b'; charset=x; boundary="b"; x=y\n\n', PARTS),
        (b' boundary="b"\n\n', PARTS),
        (b"\n\n", PARTS),
        (b'; boundary=""\n\n', PARTS),
        (b"; boundary=other\n\n", PARTS),
        (b"; boundary=b\n\n", b"a preamble\n" + PARTS + b"--b--\nan epilogue"),
        (b'; boundary="b.+(1)?"\n\n', PARTS.replace(b"--b", b"--b.+(1)?")),
    ],
)
def test_both_parts_are_read_whatever_their_boundary(declared, body):
    mail = read_mail(b"Subject: s\nContent-Type: multipart/mixed" + declared + body)
    assert mail.subject == "s"
    assert mail.body.endswith("first words\n\nsecond words")
    assert len(mail.body.split()) in (4, 7, 9)  # and the odd line


# --- what nobody sees


@pytest.mark.parametrize(
    "hidden",
    [
        "<div style='display:none'>x</div>",
        "<DIV STYLE='Color:red; DISPLAY : None ! important'>x</DIV>",
        "<span style=font-size:0>x</span>",
        "<span style='font-size: 0.0px'>x</span>",
        "<span style='font-size:1px'>x</span>",
        "<span style='font:0/0 a'>x</span>",
        "<p hidden>x</p>",
        "<p hidden=''>x<p>",
        "<p hidden>x<div>",
        "<ul><li hidden>x<li></ul>",
        "<table><tr><td hidden>x<td></table>",
        "<div><span hidden>x</div>",
        "<div style='visibility: hidden'>x</div>",
        "<div style='opacity:0'>x</div>",
        "<div style='opacity:.00;filter:alpha(opacity=0)'>x</div>",
        "<div style='mso-hide:all'>x</div>",
        "<div style='max-height:0;overflow:hidden'>x</div>",
        "<div style='overflow: hidden; width: 0px'>x</div>",
        "<div style='height:0;width:0'>x</div>",
        "<div style='position:absolute;left:-9999px'>x</div>",
        "<div style='text-indent:-999em'>x</div>",
        "<div style='clip: rect(0, 0, 0, 0)'>x</div>",
        "<div style='color:transparent'>x</div>",
        "<div style='color:rgba(0, 0, 0, 0)'>x</div>",
        "<div style='display:none'>x<div>x</div>x<br>x<p>x</div>",
        "<div style='display:none'><b style='display:block'>x</b></div>",
        "<div style='font-size:0'><b style='font-size:2em'>x</b></div>",
        "<template>x</template>",
        "<iframe>x</iframe>",
        "<!--[if mso]>x<![endif]-->",
        "<style>.a, b{color:red} .h{display:none}</style><i class='b h'>x</i>",
        "<style><!-- #h {visibility:hidden} --></style><i id=h>x</i>",
        "<style>div.h{font-size:0 !important}</style><div class=H>x</div>",
        "<div style='/* x */display:/**/none'>x</div>",
    ],
)
def test_hidden_text_is_no_text(hidden):
    assert html_to_text(f"<body>Buy {hidden} now</body>").split() == ["Buy", "now"]


@pytest.mark.parametrize(
    "shown",
    [
        "<br hidden>x",
        "<img style='display:none'>x",
        "<b style='display:block'>x</b>",
        "<b style='font-size:0.9em'>x</b>",
        "<b style='font-size:10px'>x</b>",
        "<b style='opacity:0.5'>x</b>",
        "<b style='height:0'>x</b>",
        "<b style='width:100px;overflow:hidden'>x</b>",
        "<b style='max-width:0.5em;overflow:hidden'>x</b>",
        "<b style='left:-10px'>x</b>",
        "<b style='color:rgb(255,0,0)'>x</b>",
        "<b style='color:#ff0000'>x</b>",
        "<b style='line-height:0;margin:0;padding:0;border:0'>x</b>",
        "<td style='font-size:0'><span style='font-size:14px'>x</span></td>",
        "<p style='visibility:hidden'><b style='visibility:visible'>x</b></p>",
        "<noscript>x</noscript>",
        "<![if !mso]>x<![endif]>",
        "<b style='display'>x</b>",
        "<b style>x</b>",
        "<style>@media (max-width:9px) {.h {display:none} .g {}} .i {}</style><b class=h>x</b>",
        "<b title='hidden'>x</b>",
        "<p hidden></p>x",
        "<div hidden></div></div>x",
    ],
)
def test_what_only_looks_hidden_is_text(shown):
    assert html_to_text(f"<body>Buy {shown} now</body>").split() == ["Buy", "x", "now"]


def test_what_is_never_closed_hides_to_the_end():
    assert html_to_text("Buy<div style='display:none'>x<p>x</i>x") == "Buy"


@pytest.mark.parametrize(
    "page",
    ["<style>" + "@a " * 20_000, "<style>" + "a{b" * 9_000, "<p hidden>" * 9_000 + "</b>" * 9_000],
)
def test_an_odd_page_takes_no_longer_than_it_is(page):
    begin = time.process_time()
    assert html_to_text(f"Buy{page}</style>") == "Buy"
    assert time.process_time() - begin < 5  # a square of its length would take a minute


UNSEEN = [0xAD, 0x34F, 0x180E, *range(0x200B, 0x2010), *range(0x202A, 0x202F), 0x2060, 0x2064]
UNSEEN += [0x2066, 0x2069, 0xFE0E, 0xFE0F, 0xFEFF, 0xE0041]


@pytest.mark.parametrize("code", UNSEEN)
def test_characters_that_nobody_sees_cut_no_word(code):
    text, spot = f"fr{chr(code)}ee v{chr(code)}iagra", f"&#{code};"
    page = f"<p>fr{spot}ee v{spot}iagra"
    for encoding in ("8bit", "base64"):
        content = b64encode(text.encode()) if encoding == "base64" else text.encode()
        header = f"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: {encoding}\n"
        assert read_mail(header.encode() + b"\n" + content).body == "free viagra"
    assert html_to_text(page) == "free viagra"
    word = b64encode(text.encode()).decode()
    assert read_mail(f"Subject: =?utf-8?b?{word}?=\n\nx".encode()).subject == "free viagra"


@pytest.mark.parametrize("text", ["می\u200cخواهم", "क्\u200dष", "👩\u200d💻"])
def test_joiners_stay_where_a_script_needs_them(text):
    assert without_unseen(text) == html_to_text(text) == read_mail(text.encode()).body == text


# --- files of another kind

BINARIES = [b"PK\x03\x04\x14\0", b"\x1f\x8b\x08\0", b"\x89PNG\r\n\x1a\n", b"SQLite format 3\0"]
BINARIES += [b"%PDF-1.4\n\0", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"7z\xbc\xaf\x27\x1c\0"]


@pytest.mark.parametrize("content", BINARIES)
def test_a_file_of_another_kind_is_a_mail_without_words(content):
    mail = read_mail(content + b"words")
    assert mail.text == ""
    assert [defect[-12:] for defect in mail.defects] == [", not a mail"]


def test_a_text_about_files_is_a_text():
    assert read_mail(b"%PDF-1.4 begins many files").body == "%PDF-1.4 begins many files"


# --- any text, messages of the standard library, the corpora

# letters first, so that a text is no header; far cheaper to draw than by a regular expression
first_words = st.text(ascii_letters, min_size=1, max_size=8)
more_words = st.lists(st.text(f"{ascii_letters},.!?'-", min_size=1, max_size=8), max_size=4)
plain = st.builds(lambda word, more: " ".join([word, *more]), first_words, more_words)
quoting = plain | st.builds(
    "{}{}: {}".format,
    st.sampled_from(["", "> ", ">"]),
    st.sampled_from(["From", "To", "Subject", "Date", "X-A", "Re", "URL", "Note", "Received"]),
    plain,
)
endings = st.sampled_from(["\n", "\r\n", "\r", "\r\r\n"])


@settings(max_examples=300)
@given(first=plain, lines=st.lists(quoting | st.just("")), ending=endings)
def test_a_text_without_header_keeps_every_word(first, lines, ending):
    text = [f"hello {first}", *lines]
    assert words(read_mail(ending.join(text).encode()).text) >= words("\n".join(text))


@settings(max_examples=300)
@given(lines=st.lists(quoting | st.just(""), min_size=1), ending=endings)
def test_a_mail_with_a_subject_keeps_every_word_of_its_body(lines, ending):
    text = ["Subject: free", "", *lines]
    found = words(read_mail(ending.join(text).encode()).text)
    assert found == words("\n".join(["free", *lines]))


STORED = sorted(Path(standard_tests.__file__).parent.glob("test_email/data/msg_*.txt"))


def test_the_messages_of_the_standard_library_are_read_as_it_reads_them():
    if not STORED:
        pytest.skip("this Python comes without its own tests")
    letters = re.compile("[a-zA-Z]+")
    for file in STORED:
        mail = read_mail(file)
        message = email.message_from_bytes(file.read_bytes(), policy=policy.default)
        assert mail.subject == " ".join(str(message["subject"] or "").split()), file
        for part in message.walk():
            shown = part.get_content_disposition() != "attachment"
            if shown and part.get_content_maintype() == "text" and not part.is_multipart():
                charset = part.get_content_charset("latin-1")
                text = part.get_payload(decode=True).decode(charset, "replace")
                text = re.sub(r"(?s)<title>.*?</title>|<[^<>]*>", " ", text, flags=re.I)
                assert {*letters.findall(text)} <= {*letters.findall(mail.text)}, file
