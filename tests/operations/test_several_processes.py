"""Any number of processes on one PostgreSQL: they start together, and one that is killed takes nothing with it."""

import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException
from pathlib import Path
from random import Random
from typing import Any

import psycopg
import pytest

from tests.operations import desks
from tests.operations.desks import Running
from tests.operations.postgresql import OwnPostgresql, own_postgresql
from tests.ports import free_port
from tests.site.test_serve import ROOT

WRITERS = 6
EACH = 15
KILLS = 3


@pytest.fixture(scope="module")
def postgresql() -> Iterator[OwnPostgresql]:
    with own_postgresql("several") as server:
        yield server


def test_processes_that_migrate_at_once_do_it_one_after_the_other(postgresql: OwnPostgresql, tmp_path: Path) -> None:
    url = postgresql.database("migrated_at_once")
    together = [
        subprocess.Popen(
            [sys.executable, "manage.py", "migrate", "-v", "0"],
            cwd=ROOT, env=desks.of(tmp_path, {"DATABASE_URL": url}), stderr=subprocess.PIPE, text=True,
        )
        for _ in range(3)
    ]  # fmt: skip
    ended = [process.communicate(timeout=desks.PATIENCE)[1] for process in together]
    assert [process.returncode for process in together] == [0, 0, 0], ended


def test_several_web_processes_do_not_make_a_key_each(postgresql: OwnPostgresql, tmp_path: Path) -> None:
    settings = desks.of(tmp_path, {"DATABASE_URL": "postgresql://nowhere/desk", "SECRET_KEY": ""})
    words = [sys.executable, "manage.py", "serve", "--web"]
    ran = subprocess.run(words, cwd=ROOT, env=settings, text=True, capture_output=True)
    assert (ran.returncode, "SECRET_KEY is not set" in ran.stderr) == (1, True)


def test_a_web_process_without_static_files_says_how_to_get_them(tmp_path: Path) -> None:
    words = [sys.executable, "manage.py", "serve", "--web", "--port", str(free_port())]
    ran = subprocess.run(words, cwd=ROOT, env=desks.of(tmp_path, {}), text=True, capture_output=True)
    assert (ran.returncode, "run `manage.py collectstatic --no-input` first" in ran.stderr) == (1, True)
    assert not (tmp_path / "desk.sqlite3").exists()


class Writer:
    """An agent that adds lines to its card, and sends each again until somebody answers."""

    def __init__(self, number: int, token: str, desks: list[Running]) -> None:
        self.number, self.token, self.desks = number, token, desks
        self.sent_again = 0

    def write_all(self, kill_soon: threading.Event) -> None:
        for line in range(EACH):
            self._write(f"- writer {self.number} line {line}", f"{self.number}-{line}")
            if line == EACH // 3:
                kill_soon.set()

    def _write(self, text: str, key: str) -> None:
        card = "ABCD"[self.number % 4]
        headers = {"Authorization": self.token, "Idempotency_Key": f"{key}-{id(self)}"}
        for desk in self.desks:
            try:
                path = f"/api/v1/projects/shop/cards/{card}/note"
                answer = desk.ask(path, "PATCH", {"section": "Done", "append": [text]}, **headers)
            except (OSError, HTTPException):
                self.sent_again += 1
                continue
            assert answer.status in (200, 201), answer.content
            return
        raise AssertionError("nobody answered")


def is_answered_once(key: str, token: str, one: Running, other: Running) -> bool:
    body = {"section": "Goal", "append": [f"- {key}"]}
    headers = {"Authorization": token, "Idempotency_Key": key}
    first, again = (desk.ask("/api/v1/projects/shop/cards/A/note", "PATCH", body, **headers) for desk in (one, other))
    return bool(first.json == again.json) and again.headers["idempotency-replayed"] == "true"


def first_note(desk: Running, token: str) -> None:
    for card in "ABCD":
        path = f"/api/v1/projects/shop/cards/{card}/note"
        assert (
            desk.ask(path, "PUT", {"text": f"## Goal\nThe work on {card}\n\n## Done\n"}, Authorization=token).status
            == 201
        )


def revisions(url: str) -> list[tuple[Any, ...]]:
    with psycopg.connect(url) as connection:
        query = "SELECT c.key, r.number, r.text FROM notes_revision r JOIN notes_card c ON c.id = r.card_id"
        return connection.execute(f"{query} ORDER BY c.key, r.number").fetchall()


def test_a_process_that_is_killed_while_it_writes_loses_nothing_and_doubles_nothing(
    postgresql: OwnPostgresql, tmp_path: Path
) -> None:
    url = postgresql.database("killed")
    token = f"Bearer {desks.prepared(tmp_path, url)}"
    dice, numbers = Random(7), iter(range(1_000))
    writers: list[Writer] = []
    with desks.web(tmp_path, DATABASE_URL=url) as steady:
        first_note(steady, token)
        for _ in range(KILLS):
            with desks.web(tmp_path, DATABASE_URL=url) as doomed, ThreadPoolExecutor(WRITERS) as threads:
                assert is_answered_once(f"once-{next(numbers)}", token, doomed, steady)
                kill_soon = threading.Event()
                these = [Writer(next(numbers), token, [doomed, steady]) for _ in range(WRITERS)]
                done = [threads.submit(writer.write_all, kill_soon) for writer in these]
                kill_soon.wait(desks.PATIENCE)
                threading.Event().wait(dice.random() / 20)
                doomed.process.kill()
                for each in done:
                    each.result(desks.PATIENCE)
                writers += these
    kept = revisions(url)
    newest = {key: text for key, _, text in kept}
    lines = Counter(line for text in newest.values() for line in text.splitlines() if line.startswith("- writer"))
    wanted = {f"- writer {writer.number} line {line}" for writer in writers for line in range(EACH)}
    assert lines == Counter(wanted)
    assert len(kept) == len(wanted) + len(newest) + KILLS
    assert sum(writer.sent_again for writer in writers) >= KILLS
