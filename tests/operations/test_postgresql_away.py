"""PostgreSQL is restarted or stays away for a while: the desk goes on by itself, and says meanwhile what it lacks."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.operations import desks
from tests.operations.desks import Running
from tests.operations.postgresql import OwnPostgresql, own_postgresql
from tests.site.test_serve import COMMAND

CARD = "/api/v1/projects/shop/cards/A"
# As many connections as a busy process has, each of which a restart breaks.
BUSY = 12


@pytest.fixture(scope="module")
def postgresql() -> Iterator[OwnPostgresql]:
    with own_postgresql("away") as server:
        yield server


@pytest.fixture(scope="module")
def desk(postgresql: OwnPostgresql, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Running, str]]:
    folder: Path = tmp_path_factory.mktemp("away")
    url = postgresql.database("desk")
    token = desks.prepared(folder, url)
    with desks.web(folder, DATABASE_URL=url) as running:
        yield running, f"Bearer {token}"


def test_after_a_restart_the_first_request_is_answered_and_so_are_all_others(
    desk: tuple[Running, str], postgresql: OwnPostgresql
) -> None:
    running, token = desk
    with ThreadPoolExecutor(BUSY) as threads:
        list(threads.map(lambda _: running.ask(CARD, Authorization=token), range(BUSY * 10)))
        postgresql.restart()
        begun = time.monotonic()
        assert running.ask(CARD, Authorization=token).status == 200
        assert time.monotonic() - begun < 2
        answers = threads.map(lambda _: running.ask(CARD, Authorization=token).status, range(BUSY * 10))
        assert set(answers) == {200}


def test_while_it_is_away_that_is_said_and_when_it_is_back_the_desk_is_too(
    desk: tuple[Running, str], postgresql: OwnPostgresql
) -> None:
    running, token = desk
    postgresql.stop()
    refused = running.ask(CARD, Authorization=token)
    assert (refused.status, refused.json["problems"][0]["code"]) == (503, "desk.busy")
    page = running.ask("/", Cookie="sessionid=somebody")
    assert (page.status, "The database does not answer" in page.content.decode()) == (503, True)
    postgresql.start()
    begun = time.monotonic()
    assert running.ask(CARD, Authorization=token).status == 200
    assert time.monotonic() - begun < 4
    assert running.ask("/", Cookie="sessionid=somebody").status == 302


def test_a_mail_worker_goes_on_by_itself(postgresql: OwnPostgresql, tmp_path: Path) -> None:
    url = postgresql.database("worker")
    desks.manage(tmp_path, "migrate", DATABASE_URL=url)
    words, settings = [*COMMAND, "deliver_mail"], desks.of(tmp_path, {"DATABASE_URL": url})
    with desks.started(words, "mail worker runs", tmp_path / "mail.log", settings) as worker:
        postgresql.stop()
        desks.wait_until(lambda: "The mail worker cannot work: OperationalError" in worker.says)
        postgresql.start()
        desks.wait_until(lambda: "The mail worker works again." in worker.says)
        assert worker.end() == 0
