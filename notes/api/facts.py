"""Must-carry facts: exact values with their sources, set by code or by a person."""

from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from ninja import Path, Router

from notes.actions.facts import FactPut, set_fact
from notes.actions.steps.answers import Rendered
from notes.api.answers import answer, answered, entry, problem_body
from notes.api.callers import Call
from notes.api.escalation_shapes import asked
from notes.api.fact_shapes import FactList, FactOut, fact_out, facts_out
from notes.api.fields import Text
from notes.api.requests import OnCard, Sent, card_with_text, keyed
from notes.api.shapes import keyed as write_problems
from notes.api.shapes import problems
from notes.queries import facts
from notes.rules.facts.decisions import FactValue
from notes.rules.facts.kinds import DEFAULT_KIND

router = Router(tags=["facts"])


class OnFact(OnCard):
    name: str


class FactIn(Sent):
    """`replaces` is the current value, word for word, where another source's value is to give way."""

    value: Text
    source: Text
    kind: Text = DEFAULT_KIND
    replaces: Text | None = None


@router.get("", response={200: FactList}, openapi_extra=problems())
def list_facts(request: Call, at: Path[OnCard]) -> HttpResponse:
    """Every fact of the card with its trail."""
    return answer(200, facts_out(facts.trails(card_with_text(request, at.card))))


@router.get("/{name}", response={200: FactOut}, openapi_extra=problems())
def get_fact(request: Call, at: Path[OnFact]) -> HttpResponse:
    """One fact with its trail."""
    return answer(200, dict(fact_out(facts.trail(card_with_text(request, at.card), at.name))))


@router.put("/{name}", response={200: FactOut, 201: FactOut}, openapi_extra=write_problems(409))
def put_a_fact(request: Call, at: Path[OnFact], body: FactIn) -> HttpResponse:
    """Sets the exact value. A different one from another source is a dispute, which a person settles."""
    put = set_fact(
        card=card_with_text(request, at.card),
        name=at.name,
        new=FactValue(body.value, body.kind, body.source),
        by=request.auth.actor,
        now=timezone.now(),
        replaces=body.replaces,
        keyed=keyed(request, _rendered),
    )
    return answered(*_rendered(put))


def _rendered(put: FactPut) -> Rendered:
    if problem := put.decision.problem:
        return 409, problem_body(409, [entry(problem)], **_asked(put)), {}
    status = 201 if put.decision.outcome == "created" else 200
    return status, dict(fact_out(facts.trail(put.card, put.name))), {}


def _asked(put: FactPut) -> dict[str, Any]:
    """The decision that a dispute waits for."""
    return {"escalation": asked(put.escalation)} if put.escalation else {}
