"""What the header of every page tells."""

from collections.abc import Callable

from django.http import HttpRequest
from django.utils import timezone

from notes.models import User
from notes.queries.decisions import waiting_for


def decisions_waiting(request: HttpRequest) -> dict[str, Callable[[], int]]:
    """Counted where a page shows it: parts of a page, which htmx swaps, have no header and pay nothing."""

    def count() -> int:
        user = getattr(request, "user", None)
        return waiting_for(user, timezone.now()) if isinstance(user, User) else 0

    return {"decisions_waiting": count}
