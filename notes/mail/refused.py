"""What an error of the mail backend means: how far it came, and what the server said."""

import errno
import smtplib
import socket
from dataclasses import dataclass

from notes.mail.envelopes import NotOneAddress
from notes.rules.letters import retries
from notes.rules.letters.retries import Stage, Trouble

STAGES: dict[type[Exception], Stage] = {
    smtplib.SMTPRecipientsRefused: Stage.RECIPIENT,
    smtplib.SMTPSenderRefused: Stage.SENDER,
    smtplib.SMTPDataError: Stage.TEXT,
    smtplib.SMTPAuthenticationError: Stage.SIGNING_IN,
}
NEVER_REACHED = (ConnectionRefusedError, socket.gaierror, smtplib.SMTPConnectError)
AWAY = (smtplib.SMTPException, ConnectionError, TimeoutError, socket.gaierror)
NO_WAY = {errno.ENETDOWN, errno.ENETUNREACH, errno.EHOSTDOWN, errno.EHOSTUNREACH}
# After it the server hangs up.
CLOSING = 421

NOT_ONE_ADDRESS = "The address of this member is not exactly one email address. A maintainer puts it right."
NOT_AS_ASKED = "The mail server does not offer the encryption or the sign-in that EMAIL_URL asks for."
NOT_SAFE = "The encrypted connection to the mail server failed. Whoever runs the desk looks at its certificate."


@dataclass(frozen=True, slots=True)
class Refused:
    """`broken`: nothing more can be said over this connection. `away`: the next letter would hardly fare better.
    `unheard`: nobody said that it was not taken.
    """

    name: str
    trouble: Trouble
    says: str
    broken: bool = False
    away: bool = False
    unheard: bool = False


def refused(error: Exception) -> Refused:
    name = type(error).__name__
    if isinstance(error, NotOneAddress):
        return Refused(name, Trouble.LETTER, NOT_ONE_ADDRESS)
    if isinstance(error, smtplib.SMTPNotSupportedError):
        return Refused(name, Trouble.DESK, NOT_AS_ASKED, broken=True, away=True)
    if name.startswith("SSL"):
        return Refused(name, Trouble.DESK, NOT_SAFE, broken=True, away=True)
    if isinstance(error, AWAY) or (isinstance(error, OSError) and error.errno in NO_WAY):
        never = isinstance(error, NEVER_REACHED) or getattr(error, "errno", None) in NO_WAY
        return _by_the_server(name, STAGES.get(type(error), Stage.CONNECTING), _code(error), never)
    says = f"The desk could not send it ({name}); it tries again."
    return Refused(name, Trouble.PASSING, says, broken=True, unheard=True)


def _by_the_server(name: str, stage: Stage, code: int | None, never: bool) -> Refused:
    trouble = retries.trouble(stage, code)
    broken = stage in (Stage.CONNECTING, Stage.SIGNING_IN) or code == CLOSING
    # Hanging up on one recipient says nothing of the next.
    away = trouble is Trouble.DESK or (broken and stage is not Stage.RECIPIENT)
    return Refused(name, trouble, retries.says(stage, code), broken, away, unheard=code is None and not never)


def _code(error: Exception) -> int | None:
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return next((code for code, _ in error.recipients.values()), None)
    code = getattr(error, "smtp_code", None)
    # smtplib says -1 where the connection broke.
    return code if isinstance(code, int) and code > 0 else None
