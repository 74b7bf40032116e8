"""The three projects of the demo, each with the story that is played in it."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from notes.management.demo import handover, shop, tenders
from notes.management.demo.stage import PEOPLE, Stage, email_of
from notes.models import Project, User

STORIES: dict[str, tuple[str, Callable[[Stage], None]]] = {
    "tenders": ("Tender desk", tenders.play),
    "shop": ("Shop", shop.play),
    "signup": ("Sign-up service", handover.play),
}
# The stories end a little before now, so that their times read like the last two days.
LENGTH = timedelta(minutes=1_950)


@dataclass(frozen=True, slots=True)
class SignIn:
    emails: tuple[str, ...]
    password: str


def play_all(now: datetime) -> SignIn:
    """Plays what was not played before. The people of the demo get a new password every time."""
    password = secrets.token_urlsafe(9)
    for slug, (name, play) in STORIES.items():
        if not Project.objects.filter(slug=slug).exists():
            play(Stage(slug, name, now - LENGTH, password))
    emails = tuple(email_of(login) for login in PEOPLE)
    for user in User.objects.filter(email__in=emails):
        user.set_password(password)
        user.save(update_fields=["password"])
    return SignIn(emails, password)
