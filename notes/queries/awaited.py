"""What is waited for: `escalation:12`, until it is not open any more; `save:3`, until it is done or failed."""

from collections.abc import Iterator

from notes.models import Escalation
from notes.models.escalation import EscalationState
from notes.rules.watching import Happening


def topic_of(escalation: int) -> str:
    return f"escalation:{escalation}"


def topic_of_save(save: int) -> str:
    return f"save:{save}"


def topics_of(happened: Happening) -> Iterator[str]:
    if happened.escalation is not None:
        yield topic_of(happened.escalation)
    if happened.save is not None:
        yield topic_of_save(happened.save)


def is_awaited(escalation: Escalation) -> bool:
    """A decision that a person asked back about is the agent's turn: there is nothing to wait for."""
    return escalation.state == EscalationState.OPEN
