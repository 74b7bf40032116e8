"""The history that every action adds to: ids, numbers and codes, never text of a note or a fact's value.

Whoever looks on is told from here, so no action can forget to.
"""

from datetime import datetime
from typing import Any

from notes.actions.steps import rows
from notes.live import hints
from notes.models import Actor, Card, Event
from notes.queries.event_order import join_writers
from notes.rules.watching import Happening


def record(verb: str, *, by: Actor, now: datetime, card: Card | None = None, **data: Any) -> None:
    join_writers(by.project_id)
    number = rows.add_numbered(
        Event,
        project_id=by.project_id,
        card_id=card.pk if card else None,
        verb=verb,
        by_kind=by.kind,
        by_name=by.name,
        at=now,
        data=data,
    )
    told = (data.get(name) for name in ("revision", "escalation", "save"))
    hints.announce(Happening(number, by.project_id, card.pk if card else None, verb, *told))
