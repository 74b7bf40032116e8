"""Runners: they say who they are and which work trees they have, give signs of life, and leave."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models.functions import Lower

from notes.actions.errors import OutOfStep, require_runner
from notes.actions.steps.history import record
from notes.actions.steps.pending_saves import give_up
from notes.models import Actor, Card, PendingSave, Runner
from notes.models.pending_save import SaveState
from notes.rules.problems import Problem

LOST = timedelta(days=7)
TAKEN = Problem(
    "runner.connection_taken", "This `connection` is in use by another token: take 32 random hexadecimal digits anew."
)


@dataclass(frozen=True, slots=True)
class Greeting:
    """`connection` names the socket that it came on."""

    protocol: int
    version: str
    cards: tuple[str, ...]
    connection: str


def greet_runner(*, token_id: int, by: Actor, now: datetime, greeting: Greeting) -> Runner:
    """Also a sign of life. From then on what people save of its cards goes into their work trees first."""
    require_runner(by)
    cards = sorted({card.lower() for card in greeting.cards})
    known = {"protocol": greeting.protocol, "version": greeting.version, "cards": cards, "seen_at": now}
    fixed = {"project_id": by.project_id, "name": by.name}
    with transaction.atomic(durable=True):
        mine: dict[str, Any] = {"token_id": token_id, "connection": greeting.connection}
        if Runner.objects.filter(connection=greeting.connection).exclude(token=token_id).exists():
            raise OutOfStep(TAKEN)
        before = Runner.objects.filter(**mine).first()
        runner, _ = Runner.objects.update_or_create(**mine, defaults=known | fixed)
        in_work_trees = Card.objects.alias(low=Lower("key")).filter(project=by.project_id, low__in=cards)
        in_work_trees.filter(has_worktree=False).update(has_worktree=True)
        if before is None or (before.cards, before.protocol) != (cards, greeting.protocol):
            record("runner.connected", by=by, now=now, cards=len(cards))
            _forget_the_lost(by, now)
    return runner


def part_runner(*, token_id: int, by: Actor, now: datetime, connection: str) -> None:
    require_runner(by)
    with transaction.atomic(durable=True):
        gone, _ = Runner.objects.filter(token=token_id, connection=connection).delete()
        if gone:
            record("runner.left", by=by, now=now)


def _forget_the_lost(by: Actor, now: datetime) -> None:
    """Connections that ended without a word, and saves that no runner ever answered: their text goes."""
    Runner.objects.filter(project=by.project_id, seen_at__lt=now - LOST).delete()
    unanswered = PendingSave.objects.filter(card__project=by.project_id, state=SaveState.UNDER_WAY, at__lt=now - LOST)
    for save in unanswered.select_related("card"):
        give_up(save, "no runner answered for a week", by=by, now=now)
