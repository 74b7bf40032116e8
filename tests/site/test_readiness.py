"""Ready means that the database answers and is as new as the code; whoever asks is not kept waiting."""

import asyncio
from threading import Event
from typing import Any

import pytest
from django.db import OperationalError

from handoff_site import readiness
from handoff_site.readiness import DATABASE, MIGRATIONS, Missing, Readiness

pytestmark = pytest.mark.django_db(transaction=True)


def found(asked: Readiness) -> Missing | None:
    return asyncio.run(asked.missing())


def raises(*_: object) -> Any:
    raise OperationalError("connection refused by db.internal, user desk")


def test_a_database_that_is_as_new_as_the_code() -> None:
    asked = Readiness()
    assert [found(asked), found(asked)] == [None, None]


def test_one_that_is_older_until_it_is_brought_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Readiness()
    with monkeypatch.context() as older:
        older.setattr("handoff_site.readiness.MigrationExecutor.migration_plan", lambda *_: ["0003"])
        assert found(asked) == MIGRATIONS
    assert found(asked) is None


@pytest.mark.parametrize("step", ["_ask", "is_up_to_date"])
def test_one_that_does_not_answer_says_no_more_than_that(step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Readiness()
    if step == "_ask":
        assert found(asked) is None
    with monkeypatch.context() as away:
        away.setattr(readiness, step, raises)
        assert found(asked) == DATABASE
    assert found(asked) is None


def test_one_that_hangs_keeps_one_thread_and_nobody_who_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    hangs, looks = Event(), []

    def look() -> bool:
        looks.append(1)
        return hangs.wait(30)

    async def together() -> list[Missing | None]:
        try:
            return await asyncio.gather(*(asked.missing() for _ in range(5)))
        finally:
            hangs.set()

    asked = Readiness()
    monkeypatch.setattr(readiness, "SECONDS", 0.05)
    monkeypatch.setattr(readiness, "is_up_to_date", look)
    assert asyncio.run(together()) == [DATABASE] * 5
    assert len(looks) == 1
