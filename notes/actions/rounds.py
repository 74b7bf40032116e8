"""Rounds of an agent on a card: pricing the first turn, and saying how a round went."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from notes.actions.errors import require_writer
from notes.actions.steps.answers import Keyed, claim, keep
from notes.actions.steps.cards import hold
from notes.actions.steps.clearing import clear_note
from notes.actions.steps.history import record
from notes.models import Actor, Card, Round
from notes.queries.prices import price_table
from notes.rules.rounds.headless import SUCCEEDED
from notes.rules.rounds.pricing import Choice, Fresh, Session, estimate

OUTCOMES = (SUCCEEDED, "failed", "killed", "cancelled", "timed_out")


@dataclass(frozen=True, slots=True)
class RoundStart:
    """What was counted, in tokens, and what was done where whoever started the round has chosen already."""

    model: str
    session: Session | None
    fresh: Fresh
    chosen: Choice | None = None
    at: datetime | None = None


def start_round(*, card: Card, by: Actor, now: datetime, start: RoundStart, keyed: Keyed[Round] | None = None) -> Round:
    """The next round of the card, with both estimates, and the cheaper way or the one that was taken."""
    require_writer(by, to="start rounds")
    with transaction.atomic(durable=True):
        claim(keyed, now)
        held = hold(card, by)
        table = price_table()
        found = estimate(start.model, table.of(start.model), start.session, start.fresh, start.chosen)
        last = Round.objects.filter(card=held).order_by("-number").first()
        started = Round.objects.create(
            card=held,
            number=last.number + 1 if last else 1,
            model=start.model,
            session_tokens=start.session.tokens if start.session else None,
            session_cache=start.session.cache if start.session else "",
            fresh_tokens=start.fresh.tokens,
            note_tokens=start.fresh.note,
            resume_cost=found.resume_cost,
            fresh_cost=found.fresh_cost,
            prices_of=table.as_of,
            choice=found.choice,
            why=found.why,
            by_kind=by.kind,
            by_name=by.name,
            # A clock that is ahead begins no round in times to come.
            at=min(start.at or now, now),
        )
        record("round.started", by=by, now=now, card=held, round=started.number, choice=found.choice)
        return keep(keyed, started)


def change_round(
    *, card: Card, by: Actor, now: datetime, number: int, changes: dict[str, Any], keyed: Keyed[Round] | None = None
) -> Round:
    """`changes` are those of last_commit, last_commit_at, ended_at and outcome that are known. Raises DoesNotExist.

    A design build or planner turn that succeeded needs its note no more.
    """
    require_writer(by, to="change rounds")
    with transaction.atomic(durable=True):
        claim(keyed, now)
        held = hold(card, by)
        found = Round.objects.get(card=held, number=number)
        changed = [name for name, value in changes.items() if value != getattr(found, name)]
        for name in changed:
            setattr(found, name, changes[name])
        if changed:
            found.save(update_fields=changed)
            _tell_card(held, found.last_commit_at)
            record("round.changed", by=by, now=now, card=held, round=number, fields=changed)
            if held.is_headless and "outcome" in changed and found.outcome == SUCCEEDED and _is_newest(found):
                clear_note(held, by=by, now=now, round=number)
        return keep(keyed, found)


def _is_newest(found: Round) -> bool:
    """What a later run left is not this one's to clear."""
    return not Round.objects.filter(card=found.card_id, number__gt=found.number).exists()


def _tell_card(card: Card, last_commit_at: datetime | None) -> None:
    """The card carries the newest, so that no list has to look for it."""
    if last_commit_at and (card.last_commit_at is None or last_commit_at > card.last_commit_at):
        Card.objects.filter(pk=card.pk).update(last_commit_at=last_commit_at)
