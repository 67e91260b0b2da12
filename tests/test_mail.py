"""Reading mails: real damage made small, every kind of part, and any bytes."""

from base64 import b64encode
from email.message import EmailMessage

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from nbcourse.ingest.decoding import from_base64, from_quoted_printable, html_to_text, text_in
from nbcourse.ingest.mail import Mail, read_mail

ALTERNATIVES = b"""Subject: s
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary="b1"

--b1
Content-Type: text/plain

win a prize
--b1
Content-Type: text/html

<p>win a <b>prize</b></p>
--b1--
"""
MIXED = b"""Subject: s
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="b1"

--b1
Content-Type: text/plain

first part
--b1
Content-Type: text/plain

second part
--b1
Content-Type: text/plain
Content-Disposition: attachment; filename=a.txt

attached
--b1--
"""


def test_bytes_of_windows():
    mail = read_mail(b"it\x92s me, tea at 5 \x96 ok?\n")
    assert mail.body == "it’s me, tea at 5 – ok?"
    assert mail.defects == ("no header", "no charset declared, read as cp1252")


def test_each_text_counts_once():
    assert read_mail(ALTERNATIVES) == Mail("s", "win a prize")
    assert read_mail(MIXED) == Mail("s", "first part\n\nsecond part")


@pytest.mark.parametrize(
    ("field", "defect"),
    [
        (b"Message-ID: <[abc123@mail.example]>", "damaged message-id: '<[abc123@mail.example]>'"),
        (b"Message-ID: <x@[", "damaged message-id: '<x@['"),
        (b"To: (note):", "no address in to: '(note):'"),
        (b'To: "', "no address in to: '\"'"),
        (b"Cc: <>", "no address in cc: '<>'"),
    ],
)
@pytest.mark.parametrize("order", [1, -1])
def test_a_damaged_field_stops_nothing(field, defect, order):
    header = b"\n".join([b"From: a@example.org", field, b"Subject: hello"][::order])
    mail = read_mail(header + b"\n\nbody\n")
    assert mail == Mail("hello", "body", "a@example.org", (defect,))


@pytest.mark.parametrize(
    "field",
    [
        b"To: undisclosed-recipients:;",
        b"To: Al <al@example.org>, b@example.org",
        b"Message-ID: <1.2$3@mail.example>",
        b"Message-ID: <1@[127.0.0.1]>\n\t",
    ],
)
def test_sound_fields_are_no_defects(field):
    assert read_mail(field + b"\nSubject: hello\n\nbody") == Mail("hello", "body")


def test_a_line_that_is_no_field_does_not_end_the_header():
    mail = read_mail(
        b"Date: Mon, 05 Mar 2001 09:30:00 +0000\nMIME-Version: 1.0\nContent-Type: text/plain\n"
        b"Mail Internet Headers Version 2.0\nSubject: things to do\n"
        b'From: "A B" <ab@example.org>\n\nreal body here\n'
    )
    defect = "no field, but in the header: 'Mail Internet Headers Version 2.0'"
    junk = "Mail Internet Headers Version 2.0"
    assert mail == Mail("things to do", "real body here", "ab@example.org", (defect,), junk)
    assert mail.text == f"things to do\n{junk}\nreal body here"


@pytest.mark.parametrize("quote", [b"", b">", b"\n\n>"])
def test_a_line_of_a_mailbox_is_no_text(quote):
    mail = read_mail(quote + b"From ab@example.org  Mon Mar  5 09:30:00 2001\nSubject: x\n\nbody\n")
    assert (mail.subject, mail.body, mail.sender) == ("x", "body", "")
    assert [defect[:28] for defect in mail.defects] == ["no field, but in the header:"]


def test_a_mail_without_blank_line_keeps_its_words():
    # the form of the Enron-Spam files; an address on the web is no field either
    mail = read_mail(b"Subject: cheap pills\nhttp://example.org\nnote : order now\nto : all\n")
    assert mail.subject == "cheap pills"
    assert mail.body == "http://example.org\nnote : order now\nto : all"
    assert mail.defects == ("no blank line between header and body",)


@pytest.mark.parametrize(
    "text", [b"Note: win now", b"win now\n\nSubject: x", b"\n\nwin now", b" x"]
)
def test_without_a_known_field_all_is_body(text):
    assert read_mail(text) == Mail("", text.decode().strip(), "", ("no header",))


