"""Times in words."""

from datetime import UTC, datetime, timedelta


def exact(at: datetime) -> str:
    at = at.astimezone(UTC)
    return f"{at:%A} {at.day} {at:%B %Y, %H:%M:%S} UTC"


def short(at: datetime, seen: datetime) -> str:
    """Day and time; the year instead of the time where it is not the year of what is looked at."""
    at = at.astimezone(UTC)
    return f"{at.day} {at:%b %H:%M}" if at.year == seen.astimezone(UTC).year else f"{at.day} {at:%b %Y}"


def ago(at: datetime, now: datetime) -> str:
    gone = now - at
    if gone < timedelta(minutes=1):
        return "just now"
    if gone < timedelta(hours=1):
        return f"{gone // timedelta(minutes=1)} min ago"
    if gone < timedelta(days=1):
        return f"{gone // timedelta(hours=1)} h ago"
    if gone < timedelta(days=2):
        return "yesterday"
    if gone < timedelta(days=14):
        return f"{gone.days} days ago"
    return f"{at.day} {at:%b %Y}"


def due(at: datetime, now: datetime) -> str:
    """When it is due, or how long it has been late; days and hours are those of the zone of `now`."""
    if at <= now:
        return f"due {ago(at, now)}"
    at = at.astimezone(now.tzinfo)
    days = (at.date() - now.date()).days
    day = {0: "today", 1: "tomorrow"}.get(days, f"{at.day} {at:%b}" if at.year == now.year else f"{at.day} {at:%b %Y}")
    return f"due {day} {clock(at, now)}"


def clock(at: datetime, now: datetime) -> str:
    """Hour and minute in the zone of `now`, which is named."""
    at = at.astimezone(now.tzinfo)
    return f"{at:%H:%M} {at:%Z}"
