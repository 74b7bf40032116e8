"""The page of one's own letters, and the one that a letter's own link turns them off with."""

from datetime import time

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from notes.actions.errors import Invalid
from notes.actions.letter_settings import Wishes, save_letter_settings, turn_off
from notes.queries import letter_tokens
from notes.queries.letter_settings import letter_settings
from notes.queries.letter_tokens import NoSuchToken
from notes.queries.words import letter_words
from notes.web.doors import person_door
from notes.web.requests import Request


@require_http_methods(["GET", "HEAD", "POST"])
@person_door
def settings(request: Request) -> HttpResponse:
    if request.method != "POST":
        return _page(request)
    try:
        save_letter_settings(user=request.user, wishes=_wishes(request.POST))
    except Invalid as error:
        return _page(request, error)
    messages.success(request, "Saved. From now on letters come like this.")
    return redirect("letters")


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def off(request: HttpRequest, token: str) -> HttpResponse:
    """For mail programs, too: they send the POST by themselves, without a session. Looking changes nothing."""
    try:
        membership, kind = letter_tokens.read(token)
    except NoSuchToken as error:
        raise Http404 from error
    done = request.method == "POST"
    if done:
        turn_off(membership=membership, kind=kind)
    shown = {"of_project": membership.project.name, "words": letter_words(kind), "done": done}
    return render(request, "letters/off.html", shown)


def _page(request: Request, error: Invalid | None = None) -> HttpResponse:
    seen = letter_settings(request.user, timezone.now(), typed=request.POST if error else None)
    context = {"seen": seen, "problems": error.problems if error else ()}
    return render(request, "letters/settings.html", context, status=422 if error else 200)


def _wishes(sent: QueryDict) -> Wishes:
    return Wishes(
        time_zone=sent.get("time_zone", ""),
        quiet_from=_time(sent.get("quiet_from", "")),
        quiet_until=_time(sent.get("quiet_until", "")),
        wanted=frozenset(sent.getlist("wanted")),
    )


def _time(typed: str) -> time | str | None:
    """What is no time is left as it was typed, for the action to say so."""
    try:
        return (
            time.fromisoformat(typed.strip()).replace(second=0, microsecond=0, tzinfo=None) if typed.strip() else None
        )
    except ValueError:
        return typed
