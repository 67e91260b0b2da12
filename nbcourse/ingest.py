"""Raw files in, messages out, nothing dropped on the way: as many come out as went in.

Tables of SMS are read by :mod:`nbcourse.sms`, single mails by :mod:`nbcourse.mail`; here are
folders of mails, and the way from the raw files to the course's bags.
"""

import hashlib
import re
import sys
import warnings
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from nbcourse.corpus import Corpus
from nbcourse.folders import labelled_files
from nbcourse.mail import Mail, read_mail
from nbcourse.progress import progress as bar
from nbcourse.sms import SMS_FILE, SMS_SOURCE, read_sms

#: SHA-256 of the official file of SMS messages, line ends LF.
SMS_SHA256 = "7d039a24a6083ed9ef0f806ebad56bbb976e3aeb8de05669173bfdc4996c239d"

_RUN = re.compile(r"[a-zA-Z0-9]{2,}")


@dataclass(frozen=True)
class Mails:
    """Labelled mails in the order of their names.

    Parameters
    ----------
    names : tuple of str
        Label and file name of each mail, ``"ham/0001.txt"``.
    labels : tuple of str
        ``"ham"`` or ``"spam"`` for each mail.
    mails : tuple of Mail
    skipped : tuple of str
        The files beside them that were taken for no mails.

    Examples
    --------
    >>> mails = Mails(("spam/1.txt",), ("spam",), (Mail("4U", "Win the B3ST pen"),), ())
    >>> len(mails), mails.texts, mails.corpus().tokens.tolist()
    (1, ('4U\\nWin the B3ST pen',), ['Win', 'pen', 'the'])
    """

    names: tuple[str, ...]
    labels: tuple[str, ...]
    mails: tuple[Mail, ...]
    skipped: tuple[str, ...]

    def __len__(self):
        return len(self.mails)

    @property
    def texts(self):
        """Subject and body of each mail."""
        return tuple(mail.text for mail in self.mails)

    def corpus(self, *, progress=True):
        """Return the bag of the words; row i is mail i, with its name.

        A word is a run of two or more Latin letters, case kept; a run of letters and digits is
        none. That is S4's rule without its stop words and lower-casing, which
        :func:`nbcourse.text.s4_words` does on the tokens of the bag.

        Parameters
        ----------
        progress : bool, default True
            Whether a terminal shows a progress bar, if it takes more than two seconds.

        Returns
        -------
        Corpus
        """
        words = [_letter_runs(mail.text) for mail in bar(self.mails, "mails", progress)]
        return Corpus.from_documents(words, self.labels, self.names)


def read_mail_folder(path, mode="mail", *, progress=True):
    """Read labelled mails: one file each, in the subfolders ham/ and spam/.

    Their order is that of label and file name, compared character by character, on every
    machine: ``ham/`` before ``spam/``, ``10.txt`` before ``2.txt``. What is no mail is skipped
    and told: dot files, ``Thumbs.db``, ``desktop.ini``, the index file ``cmds``, and whatever is
    not directly in one of the two folders. An empty file is a mail.

    Parameters
    ----------
    path : str or pathlib.Path
        The folder that holds the two subfolders, or a tar archive of it (plain, gz, bz2 or xz),
        which is read in memory, nothing being unpacked to the disk.
    mode : {"mail", "s4"}, default "mail"
        "mail": what a reader sees, as :func:`nbcourse.mail.read_mail` finds it. "s4": as in
        source S4 all of the file is the text, header, markup and all, bytes taken for Latin-1;
        the course's bags of mails are made so.
    progress : bool, default True
        Whether a terminal shows a progress bar, if it takes more than two seconds.

    Returns
    -------
    Mails

    Raises
    ------
    FileNotFoundError
        If there is no such folder or archive.
    ValueError
        If `mode` is none of the two, one of the subfolders is empty or missing, or the archive
        is damaged.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     for label, mail in {"ham": b"Subject: Lunch\\n\\nAt one?", "spam": b"W\\xefn!"}.items():
    ...         Path(folder, label).mkdir()
    ...         _ = Path(folder, label, "1.txt").write_bytes(mail)
    ...     mails = read_mail_folder(folder)
    >>> mails.names, mails.texts
    (('ham/1.txt', 'spam/1.txt'), ('Lunch\\nAt one?', 'Wïn!'))
    """
    if mode not in _MAIL_READERS:
        raise ValueError(f"mode is {mode!r}, expected one of {sorted(_MAIL_READERS)}")
    files = labelled_files(path, progress=progress)
    mails = map(_MAIL_READERS[mode], bar(files.contents, "mails", progress))
    return Mails(files.names, files.labels, tuple(mails), files.skipped)


