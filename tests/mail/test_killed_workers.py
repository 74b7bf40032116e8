"""Workers that are killed at any moment, and several at once: no letter is lost, and none is doubled without need."""

import random
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Callable

import pytest
from django.conf import LazySettings
from django.utils import timezone

from notes.models import Letter
from tests.cast import Cast
from tests.mail import workers
from tests.mail.desk import many
from tests.mail.server import Handler

LETTERS = 300
KILLS = 8
PATIENCE = 60

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def wait_until(come: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not come():
        assert time.monotonic() < until, "it took too long"
        time.sleep(0.005)


def kill(worker: subprocess.Popen[str]) -> None:
    worker.send_signal(signal.SIGKILL)
    worker.wait(PATIENCE)


def leases_run_out() -> None:
    Letter.objects.filter(state="waiting").update(not_before=timezone.now())


def test_nothing_is_lost_by_killing_workers(cast: Cast, smtp: Handler, settings: LazySettings) -> None:
    many(cast.shop, cast.operator, LETTERS)
    dice = random.Random(7)
    for _ in range(KILLS):
        worker = workers.start(settings.EMAIL_PORT)
        enough = len(smtp.taken) + dice.randrange(1, LETTERS // KILLS)
        wait_until(lambda enough=enough: len(smtp.taken) >= enough)  # type: ignore[misc]
        kill(worker)
        leases_run_out()
    assert workers.start(settings.EMAIL_PORT, "--once").wait(PATIENCE) == 0
    counts = Counter(smtp.ids)
    assert len(counts) == LETTERS
    assert {str(letter["Subject"]) for letter in smtp.letters} == {f"letter {number}" for number in range(LETTERS)}
    assert sum(counts.values()) - LETTERS <= KILLS
    assert not Letter.objects.exclude(state="sent").exists()


def test_two_workers_double_nothing_and_end_when_told(cast: Cast, smtp: Handler, settings: LazySettings) -> None:
    many(cast.shop, cast.operator, LETTERS)
    both = [workers.start(settings.EMAIL_PORT) for _ in range(2)]
    wait_until(lambda: not Letter.objects.exclude(state="sent").exists())
    for worker in both:
        worker.send_signal(signal.SIGTERM)
    assert [worker.wait(PATIENCE) for worker in both] == [0, 0]
    assert len(smtp.ids) == len(set(smtp.ids)) == LETTERS
    assert Letter.objects.filter(attempts=1).count() == LETTERS


def test_a_worker_ends_though_the_mail_server_hangs(cast: Cast, smtp: Handler, settings: LazySettings) -> None:
    smtp.hangs = True
    many(cast.shop, cast.operator, 1)
    worker = workers.start(settings.EMAIL_PORT)
    wait_until(lambda: smtp.connections > 0)
    worker.send_signal(signal.SIGTERM)
    assert worker.wait(10) == 0
    assert Letter.objects.get().state == "waiting"
