"""Where revisions of an imported history come to be: many at once, each with the author that it had."""

from collections.abc import Sequence

from django.db.models import F

from notes.actions.steps.revisions import LostTurn
from notes.models import ActorKind, Card, Revision
from notes.rules.texts import digest

_AT_ONCE = 50


def add_revisions(card: Card, revisions: Sequence[Revision]) -> None:
    """They are numbered from the card's newest on, which is what they were worked out against."""
    if not revisions:
        return
    newest = revisions[-1]
    moved = Card.objects.filter(pk=card.pk, revision=revisions[0].number - 1).update(
        revision=newest.number,
        format=newest.format,
        digest=digest(newest.text),
        updated_by_kind=newest.author_kind,
        updated_by_name=newest.author_name,
        updated_at=newest.written_at,
    )
    if moved != 1:
        raise LostTurn(f"card {card.pk} left revision {revisions[0].number - 1}")
    for revision in revisions:
        revision.card = card
    Revision.objects.bulk_create(revisions, batch_size=_AT_ONCE)


def lock_imported(card: Card) -> int:
    """Lines that people wrote before the desk hold from now on; the number of revisions that this is true of."""
    theirs = Revision.objects.filter(card=card, author_kind=ActorKind.PERSON, locks=False)
    changed = theirs.update(locks=True)
    if changed:
        Card.objects.filter(pk=card.pk).update(locks_version=F("locks_version") + 1)
    return changed
