"""The page of one decision, as it stands and after whatever was sent from it."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render

from notes.models import Actor, Escalation, Role
from notes.queries.decision_view import decision_view, may_be_asked
from notes.queries.kept_rows import RENDERED
from notes.web.clock import now_for
from notes.web.note.rows import rows
from notes.web.requests import Request


@dataclass(frozen=True, slots=True)
class Notice:
    """What is said above the decision: what became of what was sent. `level` is good, warn or bad."""

    level: str
    says: str


def show(
    request: Request,
    escalation: Escalation,
    actor: Actor,
    *,
    status: int = 200,
    notice: Notice | None = None,
    typed: str = "",
    fault: str = "",
) -> HttpResponse:
    """`typed` is kept on the page whatever happens; `fault` says at its field what is wrong with it."""
    now = now_for(request.user)
    seen = decision_view(escalation, now)
    shows = escalation.project.shows_content
    note = rows(seen.card, seen.newest, RENDERED, steered=False) if seen.newest and shows else None
    context = {"project": escalation.project, "seen": seen, "ask": seen.ask, "note": note, "view": RENDERED, "now": now}
    context |= {"notice": notice, "typed": typed, "fault": fault, **may(escalation, actor)}
    context |= {"members": may_be_asked(escalation) if context["may_assign"] and seen.ask.stands else []}
    return render(request, "decisions/decision.html", context, status=status)


def may(escalation: Escalation, actor: Actor) -> dict[str, Any]:
    raised_it = (actor.kind, actor.name) == (escalation.by_kind, escalation.by_name)
    steers = actor.may(Role.OPERATOR)
    return {"may_answer": actor.may(Role.REVIEWER), "may_assign": steers, "may_withdraw": steers or raised_it}
