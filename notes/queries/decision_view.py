"""One decision as a person sees it: what is asked, what speaks for each answer, and how it came to this."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from notes.models import Card, Escalation, Fact, Handoff, Question, Revision, Role, User
from notes.models.escalation import EscalationState
from notes.models.fact import FactState
from notes.queries import access, escalations
from notes.queries.card_view import FactView, fact_views, meta
from notes.queries.facts import said_now
from notes.queries.handoff_view import HandoffView, handoff_view
from notes.queries.letters import told
from notes.rules.decisions.triage import is_late
from notes.rules.handoffs.look_alikes import only_looks_alike
from notes.rules.letters.telling import Telling

MOST_HANDOFFS = 6


@dataclass(frozen=True, slots=True)
class Choice:
    """`twin` says what eyes cannot: by what it differs from an option before it."""

    value: str
    source: str
    is_current: bool
    twin: str


@dataclass(frozen=True, slots=True)
class Ask:
    """The question itself, with what is needed to answer it. `seen` names all that an answer looks at."""

    escalation: Escalation
    choices: tuple[Choice, ...]
    seen: str
    late: bool
    on_it: escalations.OnIt | None

    @property
    def stands(self) -> bool:
        return self.escalation.stands

    @property
    def questioned(self) -> bool:
        return self.escalation.state == EscalationState.QUESTIONED

    @property
    def answered(self) -> bool:
        return self.escalation.state == EscalationState.ANSWERED


@dataclass(frozen=True, slots=True)
class DecisionView:
    """`fact` is the one that the answer becomes, or became; `handoffs` are the card's, oldest first."""

    ask: Ask
    card: Card
    questions: tuple[Question, ...]
    facts: tuple[FactView, ...]
    fact: FactView | None
    handoffs: tuple[Handoff, ...]
    newest: Revision | None
    handed: HandoffView | None
    telling: Telling

    @property
    def said(self) -> tuple[Fact, ...]:
        """The values of the fact, side by side."""
        current = (self.fact.current,) if self.fact and self.fact.current else ()
        return (*current, *self.fact.rivals) if self.fact else ()

    @property
    def still_holds(self) -> bool:
        """Whether the fact is what was answered."""
        return bool(self.fact and self.fact.current and self.fact.current.value == self.ask.escalation.answer)


def ask(escalation: Escalation, now: datetime) -> Ask:
    return _ask(escalation, escalations.screen(escalation), now)


def _ask(escalation: Escalation, screen: dict[str, Any], now: datetime) -> Ask:
    return Ask(
        escalation=escalation,
        choices=tuple(_choices(escalation, screen)),
        seen=escalations.seen_of(screen),
        late=escalation.stands and is_late(escalation.due_at, now),
        on_it=escalations.on_it(escalation, now),
    )


def decision_view(escalation: Escalation, now: datetime) -> DecisionView:
    card = escalation.card
    questions, said = escalations.questions(escalation), said_now(card)
    facts = fact_views(said)
    handoffs = Handoff.objects.filter(card=card).order_by("-pk")[:MOST_HANDOFFS]
    return DecisionView(
        ask=_ask(escalation, escalations.screen_of(escalation, questions, said), now),
        card=card,
        questions=tuple(questions),
        facts=facts,
        fact=next((fact for fact in facts if fact.name == escalation.fact), None),
        handoffs=tuple(reversed(handoffs)),
        newest=meta(card, card.revision) if card.revision else None,
        handed=_handed(escalation),
        telling=told(escalation),
    )


def may_be_asked(escalation: Escalation) -> list[User]:
    """The members whom it can be given to."""
    members = access.members_from(escalation.project_id, Role.REVIEWER)
    return [member.user for member in members.order_by("user__name")]


def _handed(escalation: Escalation) -> HandoffView | None:
    """The handoff that this came from, with what each try said."""
    handoff = escalation.handoff
    if handoff:
        handoff.card = escalation.card
    return handoff_view(handoff, list(handoff.read_backs.order_by("number"))) if handoff else None


def _choices(escalation: Escalation, screen: dict[str, Any]) -> Iterator[Choice]:
    current = {fact["name"]: fact["value"] for fact in screen["facts"] if fact["state"] == FactState.CURRENT}
    for option in escalation.options:
        is_current = bool(escalation.fact) and current.get(escalation.fact) == option["value"]
        yield Choice(option["value"], option.get("source", ""), is_current, _twin(escalation, option["value"]))


def _twin(escalation: Escalation, value: str) -> str:
    for number, option in enumerate(escalation.options, 1):
        if option["value"] == value:
            break
        if says := only_looks_alike(option["value"], value):
            return f"looks like {number}, {says.replace(', sent ', f', {number} has ')}"
    return ""
