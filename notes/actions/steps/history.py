"""The history that every action adds to: ids, numbers and codes, never text of a note or a fact's value."""

from datetime import datetime
from typing import Any

from notes.actions.steps.rows import add
from notes.models import Actor, Card, Event
from notes.queries.event_order import join_writers


def record(verb: str, *, by: Actor, now: datetime, card: Card | None = None, **data: Any) -> None:
    join_writers(by.project_id)
    card_id = card.pk if card else None
    event = Event(project_id=by.project_id, card_id=card_id, verb=verb, at=now, data=data)
    event.by_kind, event.by_name = by.kind, by.name
    add(event)
