"""The revisions of a note as they were stored."""

from notes.models import Card, Revision
from notes.queries.notes import NoSuchRevision


def newest(card: Card) -> Revision:
    """Raises NoSuchRevision before the first note."""
    return numbered(card, card.revision)


def numbered(card: Card, number: int) -> Revision:
    row = Revision.objects.filter(card=card, number=number).first()
    if row is None:
        raise NoSuchRevision(number)
    row.card = card
    return row


def before(card: Card, number: int | None, limit: int) -> list[Revision]:
    """The newest first, without their texts."""
    rows = Revision.objects.filter(card=card).defer("text", "origins").order_by("-number")
    return list((rows if number is None else rows.filter(number__lt=number))[:limit])
