"""When a letter may be sent: not while its reader wants quiet, by the clock on their wall."""

from datetime import UTC, datetime, time, timedelta, tzinfo


def not_before(now: datetime, quiet_from: time | None, quiet_until: time | None, zone: tzinfo) -> datetime:
    """`now`, or when the quiet hours end. An hour that the clock skips ends when the clock would have shown it."""
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
    """Whenever the clock shows the end; twice on a day when it is put back, so that the first one counts."""
    today = now.astimezone(zone).date()
    days = [today + timedelta(days=more) for more in range(3)]
    walls = [datetime.combine(day, until, zone).replace(fold=fold) for day in days for fold in (0, 1)]
    return sorted(end for end in (wall.astimezone(UTC) for wall in walls) if end >= now)
