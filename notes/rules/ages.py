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
