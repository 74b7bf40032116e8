"""When a letter may be sent: not while its reader wants quiet, by the clock on their wall."""

from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta, tzinfo

# Quiet hours end within a day; where the clock is put on then, within two.
DAYS = 3


def not_before(now: datetime, quiet_from: time | None, quiet_until: time | None, zone: tzinfo) -> datetime:
    """`now`, or the first moment after it that is not quiet."""
    if not is_quiet(now, quiet_from, quiet_until, zone) or quiet_until is None:
        return now
    return next((end for end in _ends(now, quiet_until, zone) if not is_quiet(end, quiet_from, quiet_until, zone)), now)


def is_quiet(at: datetime, quiet_from: time | None, quiet_until: time | None, zone: tzinfo) -> bool:
    if quiet_from is None or quiet_until is None or quiet_from == quiet_until:
        return False
    clock = at.astimezone(zone).time()
    if quiet_from < quiet_until:
        return quiet_from <= clock < quiet_until
    return clock >= quiet_from or clock < quiet_until


def _ends(now: datetime, until: time, zone: tzinfo) -> list[datetime]:
    """Whenever the clock shows the end, which may be twice on a day; and where it is put on or back, maybe past it."""
    today = now.astimezone(zone).date()
    days = [today + timedelta(days=more) for more in range(DAYS)]
    walls = [datetime.combine(day, until, zone).replace(fold=fold) for day in days for fold in (0, 1)]
    ends = [wall.astimezone(UTC) for wall in walls] + list(_changes(now, zone))
    return sorted(end for end in ends if end >= now)


def _changes(now: datetime, zone: tzinfo) -> Iterator[datetime]:
    """The minutes in which the clock is put on or back."""
    begin = now.astimezone(UTC).replace(second=0, microsecond=0)
    for hour in (begin + timedelta(hours=more) for more in range(24 * DAYS)):
        if _shift(hour, zone) != _shift(hour + timedelta(hours=1), zone):
            minutes = (hour + timedelta(minutes=minute) for minute in range(1, 61))
            yield next(minute for minute in minutes if _shift(minute, zone) != _shift(hour, zone))


def _shift(at: datetime, zone: tzinfo) -> timedelta | None:
    return at.astimezone(zone).utcoffset()
