"""A card held for the length of a transaction, so that two writers take turns."""

from notes.models import Actor, Card


def hold(card: Card, by: Actor) -> Card:
    """The card as it is now. On SQLite the transaction itself is the turn; PostgreSQL locks the row.

    Raises Card.DoesNotExist where the card is not of the actor's project.
    """
    return (
        Card.objects.select_for_update(of=("self",))
        .select_related("project")
        .get(pk=card.pk, project=by.project_id)
    )
