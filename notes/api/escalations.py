"""Decisions: asking a person for one, waiting for it, and taking it with a person's own token."""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Annotated, Any, TypeVar

from django.http import HttpResponse
from django.utils import timezone
from ninja import Path, Query, Router
from pydantic import Field

from notes.actions.escalations import Answered, answer_escalation, ask_person, withdraw_escalation
from notes.actions.questions import ask_back, reply_to_question
from notes.actions.steps.answers import Rendered
from notes.api.answers import answer, answered
from notes.api.callers import Call
from notes.api.escalation_bodies import AnswerIn, EscalationIn, ReplyIn, Waiting, Wanted, WithdrawIn
from notes.api.escalation_shapes import (
    EscalationOut,
    EscalationPage,
    EscalationRaised,
    escalation_out,
    escalation_page,
    raised_out,
    shown_out,
)
from notes.api.fields import HIGHEST
from notes.api.requests import Before, InProject, OnCard, card_of, keyed
from notes.api.shapes import keyed as write_problems
from notes.api.shapes import problems
from notes.models import Question
from notes.queries import awaited, escalation_list, escalations

T = TypeVar("T")

of_card = Router(tags=["escalations"])
router = Router(tags=["escalations"])


class OnEscalation(InProject):
    id: Annotated[int, Field(ge=1, le=HIGHEST)]


@of_card.get("", response={200: EscalationPage}, openapi_extra=problems(422))
def list_escalations_of_card(request: Call, at: Path[OnCard], pages: Query[Before]) -> HttpResponse:
    """What was asked about a card, newest first, 50 a page."""
    found = escalation_list.of_card(card_of(request, at.card), pages.before)
    return answer(200, escalation_page(*found, timezone.now()))


@of_card.post("", response={200: EscalationRaised, 201: EscalationRaised}, openapi_extra=write_problems())
def post_escalation(request: Call, at: Path[OnCard], body: EscalationIn) -> HttpResponse:
    """Asks a person for a decision. 200 where the same question waits already."""
    now = timezone.now()
    render = partial(raised_out, now)
    raised = ask_person(
        card=card_of(request, at.card),
        asked=body.asked(),
        by=request.auth.actor,
        now=now,
        keyed=keyed(request, render),
    )
    return answered(*render(raised))


@router.get("", response={200: EscalationPage}, openapi_extra=problems(422))
def list_escalations(request: Call, at: Path[InProject], wanted: Query[Wanted]) -> HttpResponse:  # noqa: ARG001
    """The project's decisions, newest first, 50 a page."""
    found = escalation_list.in_project(request.auth.project, wanted.state, wanted.before)
    return answer(200, escalation_page(*found, timezone.now()))


@router.get("/{id}", response={200: EscalationOut}, openapi_extra=problems(422))
def get_escalation(request: Call, at: Path[OnEscalation], waiting: Query[Waiting]) -> HttpResponse:
    """State and answer; with `wait`, once it is no longer open or the time is over, whichever comes first."""
    found = escalations.of_project(request.auth.project, at.id)
    # Only the desk's own server can wait; elsewhere the answer comes at once.
    wait = request.META.get("handoff.wait")
    if wait and waiting.wait and awaited.is_awaited(found):
        wait.until(awaited.topic_of(found.pk), waiting.wait)
    return answer(200, dict(escalation_out(found, timezone.now())))


@router.post("/{id}/answer", response={200: EscalationOut}, openapi_extra=write_problems(409))
def post_answer(request: Call, at: Path[OnEscalation], body: AnswerIn) -> HttpResponse:
    """Decides, or asks back: with a person's own token, from the role reviewer on. The first answer holds."""
    if body.question is not None:
        return _done(request, at, ask_back, _exchanged, text=body.question, seen=body.seen)
    return _done(request, at, answer_escalation, _settled, value=body.value or "", seen=body.seen)


@router.post("/{id}/reply", response={200: EscalationOut}, openapi_extra=write_problems(409))
def post_reply(request: Call, at: Path[OnEscalation], body: ReplyIn) -> HttpResponse:
    """Replies to what a person asked back; the decision is open again."""
    return _done(request, at, reply_to_question, _exchanged, text=body.text)


@router.post("/{id}/withdraw", response={200: EscalationOut}, openapi_extra=write_problems(409))
def post_withdrawal(request: Call, at: Path[OnEscalation], body: WithdrawIn) -> HttpResponse:
    """Takes the question back: by who asked, or by an operator."""
    return _done(request, at, withdraw_escalation, shown_out, why=body.why)


def _done(
    request: Call, at: OnEscalation, act: Callable[..., T], render: Callable[[datetime, T], Rendered], **sent: Any
) -> HttpResponse:
    """Raises Escalation.DoesNotExist."""
    now = timezone.now()
    rendered = partial(render, now)
    outcome = act(
        escalation=escalations.of_project(request.auth.project, at.id),
        by=request.auth.actor,
        now=now,
        keyed=keyed(request, rendered),
        **sent,
    )
    return answered(*rendered(outcome))


def _settled(now: datetime, settled: Answered) -> Rendered:
    return shown_out(now, settled.escalation)


def _exchanged(now: datetime, question: Question) -> Rendered:
    return shown_out(now, question.escalation)
