"""The one place where a revision of a note comes to be."""

from datetime import datetime

from notes.actions.steps import rows
from notes.models import Actor, Card, Revision
from notes.queries import notes
from notes.rules.authors import origins
from notes.rules.texts import digest
from notes.rules.writing.verdicts import Accepted


class LostTurn(RuntimeError):
    """The card moved on inside the transaction that held it: the hold does not work on this database."""


def add_revision(
    card: Card,
    accepted: Accepted,
    *,
    by: Actor,
    now: datetime,
    model: str = "",
    round: int | None = None,
    restored: int | None = None,
) -> int:
    """Compare-and-set on the number: a revision follows exactly the one that it was judged against."""
    number = card.revision + 1
    encoded = origins.encode(accepted.origins)
    moved = rows.change(
        Card,
        {"id": card.pk, "revision": card.revision},
        revision=number,
        format=accepted.document.format,
        digest=digest(accepted.text),
        updated_by_kind=by.kind,
        updated_by_name=by.name,
        updated_at=now,
    )
    if moved != 1:
        raise LostTurn(f"card {card.pk} left revision {card.revision}")
    rows.add(
        Revision,
        card_id=card.pk,
        number=number,
        parent=card.revision,
        format=accepted.document.format,
        text=accepted.text,
        origins=encoded,
        author_kind=by.kind,
        author_name=by.name,
        user_id=by.user_id,
        model=model,
        round=round,
        written_at=now,
        tokens=accepted.tokens,
        merged=accepted.merged,
        restored=restored,
    )
    notes.remember(card, number, encoded, accepted)
    return number