@pytest.mark.parametrize("ending", [b"\n", b"\r\n", b"\r", b"\r\r\n", b"\r\r\r\n", b"\n\r"])
@pytest.mark.parametrize("mail", [MIXED, ALTERNATIVES], ids=["mixed", "alternatives"])
def test_line_ends_do_not_matter(mail, ending):
    assert read_mail(mail.replace(b"\n", ending)) == read_mail(mail)
    half = len(mail) // 2
    assert read_mail(mail[:half].replace(b"\n", ending) + mail[half:]) == read_mail(mail)


@pytest.mark.parametrize("charset", ["us-ascii", "iso-8859-1", "utf-8", "x-nope"])
@pytest.mark.parametrize(
    "encoding",
    ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"],
)
def test_a_file_saved_as_unicode_is_read_as_such(encoding, charset):
    # an editor that saves the file in another encoding does not change what the header says
    text = f"Subject: £5\nContent-Type: text/plain; charset={charset}\n\nit’s £5 – free\n"
    mail = read_mail(text.encode(encoding))
    assert (mail.subject, mail.body) == ("£5", "it’s £5 – free")


@pytest.mark.parametrize("charset", ["us-ascii", "iso-8859-1", "utf-16", "utf-8", "x-nope"])
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_a_part_with_a_byte_order_mark_or_with_zeros_is_read_by_them(encoding, charset):
    content = b64encode("it’s £5 – free".encode(encoding))
    mail = read_mail(coded(b"base64", b"plain; charset=%b" % charset.encode(), content))
    assert mail == Mail("s", "it’s £5 – free")


@pytest.mark.parametrize("text", ["win\0", "win\0now", "\0\0\0", "now\0\0\0and then"])
def test_a_few_zeros_do_not_make_it_unicode(text):
    assert read_mail(text.encode()).body == text


def coded(encoding, kind, content):
    """Return a mail with a transfer encoding."""
    return b"Subject: s\nContent-Type: text/%b\nContent-Transfer-Encoding: %b\n\n%b" % (
        kind,
        encoding,
        content,
    )


def test_transfer_encodings():
    plain = b"plain; charset=utf-8"
    mail = read_mail(coded(b"base64", plain, b"Q2xhaW0geW91ciBwcml6ZSBub3c=\n"))
    assert mail == Mail("s", "Claim your prize now")
    page = b'<A title=3Dbuy =\nhref=3D"http://example.org">Buy =A35 n=\now</A>\n'
    mail = read_mail(coded(b"Quoted-Printable", b"html; charset=iso-8859-1", page))
    assert mail == Mail("s", "Buy £5 now")
    damaged = b"Q2xhaW0geW91ciBwcml6ZSBub3\n-- list footer --\n"
    mail = read_mail(coded(b"base64", plain, damaged))
    assert mail == Mail("s", "Claim your prize no\n-- list footer --", "", ("damaged base64",))


@pytest.mark.parametrize(
    ("encoding", "content", "body", "defects"),
    [
        (b"base64", b"not coded at all", "not coded at all", ("damaged base64",)),
        (b"base64", b"d2lu\n\nIG5vdw==\n_____\nlist", "win now\n_____\nlist", ("damaged base64",)),
        (b"base64", b"d2*lu IA==", "d2*lu IA==", ("damaged base64",)),
        (b"base64", b"d2*lu\nI", "win", ("damaged base64",)),
        (b"base64", b"", "", ("no body",)),
        (b"quoted-printable", b"1=2 =\n3 =3D 4=", "1=2 3 = 4", ("damaged quoted-printable",)),
        (b"8BIT ", b"a=20b", "a=20b", ()),
        (b"x-nope", b"a=20b", "a=20b", ("unknown transfer encoding 'x-nope'",)),
    ],
)
def test_damaged_transfer_encodings(encoding, content, body, defects):
    assert read_mail(coded(encoding, b"plain", content)) == Mail("s", body, "", defects)


@pytest.mark.parametrize(
    ("fields", "subject", "defects"),
    [
        (b"Subject:\n =?GB2312?B?w+K30Q==?= =?utf-8?q?_now?=", "免费 now", ()),
        (b"Subject: Gagnez \xa3100", "Gagnez £100", ("no charset declared, read as cp1252",)),
        (
            b"Subject:\n =?utf-8?B?cGFydCBvbmU=?=\n\n =?utf-8?B?IHR3bw==?=\nTo: a@example.org",
            "part one two",
            ("blank line inside a field",),
        ),
        (
            b"Subject: =?unknown-8bit?q?free=92s?= =?x-nope?b?aGk=?=",
            "free’shi",
            (
                "charset 'unknown-8bit' does not fit, read as cp1252",
                "charset 'x-nope' does not fit, read as utf-8",
            ),
        ),
        (b"SUBJECT: =?utf-8*en?Q?=C3?= =?UTF-8?B?qQ==?= x", "é x", ()),
        (b"Subject: =?utf-8?q?=a?= =?utf-8?q?b?=", "=ab", ("damaged quoted-printable",)),
        (b"Subject: first\nSubject: second", "first", ()),
    ],
)
def test_subjects(fields, subject, defects):
    mail = read_mail(fields + b"\nContent-Type: text/plain\n\nbody\n")
    assert mail == Mail(subject, "body", "", defects)


