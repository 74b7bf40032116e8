"""Adds letters to the outbox, inside the transaction of what they tell. Workers send them afterwards."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime

from notes.mail import letters
from notes.mail.digests import digest
from notes.mail.letters import Written
from notes.models import Escalation, Letter, Membership, Question
from notes.models.letter import LetterKind, LetterState
from notes.queries import recipients
from notes.queries.refusals import OfCard
from notes.rules.letters.quiet_hours import not_before

NEVER_SENT = (LetterState.FAILED, LetterState.DROPPED)


def write_raised(escalation: Escalation, now: datetime) -> None:
    """Whoever had this letter already gets no second one; one that never went out is tried anew."""
    _write_waiting(escalation, LetterKind.RAISED, now)
    never = Letter.objects.filter(escalation=escalation, kind=LetterKind.RAISED, state__in=NEVER_SENT)
    wanted = recipients.of_decision(escalation, LetterKind.RAISED).values("user")
    never.filter(user__in=wanted).update(state=LetterState.WAITING, not_before=now, attempts=0, error="")


def write_late(escalation: Escalation, now: datetime) -> None:
    _write_waiting(escalation, LetterKind.LATE, now)


def write_replied(question: Question, now: datetime) -> None:
    escalation = question.escalation
    _add(
        _letter(escalation, member, LetterKind.REPLIED, letters.replied(question, member), now)
        for member in _members(escalation, recipients.of_reply(question))
    )


def write_answered(escalation: Escalation, now: datetime) -> None:
    _add(
        _letter(escalation, member, LetterKind.ANSWERED, letters.answered(escalation, member), now)
        for member in _members(escalation, recipients.of_answer(escalation))
    )


def write_refusals(member: Membership, day: date, cards: Sequence[OfCard], now: datetime) -> None:
    """The digest of the days up to `day`; `member` comes with its project."""
    letter = _addressed(member, LetterKind.REFUSALS, digest(member, cards), now)
    letter.day = day
    _add([letter])


def _write_waiting(escalation: Escalation, kind: LetterKind, now: datetime) -> None:
    _add(
        _letter(escalation, member, kind, letters.waiting(escalation, member, kind), now)
        for member in _members(escalation, recipients.of_decision(escalation, kind))
    )


def _members(escalation: Escalation, found: Iterable[Membership]) -> Iterable[Membership]:
    for member in found:
        member.project = escalation.card.project
        yield member


def _letter(escalation: Escalation, member: Membership, kind: LetterKind, written: Written, now: datetime) -> Letter:
    letter = _addressed(member, kind, written, now)
    letter.escalation_id = escalation.pk
    return letter


def _addressed(member: Membership, kind: LetterKind, written: Written, now: datetime) -> Letter:
    """Held back while its reader wants quiet."""
    user = member.user
    return Letter(
        project_id=member.project_id,
        user_id=user.pk,
        kind=kind,
        subject=written.subject,
        text=written.text,
        html=written.html,
        at=now,
        not_before=not_before(now, user.quiet_from, user.quiet_until, user.zone),
    )


def _add(written: Iterable[Letter]) -> None:
    """What somebody has already, the table's constraints leave out."""
    Letter.objects.bulk_create(written, ignore_conflicts=True)
