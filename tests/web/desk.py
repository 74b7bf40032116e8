"""Notes to look at, written through the real actions."""

from datetime import datetime, timedelta
from typing import Any

from notes.actions.notes import NoteWrite, Saved, save_note
from notes.models import Actor, ActorKind, Card
from tests.cast import NOW

NOTE = """## Goal
Send one refund email per refund.

## Next
- run the API tests
- open the pull request
"""


def write(card: Card, by: Actor, text: str = NOTE, *, at: datetime = NOW, **more: Any) -> int:
    outcome = save_note(card=card, by=by, now=at, write=NoteWrite(text, **more))
    assert isinstance(outcome, Saved), outcome
    card.refresh_from_db()
    return outcome.revision


def many(card: Card, by: Actor, count: int) -> None:
    for number in range(count):
        write(card, by, f"{NOTE}- only the API tests\n- step {number}\n", at=NOW + timedelta(minutes=number))


def summariser(project: int) -> Actor:
    return Actor(ActorKind.SUMMARISER, "haiku", project)
