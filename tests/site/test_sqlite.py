"""Writers of one process take turns on SQLite, and give the turn back however their transaction ends."""

import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from threading import Event as Signal

import pytest
from django.db import OperationalError, connection, transaction

from notes.models import Project
from tests.cast import NOW

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has rows to hold"),
]


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """In other threads too: their settings are the same."""
    monkeypatch.setitem(connection.settings_dict["OPTIONS"], "timeout", 0.1)


@pytest.fixture
def beside() -> Iterator[Callable[..., "Future[None]"]]:
    """Does something in another thread, which has a connection of its own."""
    with ThreadPoolExecutor(1) as pool:
        yield pool.submit
        pool.submit(connection.close)


def write(name: str) -> None:
    with transaction.atomic():
        Project.objects.create(slug=name, name=name, created_at=NOW)


def keep() -> None:
    write("kept")


def drop() -> None:
    with transaction.atomic():
        write("dropped")
        transaction.set_rollback(True)


def lose_the_connection() -> None:
    with transaction.atomic():
        connection.close()


@pytest.mark.parametrize("end", [keep, drop, lose_the_connection])
def test_the_turn_ends_with_the_transaction(end: Callable[[], None], beside: Callable[..., "Future[None]"]) -> None:
    end()
    beside(write, "next").result()
    assert Project.objects.filter(slug="next").exists()
    assert not Project.objects.filter(slug="dropped").exists()


def test_who_comes_while_another_writes_is_let_in_as_soon_as_that_one_has_ended(
    beside: Callable[..., "Future[None]"], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(connection.settings_dict["OPTIONS"], "timeout", 20)
    comes = Signal()

    def come() -> None:
        comes.set()
        write("second")

    with transaction.atomic():
        second = beside(come)
        assert comes.wait(20)
        write("first")
        assert not second.done()
    second.result(20)
    assert list(Project.objects.order_by("pk").values_list("slug", flat=True)) == ["first", "second"]


def test_who_waits_for_too_long_is_told_so(beside: Callable[..., "Future[None]"]) -> None:
    with transaction.atomic(), pytest.raises(OperationalError, match="locked"):
        beside(write, "second").result()
    beside(write, "later").result()


def test_a_turn_that_another_process_does_not_let_begin_is_given_back(beside: Callable[..., "Future[None]"]) -> None:
    connection.close()
    with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(OperationalError, match="locked"):
            write("first")
    beside(write, "second").result()
