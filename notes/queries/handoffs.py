"""Handoffs: what one carries, the log of a project, and each try beside what was sent."""

from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery

from notes.models import Card, Fact, Handoff, Project, ReadBack
from notes.models.fact import FactState
from notes.queries import newest_first
from notes.queries.facts import said_now
from notes.queries.handoff_view import HandoffView, handoff_view, state_words
from notes.rules.handoffs.read_back import Restated

PAGE = 20
LATEST = 3


class NoSuchHandoff(LookupError):
    """The project has no handoff of this number."""


def of_project(project: Project, pk: int) -> Handoff:
    """With every try."""
    found = _whole(project).filter(pk=pk).first()
    if found is None:
        raise NoSuchHandoff(pk)
    return _placed(found, project)


def log(project: Project, *, state: str = "", before: int | None = None) -> tuple[list[Handoff], int | None]:
    """Newest first, and the id to go on from where there are older ones."""
    found = _whole(project).filter(state=state) if state else _whole(project)
    return _page(found, project, before)


def of_card(card: Card, before: int | None = None, most: int = PAGE) -> tuple[list[Handoff], int | None]:
    return _page(_whole(card.project).filter(card=card), card.project, before, most)


def latest(card: Card) -> list[tuple[Handoff, str]]:
    """The last few, each with its state in words. One query, whatever there is."""
    numbers = ReadBack.objects.filter(handoff=OuterRef("pk")).order_by("-number").values("number")
    found = Handoff.objects.filter(card=card).defer("facts", "next_action").order_by("-pk")
    tried = found.annotate(tries=Subquery(numbers[:1]), right=Subquery(numbers.filter(problems=[])[:1]))
    return [(each, state_words(each, each.tries or 0, each.right)) for each in tried[:LATEST]]


def facts_to_carry(card: Card) -> list[dict[str, Any]]:
    """The facts as they stand, by name; those that a rival stands against are marked."""
    facts = said_now(card)
    disputed = {fact.name for fact in facts if fact.state == FactState.RIVAL}
    return [_frozen(fact, fact.name in disputed) for fact in facts if fact.state == FactState.CURRENT]


def sent(handoff: Handoff) -> Restated:
    return Restated({fact["name"]: fact["value"] for fact in handoff.facts}, handoff.next_action)


def tries_of(handoff: Handoff) -> list[ReadBack]:
    return sorted(handoff.read_backs.all(), key=lambda tried: tried.number)


def view_of(handoff: Handoff) -> HandoffView:
    return handoff_view(handoff, tries_of(handoff), handoff.escalation)


def _frozen(fact: Fact, disputed: bool) -> dict[str, Any]:
    said = {"name": fact.name, "value": fact.value, "kind": fact.kind, "source": fact.source}
    return {**said, "disputed": True} if disputed else said


def _whole(project: Project) -> QuerySet[Handoff]:
    return Handoff.objects.filter(project=project).select_related("card", "escalation").prefetch_related("read_backs")


def _page(
    found: QuerySet[Handoff], project: Project, before: int | None, most: int = PAGE
) -> tuple[list[Handoff], int | None]:
    shown, following = newest_first.page(found, before, most)
    return [_placed(row, project) for row in shown], following


def _placed(handoff: Handoff, project: Project) -> Handoff:
    handoff.project = handoff.card.project = project
    return handoff
