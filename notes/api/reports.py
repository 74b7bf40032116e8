"""For projects whose text stays on the machine: numbers about a note, and decisions without their words."""

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, Literal

from django.http import HttpResponse
from django.utils import timezone
from ninja import Path, Router
from pydantic import Field
from typing_extensions import TypedDict

from notes.actions.reports import (
    NoteReport,
    RefusalReport,
    ask_without_text,
    report_agreement,
    report_answer,
    report_note,
    report_refusal,
)
from notes.actions.steps.answers import Rendered
from notes.api.answers import answered
from notes.api.callers import Call
from notes.api.escalation_shapes import EscalationOut, EscalationRaised, raised_out, shown_out
from notes.api.fields import HIGHEST, Code, FormatName, Moment, Revision, Round, Short
from notes.api.requests import InProject, OnCard, Sent, card_of, keyed
from notes.api.shapes import keyed as write_problems
from notes.models import ActorKind, Card
from notes.queries import escalations

of_card = Router(tags=["reports"])
of_project = Router(tags=["reports"])

Count = Annotated[int, Field(ge=0, le=HIGHEST)]
KindOfAuthor = Literal["person", "agent", "summariser", "runner", "unknown"]


class ReportIn(Sent):
    """One revision of a note that is kept beside the agent. `by` is the kind of its author; `lines` counts by kind."""

    revision: Annotated[int, Field(ge=1, le=HIGHEST)]
    format: FormatName
    by: KindOfAuthor
    written_at: Moment
    tokens: Count
    bytes: Count
    sections: Count
    locked: Count
    lines: dict[KindOfAuthor, Count]
    model: Annotated[Short, Field(max_length=80)] = ""
    round: Round | None = None


class RefusedIn(Sent):
    """A write that was refused beside the agent, kept there as late (`late`), or saved with the locked lines put back
    (`put_back`). `codes` counts its reasons.
    """

    at: Moment
    by: KindOfAuthor
    codes: Annotated[dict[Code, Annotated[int, Field(ge=1, le=HIGHEST)]], Field(min_length=1, max_length=100)]
    late: bool = False
    put_back: bool = False
    base_revision: Revision | None = None


class AskIn(Sent):
    """The desk words the question itself: its text, options and evidence stay where they are."""

    cause: Literal["asked", "open_question"] = "asked"
    impact: Literal["money", "eligibility", "deadline", "other"] = "other"
    due_at: Moment | None = None


class SettledIn(Sent):
    """Only a person decides; `sources` that agree again leave nothing to decide."""

    by: Literal["person", "sources"]


class OnDecision(InProject):
    id: Annotated[int, Field(ge=1, le=HIGHEST)]


class Reported(TypedDict):
    """`revision` is the newest that the desk knows of; what it wants of notes is that of `whoami`."""

    revision: int
    token_limit: int | None
    require_fact_sources: bool


@of_card.put("/note/report", response={200: Reported}, openapi_extra=write_problems(409))
def put_report(request: Call, at: Path[OnCard], body: ReportIn) -> HttpResponse:
    """Counts and times of one revision, where the project keeps its text on the machine."""
    return _told(request, at, report_note, NoteReport(**_sent(body)))


@of_card.post("/refusals/report", response={200: Reported}, openapi_extra=write_problems(409))
def post_refused(request: Call, at: Path[OnCard], body: RefusedIn) -> HttpResponse:
    """Says that a write was refused, by the codes of its reasons alone."""
    return _told(request, at, report_refusal, RefusalReport(**_sent(body)))


@of_card.post("/escalations/report", response={201: EscalationRaised}, openapi_extra=write_problems(409))
def post_asked(request: Call, at: Path[OnCard], body: AskIn) -> HttpResponse:
    """Says that a decision is needed, without any text of it."""
    now = timezone.now()
    render = partial(raised_out, now)
    raised = ask_without_text(
        card=card_of(request, at.card),
        by=request.auth.actor,
        now=now,
        **body.model_dump(),
        keyed=keyed(request, render),
    )
    return answered(*render(raised))


@of_project.post("/{id}/report", response={200: EscalationOut}, openapi_extra=write_problems(409))
def post_settled(request: Call, at: Path[OnDecision], body: SettledIn) -> HttpResponse:
    """Says that a person decided at the machine, without what they said, or that the sources of the fact agree."""
    now = timezone.now()
    render = partial(shown_out, now)
    report = report_answer if body.by == "person" else report_agreement
    settled = report(
        escalation=escalations.of_project(request.auth.project, at.id),
        by=request.auth.actor,
        now=now,
        keyed=keyed(request, render),
    )
    return answered(*render(settled))


def _sent(body: ReportIn | RefusedIn) -> dict[str, Any]:
    return body.model_dump() | {"by": ActorKind(body.by)}


def _told(request: Call, at: OnCard, act: Callable[..., Card], report: NoteReport | RefusalReport) -> HttpResponse:
    card = act(
        card=card_of(request, at.card),
        by=request.auth.actor,
        now=timezone.now(),
        report=report,
        keyed=keyed(request, _reported),
    )
    return answered(*_reported(card))


def _reported(card: Card) -> Rendered:
    project = card.project
    told: Reported = {
        "revision": card.revision,
        "token_limit": project.token_limit,
        "require_fact_sources": project.require_fact_sources,
    }
    return 200, dict(told), {}
