"""Which day a digest tells of, and from when to when that day went."""

from datetime import UTC, date, datetime, time, timedelta, tzinfo

MORNING = time(7)


def day_to_tell(now: datetime, zone: tzinfo) -> date | None:
    """Yesterday, once it is morning where the reader is; before that there is nothing to tell."""
    here = now.astimezone(zone)
    return here.date() - timedelta(days=1) if here.time() >= MORNING else None


def bounds(day: date, zone: tzinfo) -> tuple[datetime, datetime]:
    """From midnight to midnight by that clock; such a day may have 23 or 25 hours."""
    begin, end = (datetime.combine(each, time(), zone) for each in (day, day + timedelta(days=1)))
    return begin.astimezone(UTC), end.astimezone(UTC)
