"""Figures about the whole desk, for whoever watches over it. Each is read from an index, and none says about whom."""

from collections import Counter
from datetime import datetime, timedelta

from django.db.models import Count, Min, Q

from notes.models import Escalation, Event, Letter
from notes.models.escalation import STANDS
from notes.models.letter import LetterState

# What a save came to → the events that tell it.
SAVES = {"note.saved": "saved", "note.refused": "refused", "note.late": "late"}
MORE = "problems.more"
A_MOMENT = timedelta(seconds=10)


def letters() -> dict[str, int]:
    counted = Letter.objects.order_by().values_list("state").annotate(Count("pk"))
    return dict.fromkeys(LetterState.values, 0) | {str(state): number for state, number in counted}


def seconds_behind(now: datetime) -> float:
    """How long the letter that has waited longest might have been sent already."""
    waiting = Letter.objects.filter(state=LetterState.WAITING)
    due: datetime | None = waiting.aggregate(at=Min("not_before"))["at"]
    return max(0.0, (now - due).total_seconds()) if due else 0.0


def decisions(now: datetime) -> dict[str, int]:
    counted = Escalation.objects.filter(STANDS).aggregate(open=Count("pk"), late=Count("pk", filter=Q(due_at__lte=now)))
    return {"open": counted["open"], "late": counted["late"]}


def newest_event(now: datetime) -> int:
    """An id is taken before its transaction ends: of a moment ago all are there that there will be."""
    settled = Event.objects.filter(at__lte=now - A_MOMENT).order_by("-pk")
    return settled.values_list("pk", flat=True).first() or 0


def saves(after: int, until: int) -> Counter[tuple[str, str]]:
    """By outcome and, where refused, the first group of reasons, of the events between."""
    events = Event.objects.filter(pk__gt=after, pk__lte=until, verb__in=SAVES)
    return Counter(_outcome(verb, data) for verb, data in events.values_list("verb", "data").iterator())


def _outcome(verb: str, data: dict[str, object]) -> tuple[str, str]:
    if verb == "note.saved":
        return ("merged" if data.get("merged") else "saved"), ""
    codes = data.get("codes")
    groups = [str(code).partition(".")[0] for code in codes if code != MORE] if isinstance(codes, list) else []
    return SAVES[verb], next(iter(groups), "")
