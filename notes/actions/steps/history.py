"""The history that every action adds to: ids, numbers and codes, never text of a note or a fact's value."""

from datetime import datetime
from typing import Any

from notes.actions.steps import rows
from notes.models import Actor, Card, Event
from notes.queries.event_order import join_writers


def record(verb: str, *, by: Actor, now: datetime, card: Card | None = None, **data: Any) -> None:
    join_writers(by.project_id)
    rows.add(
        Event,
        project_id=by.project_id,
        card_id=card.pk if card else None,
        verb=verb,
        by_kind=by.kind,
        by_name=by.name,
        at=now,
        data=data,
    )
