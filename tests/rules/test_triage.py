"""Which decision comes first."""

from datetime import UTC, datetime, timedelta

import pytest

from notes.rules.decisions.triage import is_late, rank

NOW = datetime(2026, 11, 12, 10, 30, tzinfo=UTC)
HOUR = timedelta(hours=1)
# Due, impact, raised: in the order in which a person sees them.
IN_ORDER = [
    (NOW - 3 * HOUR, "other", NOW),
    (NOW - HOUR, "money", NOW),
    (NOW, "other", NOW - HOUR),
    (NOW + HOUR, "money", NOW - HOUR),
    (NOW + HOUR, "eligibility", NOW - 2 * HOUR),
    (NOW + HOUR, "deadline", NOW - 2 * HOUR),
    (NOW + HOUR, "other", NOW - 2 * HOUR),
    (NOW + 2 * HOUR, "money", NOW - 9 * HOUR),
    (None, "money", NOW - HOUR),
    (None, "other", NOW - 2 * HOUR),
    (None, "other", NOW - HOUR),
    (None, "something new", NOW - 9 * HOUR),
]


def test_late_comes_first_then_due_then_impact_then_age() -> None:
    ranks = [rank(due, impact, at, NOW) for due, impact, at in IN_ORDER]
    assert ranks == sorted(ranks)
    assert len(set(ranks)) == len(ranks)


@pytest.mark.parametrize(("due", "late"), [(None, False), (NOW - HOUR, True), (NOW, True), (NOW + HOUR, False)])
def test_what_is_due_now_is_late(due: datetime | None, late: bool) -> None:
    assert is_late(due, NOW) is late
