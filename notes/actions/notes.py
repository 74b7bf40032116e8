"""Writing notes: the only way for a note to change."""

from dataclasses import replace
from datetime import datetime

from django.db import transaction

from notes.actions.errors import Invalid, require, require_writer
from notes.actions.steps.answers import Keyed, claim, keep
from notes.actions.steps.cards import hold
from notes.actions.steps.content import require_here
from notes.actions.steps.pending_saves import UnderWay, settle_or_send, take_turn
from notes.actions.steps.summaries import require_wanted
from notes.actions.steps.writes import NoteWrite, Saved, TurnedDown, base_of, brought_back, judge_write
from notes.models import Actor, Card, Role
from notes.rules.problems import Problem
from notes.rules.writing.first_problems import shortened
from notes.rules.writing.patching import Patch, patch_text
from notes.rules.writing.verdicts import Group, Refused, Verdict

__all__ = ["NoteWrite", "Outcome", "Saved", "TurnedDown", "UnderWay", "judge_write"]

Outcome = Saved | TurnedDown | UnderWay


def save_note(
    *, card: Card, by: Actor, now: datetime, write: NoteWrite, keyed: Keyed[Outcome] | None = None
) -> Outcome:
    require_writer(by)
    with transaction.atomic(durable=True):
        claim(keyed, now)
        held = hold(card, by)
        require_wanted(held, by, write.round)
        take_turn(held, by, now)
        verdict = judge_write(held, by, write)
        return _kept(keyed, settle_or_send(held, verdict, by=by, now=now, write=write))


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
        take_turn(held, by, now)
        base = base_of(held, held.revision if write.base_revision is None else write.base_revision)
        text = patch_text(base.document, base.origins, patch)
        if isinstance(text, str):
            write = replace(write, text=text, base_revision=base.revision)
            verdict: Verdict = judge_write(held, by, write)
        else:
            verdict = shortened(Refused(Group.FORMAT, text))
        return _kept(keyed, settle_or_send(held, verdict, by=by, now=now, write=write))


def restore_revision(*, card: Card, by: Actor, now: datetime, number: int, seen: int) -> Outcome:
    """The text and the authors of an earlier revision again. `seen` is the newest that the person looked at."""
    require(by, Role.OPERATOR, "restore an earlier revision")
    with transaction.atomic(durable=True):
        held = hold(card, by)
        require_here(held.project)
        take_turn(held, by, now)
        if held.revision != seen:
            raise Invalid(moved_on(seen, held.revision))
        old = brought_back(held, number)
        if number == held.revision:
            return Saved(number, old)
        return settle_or_send(held, old, by=by, now=now, write=NoteWrite(old.text, restored=number))


def _kept(keyed: Keyed[Outcome] | None, outcome: Outcome) -> Outcome:
    """Of what is under way nothing has come yet: asked again, the call is judged anew."""
    return outcome if isinstance(outcome, UnderWay) else keep(keyed, outcome)


def moved_on(seen: int, newest: int) -> Problem:
    says = f"The note has moved on from revision {seen} to {newest}. Look at the new one, then decide again."
    return Problem("write.moved_on", says)
