"""What programs wait for: `escalation:12`, until it is not open any more."""

from notes.models import Escalation
from notes.models.escalation import EscalationState


def topic_of(escalation: int) -> str:
    return f"escalation:{escalation}"


def is_awaited(escalation: Escalation) -> bool:
    """A decision that a person asked back about is the agent's turn: there is nothing to wait for."""
    return escalation.state == EscalationState.OPEN
