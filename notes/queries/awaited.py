"""What programs wait for: `escalation:12`, until it is not open any more."""

from collections.abc import Collection

from notes.models import Escalation
from notes.models.escalation import EscalationState

ESCALATION = "escalation:"


def topic_of(escalation: Escalation) -> str:
    return f"{ESCALATION}{escalation.pk}"


def is_awaited(escalation: Escalation) -> bool:
    """A decision that a person asked back about is the agent's turn: there is nothing to wait for."""
    return escalation.state == EscalationState.OPEN


def come_to_pass(topics: Collection[str]) -> set[str]:
    """Those of the topics that nobody needs to wait for any longer. One query, whatever their number."""
    ids = {int(topic.removeprefix(ESCALATION)): topic for topic in topics}
    still_open = Escalation.objects.filter(pk__in=ids, state=EscalationState.OPEN).values_list("pk", flat=True)
    return set(topics) - {ids[pk] for pk in still_open}
