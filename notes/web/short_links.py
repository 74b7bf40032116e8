"""Short addresses for the letters of other systems, which know a card by its key alone."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from notes.queries.access import cards_of
from notes.web.doors import person_door
from notes.web.requests import Request


@require_safe
@person_door
def card_link(request: Request, key: str) -> HttpResponse:
    found = cards_of(request.user, key)
    if not found:
        raise Http404
    if len(found) == 1:
        return redirect("card", found[0].project.slug, found[0].key)
    return render(request, "cards/choice.html", {"key": found[0].key, "found": found})
