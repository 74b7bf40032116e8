"""A letter of the outbox as a message: the headers that hold a thread together and keep machines from answering."""

from datetime import datetime
from email.header import Header
from email.utils import format_datetime
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import EmailMultiAlternatives
from django.core.validators import validate_email

from notes.models import Letter, Membership
from notes.queries import addresses
from notes.queries.letter_tokens import token_of


class Message(EmailMultiAlternatives):
    def message(self, **more: Any) -> Any:
        """Addresses stay on one line: some programs look for one where a header begins. A long subject is folded."""
        made = super().message(**more)
        made.policy = made.policy.clone(max_line_length=0)
        return made


class NotOneAddress(ValueError):
    """A letter goes to exactly one address, or to nobody."""


def message_of(letter: Letter, membership: Membership, first: Letter | None, now: datetime) -> Message:
    """`first` is the letter that told this person of the decision: later ones are answers to it."""
    headers = _headers(letter, membership, first) | {"Date": format_datetime(now)}
    message = Message(_plain(letter.subject), letter.text, to=[one_address(membership.user.email)], headers=headers)
    message.attach_alternative(letter.html, "text/html")
    return message


def message_id(letter: Letter) -> str:
    """The same each time that the letter is sent, and another one after the database was made anew."""
    return f"<letter.{letter.pk}.{int(letter.at.timestamp())}@{_host()}>"


def one_address(address: str) -> str:
    if not is_one_address(address):
        raise NotOneAddress
    return address


def is_one_address(address: str) -> bool:
    """Some readers of headers would see two addresses in a quoted part or behind a comma."""
    try:
        validate_email(address)
    except ValidationError:
        return False
    return address.isprintable() and not any(char in address for char in '"(),:;<>[\\] ')


def _headers(letter: Letter, membership: Membership, first: Letter | None) -> dict[str, str]:
    off = addresses.letters_off(token_of(membership.pk, letter.kind))
    headers = {
        "Message-ID": message_id(letter),
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
        "List-Unsubscribe": f"<{off}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    if first is not None:
        headers |= {"In-Reply-To": message_id(first), "References": message_id(first)}
    return headers


def _plain(subject: str) -> str:
    """Read by every mail program as it was written: what looks encoded already is encoded once more."""
    if "=?" not in subject:
        return subject
    return " ".join(line.strip() for line in Header(subject, "utf-8").encode().split("\n"))


def _host() -> str:
    host = urlsplit(settings.PUBLIC_URL).hostname or "localhost"
    return f"[{host}]" if ":" in host else host
