"""A person's save of a card with a work tree goes there first, and is a revision once a runner has applied it."""

from dataclasses import dataclass
from datetime import datetime

from notes.actions.errors import OutOfStep
from notes.actions.steps.history import record
from notes.actions.steps.writes import NoteWrite, Saved, TurnedDown, settle
from notes.models import Actor, ActorKind, Card, PendingSave
from notes.models.pending_save import SaveState
from notes.queries import notes
from notes.queries.runners import PROTOCOL, runner_of, under_way
from notes.rules import formats
from notes.rules.documents import Document, Role
from notes.rules.problems import Problem
from notes.rules.texts import digest
from notes.rules.writing import work_trees
from notes.rules.writing.verdicts import Accepted, Verdict


@dataclass(frozen=True, slots=True)
class UnderWay:
    """Nothing is saved yet: the runner has been asked."""

    save: PendingSave


class Blocked(OutOfStep):
    """By a save that is on its way: the write may come again once that is decided."""

    def __init__(self, problem: Problem, save: PendingSave) -> None:
        super().__init__(problem)
        self.save = save


def take_turn(card: Card, by: Actor, now: datetime) -> None:
    """With the card held. Raises Blocked."""
    save = under_way(card) if card.has_worktree else None
    by_runner = by.kind == ActorKind.RUNNER
    if save and work_trees.is_blocked(now - save.at, by_person=by.is_person, by_runner=by_runner):
        raise Blocked(work_trees.UNDER_WAY, save)


def settle_or_send(
    card: Card, verdict: Verdict, *, by: Actor, now: datetime, write: NoteWrite
) -> Saved | TurnedDown | UnderWay:
    """Raises OutOfStep where a work tree has to be reached and cannot be."""
    if isinstance(verdict, Accepted) and not verdict.unchanged and card.has_worktree:
        if by.is_person:
            return _send(card, verdict, by, now, write)
        _leave_to_the_person(card, verdict)
    return settle(card, verdict, by=by, now=now, write=write)


def _leave_to_the_person(card: Card, accepted: Accepted) -> None:
    """A program may have read lines in the work tree that are not saved yet. Raises Blocked, however long it takes."""
    save = under_way(card)
    if save is None:
        return
    newest = notes.newest(card)
    pending = formats.parse(save.format, save.text).document
    rows = zip(accepted.document.rows, accepted.origins, strict=True)
    new = [row.text for row, origin in rows if origin and origin.revision == card.revision + 1]
    if work_trees.brings(new, _lines(pending), _lines(newest.document if newest else None)):
        raise Blocked(work_trees.UNDER_WAY, save)


def _lines(document: Document | None) -> list[str]:
    """As they have authors: of a note in JSON its entries, not the lines of its text."""
    return [row.text for row in document.rows if row.role is Role.LINE] if document else []


def give_up(save: PendingSave, why: str, *, by: Actor, now: datetime) -> None:
    """Its text goes: it stands on the page of who sent it. Should it be answered after all, nothing comes of it."""
    still = PendingSave.objects.filter(pk=save.pk, state=SaveState.UNDER_WAY)
    if still.update(state=SaveState.FAILED, text="", why=why):
        record("save.failed", by=by, now=now, card=save.card, save=save.pk)


def _send(card: Card, accepted: Accepted, by: Actor, now: datetime, write: NoteWrite) -> UnderWay:
    runner = runner_of(card, now)
    if runner is None or by.user_id is None:
        raise OutOfStep(work_trees.OFFLINE)
    if runner.protocol < PROTOCOL:
        raise OutOfStep(work_trees.TOO_OLD)
    # One that was given up by whoever sent it makes room.
    if given_up := under_way(card):
        give_up(given_up, "another save took its place", by=by, now=now)
    save = PendingSave.objects.create(
        card=card,
        user_id=by.user_id,
        text=accepted.text,
        digest=digest(accepted.text),
        # What it was merged with is in it.
        base=card.revision,
        format=accepted.document.format,
        confirm=sorted(write.confirm),
        restored=write.restored,
        merged=accepted.merged,
        at=now,
    )
    record("save.begun", by=by, now=now, card=card, save=save.pk)
    return UnderWay(save)
