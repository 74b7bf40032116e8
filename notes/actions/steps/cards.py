"""A card held for the length of a transaction, so that two writers take turns."""

from notes.models import Actor, Card
from notes.queries.prepared import Prepared, columns, instance


def hold(card: Card, by: Actor) -> Card:
    """The card as it is now. On SQLite the transaction itself is the turn; PostgreSQL locks the row.

    Raises Card.DoesNotExist where the card is not of the actor's project.
    """
    row = _HELD.first(card.pk, by.project_id)
    if row is None:
        raise Card.DoesNotExist(card.pk)
    held = instance(Card, row)
    held.project = card.project
    return held


_HELD = Prepared(
    lambda pk, project: Card.objects.select_for_update().filter(pk=pk, project=project).values_list(*columns(Card)),
    arguments=2,
)
