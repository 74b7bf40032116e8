"""Who sends which letter: a worker takes letters for a while, and says what became of each.

`attempts` goes up with each taking and names the lease: a worker that slept for too long changes nothing of a letter
that another one has by now.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from notes.models import Letter
from notes.models.letter import LetterState

# Longer than a hanging mail server can hold up one letter; a killed worker's letters are taken again after it.
LEASE = timedelta(minutes=5)
BATCH = 20


def claim(now: datetime, limit: int = BATCH) -> list[Letter]:
    """The oldest letters that may be sent, for this worker alone."""
    due = Letter.objects.filter(state=LetterState.WAITING, not_before__lte=now).order_by("not_before", "pk")
    if not due.exists():  # asked every other second, and most often for nothing
        return []
    with transaction.atomic(durable=True):
        # SQLite writes one after the other anyway; PostgreSQL leaves out what another worker is taking.
        taken = list(due.select_for_update(skip_locked=True).values_list("pk", flat=True)[:limit])
        Letter.objects.filter(pk__in=taken).update(not_before=now + LEASE, attempts=F("attempts") + 1)
    return list(Letter.objects.filter(pk__in=taken).order_by("pk"))


def renew(letter: Letter, now: datetime) -> bool:
    """Right before sending. False where the lease ran out and another worker took it."""
    return _change(letter, not_before=now + LEASE, may_be_out=True)


def mark_sent(letter: Letter, now: datetime) -> None:
    """Sent is sent, whoever has the lease by now."""
    waiting = Letter.objects.filter(pk=letter.pk, state=LetterState.WAITING)
    waiting.update(state=LetterState.SENT, sent_at=now, error="")


def mark_failed(letter: Letter, says: str, may_be_out: bool) -> None:
    _change(letter, state=LetterState.FAILED, error=says, may_be_out=may_be_out)


def mark_dropped(letter: Letter) -> None:
    _change(letter, state=LetterState.DROPPED)


def try_again(letter: Letter, at: datetime, says: str, may_be_out: bool) -> None:
    _change(letter, not_before=at, error=says, may_be_out=may_be_out)


def put_back(letters: Sequence[Letter], at: datetime, says: str | None = None) -> None:
    """Untried: the attempt does not count."""
    for letter in letters:
        told = {} if says is None else {"error": says}
        _change(letter, not_before=at, attempts=letter.attempts - 1, **told)


def _change(letter: Letter, **values: object) -> bool:
    held = Letter.objects.filter(pk=letter.pk, state=LetterState.WAITING, attempts=letter.attempts)
    return held.update(**values) == 1
