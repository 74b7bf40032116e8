"""The demo: three stories that go through the real actions and end as they are told."""

from datetime import UTC, datetime

import pytest

from notes.management.demo.stage import PEOPLE, email_of
from notes.management.demo.stories import STORIES, play_all
from notes.models import Card, Escalation, Fact, Handoff, Project, Refusal, Revision, User
from notes.models.fact import FactState
from notes.queries import notes
from notes.rules.decisions.triage import is_late

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)

pytestmark = pytest.mark.django_db


def test_it_tells_the_story_of_the_deposit() -> None:
    play_all(NOW)
    facts = Fact.objects.filter(card__key="BID-48", name="EMD").order_by("id")
    assert [(fact.value, fact.state) for fact in facts] == [
        ("Rs 12,00,000", FactState.SUPERSEDED),
        ("Rs 15,00,000", FactState.CURRENT),
        ("Rs 12,00,000", FactState.RIVAL),
    ]
    (refusal,) = Refusal.objects.filter(card__key="BID-48")
    assert [problem["code"] for problem in refusal.problems] == ["fact.changed"]


def test_the_deposit_was_read_back_wrongly_twice_and_waits_for_the_bids_manager() -> None:
    play_all(NOW)
    escalation = Escalation.objects.get(fact="EMD")
    assert escalation.decision == (
        "pricing read back EMD wrongly twice: sent Rs 15,00,000, got Rs 15 lakh, then Rs 12,00,000. Which value holds?"
    )
    assert (escalation.state, escalation.handoff and escalation.handoff.state) == ("open", "stopped")
    assert [option["value"] for option in escalation.options] == ["Rs 15,00,000", "Rs 15 lakh", "Rs 12,00,000"]
    states = Handoff.objects.order_by("pk").values_list("by_name", "to", "state")
    assert ("reader", "eligibility", "accepted") in states
    assert ("eligibility", "pricing", "stopped") in states


def test_there_is_a_late_decision_one_that_waits_and_one_that_was_answered() -> None:
    play_all(NOW)
    due = Escalation.objects.filter(state="open").exclude(fact="EMD").order_by("due_at")
    assert [(one.card.key, is_late(one.due_at, NOW)) for one in due] == [("SHOP-118", True), ("BID-48", False)]
    answered = Escalation.objects.get(state="answered")
    assert (answered.card.key, answered.questions.count()) == ("BID-48-COMPILE", 1)


def test_the_instruction_survives_the_agent_that_forgot_it() -> None:
    play_all(NOW)
    card = Card.objects.get(key="BID-48-COMPILE")
    note = notes.newest(card)
    assert note
    assert "- Do not list the Kakinada jetty job as past experience.\n" in note.text
    codes = [problem["code"] for problem in Refusal.objects.get(card=card).problems]
    assert codes == ["lock.line_changed", "lock.line_missing"]


def test_the_coding_card_has_lines_of_three_kinds_of_authors() -> None:
    play_all(NOW)
    kinds = Revision.objects.filter(card__key="SHOP-112").order_by("number").values_list("author_kind", flat=True)
    assert list(kinds) == ["agent", "person", "agent", "summariser", "person", "agent"]
    assert Revision.objects.get(card__key="SHOP-112", number=6).merged


def test_a_second_start_doubles_nothing_and_gives_a_new_password() -> None:
    first = play_all(NOW)
    revisions = Revision.objects.count()
    second = play_all(NOW)
    assert Project.objects.count() == len(STORIES)
    assert User.objects.count() == len(PEOPLE)
    assert Revision.objects.count() == revisions
    operator = User.objects.get(email=email_of("operator"))
    assert operator.check_password(second.password)
    assert not operator.check_password(first.password)


def test_nothing_in_it_lies_in_the_future() -> None:
    play_all(NOW)
    assert not Revision.objects.filter(written_at__gt=NOW).exists()
