"""What a runner answers about a save that it was asked to put into a work tree."""

from dataclasses import replace
from datetime import datetime

from django.db import transaction

from notes.actions.errors import Invalid, require_runner
from notes.actions.steps.cards import hold
from notes.actions.steps.content import require_here
from notes.actions.steps.history import record
from notes.actions.steps.writes import NoteWrite, TurnedDown, brought_back, judge_write, settle
from notes.models import Actor, Card, Membership, PendingSave, Role
from notes.models.pending_save import SaveState
from notes.queries import access
from notes.rules.problems import Problem
from notes.rules.writing.verdicts import Accepted, Refused, Verdict

LONGEST_WHY = 200


def applied_save(*, save: PendingSave, by: Actor, now: datetime, digest: str) -> PendingSave:
    """The note stands in the work tree: now it is saved, by the person, however late the answer comes."""
    with transaction.atomic(durable=True):
        held, found = _hold(save, by)
        if found.state != SaveState.UNDER_WAY:
            return found
        if digest != found.digest:
            return _fail(held, found, by, now, "it wrote another text than it was asked to")
        return _save(held, found, by, now)


def failed_save(*, save: PendingSave, by: Actor, now: datetime, why: str) -> PendingSave:
    with transaction.atomic(durable=True):
        held, found = _hold(save, by)
        return _fail(held, found, by, now, why) if found.state == SaveState.UNDER_WAY else found


def _hold(save: PendingSave, by: Actor) -> tuple[Card, PendingSave]:
    require_runner(by)
    require_here(save.card.project)
    return hold(save.card, by), PendingSave.objects.get(pk=save.pk)


def _save(card: Card, save: PendingSave, by: Actor, now: datetime) -> PendingSave:
    person = _who_saved(card, save)
    if person is None:
        return _fail(card, save, by, now, "whoever saved it may not edit notes here any more")
    write = NoteWrite(
        save.text,
        base_revision=save.base,
        confirm=frozenset(save.confirm),
        format=save.format if save.format != card.format else None,
        restored=save.restored,
    )
    try:
        verdict = _verdict(card, save, person, write)
    except Invalid as error:
        return _fail(card, save, by, now, error.problems[0].says)
    if isinstance(verdict, Refused):
        # Its writer is not there to try again, and the text stands in the work tree: people see it.
        verdict = replace(verdict, late=True)
    outcome = settle(card, verdict, by=person, now=now, write=write, save=save.pk)
    if isinstance(outcome, TurnedDown):
        return _fail(card, save, by, now, outcome.refused.problems[0].says)
    return _end(save, SaveState.SAVED, revision=outcome.revision, merged=outcome.accepted.merged)


def _who_saved(card: Card, save: PendingSave) -> Actor | None:
    """With the rights of now; None where those do not reach any more."""
    members = Membership.objects.select_related("user").filter(project=card.project_id, user__is_active=True)
    member = members.filter(user=save.user_id).first()
    person = access.person(member.user, member) if member else None
    return person if person and person.may(Role.OPERATOR) else None


def _verdict(card: Card, save: PendingSave, person: Actor, write: NoteWrite) -> Verdict:
    """Anew: programs may have written since, where the answer comes very late."""
    if save.restored is None:
        verdict = judge_write(card, person, write)
        return replace(verdict, merged=verdict.merged or save.merged) if isinstance(verdict, Accepted) else verdict
    if card.revision != save.base:
        raise Invalid(Problem("write.moved_on", "the note has moved on meanwhile"))
    return brought_back(card, save.restored)


def _fail(card: Card, save: PendingSave, by: Actor, now: datetime, why: str) -> PendingSave:
    record("save.failed", by=by, now=now, card=card, save=save.pk)
    return _end(save, SaveState.FAILED, why=why[:LONGEST_WHY])


def _end(save: PendingSave, state: SaveState, **known: object) -> PendingSave:
    """Its text stands in the revision, or on the page of who sent it."""
    save.state, save.text = state, ""
    for name, value in known.items():
        setattr(save, name, value)
    save.save()
    return save
