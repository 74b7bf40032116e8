"""Which decision comes first: what is late, then what is due, then what costs most, then what waited longest."""

from datetime import UTC, datetime

from notes.rules.decisions.escalations import IMPACTS

NEVER = datetime.max.replace(tzinfo=UTC)


def is_late(due_at: datetime | None, now: datetime) -> bool:
    return due_at is not None and due_at <= now


def rank(due_at: datetime | None, impact: str, at: datetime, now: datetime) -> tuple[bool, datetime, int, datetime]:
    """What decisions are sorted by; an unknown impact comes after all that are known."""
    weight = IMPACTS.index(impact) if impact in IMPACTS else len(IMPACTS)
    return not is_late(due_at, now), due_at or NEVER, weight, at
