"""Takes every text of a project off the desk, inside an action's transaction. Numbers, times and kinds stay."""

from collections.abc import Iterator
from datetime import datetime

from notes.actions.steps.history import record
from notes.models import (
    Actor,
    Answer,
    Card,
    Escalation,
    Event,
    Fact,
    Handoff,
    Letter,
    PendingSave,
    Project,
    Question,
    Refusal,
    Report,
    Revision,
)
from notes.models.escalation import STANDS, EscalationState
from notes.queries import notes
from notes.queries.session_content import texts
from notes.rules.authors import origins
from notes.rules.content import without_text

AT_ONCE = 100


def purge(project: Project, *, by: Actor, now: datetime) -> None:
    """Every card is held first: a write under way ends before, and one that waits finds its way barred."""
    cards = list(Card.objects.select_for_update().filter(project=project).order_by("pk"))
    for card in cards:
        card.project = project
        _purge_note(card)
    _purge_decisions(project, by, now)
    Fact.objects.filter(card__project=project).delete()
    PendingSave.objects.filter(card__project=project).delete()
    Handoff.objects.filter(project=project).delete()
    Refusal.objects.filter(card__project=project).delete()
    Letter.objects.filter(project=project).delete()
    Answer.objects.filter(token__project=project).delete()
    _purge_events(project)


def _purge_note(card: Card) -> None:
    kinds = dict(Revision.objects.filter(card=card).values_list("number", "author_kind"))
    newest = notes.newest(card)
    for revision in texts(card.project).filter(card=card).iterator(AT_ONCE):
        report = _counted(revision, kinds)
        if newest and revision.number == newest.revision:
            report.sections, report.locked = len(newest.document.sections), len(notes.locked_rows(card, newest))
        report.save(force_insert=True)
        Revision.objects.filter(pk=revision.pk).update(text="", origins="")
    # Who knows a text could still tell by its digest that it stood here.
    Card.objects.filter(pk=card.pk).update(digest="")


def _counted(revision: Revision, kinds: dict[int, str]) -> Report:
    """Authors are told by where lines were born, which stands beside the text."""
    lines: dict[str, int] = {}
    for origin in filter(None, origins.decode(revision.origins)):
        kind = kinds.get(origin.revision, revision.author_kind)
        lines[kind] = lines.get(kind, 0) + 1
    return Report(revision=revision, bytes=len(revision.text.encode()), lines=lines)


def _purge_decisions(project: Project, by: Actor, now: datetime) -> None:
    Question.objects.filter(escalation__project=project).delete()
    found = Escalation.objects.filter(project=project).select_related("card")
    for escalation in found.filter(STANDS):
        _withdraw(escalation, by, now)
        record("escalation.withdrawn", by=by, now=now, card=escalation.card, escalation=escalation.pk)
    for escalation in found:
        escalation.decision = without_text.decision(escalation.card.key, escalation.impact)
        escalation.options, escalation.evidence, escalation.untrusted, escalation.shown = [], [], [], {}
        escalation.fact = escalation.fact_kind = escalation.answer = ""
        escalation.save()


def _withdraw(escalation: Escalation, by: Actor, now: datetime) -> None:
    """Nobody could answer it: where its question is from now on, it was never asked."""
    escalation.state = EscalationState.WITHDRAWN
    escalation.settled_by_id, escalation.settled_by_kind, escalation.settled_by_name = by.user_id, by.kind, by.name
    escalation.settled_at, escalation.claimed_by, escalation.claimed_until = now, None, None
    escalation.save()


def _purge_events(project: Project) -> None:
    """The names of facts are the only words of users in them."""
    for event in _naming_facts(project):
        del event.data["fact"]
        event.save(update_fields=["data"])


def _naming_facts(project: Project) -> Iterator[Event]:
    yield from Event.objects.filter(project=project, data__has_key="fact").iterator(AT_ONCE)
