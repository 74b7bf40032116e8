"""Runners: they say who they are and which work trees they have, give signs of life, and leave."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models.functions import Lower

from notes.actions.errors import require_runner
from notes.actions.steps.history import record
from notes.models import Actor, Card, Runner


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
    known = {"protocol": greeting.protocol, "version": greeting.version, "cards": cards}
    with transaction.atomic(durable=True):
        before = Runner.objects.filter(token=token_id).first()
        fixed = {"project_id": by.project_id, "name": by.name}
        kept = known | fixed | {"connection": greeting.connection, "seen_at": now}
        runner, _ = Runner.objects.update_or_create(token_id=token_id, defaults=kept)
        in_work_trees = Card.objects.alias(low=Lower("key")).filter(project=by.project_id, low__in=cards)
        in_work_trees.filter(has_worktree=False).update(has_worktree=True)
        if before is None or not before.connection or (before.cards, before.protocol) != (cards, greeting.protocol):
            record("runner.connected", by=by, now=now, cards=len(cards))
    return runner


def part_runner(*, token_id: int, by: Actor, now: datetime, connection: str) -> None:
    """Where it has opened another socket meanwhile, that one holds."""
    require_runner(by)
    with transaction.atomic(durable=True):
        if Runner.objects.filter(token=token_id, connection=connection).update(connection=""):
            record("runner.left", by=by, now=now)
