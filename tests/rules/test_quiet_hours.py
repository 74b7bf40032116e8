"""Quiet hours by the clock on the reader's wall, over midnight and through changes of the clock."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notes.rules.letters.quiet_hours import is_quiet, not_before

ZONES = ["UTC", "Asia/Kolkata", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Cairo"]
# Their clocks are put on or back then, at midnight, at two or at three.
CHANGES = [datetime(2026, *day, tzinfo=UTC) for day in [(3, 8), (3, 29), (4, 24), (9, 6), (10, 3), (10, 25), (10, 30)]]

# Zone, quiet from, until, the moment by the reader's clock, and when the letter may go by that clock.
TABLE = [
    ("UTC", None, None, "2026-11-12T23:00", "2026-11-12T23:00"),
    ("UTC", "22:00", "07:00", "2026-11-12T21:59", "2026-11-12T21:59"),
    ("UTC", "22:00", "07:00", "2026-11-12T22:00", "2026-11-13T07:00"),
    ("UTC", "22:00", "07:00", "2026-11-13T06:59", "2026-11-13T07:00"),
    ("UTC", "22:00", "07:00", "2026-11-13T07:00", "2026-11-13T07:00"),
    ("UTC", "12:00", "13:30", "2026-11-13T12:10", "2026-11-13T13:30"),
    ("UTC", "12:00", "12:00", "2026-11-13T12:10", "2026-11-13T12:10"),
    ("Asia/Kolkata", "22:00", "07:00", "2026-11-12T23:00", "2026-11-13T07:00"),
    # The clock goes from 02:00 to 03:00 that night, and from 03:00 back to 02:00 in autumn.
    ("Europe/Berlin", "22:00", "07:00", "2026-03-28T23:00", "2026-03-29T07:00"),
    ("Europe/Berlin", "22:00", "02:30", "2026-03-28T23:00", "2026-03-29T03:00"),
    ("Europe/Berlin", "03:11", "02:44", "2026-03-28T17:06", "2026-03-29T03:00"),
    ("Europe/Berlin", "22:00", "07:00", "2026-10-24T23:00", "2026-10-25T07:00"),
    ("Europe/Berlin", "22:00", "02:30", "2026-10-24T23:00", "2026-10-25T02:30"),
]


def clock(text: str | None) -> time | None:
    return time.fromisoformat(text) if text else None


@pytest.mark.parametrize(("zone", "begin", "end", "now", "expected"), TABLE)
def test_when_a_letter_may_go(zone: str, begin: str | None, end: str | None, now: str, expected: str) -> None:
    here = ZoneInfo(zone)
    at, due = (datetime.fromisoformat(each).replace(tzinfo=here).astimezone(UTC) for each in (now, expected))
    assert not_before(at, clock(begin), clock(end), here) == due


minutes = st.integers(0, 24 * 60 - 1).map(lambda minute: time(*divmod(minute, 60)))
moments = st.integers(0, 365 * 24 * 60).map(lambda minute: datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=minute))
near_changes = st.builds(
    lambda change, minute: change + timedelta(minutes=minute), st.sampled_from(CHANGES), st.integers(-30 * 60, 30 * 60)
)


@given(moments | near_changes, minutes, minutes, st.sampled_from(ZONES))
def test_it_is_the_first_moment_that_is_not_quiet(now: datetime, begin: time, end: time, zone: str) -> None:
    here = ZoneInfo(zone)
    steps = (now + timedelta(minutes=minute) for minute in range(3 * 24 * 60))
    assert not_before(now, begin, end, here) == next(at for at in steps if not is_quiet(at, begin, end, here))


@given(near_changes, minutes, st.sampled_from(ZONES))
def test_seconds_are_no_matter(now: datetime, end: time, zone: str) -> None:
    here, late = ZoneInfo(zone), now + timedelta(seconds=31)
    found = not_before(late, time(4), end, here)
    assert found >= late
    assert not is_quiet(found, time(4), end, here)