@pytest.mark.parametrize(
    ("field", "sender"),
    [
        (b'"al@home" <al@example.org>', "al@example.org"),
        (b"al@example.org (Al)", "al@example.org"),
        (b"=?utf-8?q?J=C3=B6?= <jo@example.org>", "jo@example.org"),
        (b"MAILER-DAEMON", "MAILER-DAEMON"),
        (b"", ""),
    ],
)
def test_senders(field, sender):
    mail = read_mail(b"From: " + field + b"\n\nbody")
    assert (mail.sender, mail.body) == (sender, "body")
    assert bool(mail.defects) == ("@" not in sender)


@pytest.mark.parametrize(
    ("content", "charset", "text", "defect"),
    [
        (b"it\x92s", "iso-8859-1", "it’s", None),
        (b"\x81", "latin1", "\x81", "charset 'latin1' does not fit, read as latin-1"),
        ("£5".encode(), "us-ascii", "£5", "charset 'us-ascii' does not fit, read as utf-8"),
        (b"\xa35 caf\xe9", "utf-8", "£5 café", "charset 'utf-8' does not fit, read as cp1252"),
        ("免费镕".encode("gbk"), "gb2312", "免费镕", None),
        ("免费".encode("gbk") + b"\xff", "gb2312", "免费\ufffd", "characters damaged in charset"),
        ("été à £".encode()[:-1], "utf-8", "été à \ufffd", "characters damaged in charset 'utf-8'"),
        (b"now", "x-nope", "now", "charset 'x-nope' does not fit, read as utf-8"),
        (b"\\d", "unicode_escape", "\\d", "charset 'unicode_escape' does not fit"),
        (b"6e6f", "hex", "6e6f", "charset 'hex' does not fit"),
        (b"a", "utf\0", "a", "charset 'utf\\x00' does not fit"),
        (b"+2AA-", "utf-7", "\ufffd", None),
        (b"", None, "", None),
    ],
)
def test_charsets(content, charset, text, defect):
    found, defects = text_in(content, charset)
    assert found == text
    assert len(defects) == (defect is not None)
    assert not defects or defects[0].startswith(defect)


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>fr<b>e</b>e<!-- not --> pills<br>now</p>", "free pills\nnow"),
        ("<table><tr><td>a<td>b<tr><td>&lt;c&gt;&nbsp;&#163;&euro;</table>", "a b\n<c> £€"),
        ("<title>x</title><style>p{}</style>a<script>if(1<2)b()</script>c", "ac"),
        ("<STYLE>a</STYLE >b<style>never closed", "b"),
        ("win &amp now &nope; <", "win & now &nope; <"),
        ("a<![foo[b]]>c<!x>d<?php e?>f", "acdf"),
        ("", ""),
    ],
)
def test_html_is_read_as_it_is_seen(html, text):
    assert html_to_text(html) == text


def multipart(subtype, *parts):
    """Return the bytes of a mail of several parts."""
    start = b"MIME-Version: 1.0\nContent-Type: multipart/%b; boundary=cut\n\n" % subtype
    return start + b"".join(b"--cut\n%b\n" % part for part in parts) + b"--cut--\n"


PLAIN = b"Content-Type: text/plain\n\nplain text"
HTML = b"Content-Type: text/html\n\n<p>hyper text"
BLANK = b"Content-Type: text/plain\n\n \n"


