"""What Prometheus reads: the right numbers, and nothing that names a person, a project or a key."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client
from django.utils import timezone
from prometheus_client import CollectorRegistry

from handoff_site import metrics
from handoff_site.metrics import OfDesk, registry
from handoff_site.redis_cache import breakers
from handoff_site.request_log import write_gone
from notes.actions.notes import NoteWrite, save_note
from notes.live.hub import Waiter, hub
from notes.models import Card, Event, Letter
from notes.queries import figures
from tests.cast import NOW, Cast, card
from tests.mail.desk import answer, ask, many

pytestmark = pytest.mark.django_db

CARD_ROUTE = "/p/<slug:slug>/<str:key>/"


def counted(name: str, **labels: str) -> float:
    return registry.get_sample_value(name, labels) or 0.0


def requests(route: str, method: str, status: str) -> float:
    return counted("handoff_request_seconds_count", route=route, method=method, status=status)


@pytest.fixture
def desk() -> CollectorRegistry:
    """The part that is read from the database, from now on."""
    found = CollectorRegistry()
    found.register(OfDesk())
    return found


def value(desk: CollectorRegistry, name: str, **labels: str) -> Any:
    return desk.get_sample_value(name, labels)


@pytest.mark.parametrize(
    ("path", "method", "route", "status"),
    [
        ("/p/shop/SECRET-1/", "GET", CARD_ROUTE, "3xx"),
        ("/letters/off/WzEsInJhaXNlZCJd:1xXtkM:ZEZ/", "GET", "/letters/off/<str:token>/", "4xx"),
        ("/api/v1/projects/shop/cards/SECRET-1/note", "PUT", "/api/v1/projects/<project>/cards/<card>/note", "4xx"),
        ("/static/nowhere.css", "GET", "none", "4xx"),
        ("/nowhere/", "SECRET", "none", "4xx"),
    ],
)
def test_a_request_is_counted_by_the_pattern_of_its_address(
    client: Client, path: str, method: str, route: str, status: str
) -> None:
    labels = (route, method if method != "SECRET" else "OTHER", status)
    before = requests(*labels)
    client.generic(method, path)
    assert requests(*labels) == before + 1
    assert "SECRET" not in metrics.scrape().decode()


def test_a_long_poll_has_a_clock_of_its_own() -> None:
    before = counted("handoff_long_poll_seconds_count", status="4xx")
    write_gone({"method": "GET", "raw_path": "/"}, 0.0)
    assert counted("handoff_long_poll_seconds_count", status="4xx") == before + 1


def test_whoever_waits_is_counted_while_waiting() -> None:
    waiter = Waiter("escalation:1", lambda: None)
    hub.join(waiter, hub.announced)
    assert counted("handoff_long_polls_waiting") == 1
    hub.leave(waiter)
    assert counted("handoff_long_polls_waiting") == 0


def test_redis_that_does_not_answer_is_seen() -> None:
    before = counted("handoff_redis_errors_total")
    breakers["redis://nowhere"].failed()
    assert (counted("handoff_redis_errors_total"), counted("handoff_redis_away")) == (before + 1, 1)
    del breakers["redis://nowhere"]
    assert counted("handoff_redis_away") == 0


def test_letters_by_state_and_how_far_behind_they_are(cast: Cast, desk: CollectorRegistry) -> None:
    many(cast.shop, cast.operator, 3, at=timezone.now() - timedelta(minutes=9))
    Letter.objects.filter(pk=Letter.objects.latest("pk").pk).update(state="failed")
    assert [value(desk, "handoff_desk_letters", state=state) for state in ("waiting", "failed", "sent")] == [2, 1, 0]
    assert 600 <= value(desk, "handoff_desk_letters_behind_seconds") < 660


def test_nothing_is_behind_where_nothing_is_due(cast: Cast) -> None:
    assert figures.seconds_behind(NOW) == 0
    many(cast.shop, cast.operator, 1, at=NOW)
    assert figures.seconds_behind(NOW - timedelta(minutes=2)) == 0


def test_decisions_that_stand_and_those_that_are_late(cast: Cast) -> None:
    ask(cast, due_at=NOW - timedelta(hours=1))
    ask(cast, "Ship on Friday?", due_at=NOW + timedelta(hours=1))
    answer(cast, ask(cast, "Which colour?"), cast.operator)
    assert figures.decisions(NOW) == {"open": 2, "late": 1}


def save(cast: Cast, text: str, base: int | None = None) -> None:
    note, now = Card.objects.get(key="A"), timezone.now() - timedelta(minutes=1)
    save_note(card=note, by=cast.coder, now=now, write=NoteWrite(text, base_revision=base))


def test_saves_are_counted_by_outcome_from_the_first_look_on(cast: Cast, desk: CollectorRegistry) -> None:
    card(cast, "A")
    save(cast, "one\n\ntwo\n\nthree\n")
    assert value(desk, "handoff_desk_saves_total", outcome="saved", reasons="") is None
    save(cast, "1\n\ntwo\n\nthree\n")
    save(cast, "one\n\ntwo\n\n3\n", base=1)
    save(cast, "mine\n\ntwo\n\nthree\n", base=1)
    save(cast, "1\n\n[rest unchanged]\n")
    seen = {
        (outcome, reasons): value(desk, "handoff_desk_saves_total", outcome=outcome, reasons=reasons)
        for outcome, reasons in (("saved", ""), ("merged", ""), ("refused", "write"))
    }
    assert seen == {("saved", ""): 1, ("merged", ""): 1, ("refused", "write"): 2}
    save(cast, "1\n\n2\n\n3\n")
    assert value(desk, "handoff_desk_saves_total", outcome="saved", reasons="") == 2


def test_an_event_of_a_moment_ago_is_left_for_the_next_look(cast: Cast) -> None:
    Event.objects.create(project=cast.shop, verb="note.saved", by_kind="agent", by_name="coder", at=NOW)
    newest = Event.objects.latest("pk").pk
    assert figures.newest_event(NOW) < newest
    assert figures.newest_event(NOW + figures.A_MOMENT) == newest


@pytest.mark.parametrize(
    ("verb", "data", "outcome"),
    [
        ("note.saved", {}, ("saved", "")),
        ("note.saved", {"merged": True}, ("merged", "")),
        ("note.refused", {"codes": ["lock.line_changed", "lock.line_missing"]}, ("refused", "lock")),
        ("note.refused", {"codes": ["problems.more", "write.elided"]}, ("refused", "write")),
        ("note.refused", {"codes": []}, ("refused", "")),
        ("note.late", {"codes": ["write.conflict"]}, ("late", "write")),
    ],
)
def test_what_a_save_came_to(cast: Cast, verb: str, data: dict[str, object], outcome: tuple[str, str]) -> None:
    Event.objects.create(project=cast.shop, verb=verb, by_kind="agent", by_name="coder", at=NOW, data=data)
    newest = Event.objects.latest("pk").pk
    assert figures.saves(newest - 1, newest) == {outcome: 1}


def test_without_a_database_the_rest_is_told_all_the_same(
    desk: CollectorRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away() -> dict[str, int]:
        raise OperationalError("gone")

    monkeypatch.setattr(figures, "letters", away)
    assert value(desk, "handoff_database_up") == 0
    assert value(desk, "handoff_desk_letters", state="waiting") is None
    assert counted("handoff_long_polls_waiting") == 0
