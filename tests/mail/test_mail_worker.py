"""What the worker does at each turn, and that nothing stops it but being told."""

from datetime import datetime, timedelta
from io import StringIO
from threading import Event as Stop
from threading import enumerate as enumerate_threads

import pytest
from django.core import mail
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.test import override_settings

from notes.actions.digests import write_digests
from notes.actions.reminders import remind_late
from notes.management import mail_worker
from notes.management.mail_worker import MailWorker, where_letters_go
from notes.models import Card, Escalation, Event, Letter, Membership, Project, Refusal, User
from tests.cast import NOW, Cast, card
from tests.mail.desk import EMD, answer, ask, letters

pytestmark = pytest.mark.django_db

DUE = NOW + timedelta(hours=1)
MORNING = NOW.replace(day=13, hour=7, minute=0)
LOST = [{"code": "lock.line_missing", "says": "The line “only the API tests” is gone."}]


def refused(card: Card, at: datetime = NOW, kind: str = "agent", **more: object) -> None:
    Refusal.objects.create(card=card, by_kind=kind, by_name="coder", at=at, **({"problems": LOST} | more))


def test_a_late_decision_is_told_once_for_its_due_time(cast: Cast) -> None:
    escalation = ask(cast, due_at=DUE)
    assert remind_late(now=DUE - timedelta(seconds=1)) == 0
    assert [remind_late(now=DUE + timedelta(minutes=more)) for more in (0, 1, 60)] == [1, 0, 0]
    late = letters("late")["Reviewer"]
    assert late.subject == f"Late: {EMD}"
    assert late.text.startswith(f"Late: {EMD}\n")
    assert Event.objects.get(verb="escalation.late").data == {"escalation": escalation.pk}
    assert set(letters("late")) == {"Reviewer", "Operator", "Maintainer"}


def test_what_was_answered_in_time_is_never_late(cast: Cast) -> None:
    answer(cast, ask(cast, due_at=DUE), cast.reviewer)
    assert remind_late(now=DUE) == 0


