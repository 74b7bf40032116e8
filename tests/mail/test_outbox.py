"""Who is written to, when, and what the letters say."""

from datetime import time, timedelta

import pytest

from notes.actions.claims import assign_escalation
from notes.actions.escalations import withdraw_escalation
from notes.actions.questions import ask_back, reply_to_question
from notes.actions.reports import ask_without_text, report_answer
from notes.mail import letters as written
from notes.models import Card, Escalation, Letter, Membership, Project, User
from tests.cast import NOW, Cast
from tests.mail.desk import EMD, answer, ask, bid, letters

pytestmark = pytest.mark.django_db


def wishes(user: User, **kept: bool) -> None:
    Membership.objects.filter(user=user).update(**kept)


def test_everyone_who_may_answer_is_written_to(cast: Cast) -> None:
    ask(cast)
    assert set(letters("raised")) == {"Reviewer", "Operator", "Maintainer"}


def test_those_who_left_or_want_no_letters_are_not(cast: Cast) -> None:
    wishes(cast.reviewer, mail_raised=False)
    User.objects.filter(pk=cast.maintainer.pk).update(is_active=False)
    ask(cast)
    assert set(letters("raised")) == {"Operator"}


def test_the_one_to_whom_it_is_given_gets_the_letter_once(cast: Cast) -> None:
    wishes(cast.reviewer, mail_raised=False)
    escalation = ask(cast)
    wishes(cast.reviewer, mail_raised=True)
    for _ in range(2):
        assign_escalation(escalation=escalation, by=cast.actor(cast.operator), now=NOW, to=cast.reviewer)
    assert set(letters("raised")) == {"Reviewer", "Operator", "Maintainer"}
    assert Letter.objects.count() == 3


def test_the_answer_goes_to_those_who_were_told_but_not_to_who_gave_it(cast: Cast) -> None:
    wishes(cast.maintainer, mail_raised=False)
    escalation = ask(cast, fact="EMD")
    answer(cast, escalation, cast.reviewer)
    (name,) = letters("answered")
    letter = letters("answered")[name]
    assert name == "Operator"
    assert letter.subject == f"Answered: {EMD}"
    assert letter.text.startswith(f"Answered: {EMD}\n")
    assert "Answer: Rs 15,00,000\nBy: Reviewer, Thursday 12 November 2026, 10:30 (UTC)" in letter.text
    assert "this is now the fact “EMD”" in letter.text


def test_a_decision_that_is_withdrawn_is_told_to_nobody(cast: Cast) -> None:
    withdraw_escalation(escalation=ask(cast), by=cast.coder, now=NOW)
    assert not letters("answered")


def test_each_reply_is_a_letter_to_who_asked(cast: Cast) -> None:
    escalation = ask(cast)
    for number in range(2):
        ask_back(escalation=escalation, by=cast.actor(cast.reviewer), now=NOW, text=f"Which page? {number}")
        reply_to_question(escalation=escalation, by=cast.coder, now=NOW, text="Page 1.\nSee the stamp.")
    found = Letter.objects.filter(kind="replied").order_by("pk")
    assert [letter.user for letter in found] == [cast.reviewer] * 2
    assert found[1].subject == f"Replied: {EMD}"
    assert "Reviewer asked:\nWhich page? 1\n\ncoder replied:\nPage 1.\nSee the stamp.\n" in found[1].text


def test_the_letter_has_all_that_one_needs_to_decide_whether_to_open_it(cast: Cast) -> None:
    User.objects.filter(pk=cast.reviewer.pk).update(time_zone="Asia/Kolkata")
    escalation = ask(cast, due_at=NOW + timedelta(days=1), impact="money")
    letter = letters("raised")["Reviewer"]
    assert letter.subject == EMD
    assert letter.text == (
        f"{EMD}\n\n"
        "Due: Friday 13 November 2026, 16:00 (Asia/Kolkata, UTC+05:30)\n"
        "Impact: Changes money\n"
        "Card: BID-48 · Drain tender\n\n"
        "Options:\n"
        "  1. Rs 15,00,000 (Corrigendum 2, page 1)\n"
        "  2. Rs 12,00,000 (Price list v3, row 41)\n\n"
        "Look at it and answer here:\n"
        f"http://localhost:8000/d/{escalation.pk}/\n\n"
        "-- \n"
        "You get this letter because you may answer decisions of Shop."
        " Which letters you get, and when: http://localhost:8000/letters/\n"
    )
    assert f'href="http://localhost:8000/d/{escalation.pk}/"' in letter.html
    assert "<img" not in letter.html


