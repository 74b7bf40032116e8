"""The servers of the tests are there, and are not somebody else's."""

import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
import redis

from tests import engines

START_AND_SAY = "from tests import engines; print(engines.{}())"
ROOT = Path(__file__).parent.parent


def started_by_another_process(function: str) -> str:
    command = [sys.executable, "-c", START_AND_SAY.format(function)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True).stdout.strip()


@pytest.mark.slow
def test_a_started_postgresql_answers_and_makes_databases() -> None:
    with psycopg.connect(engines.start_postgresql(), autocommit=True) as connection:
        connection.execute("CREATE DATABASE made_here")
        assert connection.execute("SELECT 1").fetchone() == (1,)


def test_a_postgresql_that_is_not_there_is_not_found() -> None:
    assert engines.running_postgresql("postgresql://postgres@127.0.0.1:1/postgres") is None


@pytest.mark.slow
def test_a_started_postgresql_is_gone_when_its_process_ends() -> None:
    url = started_by_another_process("start_postgresql")
    assert engines.running_postgresql(url) is None


def test_a_started_redis_answers() -> None:
    with redis.Redis.from_url(engines.start_redis()) as client:
        client.set("asked", "answered")
        assert client.get("asked") == b"answered"


def test_a_started_redis_is_gone_when_its_process_ends() -> None:
    with (
        redis.Redis.from_url(started_by_another_process("start_redis")) as client,
        pytest.raises(redis.ConnectionError),
    ):
        client.ping()


def test_what_was_found_is_kept_for_the_workers_of_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEST_POSTGRESQL_URL", "postgresql://named/one")
    assert engines.database_url("postgresql") == "postgresql://named/one"


def test_sqlite_is_the_desks_own_default() -> None:
    assert engines.database_url("sqlite") == ""


def test_an_engine_that_nobody_knows_is_named() -> None:
    with pytest.raises(ValueError, match="give sqlite or postgresql"):
        engines.database_url("mysql")