def test_of_two_that_remind_one_does(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    ask(cast, due_at=DUE)
    stale = Escalation.objects.select_related("card__project")
    list(stale)
    remind_late(now=DUE)
    monkeypatch.setattr("notes.actions.reminders.late", _as_before(Escalation.objects.values_list("pk", flat=True)[0]))
    assert remind_late(now=DUE) == 0


def _as_before(pk: int) -> object:
    """What the other worker found before the first one was done, and then how it is."""
    found = [Escalation.objects.filter(pk=pk), Escalation.objects.filter(pk=pk, reminded_at=None)]
    return lambda _: found.pop(0)


def test_a_digest_tells_of_yesterdays_refusals_once(cast: Cast) -> None:
    held = card(cast, "SHOP-1", title="Refund emails")
    for _ in range(2):
        refused(held)
    refused(held, kind="person")
    refused(card(cast, "SHOP-2"), late=True, problems=[])
    assert [write_digests(now=MORNING + timedelta(minutes=more)) for more in (-1, 0, 15)] == [0, 2, 0]
    found = Letter.objects.filter(kind="refusals", day="2026-11-12").order_by("pk")
    assert {letter.user.name for letter in found} == {"Operator", "Maintainer"}
    assert found[0].subject == "Shop: 3 writes were refused on Thursday 12 November"
    assert (
        "SHOP-1 · Refund emails\n  2 writes were refused: The line “only the API tests” is gone.\n"
        "  http://localhost:8000/p/shop/SHOP-1/\n\n"
        "SHOP-2 · SHOP-2\n  1 write was refused: It came late and was not applied.\n"
    ) in found[0].text


def test_days_without_a_worker_are_told_of_with_the_next_digest(cast: Cast) -> None:
    held = card(cast, "SHOP-1")
    refused(held, at=NOW - timedelta(days=3))
    refused(held, at=NOW - timedelta(days=2))
    write_digests(now=MORNING - timedelta(days=2))
    for days in (30, 1, 0):
        refused(held, at=NOW - timedelta(days=days))
    assert [write_digests(now=MORNING + timedelta(days=days)) for days in (1, 2, 9)] == [2, 0, 0]
    assert list(Letter.objects.filter(user=cast.operator).order_by("pk").values_list("subject", flat=True)) == [
        "Shop: 2 writes were refused from Monday 9 November to Tuesday 10 November",
        "Shop: 2 writes were refused from Wednesday 11 November to Thursday 12 November",
    ]


def test_digests_find_what_is_new_by_its_time() -> None:
    rows = Refusal.objects.filter(at__gte=NOW - timedelta(days=9), at__lt=NOW)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":  # an empty table is not worth an index to it
            cursor.execute("SET LOCAL enable_seqscan = off")
    assert "refusal_by_time" in rows.explain()


def test_morning_comes_when_it_comes_to_the_reader(cast: Cast) -> None:
    refused(card(cast, "SHOP-1"))
    User.objects.filter(pk=cast.operator.pk).update(time_zone="Asia/Kolkata")
    assert write_digests(now=MORNING - timedelta(hours=5, minutes=30)) == 1
    assert set(letters("refusals")) == {"Operator"}
    assert write_digests(now=MORNING) == 1


def test_a_day_without_refusals_has_no_digest(cast: Cast) -> None:
    refused(card(cast, "SHOP-1"), kind="person")
    assert write_digests(now=MORNING) == 0


def test_who_wants_no_digest_gets_none(cast: Cast) -> None:
    refused(card(cast, "SHOP-1"))
    Membership.objects.filter(user=cast.operator).update(mail_refusals=False)
    write_digests(now=MORNING)
    assert set(letters("refusals")) == {"Maintainer"}


def test_a_digest_of_notes_that_stay_elsewhere_has_no_text_of_them(cast: Cast) -> None:
    refused(card(cast, "SHOP-1", title="Refund emails"))
    Project.objects.filter(pk=cast.shop.pk).update(session_content="machine")
    write_digests(now=MORNING)
    letter = letters("refusals")["Operator"]
    assert "SHOP-1\n  1 write was refused.\n" in letter.text
    assert "API tests" not in letter.text + letter.html
    assert "Refund" not in letter.text + letter.html


def test_one_command_sends_what_is_due_and_not_twice_the_same(cast: Cast) -> None:
    ask(cast, due_at=DUE)
    call_command("deliver_mail", "--once")
    assert [letter.subject for letter in mail.outbox] == [f"Late: {EMD}"] * 3
    assert {letter.state for letter in letters("raised").values()} == {"dropped"}


def test_it_goes_on_after_the_database_failed(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    failures = [DatabaseError("of a secret"), DatabaseError("of a secret")]
    stop = Stop()

    def write(*, now: datetime) -> int:
        if failures:
            raise failures.pop()
        stop.set()
        return 0

    monkeypatch.setattr(mail_worker, "remind_late", write)
    monkeypatch.setattr(mail_worker, "SECONDS_BETWEEN", 0.001)
    monkeypatch.setattr("django.db.connections.close_all", lambda: None)
    monkeypatch.setattr(mail_worker, "close_old_connections", lambda: None)
    caplog.set_level("INFO", "handoff.mail")
    MailWorker(stop, lambda: NOW).run()
    assert caplog.text.count("The mail worker cannot work: DatabaseError") == 2
    assert "The mail worker works again" in caplog.text
    assert "secret" not in caplog.text


def threads() -> set[str]:
    return {thread.name for thread in enumerate_threads()}


@pytest.mark.parametrize(("switches", "works"), [([], True), (["--no-mail"], False)])
def test_the_server_has_a_worker_unless_told_otherwise(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, switches: list[str], works: bool
) -> None:
    ran: list[bool] = []
    monkeypatch.setattr("handoff_site.server.run", lambda *_: ran.append("mail" in threads()))
    monkeypatch.setattr("notes.management.commands.serve.call_command", lambda *_, **__: None)
    monkeypatch.setattr(MailWorker, "run", lambda worker: worker.stop.wait() and None)
    call_command("serve", *switches, stdout=StringIO())
    assert ran == [works]
    assert "mail" not in threads()


def test_whoever_starts_the_desk_reads_where_letters_go() -> None:
    with override_settings(EMAIL_FILE_PATH="/data/letters"):
        assert where_letters_go().startswith("Letters are files in /data/letters")
    smtp = "django.core.mail.backends.smtp.EmailBackend"
    with override_settings(EMAIL_FILE_PATH="", EMAIL_BACKEND=smtp, EMAIL_HOST="mail.example"):
        assert where_letters_go() == "Letters go out through mail.example, port 25."
