"""Writing notes: the only way for a note to change."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from notes.actions.errors import Invalid, require, require_writer
from notes.actions.steps.cards import hold
from notes.actions.steps.facts import put_fact
from notes.actions.steps.history import record
from notes.actions.steps.revisions import add_revision
from notes.models import Actor, Card, Refusal, Role
from notes.queries import notes
from notes.queries.tokens import count_tokens
from notes.rules.problems import Problem
from notes.rules.verdicts import Accepted, Refused, Write
from notes.rules.writing import judge


@dataclass(frozen=True, slots=True)
class NoteWrite:
    """What a writer sends. Without `base_revision` the newest is meant."""

    text: str
    base_revision: int | None = None
    model: str = ""
    round: int | None = None
    restore_locks: bool = False
    confirm: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Saved:
    """`revision` is the newest one, which is the old one where nothing changed."""

    revision: int
    accepted: Accepted


@dataclass(frozen=True, slots=True)
class TurnedDown:
    """`newest` is the revision to start from now."""

    refused: Refused
    newest: int


Outcome = Saved | TurnedDown


def save_note(*, card: Card, by: Actor, now: datetime, write: NoteWrite) -> Outcome:
    require_writer(by)
    with transaction.atomic(durable=True):
        held = hold(card, by)
        verdict = judge_write(held, by, write)
        if isinstance(verdict, Refused):
            return _turn_down(held, verdict, by=by, now=now, write=write)
        return _save(held, verdict, by=by, now=now, write=write)


def restore_revision(*, card: Card, by: Actor, now: datetime, number: int, seen: int) -> Outcome:
    """The text and the authors of an earlier revision again. `seen` is the newest that the person looked at."""
    require(by, Role.OPERATOR, "restore an earlier revision")
    with transaction.atomic(durable=True):
        held = hold(card, by)
        if held.revision != seen:
            raise Invalid(moved_on(seen, held.revision))
        old = notes.revision(held, number)
        accepted = Accepted(old.text, old.document, tuple(old.origins), count_tokens(old.text))
        if number == held.revision:
            return Saved(number, accepted)
        revision = add_revision(held, accepted, by=by, now=now, restored=number)
        record("note.restored", by=by, now=now, card=held, revision=revision.number, restored=number)
        return Saved(revision.number, accepted)


def judge_write(card: Card, by: Actor, write: NoteWrite) -> Accepted | Refused:
    """Also what a check without saving asks; writes nothing."""
    standing = notes.standing(card)
    base = None
    if write.base_revision not in (None, card.revision):
        try:
            base = notes.revision(card, write.base_revision)
        except notes.NoSuchRevision:
            raise Invalid(unknown_base(write.base_revision, card.revision)) from None
    return judge(Write(write.text, by.is_person, base, write.confirm, write.restore_locks), standing)


def unknown_base(number: int, newest: int) -> Problem:
    says = f"There is no revision {number} to start from; the newest is {newest}. Send the one that you read."
    return Problem("write.unknown_base", says)


def moved_on(seen: int, newest: int) -> Problem:
    says = f"The note has moved on from revision {seen} to {newest}. Look at the new one, then decide again."
    return Problem("write.moved_on", says)


def _save(card: Card, accepted: Accepted, *, by: Actor, now: datetime, write: NoteWrite) -> Saved:
    if accepted.unchanged:
        return Saved(card.revision, accepted)
    revision = add_revision(card, accepted, by=by, now=now, model=write.model, round=write.round)
    for name, fact in accepted.new_facts.items():
        put_fact(card, name, fact, by=by, now=now)
    put_back = [problem.code for problem in accepted.put_back]
    details = {"merged": True} if accepted.merged else {}
    record("note.saved", by=by, now=now, card=card, revision=revision.number, put_back=put_back, **details)
    if put_back:
        _keep_refusal(card, accepted.put_back, by=by, now=now, write=write)
    return Saved(revision.number, accepted)


def _turn_down(card: Card, refused: Refused, *, by: Actor, now: datetime, write: NoteWrite) -> TurnedDown:
    _keep_refusal(card, refused.problems, by=by, now=now, write=write, late=refused.late)
    codes = sorted({problem.code for problem in refused.problems})
    record("note.late" if refused.late else "note.refused", by=by, now=now, card=card, codes=codes)
    return TurnedDown(refused, card.revision)


def _keep_refusal(
    card: Card,
    problems: tuple[Problem, ...],
    *,
    by: Actor,
    now: datetime,
    write: NoteWrite,
    late: bool = False,
) -> None:
    Refusal.objects.create(
        card=card,
        by_kind=by.kind,
        by_name=by.name,
        at=now,
        base_revision=write.base_revision,
        problems=[{"code": p.code, "says": p.says, "section": p.section, "line": p.line} for p in problems],
        late=late,
        text=write.text if late else "",
    )
