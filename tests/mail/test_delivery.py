"""Sending, against a real SMTP server that takes letters, refuses them, hangs and dies."""

import smtplib
from collections.abc import Callable
from datetime import datetime, time, timedelta

import pytest
from django.conf import LazySettings

from notes.actions.claims import assign_escalation
from notes.actions.questions import ask_back, reply_to_question
from notes.actions.reminders import remind_late
from notes.mail.delivery import Batch, deliver
from notes.mail.leases import LEASE, claim
from notes.models import Letter, Membership, User
from notes.queries.letters import told, undelivered
from notes.rules.letters.telling import Told
from tests.cast import NOW, Cast
from tests.mail.desk import EMD, answer, ask, letters, many
from tests.mail.server import OK, Handler

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(minutes=2)


def send(at: datetime = NOW) -> Batch:
    return deliver(lambda: at)


def states() -> list[str]:
    return sorted(Letter.objects.values_list("state", flat=True))


def test_letters_arrive_over_one_connection_and_are_marked(cast: Cast, smtp: Handler) -> None:
    escalation = ask(cast)
    assert told(escalation).told == Told.ON_ITS_WAY
    assert send().sent == 3
    assert smtp.connections == 1
    assert {letter["To"] for letter in smtp.letters} == {
        "reviewer@shop.example", "operator@shop.example", "maintainer@shop.example",
    }  # fmt: skip
    assert states() == ["sent"] * 3
    assert told(escalation).says == "Three people were told by letter."
    assert send().taken == 0


