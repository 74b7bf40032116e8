"""The trail of one fact: what was said for it, and which handoff kept or lost it."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from notes.models import Actor, Card
from notes.queries.fact_trail import fact_trail
from notes.web.doors import card_door
from notes.web.numbers import whole_number
from notes.web.requests import Request


@require_safe
@card_door
def fact_page(request: Request, card: Card, actor: Actor, name: str) -> HttpResponse:  # noqa: ARG001
    before = whole_number(request.GET.get("before", ""))
    context = {"project": card.project, "card": card, "seen": fact_trail(card, name, before), "before": before}
    return render(request, "handoffs/fact.html", context)
