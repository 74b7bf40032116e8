"""Decisions one by one: the row, what stands around it, and exactly what a person sees of it."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from notes.models import Actor, Card, Escalation, Fact, Membership, Project, Question, User
from notes.models.escalation import STANDS
from notes.queries import access
from notes.queries.facts import said_now
from notes.rules.decisions.triage import rank
from notes.rules.texts import digest

DIGITS = 16


@dataclass(frozen=True, slots=True)
class OnIt:
    """Who said that they look after it, and until when that counts."""

    user_id: int
    name: str
    until: datetime


def of_project(project: Project, pk: int) -> Escalation:
    """Raises Escalation.DoesNotExist, also where it is another project's."""
    found = _whole().get(pk=pk, project=project)
    found.project = found.card.project = project
    return found


def for_person(user: User, pk: int) -> tuple[Escalation, Actor]:
    """Raises Escalation.DoesNotExist for a decision that is not there, and for one of a project that is not theirs."""
    found = _whole().select_related("project", "card__project").get(pk=pk, project__memberships__user=user)
    return found, access.person(user, Membership.objects.get(project=found.project_id, user=user))


def standing(card: Card, now: datetime) -> list[Escalation]:
    """What a person is still to decide about this card, most pressing first."""
    # Without an order, or the index of all of the card's is used instead of that of what stands.
    found = _whole().filter(STANDS, card=card)
    return sorted(found, key=lambda each: (rank(each.due_at, each.impact, each.at, now), each.pk))


def on_it(escalation: Escalation, now: datetime) -> OnIt | None:
    user, until = escalation.claimed_by, escalation.claimed_until
    return OnIt(user.pk, user.name, until) if user and until and now < until else None


def seen(escalation: Escalation) -> str:
    """Names what is on the screen now; an answer says what it looked at, and counts only while that is still so."""
    return seen_of(screen(escalation))


def seen_of(shown: dict[str, Any]) -> str:
    return f"{shown['revision']}.{digest(json.dumps(shown, sort_keys=True))[:DIGITS]}"


def screen(escalation: Escalation) -> dict[str, Any]:
    """The exact text that a person looks at who decides; kept with the answer. The note is named by its revision."""
    return screen_of(escalation, questions(escalation), said_now(escalation.card))


def questions(escalation: Escalation) -> list[Question]:
    return list(escalation.questions.order_by("pk"))


def screen_of(escalation: Escalation, questions: Iterable[Question], facts: Iterable[Fact]) -> dict[str, Any]:
    """The same, of what was read already."""
    return {
        "revision": escalation.card.revision,
        "decision": escalation.decision,
        "options": escalation.options,
        "evidence": escalation.evidence,
        "untrusted": escalation.untrusted,
        "questions": [{"text": each.text, "by": each.by_name, "reply": each.reply} for each in questions],
        "facts": [
            {"name": fact.name, "value": fact.value, "source": fact.source, "state": fact.state} for fact in facts
        ],
    }


def _whole() -> QuerySet[Escalation]:
    return Escalation.objects.select_related("card", "handoff", "assignee", "claimed_by", "settled_by")
