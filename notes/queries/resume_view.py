"""What the next session of a card receives, gathered."""

from datetime import datetime

from notes.models import ActorKind, Card, Escalation, Revision
from notes.models.escalation import STANDS, EscalationState
from notes.queries import note_view, notes
from notes.queries.card_view import meta
from notes.queries.handoffs import facts_to_carry
from notes.queries.words import kind_words, section_words
from notes.rules.handoffs.next_actions import next_action
from notes.rules.resuming.resume import AT_WORK, CarriedFact, FromOutside, PersonLine, Resume, Settled
from notes.rules.wording import ages

MOST_SETTLED = 10


def resume_view(card: Card, now: datetime, *, is_resumed: bool = False) -> Resume:
    """The same number of queries whatever the history; reading changes nothing.

    A planner turn that goes on with its session knows what the note tells, and is not given it.
    """
    newest = meta(card, card.revision) if card.revision else None
    note = notes.newest(card)
    shown = None if is_resumed and card.is_headless else note
    standing, settled = _decisions(card)
    return Resume(
        card=card.key,
        revision=card.revision,
        facts=tuple(_facts(card)),
        person_lines=tuple(_person_lines(card)) if note else (),
        settled=tuple(Settled(one.decision, one.answer, one.settled_by_name, one.fact) for one in settled),
        waiting=tuple(one.decision for one in standing),
        note=shown.text if shown else "",
        age=_age(newest, now) if newest and shown else "",
        stale=bool(shown and card.is_stale),
        untrusted=tuple(FromOutside(**each) for one in (*standing, *settled) for each in one.untrusted),
        next_action=next_action(shown.document) if shown else "",
    )


def _facts(card: Card) -> list[CarriedFact]:
    carried = facts_to_carry(card)
    return [CarriedFact(fact["name"], fact["value"], fact["source"], "disputed" in fact) for fact in carried]


def _person_lines(card: Card) -> list[PersonLine]:
    """Also what an agent wrote and a person locked: agents keep both word for word."""
    return [
        PersonLine(section_words(section.name, section.shape), line.text, line.locked)
        for section in note_view.sections(card, card.revision)
        for line in section.lines
        if line.author and line.may_lock and (line.locked or line.author.kind == ActorKind.PERSON)
    ]


def _decisions(card: Card) -> tuple[list[Escalation], list[Escalation]]:
    """What waits for a person, and what was answered since an agent wrote the note: none can know of it from there."""
    of_card = Escalation.objects.filter(card=card)
    answered = of_card.filter(state=EscalationState.ANSWERED)
    by_agents = Revision.objects.filter(card=card, author_kind__in=AT_WORK).order_by("-number")
    if since := by_agents.values_list("written_at", flat=True).first():
        answered = answered.filter(settled_at__gt=since)
    latest = list(answered.order_by("-settled_at")[:MOST_SETTLED])
    return sorted(of_card.filter(STANDS), key=lambda each: each.pk), latest[::-1]


def _age(newest: Revision, now: datetime) -> str:
    who = f"{newest.author_name} ({kind_words(newest.author_kind)})"
    return (
        f"The note was last written {ages.ago(newest.written_at, now)}, on {ages.exact(newest.written_at)}, by {who}."
    )
