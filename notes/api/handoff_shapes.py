"""Handoffs and read-backs as JSON."""

from typing import Any, NotRequired

from django.conf import settings
from typing_extensions import TypedDict

from notes.actions.handoffs import ReadBackDone
from notes.api.escalation_shapes import Asked, asked
from notes.api.shapes import By, OneProblem, by, when
from notes.models import Handoff, ReadBack
from notes.queries.handoffs import tries_of


class HandoffOut(TypedDict):
    """What is handed over: read it back word for word at `read_back`. `facts` and `sources` go by name; `disputed`
    names the facts that another source speaks against. `note` is the address of the note as it was handed over,
    `resume` of all that the receiver takes up the work with.
    """

    id: int
    card: str
    to: str
    kind: str
    revision: int
    facts: dict[str, str]
    sources: dict[str, str]
    disputed: list[str]
    next_action: str
    note: str
    resume: str
    state: str
    read_back: str
    by: By
    at: str
    settled_by: By | None
    settled_at: str | None


class Try(TypedDict):
    """`facts` and `next_action` as they came; None where the next action was left out."""

    number: int
    facts: dict[str, str]
    next_action: str | None
    problems: list[OneProblem]
    by: By
    at: str


class HandoffWithTries(HandoffOut):
    tries: list[Try]
    escalation: Asked | None


class HandoffPage(TypedDict):
    """`next` is what to send as `before` for the older ones, None on the last page."""

    handoffs: list[HandoffOut]
    next: int | None


class ReadBackOut(TypedDict):
    """`ok` where all of it matched. `state` is the handoff's: sent, accepted or stopped."""

    ok: bool
    problems: list[OneProblem]
    tries_left: int
    state: str
    escalation: NotRequired[Asked]


def handoff_out(handoff: Handoff) -> HandoffOut:
    card = handoff.card
    project = f"{settings.PUBLIC_URL}/api/v1/projects/{card.project.slug}"
    return {
        "id": handoff.pk,
        "card": card.key,
        "to": handoff.to,
        "kind": handoff.kind,
        "revision": handoff.revision,
        "facts": {fact["name"]: fact["value"] for fact in handoff.facts},
        "sources": {fact["name"]: fact["source"] for fact in handoff.facts},
        "disputed": [fact["name"] for fact in handoff.facts if fact.get("disputed")],
        "next_action": handoff.next_action,
        "note": f"{project}/cards/{card.key}/note/revisions/{handoff.revision}",
        "resume": f"{project}/cards/{card.key}/resume",
        "state": handoff.state,
        "read_back": f"{project}/handoffs/{handoff.pk}/read-back",
        "by": {"kind": handoff.by_kind, "name": handoff.by_name},
        "at": handoff.at.isoformat(),
        "settled_by": by(handoff.settled_by_kind, handoff.settled_by_name),
        "settled_at": when(handoff.settled_at),
    }


def handoff_with_tries(handoff: Handoff) -> dict[str, Any]:
    decision = handoff.escalation
    return {
        **handoff_out(handoff),
        "tries": [_try(tried) for tried in tries_of(handoff)],
        "escalation": asked(decision) if decision else None,
    }


def read_back_out(done: ReadBackDone) -> dict[str, Any]:
    problems = done.read_back.problems
    told: ReadBackOut = {
        "ok": not problems,
        "problems": [_problem(problem) for problem in problems],
        "tries_left": done.tries_left,
        "state": done.handoff.state,
    }
    return {**told, "escalation": asked(done.escalation)} if done.escalation else dict(told)


def _try(tried: ReadBack) -> Try:
    return {
        "number": tried.number,
        "facts": tried.facts,
        "next_action": tried.next_action,
        "problems": [_problem(problem) for problem in tried.problems],
        "by": {"kind": tried.by_kind, "name": tried.by_name},
        "at": tried.at.isoformat(),
    }


def _problem(kept: dict[str, Any]) -> Any:
    return {"code": kept["code"], "says": kept["says"], **(kept["detail"] or {})}
