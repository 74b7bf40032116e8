"""Handing work on, and reading back what was handed over."""

from typing import Annotated, Literal

from django.http import HttpResponse
from django.utils import timezone
from ninja import Path, Query, Router
from pydantic import Field

from notes.actions.handoffs import ReadBackDone, hand_off, read_back
from notes.actions.steps.answers import Rendered
from notes.api.answers import answer, answered
from notes.api.callers import Call
from notes.api.fields import HIGHEST, Short, Text
from notes.api.handoff_shapes import (
    HandoffOut,
    HandoffPage,
    HandoffWithTries,
    ReadBackOut,
    handoff_out,
    handoff_with_tries,
    read_back_out,
)
from notes.api.requests import Before, InProject, OnCard, Sent, card_of, keyed
from notes.api.shapes import keyed as write_problems
from notes.api.shapes import problems
from notes.models import Handoff
from notes.queries import handoffs

of_card = Router(tags=["handoffs"])
router = Router(tags=["handoffs"])


class OnHandoff(InProject):
    id: Annotated[int, Field(ge=1, le=HIGHEST)]


class HandoffIn(Sent):
    """`to` names the receiver. `trace` says where the record of your run is kept; only people see it."""

    to: Annotated[Short, Field(min_length=1, max_length=80)]
    kind: Literal["agent", "session", "person"]
    trace: Annotated[Short, Field(max_length=500)] = ""


class ReadBackIn(Sent):
    """Every fact by its name with the exact value, and the next action word for word."""

    facts: dict[Text, Text | None]
    next_action: Text | None = None


@of_card.get("", response={200: HandoffPage}, openapi_extra=problems(422))
def list_handoffs(request: Call, at: Path[OnCard], pages: Query[Before]) -> HttpResponse:
    """The handoffs of a card, newest first, 20 a page."""
    found, following = handoffs.of_card(card_of(request, at.card), pages.before)
    return answer(200, {"handoffs": [handoff_out(each) for each in found], "next": following})


@of_card.post("", response={201: HandoffOut}, openapi_extra=write_problems(409))
def post_handoff(request: Call, at: Path[OnCard], body: HandoffIn) -> HttpResponse:
    """Freezes the note's revision, the facts and the next action for a receiver, who reads them back."""
    handoff = hand_off(
        card=card_of(request, at.card),
        by=request.auth.actor,
        now=timezone.now(),
        **body.model_dump(),
        keyed=keyed(request, _sent),
    )
    return answered(*_sent(handoff))


@router.get("/{id}", response={200: HandoffWithTries}, openapi_extra=problems(422))
def get_handoff(request: Call, at: Path[OnHandoff]) -> HttpResponse:
    """What was handed over, with every try to read it back."""
    return answer(200, handoff_with_tries(handoffs.of_project(request.auth.project, at.id)))


@router.post("/{id}/read-back", response={200: ReadBackOut}, openapi_extra=write_problems(409))
def post_read_back(request: Call, at: Path[OnHandoff], body: ReadBackIn) -> HttpResponse:
    """Compares exactly. 200 also where it does not match: then `problems` says what differs. There are two tries."""
    done = read_back(
        handoff=handoffs.of_project(request.auth.project, at.id),
        by=request.auth.actor,
        now=timezone.now(),
        facts=body.facts,
        next_action=body.next_action,
        keyed=keyed(request, _compared),
    )
    return answered(*_compared(done))


def _sent(handoff: Handoff) -> Rendered:
    return 201, dict(handoff_out(handoff)), {}


def _compared(done: ReadBackDone) -> Rendered:
    return 200, read_back_out(done), {}
