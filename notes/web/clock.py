"""What time it is for the person who looks."""

from datetime import datetime

from django.utils import timezone

from notes.models import User


def now_for(user: User) -> datetime:
    return timezone.now().astimezone(user.zone)
