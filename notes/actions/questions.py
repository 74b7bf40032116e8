"""What a person asks back before deciding, and the agent's reply."""

from datetime import datetime

from django.db import transaction

from notes.actions.errors import Invalid, OutOfStep, require, require_writer
from notes.actions.steps.answers import Keyed, claim, keep
from notes.actions.steps.content import require_here
from notes.actions.steps.history import record
from notes.actions.steps.standing import hold_escalation, require_standing
from notes.mail import outbox
from notes.models import Actor, Escalation, Question, Role
from notes.models.escalation import EscalationState
from notes.rules.decisions.escalations import check_text
from notes.rules.problems import Problem


def ask_back(
    *,
    escalation: Escalation,
    by: Actor,
    now: datetime,
    text: str,
    seen: str | None = None,
    keyed: Keyed[Question] | None = None,
) -> Question:
    """Settles nothing: the agent is to reply, and then the decision stands as before, with all that was said."""
    require(by, Role.REVIEWER, "ask the agent back")
    with transaction.atomic(durable=True):
        claim(keyed, now)
        held = hold_escalation(escalation, by)
        require_here(held.project)
        if waiting := held.questions.filter(replied_at=None).first():
            return keep(keyed, _same(waiting, by, text))
        require_standing(held, seen)
        if problems := check_text("question", "The question", text):
            raise Invalid(*problems)
        asked = Question.objects.create(escalation=held, text=text, user_id=by.user_id, by_name=by.name, at=now)
        _turn(held, EscalationState.QUESTIONED, "asked_back", by, now)
        return keep(keyed, asked)


def reply_to_question(
    *, escalation: Escalation, by: Actor, now: datetime, text: str, keyed: Keyed[Question] | None = None
) -> Question:
    """The decision waits for a person again."""
    require_writer(by, to="reply to questions")
    with transaction.atomic(durable=True):
        claim(keyed, now)
        held = hold_escalation(escalation, by)
        require_here(held.project)
        require_standing(held)
        asked = held.questions.filter(replied_at=None).first()
        if asked is None:
            raise OutOfStep(Problem("escalation.no_question", "Nobody asked back: wait for the answer, or a question."))
        if problems := check_text("reply", "The reply", text):
            raise Invalid(*problems)
        asked.reply, asked.replied_at = text, now
        asked.replied_by_kind, asked.replied_by_name = by.kind, by.name
        asked.save()
        _turn(held, EscalationState.OPEN, "replied", by, now)
        outbox.write_replied(asked, now)
        return keep(keyed, asked)


def _turn(held: Escalation, state: EscalationState, verb: str, by: Actor, now: datetime) -> None:
    held.state = state
    held.save(update_fields=["state"])
    record(f"escalation.{verb}", by=by, now=now, card=held.card, escalation=held.pk)


def _same(waiting: Question, by: Actor, text: str) -> Question:
    """Sending the same question twice asks it once; another one waits until the agent has replied."""
    if (waiting.user_id, waiting.text) == (by.user_id, text):
        return waiting
    says = f"{waiting.by_name} asked already, and the agent has not replied yet: wait for that, or answer as it is."
    raise OutOfStep(Problem("escalation.asked_back", says))
