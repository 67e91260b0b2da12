"""Raw files in, messages out, nothing dropped on the way: SMS tables, mails, folders, the bags."""

from nbcourse.ingest.build import SMS_SHA256, build
from nbcourse.ingest.folders import Mails, read_mail_folder
from nbcourse.ingest.mail import Mail, read_mail
from nbcourse.ingest.sms import SMS_FILE, SMS_SOURCE, Messages, read_sms

__all__ = [
    "SMS_FILE",
    "SMS_SHA256",
    "SMS_SOURCE",
    "Mail",
    "Mails",
    "Messages",
    "build",
    "read_mail",
    "read_mail_folder",
    "read_sms",
]
