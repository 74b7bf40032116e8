"""The history that every action adds to: ids, numbers and codes, never text of a note or a fact's value."""

from datetime import datetime
from typing import Any

from notes.models import Actor, Card, Event


def record(verb: str, *, by: Actor, now: datetime, card: Card | None = None, **data: Any) -> Event:
    return Event.objects.create(
        project_id=by.project_id,
        card=card,
        verb=verb,
        by_kind=by.kind,
        by_name=by.name,
        at=now,
        data=data,
    )
