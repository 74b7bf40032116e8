"""Which days a digest tells of, and from when to when they went."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo

MORNING = time(7)
# Where no worker ran for longer, the older days are left to the pages of the project.
MOST_DAYS = 7


@dataclass(frozen=True, slots=True)
class Days:
    first: date
    last: date


def days_to_tell(now: datetime, zone: tzinfo, told: date | None) -> Days | None:
    """Up to yesterday, once it is morning where the reader is, from the day after the last one that was told."""
    here = now.astimezone(zone)
    if here.time() < MORNING:
        return None
    last = here.date() - timedelta(days=1)
    first = last - timedelta(days=MOST_DAYS - 1)
    if told is not None:
        first = max(first, told + timedelta(days=1))
    return Days(first, last) if first <= last else None


def bounds(days: Days, zone: tzinfo) -> tuple[datetime, datetime]:
    """From midnight to midnight by that clock; a day may have 23 or 25 hours."""
    begin, end = (datetime.combine(each, time(), zone) for each in (days.first, days.last + timedelta(days=1)))
    return begin.astimezone(UTC), end.astimezone(UTC)


def days_in_words(first: date, last: date) -> str:
    if first == last:
        return f"on {_named(first)}"
    return f"from {_named(first)} to {_named(last)}"


def _named(day: date) -> str:
    return f"{day:%A} {day.day} {day:%B}"