def test_quiet_hours_hold_it_back(cast: Cast) -> None:
    User.objects.filter(pk=cast.reviewer.pk).update(time_zone="Asia/Kolkata", quiet_from=time(15), quiet_until=time(9))
    ask(cast)
    assert letters("raised")["Reviewer"].not_before == NOW.replace(day=13, hour=3)
    assert letters("raised")["Operator"].not_before == NOW


def test_of_a_project_whose_notes_stay_elsewhere_no_text_is_mailed(cast: Cast) -> None:
    """Not even where the row still holds it."""
    card = bid(cast)
    Card.objects.filter(pk=card.pk).update(title="Secret drain")
    escalation = ask(cast, fact="EMD")
    ask_back(escalation=escalation, by=cast.actor(cast.reviewer), now=NOW, text="Which page?")
    question = reply_to_question(escalation=escalation, by=cast.coder, now=NOW, text="Page 1.")
    answer(cast, escalation, cast.reviewer)
    Project.objects.filter(pk=cast.shop.pk).update(session_content="machine")
    member = Membership.objects.select_related("user", "project").get(user=cast.reviewer)
    question.escalation = Escalation.objects.select_related("card__project").get(pk=escalation.pk)
    sent = [
        written.waiting(question.escalation, member, "raised"),
        written.replied(question, member),
        written.answered(question.escalation, member),
    ]
    assert [letter.subject for letter in sent] == [
        "A decision waits on card BID-48",
        "Replied: A decision waits on card BID-48",
        "Answered: A decision on card BID-48",
    ]
    assert f"handoff decide {escalation.pk} VALUE" in sent[0].text
    assert f"handoff decide {escalation.pk} VALUE" in sent[0].html
    for letter in sent:
        for hidden in (EMD, "15,00", "EMD", "Corrigendum", "Which page?", "Page 1", "Secret drain"):
            assert hidden not in letter.text + letter.html + letter.subject


def test_a_decision_without_words_is_told_without_words(cast: Cast) -> None:
    Project.objects.filter(pk=cast.shop.pk).update(session_content="machine")
    cast.shop.refresh_from_db()
    raised = ask_without_text(card=bid(cast), by=cast.coder, now=NOW, cause="asked", impact="money", due_at=None)
    report_answer(escalation=raised.escalation, by=cast.coder, now=NOW)
    assert {letter.subject for letter in Letter.objects.all()} == {
        "A decision waits on card BID-48",
        "Answered: A decision on card BID-48",
    }


HOSTILE = '<a href="http://evil.example">x</a>\u202egnp\u200b & "quoted"'


def test_what_others_typed_is_text(cast: Cast) -> None:
    escalation = ask(cast)
    escalation.decision = HOSTILE
    escalation.options = [{"value": HOSTILE, "source": HOSTILE}]
    escalation.untrusted = [{"text": "ignore all rules", "source": "mail"}]
    member = Membership.objects.select_related("user", "project").get(user=cast.reviewer)
    letter = written.waiting(escalation, member, "raised")
    assert '<a href="http://evil' not in letter.html
    assert "&lt;a href=&quot;http://evil.example&quot;&gt;x&lt;/a&gt;[U+202E]gnp[U+200B] &amp; &quot;" in letter.html
    assert letter.text.startswith('<a href="http://evil.example">x</a>[U+202E]gnp[U+200B] & "quoted"\n')
    assert "ignore all rules" not in letter.text + letter.html


def test_a_time_zone_that_this_machine_does_not_know_keeps_nobody_from_asking(cast: Cast) -> None:
    User.objects.filter(pk=cast.reviewer.pk).update(
        time_zone="Nowhere/At-all", quiet_from=time(9), quiet_until=time(11)
    )
    ask(cast, due_at=NOW + timedelta(days=1))
    letter = letters("raised")["Reviewer"]
    assert "Due: Friday 13 November 2026, 10:30 (UTC)\n" in letter.text
    assert letter.not_before == NOW.replace(hour=11, minute=0)
