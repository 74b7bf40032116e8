"""The cards of a project, and one card with its note."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from notes.models import Actor, Card, Project, Role
from notes.queries import card_list, escalations, handoffs, reported, rounds
from notes.queries.card_search import MOST_LOOKED_AT
from notes.queries.card_view import card_view, refused_writes
from notes.queries.decision_view import ask
from notes.queries.kept_rows import RENDERED, VIEWS
from notes.queries.runners import work_tree_view
from notes.rules.content.places import NOT_EDITED
from notes.web.clock import now_for
from notes.web.decide.pages import may
from notes.web.doors import card_door, project_door
from notes.web.note.rows import rows
from notes.web.pages import page
from notes.web.requests import Request


@require_safe
@project_door
def card_index(request: Request, project: Project, actor: Actor) -> HttpResponse:
    wanted = card_list.Wanted.from_query(request.GET)
    found = card_list.cards(project, wanted)
    address = request.build_absolute_uri(f"/api/v1/projects/{project.slug}/cards/FIRST-1")
    context = {"project": project, "found": found, "wanted": wanted, "address": address}
    context |= {"may_maintain": actor.may(Role.MAINTAINER), "most_looked_at": MOST_LOOKED_AT}
    return page(request, "cards/list.html", context)


@require_safe
@card_door
def card_page(request: Request, card: Card, actor: Actor) -> HttpResponse:
    if not card.project.shows_content:
        return _kept(request, card, actor)
    view = request.GET.get("view", RENDERED)
    view = view if view in VIEWS else RENDERED
    seen = card_view(card)
    may_steer = actor.may(Role.OPERATOR)
    note = rows(card, seen.newest, view, steered=may_steer) if seen.newest else None
    if note and not note.html:
        return _kept(request, card, actor)
    address = request.build_absolute_uri(f"/api/v1/projects/{card.project.slug}/cards/{card.key}/note")
    context = {"project": card.project, "card": card, "seen": seen, "note": note, "view": view}
    context |= {"may_steer": may_steer, "address": address, "handoffs": handoffs.latest(card)}
    context |= {"rounds": rounds.panel(card), "work_tree": work_tree_view(card, timezone.now())}
    context |= _decisions(request, card, actor)
    return render(request, "cards/card.html", context)


def _kept(request: Request, card: Card, actor: Actor) -> HttpResponse:
    """Of a note whose text is not on the desk."""
    context: dict[str, Any] = {"project": card.project, "card": card, "kept": reported.newest(card)}
    context |= {"rounds": rounds.panel(card), "may_steer": actor.may(Role.OPERATOR), "not_edited": NOT_EDITED}
    context |= {"refusals": refused_writes(card)}
    context |= _decisions(request, card, actor)
    return render(request, "cards/kept.html", context)


def _decisions(request: Request, card: Card, actor: Actor) -> dict[str, Any]:
    """The most pressing decision that stands can be answered on the card's page too; the others are links."""
    now = now_for(request.user)
    standing = escalations.standing(card, now)
    if not standing:
        return {}
    first, *others = standing
    first.card = card
    return {"ask": ask(first, now), "other_decisions": others, "now": now, **may(first, actor)}