def test_the_headers_hold_a_thread_together_and_keep_machines_quiet(cast: Cast, smtp: Handler) -> None:
    escalation = ask(cast)
    send()
    answer(cast, escalation, cast.reviewer)
    send()
    raised = {str(letter["To"]): letter for letter in smtp.letters[:3]}
    ended = {str(letter["To"]): letter for letter in smtp.letters[3:]}
    assert set(ended) == {"operator@shop.example", "maintainer@shop.example"}
    for address, letter in ended.items():
        assert letter["In-Reply-To"] == letter["References"] == raised[address]["Message-ID"]
    first = raised["operator@shop.example"]
    assert first["References"] is None
    assert first["Subject"] == EMD
    assert first["From"] == "Handoff Desk <handoff-desk@localhost>"
    assert first["Message-ID"].endswith("@localhost>")
    assert first["Date"].datetime == NOW
    assert first["Auto-Submitted"] == "auto-generated"
    assert first["X-Auto-Response-Suppress"] == "All"
    assert first["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert first["List-Unsubscribe"].startswith("<http://localhost:8000/letters/off/")
    assert [part.get_content_type() for part in first.walk()] == ["multipart/alternative", "text/plain", "text/html"]


def settled(cast: Cast) -> None:
    answer(cast, ask(cast), cast.reviewer)


def left(cast: Cast) -> None:
    ask(cast)
    Membership.objects.filter(project=cast.shop).delete()


def closed(cast: Cast) -> None:
    ask(cast)
    User.objects.update(is_active=False)


def turned_off(cast: Cast) -> None:
    ask(cast)
    Membership.objects.update(mail_raised=False)


def made_a_viewer(cast: Cast) -> None:
    ask(cast)
    Membership.objects.update(role="viewer")


@pytest.mark.parametrize("meanwhile", [settled, left, closed, turned_off, made_a_viewer])
def test_what_became_pointless_meanwhile_is_dropped(
    cast: Cast, smtp: Handler, meanwhile: Callable[[Cast], None]
) -> None:
    meanwhile(cast)
    send()
    send(NOW + timedelta(hours=1))
    assert smtp.taken == []
    assert set(states()) == {"dropped"}


def test_quiet_hours_that_began_meanwhile_are_kept(cast: Cast, smtp: Handler) -> None:
    ask(cast)
    User.objects.filter(pk=cast.reviewer.pk).update(quiet_from=time(10), quiet_until=time(12))
    assert send().sent == 2
    letter = letters("raised")["Reviewer"]
    assert (letter.not_before, letter.attempts) == (NOW.replace(hour=12, minute=0), 0)
    assert send(letter.not_before).sent == 1


def test_a_refusal_for_now_is_tried_again_later(cast: Cast, smtp: Handler) -> None:
    escalation = ask(cast)
    smtp.rcpt = lambda address: "451 try later" if address.startswith("reviewer") else OK
    assert send().sent == 2
    letter = letters("raised")["Reviewer"]
    assert (letter.state, letter.not_before) == ("waiting", NOW + timedelta(minutes=1))
    assert letter.error == "The mail server asked to try again later (451)."
    assert send(NOW + timedelta(seconds=59)).taken == 0
    smtp.rcpt = lambda _: OK
    assert send(LATER).sent == 1
    assert Letter.objects.get(pk=letter.pk).error == ""
    assert told(escalation).told == Told.YES


def test_a_refusal_for_good_fails_that_letter_alone_and_is_shown(cast: Cast, smtp: Handler) -> None:
    escalation = ask(cast)
    smtp.rcpt = lambda address: "550 no such user" if address.startswith("reviewer") else OK
    assert send().sent == 2
    assert smtp.connections == 1
    assert letters("raised", "failed")["Reviewer"].error == "The mail server refused the address for good (550)."
    assert [letter.escalation for letter in undelivered(cast.reviewer, NOW)] == [escalation]
    assert told(escalation).told == Told.YES


def test_where_no_letter_arrives_nobody_has_been_told(cast: Cast, smtp: Handler) -> None:
    escalation = ask(cast)
    smtp.data = lambda _: "554 no"
    send()
    assert states() == ["failed"] * 3
    assert told(escalation).says == (
        "Nobody has been told: none of its three letters could be delivered."
        " The mail server refused the letter for good (554)."
    )


def test_a_refused_sign_in_is_the_desks_trouble_and_shown(
    cast: Cast, smtp: Handler, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise smtplib.SMTPAuthenticationError(535, b"wrong password hush")

    monkeypatch.setattr("django.core.mail.backends.smtp.EmailBackend.open", refuse)
    escalation = ask(cast)
    send()
    assert states() == ["waiting"] * 3
    says = told(escalation).says
    assert says.startswith("Nobody has been told yet: the mail server refuses the desk's own sign-in (535).")
    assert "hush" not in says


def test_a_server_that_is_away_makes_the_rest_of_the_batch_wait(
    cast: Cast, smtp: Handler, settings: LazySettings
) -> None:
    many(cast.shop, cast.operator, 10)
    settings.EMAIL_PORT = 1
    assert send().sent == 0
    assert sorted(Letter.objects.values_list("attempts", flat=True)) == [0] * 8 + [1, 1]
    assert not Letter.objects.exclude(not_before=NOW + timedelta(minutes=1)).exists()


def test_a_server_that_hangs_holds_nothing_up_for_ever(cast: Cast, smtp: Handler, settings: LazySettings) -> None:
    settings.EMAIL_TIMEOUT = 0.3
    smtp.hangs = True
    ask(cast)
    assert send().sent == 0
    smtp.hangs = False
    assert send(LATER).sent == 3
    assert len(set(smtp.ids)) == 3


def test_after_a_break_the_connection_is_opened_anew(cast: Cast, smtp: Handler) -> None:
    many(cast.shop, cast.operator, 4)
    smtp.data = lambda content: None if b"letter 1" in content else OK
    assert send().sent == 3
    assert smtp.connections == 2
    smtp.data = lambda _: OK
    assert send(LATER).sent == 1
    assert len(set(smtp.ids)) == len(smtp.ids) == 4


def test_a_server_that_dies_before_it_says_yes_gets_the_same_letter_twice(cast: Cast, smtp: Handler) -> None:
    many(cast.shop, cast.operator, 3)
    smtp.dies_after = lambda content: b"letter 1" in content
    assert send().sent == 2
    smtp.dies_after = lambda _: False
    assert send(LATER).sent == 1
    assert len(smtp.ids) == 4
    assert len(set(smtp.ids)) == 3


def test_the_lease_of_a_worker_that_died_runs_out(cast: Cast, smtp: Handler) -> None:
    many(cast.shop, cast.operator, 2)
    assert len(claim(NOW)) == 2
    assert send(NOW + LEASE - timedelta(seconds=1)).taken == 0
    assert send(NOW + LEASE).sent == 2


def test_a_worker_that_slept_over_its_lease_sends_nothing(cast: Cast, smtp: Handler) -> None:
    many(cast.shop, cast.operator, 1)

    calls: list[datetime] = []

    def clock() -> datetime:
        calls.append(NOW if not calls else NOW + LEASE)
        if len(calls) == 2:  # it has the letter and is about to send it
            assert len(claim(NOW + LEASE)) == 1
        return calls[-1]

    assert deliver(clock).sent == 0
    assert smtp.taken == []
    assert Letter.objects.get().attempts == 2


def test_it_is_given_up_after_about_three_days(cast: Cast, smtp: Handler) -> None:
    many(cast.shop, cast.operator, 1)
    smtp.data = lambda _: "451 later"
    at = NOW
    while Letter.objects.filter(state="waiting").exists():
        send(at)
        at = Letter.objects.get().not_before
    assert timedelta(days=2, hours=20) < at - NOW < timedelta(days=3, hours=12)
    assert states() == ["failed"]


def test_told_to_stop_it_puts_back_what_it_did_not_send(cast: Cast, smtp: Handler) -> None:
    many(cast.shop, cast.operator, 5)
    assert deliver(lambda: NOW, lambda: len(smtp.taken) == 2).sent == 2
    assert send().sent == 3


@pytest.mark.parametrize(
    "address",
    [
        "a@b.example, c@d.example",
        '"a@b.example,"@c.example',
        "a@b.example\nBcc: c@d.example",
        "a@b.example;c@d.example",
    ],
)
def test_two_addresses_in_one_get_nothing(cast: Cast, smtp: Handler, address: str) -> None:
    many(cast.shop, cast.operator, 1)
    User.objects.filter(pk=cast.operator.pk).update(email=address)
    assert send().sent == 0
    assert smtp.taken == []
    assert "not exactly one email address" in Letter.objects.get(state="failed").error


def test_logs_name_letters_and_never_people(cast: Cast, smtp: Handler, caplog: pytest.LogCaptureFixture) -> None:
    ask(cast)
    smtp.rcpt = lambda address: f"550 {address} unknown"
    send()
    letter = letters("raised")["Reviewer"]
    assert f"letter {letter.pk} was not sent at attempt 1: SMTPRecipientsRefused" in caplog.text
    assert "@" not in caplog.text
    assert EMD not in caplog.text


def test_a_letter_that_it_is_late_takes_no_place_when_it_is_turned_off_itself(cast: Cast, smtp: Handler) -> None:
    """Both were held back over night, and one of them has to come."""
    ask(cast, due_at=NOW + timedelta(hours=1))
    remind_late(now=NOW + timedelta(hours=1))
    Membership.objects.filter(user=cast.reviewer).update(mail_late=False)
    send(NOW + timedelta(hours=1))
    subjects = [letter["Subject"] for letter in smtp.letters if letter["To"] == "reviewer@shop.example"]
    assert subjects == [EMD]


def test_each_decision_is_a_thread_of_its_own(cast: Cast, smtp: Handler) -> None:
    ask(cast, due_at=NOW + timedelta(hours=1))
    ask(cast, "Another question?")
    send()
    remind_late(now=NOW + timedelta(hours=1))
    send(NOW + timedelta(hours=1))
    first = {str(letter["To"]): letter["Message-ID"] for letter in smtp.letters if letter["Subject"] == EMD}
    late = [letter for letter in smtp.letters if letter["Subject"] == f"Late: {EMD}"]
    assert len(late) == 3
    assert all(letter["References"] == first[str(letter["To"])] for letter in late)


def test_who_is_given_a_decision_is_told_though_the_first_letter_was_refused(cast: Cast, smtp: Handler) -> None:
    escalation = ask(cast)
    smtp.rcpt = lambda address: "550 no such user" if address.startswith("reviewer") else OK
    send()
    smtp.rcpt = lambda _: OK
    assign_escalation(escalation=escalation, by=cast.actor(cast.operator), now=NOW, to=cast.reviewer)
    assert send().sent == 1
    assert (smtp.letters[-1]["To"], smtp.letters[-1]["Subject"]) == ("reviewer@shop.example", EMD)
    assign_escalation(escalation=escalation, by=cast.actor(cast.operator), now=NOW, to=cast.operator)
    assert send().sent == 0


def test_an_answer_is_told_to_nobody_whose_first_letter_was_turned_down(cast: Cast, smtp: Handler) -> None:
    escalation = ask(cast)
    smtp.rcpt = lambda _: "451 try later"
    send()
    answer(cast, escalation, cast.reviewer)
    smtp.rcpt = lambda _: OK
    for minutes in (2, 10, 60):
        send(NOW + timedelta(minutes=minutes))
    assert smtp.taken == []
    assert set(states()) == {"dropped"}


def test_an_answer_is_told_where_the_first_letter_may_have_arrived(cast: Cast, smtp: Handler) -> None:
    escalation = ask(cast)
    smtp.dies_after = lambda _: True
    send()
    arrived = set(smtp.ids)
    smtp.dies_after = lambda _: False
    answer(cast, escalation, cast.reviewer)
    for minutes in (2, 10, 60):
        send(NOW + timedelta(minutes=minutes))
    told_of = {letter["References"] for letter in smtp.letters if str(letter["Subject"]).startswith("Answered")}
    assert told_of
    assert told_of <= arrived


def test_a_reply_waits_for_the_letter_that_it_belongs_to(cast: Cast, smtp: Handler) -> None:
    escalation = ask(cast)
    smtp.rcpt = lambda address: "451 try later" if address.startswith("reviewer") else OK
    send()
    ask_back(escalation=escalation, by=cast.actor(cast.reviewer), now=NOW, text="Which page?")
    reply_to_question(escalation=escalation, by=cast.coder, now=NOW, text="Page 1.")
    smtp.rcpt = lambda _: OK
    for minutes in (0, 2, 3, 4):
        send(NOW + timedelta(minutes=minutes))
    first, second = (letter for letter in smtp.letters if letter["To"] == "reviewer@shop.example")
    assert (first["Subject"], second["References"]) == (EMD, first["Message-ID"])


def test_two_addresses_that_a_server_hangs_up_on_hold_up_nobody_else(cast: Cast, smtp: Handler) -> None:
    ask(cast)
    smtp.rcpt = lambda address: OK if address.startswith("maintainer") else "421 not now"
    assert send().sent == 1
