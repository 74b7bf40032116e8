"""A decision held for the length of a transaction, together with its card, and whether it still waits."""

from notes.actions.errors import OutOfStep
from notes.actions.steps.cards import hold
from notes.models import Actor, Escalation
from notes.models.escalation import EscalationState
from notes.queries import escalations
from notes.rules.decisions.settling import answered_before, on
from notes.rules.problems import Problem


class TakenAlready(OutOfStep):
    """It was answered or withdrawn before: `escalation` says by whom."""

    def __init__(self, escalation: Escalation) -> None:
        super().__init__(_taken(escalation))
        self.escalation = escalation


class ScreenMoved(OutOfStep):
    """What the person looked at is not what stands there now."""

    def __init__(self, escalation: Escalation) -> None:
        says = "The note, the options or a fact changed after this page was made: look at them, then answer."
        super().__init__(Problem("escalation.moved_on", says, detail={"seen": escalations.seen(escalation)}))
        self.escalation = escalation


def hold_escalation(escalation: Escalation, by: Actor) -> Escalation:
    """As it is now. Raises Card.DoesNotExist or Escalation.DoesNotExist where it is not of the actor's project."""
    card = hold(escalation.card, by)
    held = escalations.of_project(card.project, escalation.pk)
    held.card = card
    return held


def require_standing(held: Escalation, seen: str | None = None) -> None:
    """With `seen`, also that what the person looked at is what stands there."""
    if not held.stands:
        raise TakenAlready(held)
    if seen is not None and seen != escalations.seen(held):
        raise ScreenMoved(held)


def _taken(escalation: Escalation) -> Problem:
    at, name = escalation.settled_at, escalation.settled_by_name
    when = on(at) if at else ""
    detail = {"by": name, "at": at.isoformat() if at else "", "answer": escalation.answer}
    if escalation.state == EscalationState.WITHDRAWN:
        says = f"{name} withdrew this decision {when}: there is nothing left to decide."
        return Problem("escalation.withdrawn", says, detail=detail)
    if not escalation.answer:
        says = f"It was decided {when} by {name}, where its question is kept, and that answer holds."
        return Problem("escalation.answered", says, detail=detail)
    return Problem("escalation.answered", answered_before(name, escalation.answer, when), detail=detail)
