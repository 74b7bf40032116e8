"""Decisions in a list, newest first, page by page, whatever their number."""

from notes.models import Card, Escalation, Project

PAGE = 50


def of_card(card: Card, before: int | None) -> tuple[list[Escalation], int | None]:
    return _page(before, card=card)


def in_project(project: Project, state: str | None, before: int | None) -> tuple[list[Escalation], int | None]:
    return _page(before, project=project, **({"state": state} if state else {}))


def _page(before: int | None, **wanted: object) -> tuple[list[Escalation], int | None]:
    """The second is the id to go on before, None on the last page."""
    older = {"pk__lt": before} if before else {}
    rows = Escalation.objects.filter(**wanted, **older).select_related("card", "claimed_by", "assignee")
    found = list(rows.defer("shown").order_by("-pk")[: PAGE + 1])
    return found[:PAGE], found[PAGE - 1].pk if len(found) > PAGE else None
