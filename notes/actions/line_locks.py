"""Locking a line that agents must keep, and handing one back to them. Authorship does not change by either."""

from datetime import datetime

from django.db import transaction
from django.db.models import F

from notes.actions.errors import Invalid, require
from notes.actions.steps.cards import hold
from notes.actions.steps.content import require_here
from notes.actions.steps.history import record
from notes.models import Actor, Card, LineLock, Role
from notes.queries import notes
from notes.rules.authors.origins import Origin
from notes.rules.documents import Role as RowRole
from notes.rules.formats import six_fields
from notes.rules.problems import Problem
from notes.rules.writing.verdicts import Note


def lock_line(*, card: Card, by: Actor, now: datetime, line: Origin) -> bool:
    """Agents keep the line word for word from now on. False where it was locked already."""
    require(by, Role.OPERATOR, "lock lines")
    return _say(card, line, locked=True, by=by, now=now)


def hand_back(*, card: Card, by: Actor, now: datetime, line: Origin) -> bool:
    """Agents may change the line from now on, whoever wrote it. False where they might already."""
    require(by, Role.OPERATOR, "hand lines back")
    return _say(card, line, locked=False, by=by, now=now)


def _say(card: Card, line: Origin, *, locked: bool, by: Actor, now: datetime) -> bool:
    with transaction.atomic(durable=True):
        held = hold(card, by)
        require_here(held.project)
        if _is_locked(held, line) == locked:
            return False
        said = {"locked": locked, "by_name": by.name, "at": now}
        LineLock.objects.update_or_create(card=held, revision=line.revision, line=line.line, defaults=said)
        Card.objects.filter(pk=held.pk).update(locks_version=F("locks_version") + 1)
        record("line.locked" if locked else "line.handed_back", by=by, now=now, card=held, line=str(line))
        return True


def _is_locked(card: Card, line: Origin) -> bool:
    note = notes.newest(card)
    index = _index(note, line) if note else None
    if note is None or index is None:
        says = f"The note has no line {line} now. Look at the newest revision."
        raise Invalid(Problem("lock.no_such_line", says))
    if note.document.format == six_fields.NAME and _section(note, index) in six_fields.MIRRORS:
        says = "This line follows the facts of the card and is never locked. Set the fact instead."
        raise Invalid(Problem("lock.follows_facts", says))
    return index in notes.locked_rows(card, note)


def _section(note: Note, index: int) -> str:
    return note.document.section_of(note.document.rows[index])


def _index(note: Note, line: Origin) -> int | None:
    rows = zip(note.document.rows, note.origins, strict=True)
    return next((i for i, (row, born) in enumerate(rows) if born == line and row.role is RowRole.LINE), None)