@pytest.mark.parametrize(
    ("data", "body"),
    [
        (multipart(b"alternative", HTML, PLAIN), "plain text"),
        (multipart(b"alternative", BLANK, HTML), "hyper text"),
        (multipart(b"alternative", BLANK), ""),
        (multipart(b"alternative", b"Content-Type: text/calendar\n\nBEGIN", HTML), "hyper text"),
        (
            multipart(b"alternative", BLANK, multipart(b"related", HTML).replace(b"cut", b"in")),
            "hyper text",
        ),
        (multipart(b"mixed", PLAIN, HTML), "plain text\n\nhyper text"),
        (multipart(b"mixed", PLAIN, b"Content-Disposition: ATTACHMENT\n" + HTML), "plain text"),
        (multipart(b"mixed", b"Content-Disposition: inline\n" + PLAIN, HTML[:-10]), "plain text"),
        (multipart(b"mixed", PLAIN, b"Content-Type: image/png\n\nPNG"), "plain text"),
        (multipart(b"mixed", PLAIN, b"Content-Type: message/rfc822\n\n" + ALTERNATIVES), None),
        (multipart(b"mixed", PLAIN, b"Content-Type: text/css\n\np {}"), "plain text"),
        (multipart(b"mixed", PLAIN, b"Content-Type: text/rtf\n\n{\\rtf1}"), "plain text"),
        (multipart(b"mixed", PLAIN, b"Content-Type: text/x-foo\n\nwords"), "plain text\n\nwords"),
        (multipart(b"mixed", b"Content-Type: text/csv\n\na,b"), "a,b"),
        (multipart(b"mixed", b"Content-Type: text/markdown\n\n# win"), "# win"),
        (multipart(b"mixed", b"Content-Type: text/enriched\n\n<bold>win</bold> now"), "win now"),
        (multipart(b"alternative", b"Content-Type: text/x-foo\n\n[b]win", PLAIN), "plain text"),
        (
            multipart(b"signed; micalg=x", PLAIN, b"Content-Type: application/x\n\nMIG"),
            "plain text",
        ),
        (
            multipart(
                b"report", PLAIN, b"Content-Type: message/delivery-status\n\nReporting-MTA: dns; x"
            ),
            "plain text",
        ),
        (multipart(b"mixed", b"Content-Type: Message/RFC822\n\n\n\nfrom : x\n\nnews"), "news"),
        (multipart(b"digest", b"\nSubject: one\n\nnews"), "news"),
        (b"Content-Type: image/png\n\nPNG", ""),
        (b"Content-Type: text/unheard-of\n\nwords", "words"),
        (b"Content-Type: text\n\nwords", "words"),
        (b"Content-Disposition: attachment\nContent-Type: text/plain\n\nwords", "words"),
    ],
)
def test_parts_that_are_read(data, body):
    mail = read_mail(data)
    assert mail.body == ("plain text\n\nwin a prize" if body is None else body)
    assert mail.defects == ()


@pytest.mark.parametrize("boundary", [b"; boundary=wrong", b""])
def test_parts_between_undeclared_boundaries_are_read(boundary):
    data = multipart(b"mixed", PLAIN, HTML).replace(b"; boundary=cut", boundary, 1)
    mail = read_mail(data)
    assert mail.body == "plain text\n\nhyper text"
    assert len(mail.defects) == 2
    assert "boundary" in mail.defects[0]


def test_a_multipart_mail_that_has_no_parts_is_text():
    mail = read_mail(b"Content-Type: multipart/mixed; boundary=x\n\njust words\n")
    assert mail.body == "just words"
    assert "start boundary not found" in mail.defects


@pytest.mark.parametrize("declared", [b"", b"Content-Type: text/plain\n"])
def test_html_that_is_not_declared_is_html(declared):
    mail = read_mail(declared + b"Subject: s\n\n<!DOCTYPE html><p>fr<i>e</i>e</p>")
    assert mail == Mail("s", "free", "", ("HTML that is not declared",))


@pytest.mark.parametrize("declared", [b"", b"; charset=x-nope"])
def test_a_charset_inside_html_is_used_where_the_header_has_none(declared):
    page = '<meta http-equiv=x content="text/html; charset=gb2312"><p>免费'.encode("gbk")
    mail = read_mail(b"Content-Type: text/html%b\n\n" % declared + page)
    assert (mail.body == "免费") == (declared == b"")
    assert bool(mail.defects) == bool(declared)


def test_a_thousand_nested_parts_are_given_up_and_kept_as_text():
    data = b"Subject: deep\n" + b"Content-Type: message/rfc822\n\n" * 1000 + b"bottom"
    mail = read_mail(data)
    assert mail.subject == "deep"
    assert mail.body.endswith("bottom")
    assert mail.defects == ("no readable parts (RecursionError)",)


@pytest.mark.parametrize("data", [None, 3, ["Subject: x"]])
def test_anything_but_bytes_and_paths_is_refused(data):
    with pytest.raises(ValueError, match=f"data is of type {type(data).__name__}, expected bytes"):
        read_mail(data)


