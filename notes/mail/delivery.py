"""Sends what waits in the outbox: take, send, mark. No transaction is open while a mail server is talked to.

Between sending and marking a worker may die; the letter then goes out twice, with one Message-ID. None is lost.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.core.mail import get_connection

from notes.mail import leases
from notes.mail.envelopes import message_of
from notes.mail.refused import Refused, refused
from notes.models import Letter, Membership
from notes.queries import pointless, recipients
from notes.rules.letters.quiet_hours import not_before
from notes.rules.letters.retries import Trouble, pause

log = logging.getLogger("handoff.mail")

# After so many letters in a row that met no working server, the others wait.
ENOUGH = 2
WHILE_AWAY = timedelta(minutes=1)
# A worker that is still marking `raised` sent is done by then.
A_MOMENT = timedelta(seconds=30)

Clock = Callable[[], datetime]
Stopped = Callable[[], bool]


@dataclass
class Batch:
    """What became of the letters that one worker took."""

    taken: int = 0
    sent: int = 0
    broken_in_a_row: int = 0
    trouble: str = ""


def deliver(clock: Clock, stopped: Stopped = lambda: False) -> Batch:
    """One batch. The rest of it is put back where it makes no sense to go on."""
    letters = leases.claim(clock())
    batch = Batch(taken=len(letters))
    with _talking() as server:
        for done, letter in enumerate(letters):
            if stopped():
                leases.put_back(letters[done:], clock())
                break
            if batch.broken_in_a_row >= ENOUGH:
                leases.put_back(letters[done:], clock() + WHILE_AWAY, batch.trouble)
                break
            _deliver_one(letter, server, batch, clock)
    return batch


@contextmanager
def _talking() -> Iterator[Any]:
    """One connection for many letters; it opens itself with the first, and after a break with the next."""
    server = get_connection()
    try:
        yield server
    finally:
        _hang_up(server)


def _deliver_one(letter: Letter, server: Any, batch: Batch, clock: Clock) -> None:
    membership = recipients.still_wants(letter.project_id, letter.user_id, letter.kind)
    if membership is None or pointless.is_settled(letter) or pointless.is_overtaken(letter):
        leases.mark_dropped(letter)
        return
    if later := _not_now(letter, membership, clock()):
        leases.put_back([letter], later)
        return
    if pointless.was_never_told(letter):
        leases.mark_dropped(letter)
    elif leases.renew(letter, clock()):
        _send(letter, membership, server, batch, clock)


def _not_now(letter: Letter, membership: Membership, now: datetime) -> datetime | None:
    """Quiet hours may have begun since the letter was written; what answers another letter waits for that one."""
    user = membership.user
    later = not_before(now, user.quiet_from, user.quiet_until, user.zone)
    if later > now:
        return later
    return now + A_MOMENT if pointless.answers_one_under_way(letter) else None


def _send(letter: Letter, membership: Membership, server: Any, batch: Batch, clock: Clock) -> None:
    first = pointless.first_of(letter)
    try:
        server.open()
        server.send_messages([message_of(letter, membership, first, clock())])
    except Exception as error:  # whatever it is, the letter is not lost and the next one has its turn
        _not_sent(letter, refused(error), server, batch, clock)
        return
    batch.sent += 1
    batch.broken_in_a_row = 0
    leases.mark_sent(letter, clock())


def _not_sent(letter: Letter, why: Refused, server: Any, batch: Batch, clock: Clock) -> None:
    log.warning("letter %s was not sent at attempt %s: %s", letter.pk, letter.attempts, why.name)
    if why.broken:
        _hang_up(server)
    batch.broken_in_a_row = batch.broken_in_a_row + 1 if why.away else 0
    batch.trouble = why.says
    # Once it may be out, a later no does not take that back.
    wait, maybe = pause(letter.attempts), letter.may_be_out or why.unheard
    if why.trouble is Trouble.LETTER or wait is None:
        leases.mark_failed(letter, why.says, maybe)
    else:
        leases.try_again(letter, clock() + wait, why.says, maybe)


def _hang_up(server: Any) -> None:
    """What a broken connection says at its end is no news."""
    with suppress(Exception):
        server.close()
    server.connection = None
