"""What a person sees first: their projects, and writes that were refused lately."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Count, OuterRef, QuerySet, Subquery

from notes.models import ActorKind, Card, Project, Refusal, User
from notes.queries.access import projects_of
from notes.queries.words import for_people

# Of the latest refusals the newest of each card is shown.
LOOKED_AT, SHOWN = 60, 8


@dataclass(frozen=True, slots=True)
class WorthALook:
    refusal: Refusal
    reason: str
    others: int


@dataclass(frozen=True, slots=True)
class HomeView:
    projects: tuple[Project, ...]
    worth_a_look: tuple[WorthALook, ...]


def home_view(user: User) -> HomeView:
    projects = tuple(_with_counts(projects_of(user)))
    return HomeView(projects, tuple(_worth_a_look(user))[:SHOWN])


def _with_counts(projects: QuerySet[Project]) -> QuerySet[Project]:
    counted = Card.objects.filter(project=OuterRef("pk")).order_by().values("project")
    return projects.annotate(card_count=Subquery(counted.annotate(count=Count("pk")).values("count")))


def _worth_a_look(user: User) -> Iterator[WorthALook]:
    seen: dict[int, int] = {}
    theirs = Refusal.objects.filter(card__project__memberships__user=user).exclude(by_kind=ActorKind.PERSON)
    latest = list(theirs.defer("text").select_related("card__project").order_by("-id")[:LOOKED_AT])
    for refusal in latest:
        seen[refusal.card_id] = seen.get(refusal.card_id, 0) + 1
    for refusal in latest:
        if others := seen.pop(refusal.card_id, 0):
            yield WorthALook(refusal, _reason(refusal), others - 1)


def _reason(refusal: Refusal) -> str:
    if not refusal.problems:
        return ""
    problem = refusal.problems[0]
    return for_people(problem["code"], problem["says"], refusal.card.format)
