"""What becomes of a write that was judged: a revision with its facts, or a refusal that people see."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from notes.actions.errors import Invalid
from notes.actions.steps.content import require_here
from notes.actions.steps.facts import put_fact
from notes.actions.steps.history import record
from notes.actions.steps.revisions import add_revision
from notes.models import Actor, Card, Refusal
from notes.queries import notes
from notes.queries.tokens import count_tokens
from notes.rules.documents import Document
from notes.rules.hygiene.secrets import shown
from notes.rules.problems import Problem
from notes.rules.texts import storable
from notes.rules.writing.sent import judge_sent
from notes.rules.writing.verdicts import Accepted, Note, Refused, Verdict

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
    # By a runner that was away when it was written.
    queued: bool = False
    # The number of the earlier revision that is brought back.
    restored: int | None = None


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


def judge_write(card: Card, by: Actor, write: NoteWrite) -> Verdict:
    """Also what a check without saving asks; writes nothing."""
    require_here(card.project)
    standing = notes.standing(card)
    started = write.base_revision
    base = None if started in (None, card.revision) else base_of(card, started)
    return judge_sent(
        write.text,
        base,
        standing,
        by_person=by.is_person,
        confirm=write.confirm,
        restore_locks=write.restore_locks,
        format=write.format,
        queued=write.queued,
        limit_of_project=card.project.token_limit,
    )


def base_of(card: Card, number: int) -> Note:
    """Number 0 is the empty note that every card begins with."""
    if number == 0:
        return Note(0, "", Document(card.format, ()), ())
    try:
        return notes.revision(card, number)
    except notes.NoSuchRevision:
        raise Invalid(unknown_base(number, card.revision)) from None


def brought_back(card: Card, number: int) -> Accepted:
    """An earlier revision as the next one: its text, and who wrote its lines."""
    old = notes.revision(card, number)
    if not old.text:
        raise Invalid(
            Problem("note.not_here", f"The text of revision {number} was never on the desk, or was taken off it.")
        )
    return Accepted(old.text, old.document, tuple(old.origins), count_tokens(old.text))


def unknown_base(number: int, newest: int) -> Problem:
    says = f"There is no revision {number} to start from; the newest is {newest}. Send the one that you read."
    return Problem("write.unknown_base", says)


def settle(
    card: Card, verdict: Verdict, *, by: Actor, now: datetime, write: NoteWrite, **told: Any
) -> Saved | TurnedDown:
    """`told` goes into the history with what came of it."""
    if isinstance(verdict, Refused):
        return _turn_down(card, verdict, by=by, now=now, write=write, **told)
    if verdict.unchanged:
        return Saved(card.revision, verdict)
    if write.restored:
        return _restore(card, verdict, by=by, now=now, number=write.restored, **told)
    return _save(card, verdict, by=by, now=now, write=write, **told)


def _restore(card: Card, accepted: Accepted, *, by: Actor, now: datetime, number: int, **told: Any) -> Saved:
    revision = add_revision(card, accepted, by=by, now=now, restored=number)
    details = _new_format(card, accepted) | told
    record("note.restored", by=by, now=now, card=card, revision=revision, restored=number, **details)
    return Saved(revision, accepted)


def _save(card: Card, accepted: Accepted, *, by: Actor, now: datetime, write: NoteWrite, **told: Any) -> Saved:
    revision = add_revision(card, accepted, by=by, now=now, model=write.model, round=write.round)
    for name, fact in accepted.new_facts.items():
        put_fact(card, name, fact, by=by, now=now)
    put_back = [problem.code for problem in accepted.put_back]
    details = _new_format(card, accepted) | ({"merged": True} if accepted.merged else {}) | told
    record("note.saved", by=by, now=now, card=card, revision=revision, put_back=put_back, **details)
    if put_back:
        _keep_refusal(card, accepted.put_back, by=by, now=now, write=write)
    return Saved(revision, accepted)


def _new_format(held: Card, accepted: Accepted) -> dict[str, Any]:
    """For the history: what the note is kept as from now on, where that is new."""
    format = accepted.document.format
    return {} if format == held.format else {"format": format}


def _turn_down(card: Card, refused: Refused, *, by: Actor, now: datetime, write: NoteWrite, **told: Any) -> TurnedDown:
    _keep_refusal(card, refused.problems, by=by, now=now, write=write, late=refused.late)
    codes = sorted({problem.code for problem in refused.problems})
    record("note.late" if refused.late else "note.refused", by=by, now=now, card=card, codes=codes, **told)
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