def build(name, raw, out):
    """Build a bag file of the course from the raw files it was made from.

    Parameters
    ----------
    name : str
        ``"sms"``: the bag of the messages in the file ``SMSSpamCollection``. ``"enron"``,
        ``"ling"``, ``"csdmc"``: the bags of the mails in the folder ``enron_email``,
        ``ling_email`` or ``CSDMC2010_email``, or in an archive such as ``enron_email.tar.xz``.
    raw : str or pathlib.Path
        Folder with the raw files.
    out : str or pathlib.Path
        Folder for the bag file; made if it is not there.

    Returns
    -------
    pathlib.Path
        The file written, ``out/name.npz``: the same raw files give the same bytes.

    Raises
    ------
    ValueError
        If there is no such bag, or a raw file cannot be read.
    FileNotFoundError
        If a raw file is missing; the message says where it comes from.

    Warns
    -----
    UserWarning
        If the raw file is not the official one, whatever its line ends, or if files beside the
        mails were skipped.
    """
    if name not in _BUILDERS:
        raise ValueError(f"no bag named {name!r} to build; choose one of {sorted(_BUILDERS)}")
    corpus = _BUILDERS[name](Path(raw))
    path = Path(out) / f"{name}.npz"
    path.parent.mkdir(parents=True, exist_ok=True)
    corpus.write(path)
    return path


def _sms_corpus(raw):
    """Return the bag of the SMS Spam Collection in a folder."""
    path = raw / SMS_FILE
    messages = read_sms(path)
    found = hashlib.sha256(path.read_bytes().replace(b"\r\n", b"\n")).hexdigest()
    if found != SMS_SHA256:
        warnings.warn(
            f"{str(path)!r} is not the official file: SHA-256 with LF line ends is {found}, "
            f"expected {SMS_SHA256}; get {SMS_SOURCE}, unless another bag is what you want",
            UserWarning,
            stacklevel=3,
        )
    return messages.corpus()


def _mail_corpus(raw, folder):
    """Return the bag of the mails in a folder among the raw files, or in the archive of it."""
    places = [raw / f"{folder}.tar.xz", raw / folder]
    found = [place for place in places if place.exists()]
    if not found:
        raise FileNotFoundError(
            f"neither {str(places[0])!r} nor {str(places[1])!r} is there; "
            "data/README.md of the course says where the mails come from"
        )
    mails = read_mail_folder(found[0], mode="s4")
    if mails.skipped:
        warnings.warn(
            f"{len(mails.skipped)} files in {str(found[0])!r} are no mails and were skipped, "
            f"{mails.skipped[0]!r} for one",
            UserWarning,
            stacklevel=3,
        )
    return mails.corpus()


_BUILDERS = {
    "sms": _sms_corpus,
    "enron": partial(_mail_corpus, folder="enron_email"),
    "ling": partial(_mail_corpus, folder="ling_email"),
    "csdmc": partial(_mail_corpus, folder="CSDMC2010_email"),
}


def _whole_file(content):
    """Return a file as S4 reads it: a mail that is all body, bytes taken for Latin-1."""
    return Mail("", content.decode("latin-1"))


_MAIL_READERS = {"mail": read_mail, "s4": _whole_file}


def _letter_runs(text):
    """Return the runs of two or more letters and digits that hold no digit."""
    # interned, so that a word is one object in all mails: counting is faster and takes less memory
    return list(map(sys.intern, filter(str.isalpha, _RUN.findall(text))))
