"""What a machine that keeps the text tells the desk: numbers, times and kinds, and that decisions were taken."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from notes.actions.errors import OutOfStep, require_writer
from notes.actions.steps.answers import Keyed, claim, keep
from notes.actions.steps.cards import hold
from notes.actions.steps.content import require_on_machine
from notes.actions.steps.escalations import Raised, add_escalation, settle
from notes.actions.steps.history import record
from notes.actions.steps.standing import hold_escalation, require_standing
from notes.models import Actor, ActorKind, Card, Escalation, Refusal, Report, Revision
from notes.models.escalation import EscalationState
from notes.rules.content import without_text
from notes.rules.content.refused_words import known_code, refused_words
from notes.rules.decisions.escalations import Asked
from notes.rules.decisions.settling import SOURCES_AGREE
from notes.rules.problems import Problem

# Instead of a name, which stays there too.
AT_THE_MACHINE = "someone at the machine"


@dataclass(frozen=True, slots=True)
class NoteReport:
    """One revision as the machine counted it. `by` is the kind of its author, `lines` counts by kind."""

    revision: int
    format: str
    by: ActorKind
    written_at: datetime
    tokens: int
    bytes: int
    sections: int
    locked: int
    lines: dict[str, int]
    model: str = ""
    round: int | None = None


@dataclass(frozen=True, slots=True)
class RefusalReport:
    """A write that the machine refused, kept as late, or saved with locked lines put back. `codes` counts reasons."""

    at: datetime
    by: ActorKind
    codes: dict[str, int]
    late: bool = False
    put_back: bool = False
    base_revision: int | None = None


def report_note(*, card: Card, by: Actor, now: datetime, report: NoteReport, keyed: Keyed[Card] | None = None) -> Card:
    """The same revision told twice is one."""
    require_writer(by, to="report notes")
    with transaction.atomic(durable=True):
        claim(keyed, now)
        held = hold(card, by)
        require_on_machine(held.project)
        if report.revision <= held.revision:
            _require_same(held, report)
            return keep(keyed, held)
        _add(held, report, report.by, _name(by, report.by))
        record("note.reported", by=by, now=now, card=held, revision=report.revision)
        return keep(keyed, held)


def report_refusal(
    *, card: Card, by: Actor, now: datetime, report: RefusalReport, keyed: Keyed[Card] | None = None
) -> Card:
    """People see that a write was refused and of what kind the reasons are."""
    require_writer(by, to="report refused writes")
    with transaction.atomic(durable=True):
        claim(keyed, now)
        held = hold(card, by)
        require_on_machine(held.project)
        counts = Counter[str]()
        for code, count in report.codes.items():
            counts[known_code(code)] += count
        Refusal.objects.create(
            card=held,
            by_kind=report.by,
            by_name=_name(by, report.by),
            at=min(report.at, now),
            base_revision=report.base_revision,
            problems=[{"code": code, "says": refused_words(code, count)} for code, count in counts.items()],
            late=report.late,
        )
        if not report.put_back:
            record("note.late" if report.late else "note.refused", by=by, now=now, card=held, codes=sorted(counts))
        return keep(keyed, held)


def ask_without_text(
    *,
    card: Card,
    by: Actor,
    now: datetime,
    cause: str,
    impact: str,
    due_at: datetime | None,
    keyed: Keyed[Raised] | None = None,
) -> Raised:
    """Each question is its own: the desk cannot know that two are the same."""
    require_writer(by, to="ask for decisions")
    with transaction.atomic(durable=True):
        claim(keyed, now)
        held = hold(card, by)
        require_on_machine(held.project)
        asked = Asked(without_text.decision(held.key, impact), cause, impact, due_at=due_at)
        return keep(keyed, Raised(add_escalation(held, asked, by=by, now=now), is_new=True))


def report_answer(
    *, escalation: Escalation, by: Actor, now: datetime, keyed: Keyed[Escalation] | None = None
) -> Escalation:
    """A person decided at the machine. What they said stays there."""
    require_writer(by, to="report answers")
    return _settled(escalation, EscalationState.ANSWERED, by, now, keyed, settled_by=_a_person(by))


def report_agreement(
    *, escalation: Escalation, by: Actor, now: datetime, keyed: Keyed[Escalation] | None = None
) -> Escalation:
    """At the machine the sources of a fact agree again, which leaves nothing to decide."""
    require_writer(by, to="report that a decision is withdrawn")
    return _settled(escalation, EscalationState.WITHDRAWN, by, now, keyed, settled_by=by, why=SOURCES_AGREE)


def _settled(
    escalation: Escalation,
    state: EscalationState,
    by: Actor,
    now: datetime,
    keyed: Keyed[Escalation] | None,
    *,
    settled_by: Actor,
    why: str = "",
) -> Escalation:
    """The same told twice is one."""
    with transaction.atomic(durable=True):
        claim(keyed, now)
        held = hold_escalation(escalation, by)
        require_on_machine(held.project)
        if held.state != state:
            require_standing(held)
            settle(held, state, by=settled_by, now=now, answer=why)
        return keep(keyed, held)


def _name(by: Actor, kind: ActorKind) -> str:
    """Of whoever wrote, who may be another one than who tells of it."""
    return by.name if kind == by.kind else AT_THE_MACHINE


def _a_person(by: Actor) -> Actor:
    """Whoever reports it, a person took it; a person's own token names them."""
    return by if by.is_person else Actor(ActorKind.PERSON, AT_THE_MACHINE, by.project_id)


def _require_same(held: Card, report: NoteReport) -> None:
    known = Revision.objects.filter(card=held, number=report.revision).first()
    if known is None or known.written_at != report.written_at:
        says = (
            f"Revision {report.revision} is another one here, and the newest is {held.revision}: a second machine "
            "keeps a note of this card as well. Work on at the first one: one machine keeps the note of a card."
        )
        raise OutOfStep(Problem("report.other_revision", says))


def _add(held: Card, report: NoteReport, kind: ActorKind, name: str) -> None:
    revision = Revision.objects.create(
        card=held,
        number=report.revision,
        parent=held.revision,
        format=report.format,
        author_kind=kind,
        author_name=name,
        model=report.model,
        round=report.round,
        written_at=report.written_at,
        tokens=report.tokens,
        text="",
        origins="",
    )
    Report.objects.create(
        revision=revision, bytes=report.bytes, lines=report.lines, sections=report.sections, locked=report.locked
    )
    held.revision, held.format, held.digest = report.revision, report.format, ""
    held.updated_by_kind, held.updated_by_name, held.updated_at = kind, name, report.written_at
    held.save(update_fields=["revision", "format", "digest", "updated_by_kind", "updated_by_name", "updated_at"])
