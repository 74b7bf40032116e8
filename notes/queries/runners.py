"""Which runner has the work tree of a card, and what is on its way there."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models.functions import Lower

from notes.models import Card, PendingSave, Revision, Runner
from notes.models.pending_save import SaveState
from notes.rules.texts import digest

# A runner gives a sign of life every ten seconds.
BELIEVED = timedelta(seconds=30)
# The desk speaks with runners of this protocol and newer ones.
PROTOCOL = 1


@dataclass(frozen=True, slots=True)
class WorkTreeView:
    """What a person must know before saving: who will put the note there, and why not; what is on its way."""

    runner: Runner | None
    is_too_old: bool
    under_way: PendingSave | None

    @property
    def is_reached(self) -> bool:
        return self.runner is not None and not self.is_too_old


def work_tree_view(card: Card, now: datetime) -> WorkTreeView | None:
    """None for a card that has none, which is asked nothing more."""
    if not card.has_worktree:
        return None
    runner = runner_of(card, now)
    return WorkTreeView(runner, runner is not None and runner.protocol < PROTOCOL, under_way(card))


def runner_of(card: Card, now: datetime) -> Runner | None:
    """The one that is there, and was seen last."""
    there = Runner.objects.filter(project=card.project_id, seen_at__gt=now - BELIEVED, token__revoked_at=None)
    found = there.order_by("-protocol", "-seen_at")
    return next((runner for runner in found if card.key.lower() in runner.cards), None)


def has_card(token_id: int, card: Card) -> bool:
    """Whether a runner with this token has said that it has the card's work tree."""
    return any(
        card.key.lower() in cards for cards in Runner.objects.filter(token=token_id).values_list("cards", flat=True)
    )


def under_way(card: Card) -> PendingSave | None:
    return PendingSave.objects.filter(card=card, state=SaveState.UNDER_WAY).first()


def saves_for(runner: Runner) -> list[PendingSave]:
    """What it is to put into its work trees, oldest first."""
    found = PendingSave.objects.filter(card__project=runner.project_id, state=SaveState.UNDER_WAY)
    rows = found.select_related("card").order_by("pk")
    return [row for row in rows if row.card.key.lower() in runner.cards]


def cards_of(runner: Runner) -> list[Card]:
    """Those of its project that are there."""
    named = Card.objects.alias(low=Lower("key")).filter(project=runner.project_id, low__in=runner.cards)
    return list(named.only("key", "revision").order_by("pk"))


def is_as_applied(save: PendingSave) -> bool:
    """Whether the revision that it became is what stands in the work tree."""
    if save.revision is None:
        return False
    text = Revision.objects.filter(card=save.card_id, number=save.revision).values_list("text", flat=True).first()
    return text is not None and digest(text) == save.digest


def save_of(card: Card, number: int) -> PendingSave:
    """Raises PendingSave.DoesNotExist."""
    return PendingSave.objects.get(card=card, pk=number)


def save_for(runner_project: int, number: int) -> PendingSave:
    """One of the project, with its card. Raises PendingSave.DoesNotExist."""
    found = PendingSave.objects.select_related("card__project")
    return found.get(pk=number, card__project=runner_project)


def saved_as(card: Card, number: int) -> int | None:
    """The revision that this save became, where that has just the text that was sent, and nothing of others."""
    found = PendingSave.objects.filter(card=card, pk=number, state=SaveState.SAVED, merged=False)
    return found.values_list("revision", flat=True).first()
