"""Rounds: what the first turn costs both ways, and how the round went."""

from typing import Annotated, Literal

from django.http import HttpResponse
from django.utils import timezone
from ninja import Path, Router
from pydantic import Field
from typing_extensions import TypedDict

from notes.actions.rounds import RoundStart, change_round, start_round
from notes.actions.steps.answers import Rendered
from notes.api.answers import answer, answered
from notes.api.callers import Call
from notes.api.fields import HIGHEST, Moment, Short
from notes.api.fields import Round as RoundNumber
from notes.api.requests import OnCard, Sent, card_of, keyed
from notes.api.shapes import By, problems, when
from notes.api.shapes import keyed as write_problems
from notes.models import Round
from notes.queries.rounds import latest_rounds
from notes.rules.rounds.pricing import Fresh, Session

router = Router(tags=["rounds"])

Tokens = Annotated[int, Field(ge=0, le=HIGHEST)]
Outcome = Literal["succeeded", "failed", "killed", "cancelled", "timed_out"]


class SessionIn(Sent):
    """The session that could be resumed; `warm` while its history is still in the model's cache."""

    tokens: Tokens
    cache: Literal["warm", "cold"]


class FreshIn(Sent):
    """Tokens of what a new session would start with; `note` is 0 where none is usable."""

    note: Tokens
    diff: Tokens = 0
    checklist: Tokens = 0
    prompt: Tokens = 0


class RoundIn(Sent):
    """`chosen` is for who has started the round already, at `started_at`: it is only priced then."""

    model: Annotated[Short, Field(min_length=1, max_length=80)]
    session: SessionIn | None
    fresh: FreshIn
    chosen: Literal["resume", "fresh"] | None = None
    started_at: Moment | None = None


class RoundChange(Sent):
    """What is left out stays as it is."""

    last_commit: Annotated[Short, Field(max_length=64)] | None = None
    last_commit_at: Moment | None = None
    ended_at: Moment | None = None
    outcome: Outcome | None = None


class OnRound(OnCard):
    number: RoundNumber


class RoundOut(TypedDict):
    """Costs are dollars as exact decimals, null where there is nothing to price, or no price. `saved` is what the
    choice saves, null where it was the dearer one or one way has no price.
    """

    number: int
    model: str
    choice: str
    why: str
    resume_cost: str | None
    fresh_cost: str | None
    saved: str | None
    prices_of: str
    started_by: By
    started_at: str
    last_commit: str
    last_commit_at: str | None
    ended_at: str | None
    outcome: str


class RoundList(TypedDict):
    rounds: list[RoundOut]


@router.get("", response={200: RoundList}, openapi_extra=problems())
def list_rounds(request: Call, at: Path[OnCard]) -> HttpResponse:
    """The newest fifty, newest first."""
    return answer(200, {"rounds": [round_out(row) for row in latest_rounds(card_of(request, at.card))]})


@router.post("", response={201: RoundOut}, openapi_extra=write_problems())
def post_round(request: Call, at: Path[OnCard], body: RoundIn) -> HttpResponse:
    """Starts the next round: both estimates, and the cheaper way; or tells of one that was started already."""
    session = Session(body.session.tokens, body.session.cache) if body.session else None
    started = start_round(
        card=card_of(request, at.card),
        by=request.auth.actor,
        now=timezone.now(),
        start=RoundStart(body.model, session, Fresh(**body.fresh.model_dump()), body.chosen, body.started_at),
        keyed=keyed(request, _started),
    )
    return answered(*_started(started))


@router.patch("/{number}", response={200: RoundOut}, openapi_extra=write_problems())
def patch_round(request: Call, at: Path[OnRound], body: RoundChange) -> HttpResponse:
    """Says how the round went: a note that is older than its last commit is stale."""
    changed = change_round(
        card=card_of(request, at.card),
        by=request.auth.actor,
        now=timezone.now(),
        number=at.number,
        changes=body.model_dump(exclude_none=True),
        keyed=keyed(request, _changed),
    )
    return answered(*_changed(changed))


def round_out(row: Round) -> RoundOut:
    costs = (row.resume_cost, row.fresh_cost, row.saved)
    resumed, fresh, saved = (None if amount is None else f"{amount:.6f}" for amount in costs)
    return {
        "number": row.number,
        "model": row.model,
        "choice": row.choice,
        "why": row.why,
        "resume_cost": resumed,
        "fresh_cost": fresh,
        "saved": saved,
        "prices_of": row.prices_of.isoformat(),
        "started_by": {"kind": row.by_kind, "name": row.by_name},
        "started_at": row.at.isoformat(),
        "last_commit": row.last_commit,
        "last_commit_at": when(row.last_commit_at),
        "ended_at": when(row.ended_at),
        "outcome": row.outcome,
    }


def _started(row: Round) -> Rendered:
    return 201, dict(round_out(row)), {}


def _changed(row: Round) -> Rendered:
    return 200, dict(round_out(row)), {}
