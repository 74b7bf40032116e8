"""Setting must-carry facts."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from notes.actions.errors import Invalid, require_writer
from notes.actions.steps.answers import Keyed, claim, keep
from notes.actions.steps.cards import hold
from notes.actions.steps.content import require_here
from notes.actions.steps.facts import put_fact
from notes.actions.steps.history import record
from notes.models import Actor, Card, Escalation
from notes.queries.facts import names_taken
from notes.rules.facts.checks import check_fact
from notes.rules.facts.decisions import FactDecision, FactValue
from notes.rules.facts.names import by_fold, check_same_name


@dataclass(frozen=True, slots=True)
class FactPut:
    card: Card
    name: str
    decision: FactDecision
    escalation: Escalation | None = None


def set_fact(
    *,
    card: Card,
    name: str,
    new: FactValue,
    by: Actor,
    now: datetime,
    replaces: str | None = None,
    keyed: Keyed[FactPut] | None = None,
) -> FactPut:
    """A dispute is an outcome, not an error: the rival value is kept, and a person is asked which one holds."""
    require_writer(by, to="set facts")
    with transaction.atomic(durable=True):
        claim(keyed, now)
        held = hold(card, by)
        require_here(held.project)
        if problems := check_fact(name, new.value, new.kind, new.source):
            raise Invalid(*problems)
        if taken := check_same_name(name, by_fold(names_taken(held))):
            return keep(keyed, FactPut(held, name, FactDecision("refused", taken)))
        put = put_fact(held, name, new, by=by, now=now, replaces=replaces)
        if put.decision.outcome != "unchanged":
            record(f"fact.{put.decision.outcome}", by=by, now=now, card=held, fact=name)
        return keep(keyed, FactPut(held, name, put.decision, put.escalation))