@pytest.mark.parametrize("text", ["Subject: x\n\nwin", "Subject: x\r\rwin"])
def test_a_mail_as_text_is_refused_with_a_cure(text):
    with pytest.raises(ValueError, match="data is a text, 'Subject: x.*give the bytes.*encode"):
        read_mail(text)


def test_a_path_is_read(tmp_path):
    file = tmp_path / "1.eml"
    file.write_bytes(MIXED)
    assert read_mail(file) == read_mail(str(file)) == read_mail(MIXED)
    assert read_mail(bytearray(MIXED)) == read_mail(memoryview(MIXED)) == read_mail(MIXED)


@pytest.mark.parametrize("path", ["nowhere.eml", "Subject: x", ".", "x" * 5000, "nul\0"])
def test_a_missing_file_is_named(path):
    with pytest.raises(FileNotFoundError, match=r"no file '.*; give the path of one mail, or a"):
        read_mail(path)


def test_text_is_subject_and_body():
    assert read_mail(b"Subject: win\n\nnow").text == "win\nnow"
    assert read_mail(b"Subject:\n\nnow").text == "now"
    assert read_mail(b"").text == ""


printable = st.text(st.characters(exclude_categories=["C", "Zl", "Zp"]), max_size=60)
encodings = st.sampled_from(["base64", "quoted-printable"])


@given(subject=printable, lines=st.lists(printable, max_size=4), encoding=encodings)
def test_what_the_standard_library_writes_is_read_back(subject, lines, encoding):
    text = "\n".join(lines)
    message = EmailMessage()
    message["Subject"] = subject
    message["From"] = "Jö <jo@example.org>"
    message.set_content(text, cte=encoding)
    message.add_alternative(f"<p>{text}", subtype="html", cte=encoding)
    message.add_attachment("attached", filename="ä.txt")
    mail = read_mail(message.as_bytes())
    assert mail.subject == " ".join(subject.split())
    assert mail.sender == "jo@example.org"
    if text.strip():
        assert mail.body == text.strip()
    assert mail.defects == ()


pieces = st.sampled_from(
    b"Subject: |From: |To: |Message-ID: |From |Junk|Content-Type: |multipart/mixed; boundary=b|"
    b"multipart/alternative; boundary=b|multipart/digest|message/rfc822|text/html|; charset=|"
    b"utf-8|gb2312|utf-7|utf-16|hex|Content-Transfer-Encoding: |base64|quoted-printable|"
    b"Content-Disposition: attachment|=?utf-8?q?a=20?=|=?gb2312?b?w+K30=?=|boundary*99999=b|"
    b"\n|\n\n|\r\n|\r|\n--b\n|\n--b--\n|\n--c\nContent-Type: text/plain\n\n|<html>|<![x[|&#xD800;|"
    b'<style>|=E9|=\n|\xe9|\x00| |\t|;|"|d2lu|\x85|\xff\xfe|<'.split(b"|")
)
anything = st.binary() | st.lists(pieces | st.binary(max_size=3), max_size=40).map(b"".join)


@settings(max_examples=400)
@given(data=anything)
@example(b"Content-Type: text/plain; charset*0*=x''" + b"9" * 5000)
def test_no_bytes_raise(data):
    mail = read_mail(data)
    for text in (mail.text, mail.sender, *mail.defects):
        text.encode("utf-8")  # whatever comes out can be written to a file
    assert mail.subject == " ".join(mail.subject.split())
    assert mail.body == mail.body.strip()
    assert len(set(mail.defects)) == len(mail.defects)


@given(content=st.binary(), charset=st.text() | st.sampled_from(["utf-16", "hz", "rot13", "idna"]))
def test_no_content_and_no_charset_raise(content, charset):
    text_in(content, charset)[0].encode("utf-8")
    for header in (False, True):
        assert isinstance(from_quoted_printable(content, header=header)[0], bytes)
    assert isinstance(from_base64(content)[0], bytes)


@given(content=st.binary(), width=st.integers(4, 20))
def test_sound_base64_is_undone_without_defect(content, width):
    symbols = b64encode(content)
    lines = b"\n".join(symbols[i : i + width] for i in range(0, len(symbols), width))
    assert from_base64(lines + b"\n") == (content, ())


tags = st.sampled_from([*"<>&#=/;'\"xpb", "</", "<!", "<![", "-->", "script", "style"])


@given(html=st.lists(tags), between=st.sampled_from(["", " ", "\n"]))
def test_no_html_raises(html, between):
    assert isinstance(html_to_text(between.join(html)), str)
