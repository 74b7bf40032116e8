"""What a person does about a decision. Whatever becomes of it, what was typed is on the answer."""

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from notes.actions.claims import assign_escalation, claim_escalation, release_escalation
from notes.actions.errors import Invalid, OutOfStep
from notes.actions.escalations import answer_escalation, withdraw_escalation
from notes.actions.questions import ask_back
from notes.actions.steps.standing import ScreenMoved
from notes.models import Actor, Escalation, User
from notes.queries import escalations
from notes.queries.decision_view import may_be_asked
from notes.web.decide.pages import Notice, show
from notes.web.doors import decision_door
from notes.web.numbers import whole_number
from notes.web.requests import Request

# An action on a decision, with all but the decision, who acts and when.
Act = Callable[..., object]


@require_POST
@decision_door
def answer(request: Request, escalation: Escalation, actor: Actor) -> HttpResponse:
    """One of the options by its place, or what was typed."""
    pressed = _pressed(request, escalation)
    send = partial(answer_escalation, value=pressed or _typed(request), seen=_seen(request))
    return _sent(request, escalation, actor, send, "Answered.", pressed)


@require_POST
@decision_door
def ask_agent(request: Request, escalation: Escalation, actor: Actor) -> HttpResponse:
    send = partial(ask_back, text=_typed(request), seen=_seen(request))
    return _sent(request, escalation, actor, send, "Asked. The agent's reply will stand here.")


@require_POST
@decision_door
def claim(request: Request, escalation: Escalation, actor: Actor) -> HttpResponse:
    return _done(request, escalation, actor, claim_escalation, "You are on it.")


@require_POST
@decision_door
def release(request: Request, escalation: Escalation, actor: Actor) -> HttpResponse:
    return _done(request, escalation, actor, release_escalation, "Released: anyone may take it on.")


@require_POST
@decision_door
def assign(request: Request, escalation: Escalation, actor: Actor) -> HttpResponse:
    to = _member(request, escalation)
    if to is None and request.POST.get("user"):
        messages.error(request, "They may not answer decisions here. Choose somebody who is on the list.")
        return redirect("decision", escalation.pk)
    says = f"Given to {to}." if to else "Given to nobody in particular."
    return _done(request, escalation, actor, partial(assign_escalation, to=to), says)


@require_POST
@decision_door
def withdraw(request: Request, escalation: Escalation, actor: Actor) -> HttpResponse:
    why = request.POST.get("why", "").strip()
    return _done(request, escalation, actor, partial(withdraw_escalation, why=why), "Withdrawn.")


def _sent(
    request: Request, escalation: Escalation, actor: Actor, send: Act, says: str, pressed: str = ""
) -> HttpResponse:
    try:
        send(escalation=escalation, by=actor, now=timezone.now())
    except OutOfStep as error:
        fresh, actor = escalations.for_person(request.user, escalation.pk)
        moved = _moved(request, fresh, pressed) if isinstance(error, ScreenMoved) else ""
        notice = Notice("warn" if moved else "bad", moved or f"Not sent. {error.problems[0].says}")
        return show(request, fresh, actor, status=409, notice=notice, typed=_typed(request))
    except Invalid as error:
        fresh, actor = escalations.for_person(request.user, escalation.pk)
        fault = " ".join(problem.says for problem in error.problems)
        return show(request, fresh, actor, status=422, typed=_typed(request), fault=fault)
    messages.success(request, says)
    return redirect("decision", escalation.pk)


def _done(request: Request, escalation: Escalation, actor: Actor, do: Act, says: str) -> HttpResponse:
    try:
        do(escalation=escalation, by=actor, now=timezone.now())
        messages.success(request, says)
    except Invalid as error:
        messages.error(request, error.problems[0].says)
    return redirect("decision", escalation.pk)


def _moved(request: Request, escalation: Escalation, pressed: str) -> str:
    before = _seen(request).partition(".")[0]
    now = str(escalation.card.revision)
    what = f"the note went from revision {before} to {now}" if before.isdecimal() and before != now else ""
    what = what or "the options, the facts or the exchange changed"
    again = f"You pressed “{pressed}”: press it again if it still holds." if pressed else "Look again, then send it."
    return f"Not sent: {what} after you opened this page, and it shows what stands now. {again}"


def _pressed(request: Request, escalation: Escalation) -> str:
    index = whole_number(request.POST.get("option", ""))
    known = index is not None and index < len(escalation.options)
    return escalation.options[index]["value"] if known else ""


def _typed(request: Request) -> str:
    """A phone adds blanks after words by itself; lines end as everywhere in the desk."""
    text = request.POST.get("text", "") or request.POST.get("value", "")
    return text.replace("\r\n", "\n").strip()


def _seen(request: Request) -> str:
    """Of a form without it nobody knows what was looked at."""
    return request.POST.get("seen", "")


def _member(request: Request, escalation: Escalation) -> User | None:
    number = whole_number(request.POST.get("user", ""))
    return next((user for user in may_be_asked(escalation) if user.pk == number), None)
