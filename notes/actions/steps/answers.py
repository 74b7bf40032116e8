"""Writes that carry an Idempotency-Key: the same key and body get the first answer again.

The answer is kept in the transaction of the write, so that there is never one without the other.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Generic, TypeVar

from notes.actions.errors import Invalid
from notes.models import Answer
from notes.rules.hygiene.secret_kinds import secret_kinds
from notes.rules.hygiene.secrets import shown
from notes.rules.problems import Problem
from notes.rules.texts import digest, storable

T = TypeVar("T")
# Status, body, and the headers that are not the same for every answer.
Rendered = tuple[int, dict[str, Any], dict[str, str]]

KEPT_FOR = timedelta(days=7)
SWEEP_EVERY = 100
OPEN = 0


@dataclass(frozen=True, slots=True)
class Keyed(Generic[T]):
    """`digest` is of all that was asked; `render` makes of an outcome what is answered, and kept, for `kept_for`."""

    token_id: int
    key: str
    digest: str
    render: Callable[[T], Rendered]
    kept_for: timedelta = KEPT_FOR


class AnsweredBefore(Exception):
    """Not an error: the call was made before, and this is what it was answered."""

    def __init__(self, status: int, body: dict[str, Any], headers: dict[str, str]) -> None:
        super().__init__(status)
        self.status, self.body, self.headers = status, body, headers


def claim(keyed: Keyed[Any] | None, now: datetime) -> None:
    """Of two calls with one key the second waits here until the first one's transaction has ended."""
    if keyed is None:
        return
    if keyed.kept_for < KEPT_FOR:
        _of(keyed).filter(at__lt=now - keyed.kept_for).delete()
    known = {"token_id": keyed.token_id, "key_digest": digest(keyed.key), "request_digest": keyed.digest}
    mine = Answer(**known, status=OPEN, body={}, at=now)
    Answer.objects.bulk_create([mine], ignore_conflicts=True)
    kept = _of(keyed).get()
    if kept.request_digest != keyed.digest:
        raise Invalid(_key_reused(keyed.key))
    if kept.status != OPEN:
        raise AnsweredBefore(kept.status, kept.body, kept.headers)
    if kept.pk % SWEEP_EVERY == 0:
        Answer.objects.filter(at__lt=now - KEPT_FOR).delete()


def keep(keyed: Keyed[T] | None, outcome: T) -> T:
    """An answer that repeats a secret is not kept: that call is judged anew."""
    if keyed is not None:
        status, body, headers = keyed.render(outcome)
        if secret_kinds(json.dumps(body, ensure_ascii=False)):
            _of(keyed).delete()
        else:
            _of(keyed).update(status=status, body=storable(body), headers=headers)
    return outcome


def _of(keyed: Keyed[Any]) -> Any:
    return Answer.objects.filter(token_id=keyed.token_id, key_digest=digest(keyed.key))


def _key_reused(key: str) -> Problem:
    says = f"The Idempotency-Key “{shown(key, 80)}” came with another request before: give each write a key of its own."
    return Problem("request.key_reused", says)
