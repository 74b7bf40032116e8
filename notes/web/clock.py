"""What time it is for the person who looks."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.utils import timezone

from notes.models import User


def now_for(user: User) -> datetime:
    """In their zone; in UTC where the machine does not know it."""
    try:
        return timezone.now().astimezone(ZoneInfo(user.time_zone))
    except (ZoneInfoNotFoundError, ValueError):
        return timezone.now().astimezone(UTC)
