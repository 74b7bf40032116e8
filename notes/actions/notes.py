"""Writing notes: the only way for a note to change."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db import transaction

from notes.actions.errors import Invalid, require, require_writer
from notes.actions.steps.answers import Keyed, claim, keep
from notes.actions.steps.cards import hold
from notes.actions.steps.content import require_here
from notes.actions.steps.facts import put_fact
from notes.actions.steps.history import record
from notes.actions.steps.revisions import add_revision
from notes.models import Actor, Card, Refusal, Role
from notes.queries import notes
from notes.queries.tokens import count_tokens
from notes.rules import formats
from notes.rules.documents import Document
from notes.rules.hygiene.secrets import shown
from notes.rules.problems import Problem
from notes.rules.texts import storable
from notes.rules.writing.first_problems import shortened
from notes.rules.writing.judge import judge
from notes.rules.writing.patching import Patch, patch_text
from notes.rules.writing.verdicts import Accepted, Group, Note, Refused, Verdict, Write

LONGEST_KEPT = 2_000


@dataclass(frozen=True, slots=True)
class NoteWrite:
    """What a writer sends. Without `base_revision` the newest is meant, without `format` the one that the note has."""

    text: str
    base_revision: int | None = None
    model: str = ""
    round: int | None = None
    restore_locks: bool = False
    confirm: frozenset[str] = frozenset()
    format: str | None = None


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


def save_note(
    *, card: Card, by: Actor, now: datetime, write: NoteWrite, keyed: Keyed[Outcome] | None = None
) -> Outcome:
    require_writer(by)
    with transaction.atomic(durable=True):
        claim(keyed, now)
        held = hold(card, by)
        verdict = judge_write(held, by, write)
        return keep(keyed, _settle(held, verdict, by=by, now=now, write=write))


def patch_note(
    *,
    card: Card,
    by: Actor,
    now: datetime,
    patch: Patch,
    write: NoteWrite,
    keyed: Keyed[Outcome] | None = None,
) -> Outcome:
    """`write` says all but the text, which is the note that the writer started from with the patch applied."""
    require_writer(by)
    with transaction.atomic(durable=True):
        claim(keyed, now)
        held = hold(card, by)
        require_here(held.project)
        base = _base(held, held.revision if write.base_revision is None else write.base_revision)
        text = patch_text(base.document, base.origins, patch)
        if isinstance(text, str):
            write = replace(write, text=text, base_revision=base.revision)
            verdict: Verdict = judge_write(held, by, write)
        else:
            verdict = shortened(Refused(Group.FORMAT, text))
        return keep(keyed, _settle(held, verdict, by=by, now=now, write=write))


def restore_revision(*, card: Card, by: Actor, now: datetime, number: int, seen: int) -> Outcome:
    """The text and the authors of an earlier revision again. `seen` is the newest that the person looked at."""
    require(by, Role.OPERATOR, "restore an earlier revision")
    with transaction.atomic(durable=True):
        held = hold(card, by)
        require_here(held.project)
        if held.revision != seen:
            raise Invalid(moved_on(seen, held.revision))
        old = notes.revision(held, number)
        if not old.text:
            raise Invalid(
                Problem("note.not_here", f"The text of revision {number} was never on the desk, or was taken off it.")
            )
        accepted = Accepted(old.text, old.document, tuple(old.origins), count_tokens(old.text))
        if number == held.revision:
            return Saved(number, accepted)
        revision = add_revision(held, accepted, by=by, now=now, restored=number)
        details = _new_format(held, accepted)
        record("note.restored", by=by, now=now, card=held, revision=revision, restored=number, **details)
        return Saved(revision, accepted)


def judge_write(card: Card, by: Actor, write: NoteWrite) -> Verdict:
    """Also what a check without saving asks; writes nothing."""
    require_here(card.project)
    standing = notes.standing(card)
    started = write.base_revision
    base = None if started in (None, card.revision) else _base(card, started)
    if write.format:
        standing = replace(standing, token_limit=formats.token_limit(write.format, card.project.token_limit))
    asked = Write(write.text, by.is_person, base, write.confirm, write.restore_locks, write.format)
    return shortened(judge(asked, standing))


def _base(card: Card, number: int) -> Note:
    """Number 0 is the empty note that every card begins with."""
    if number == 0:
        return Note(0, "", Document(card.format, ()), ())
    try:
        return notes.revision(card, number)
    except notes.NoSuchRevision:
        raise Invalid(unknown_base(number, card.revision)) from None


def unknown_base(number: int, newest: int) -> Problem:
    says = f"There is no revision {number} to start from; the newest is {newest}. Send the one that you read."
    return Problem("write.unknown_base", says)


def moved_on(seen: int, newest: int) -> Problem:
    says = f"The note has moved on from revision {seen} to {newest}. Look at the new one, then decide again."
    return Problem("write.moved_on", says)


def _settle(card: Card, verdict: Verdict, *, by: Actor, now: datetime, write: NoteWrite) -> Outcome:
    if isinstance(verdict, Refused):
        return _turn_down(card, verdict, by=by, now=now, write=write)
    return _save(card, verdict, by=by, now=now, write=write)


def _save(card: Card, accepted: Accepted, *, by: Actor, now: datetime, write: NoteWrite) -> Saved:
    if accepted.unchanged:
        return Saved(card.revision, accepted)
    revision = add_revision(card, accepted, by=by, now=now, model=write.model, round=write.round)
    for name, fact in accepted.new_facts.items():
        put_fact(card, name, fact, by=by, now=now)
    put_back = [problem.code for problem in accepted.put_back]
    details = _new_format(card, accepted) | ({"merged": True} if accepted.merged else {})
    record("note.saved", by=by, now=now, card=card, revision=revision, put_back=put_back, **details)
    if put_back:
        _keep_refusal(card, accepted.put_back, by=by, now=now, write=write)
    return Saved(revision, accepted)


def _new_format(held: Card, accepted: Accepted) -> dict[str, Any]:
    """For the history: what the note is kept as from now on, where that is new."""
    format = accepted.document.format
    return {} if format == held.format else {"format": format}


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
        problems=[_kept(problem) for problem in problems],
        late=late,
        text=write.text if late else "",
    )


def _kept(problem: Problem) -> dict[str, Any]:
    """A sentence may repeat a heading or a name that was sent: secrets in it stay out of the database."""
    says, section = (storable(shown(text, LONGEST_KEPT)) for text in (problem.says, problem.section or ""))
    return {"code": problem.code, "says": says, "section": section or None, "line": problem.line}
