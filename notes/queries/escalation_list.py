"""Decisions in a list, newest first, page by page, whatever their number."""

from notes.models import Card, Escalation, Project
from notes.queries import newest_first

PAGE = 50


def of_card(card: Card, before: int | None) -> tuple[list[Escalation], int | None]:
    return _page(before, card=card)


def in_project(project: Project, state: str | None, before: int | None) -> tuple[list[Escalation], int | None]:
    return _page(before, project=project, **({"state": state} if state else {}))


def _page(before: int | None, **wanted: object) -> tuple[list[Escalation], int | None]:
    rows = Escalation.objects.filter(**wanted).select_related("card", "claimed_by", "assignee").defer("shown")
    return newest_first.page(rows, before, PAGE)
