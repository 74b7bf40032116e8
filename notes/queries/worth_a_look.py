"""What is worth a look though nobody waits for it: refused and late writes, stopped handoffs, stale notes."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter

from django.db.models import Exists, F, OuterRef

from notes.models import ActorKind, Card, Handoff, Refusal
from notes.models.escalation import STANDING
from notes.models.handoff import HandoffState
from notes.queries.refusals import first_reason

# Of the latest refusals the newest of each card is shown.
LOOKED_AT, SHOWN = 60, 8


@dataclass(frozen=True, slots=True)
class WorthALook:
    """`place` is where on the card's page it stands."""

    card: Card
    at: datetime
    says: str
    place: str = ""


@dataclass(frozen=True, slots=True)
class Looks:
    shown: tuple[WorthALook, ...]
    more: int


def worth_a_look(projects: Collection[int]) -> Looks:
    found = sorted([*_refused(projects), *_stopped(projects), *_stale(projects)], key=attrgetter("at"), reverse=True)
    return Looks(tuple(found[:SHOWN]), max(len(found) - SHOWN, 0))


def _refused(projects: Collection[int]) -> Iterator[WorthALook]:
    seen: dict[int, int] = {}
    theirs = Refusal.objects.filter(card__project__in=projects).exclude(by_kind=ActorKind.PERSON)
    latest = list(theirs.defer("text").select_related("card__project").order_by("-id")[:LOOKED_AT])
    for refusal in latest:
        seen[refusal.card_id] = seen.get(refusal.card_id, 0) + 1
    for refusal in latest:
        if count := seen.pop(refusal.card_id, 0):
            others = f" And {count - 1} more." if count > 1 else ""
            yield WorthALook(refusal.card, refusal.at, f"{_says(refusal)}{others}", "#refused")


def _says(refusal: Refusal) -> str:
    if refusal.late:
        return f"A write by {refusal.by_name} came late and was not applied."
    return f"A write by {refusal.by_name} was refused: {first_reason(refusal)}"


def _stopped(projects: Collection[int]) -> Iterator[WorthALook]:
    """What nobody handed over again; one that waits for a decision is told with that."""
    again = Handoff.objects.filter(card=OuterRef("card"), pk__gt=OuterRef("pk"))
    stopped = Handoff.objects.filter(~Exists(again), project__in=projects, state=HandoffState.STOPPED)
    stopped = stopped.exclude(escalation__state__in=STANDING)
    for handoff in stopped.select_related("card__project").order_by("-id")[:LOOKED_AT]:
        says = f"The handoff from {handoff.by_name} to {handoff.to} stopped: it was read back wrongly twice."
        yield WorthALook(handoff.card, handoff.settled_at or handoff.at, says)


def _stale(projects: Collection[int]) -> Iterator[WorthALook]:
    stale = Card.objects.filter(project__in=projects, last_commit_at__gt=F("updated_at"), revision__gt=0)
    for card in stale.select_related("project").order_by("-last_commit_at")[:LOOKED_AT]:
        yield WorthALook(card, card.last_commit_at or card.updated_at, "Stale: committed since the note was written.")
