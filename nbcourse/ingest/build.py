"""From the raw files to the course's bags."""

import hashlib
import warnings
from functools import partial

from nbcourse.ingest.files import checked_path
from nbcourse.ingest.folders import read_mail_folder
from nbcourse.ingest.sms import SMS_FILE, SMS_SOURCE, read_sms

#: SHA-256 of the official file of SMS messages, line ends LF.
SMS_SHA256 = "7d039a24a6083ed9ef0f806ebad56bbb976e3aeb8de05669173bfdc4996c239d"


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
    if not isinstance(name, str) or name not in _BUILDERS:
        raise ValueError(f"no bag named {name!r:.60} to build; choose one of {sorted(_BUILDERS)}")
    raw, path = checked_path("raw", raw), checked_path("out", out) / f"{name}.npz"
    corpus = _BUILDERS[name](raw)
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
