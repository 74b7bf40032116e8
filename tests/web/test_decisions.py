"""The list of decisions: what waits, in which order, and what is worth a look."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from notes.actions.claims import assign_escalation, claim_escalation
from notes.actions.escalations import answer_escalation
from notes.actions.handoffs import hand_off, read_back
from notes.actions.questions import ask_back
from notes.models import Actor, ActorKind, Card, Escalation, Membership, Refusal, Role, User
from notes.models.escalation import STANDS, EscalationState
from notes.queries import decisions
from notes.rules.decisions.triage import rank
from tests import cast as people
from tests.cast import Cast
from tests.web.asked import OLD, ask, bid, pricing

As = Callable[[User], Client]


@pytest.fixture
def reviewer(cast: Cast, as_: As) -> Client:
    return as_(cast.reviewer)


@pytest.fixture
def work(cast: Cast) -> Card:
    return people.card(cast, "SHOP-1", title="Refund emails go out twice")


def words(client: Client, address: str = "/") -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", client.get(address).content.decode()))


def headings(client: Client) -> list[str]:
    return re.findall(r"<h[123][^>]*>([^<]+)", client.get("/").content.decode())


def test_it_says_what_will_appear_while_nothing_waits(cast: Cast, reviewer: Client) -> None:
    page = words(reviewer)
    assert "No decisions are waiting for you" in page
    assert "When an agent is stuck, what it needs to know appears here" in page
    assert "No write was refused lately" in page


def test_the_most_pressing_one_comes_first(work: Card, cast: Cast, reviewer: Client) -> None:
    now, by = timezone.now(), pricing(cast)
    ask(work, by, "Older?", impact="other", at=now - timedelta(days=2))
    ask(work, by, "About money?", impact="money", at=now - timedelta(hours=1))
    ask(work, by, "Due tomorrow?", impact="other", due_at=now + timedelta(days=1))
    ask(work, by, "Late?", impact="other", due_at=now - timedelta(minutes=20))
    asked = ask(work, by, "Asked back?", impact="money")
    ask_back(escalation=asked, by=cast.actor(cast.operator), now=now, text="Which one?")
    assert headings(reviewer) == [
        "Four decisions are waiting for you",
        *("Late", "Late?"),
        *("Waiting", "Due tomorrow?", "About money?", "Older?"),
        *("Waiting for an agent’s reply", "Asked back?"),
        "Notes worth a look",
    ]
    assert '<time class="late"' in reviewer.get("/").content.decode()
    assert "due 20 min ago" in words(reviewer)


def test_a_row_says_what_it_is_about_and_who_is_on_it(work: Card, cast: Cast, as_: As, reviewer: Client) -> None:
    now = timezone.now()
    decision = ask(work, pricing(cast), "Which?", impact="eligibility", cause="open_question")
    row = "SHOP-1 Refund emails go out twice · open question · changes eligibility"
    assert row in words(reviewer)
    claim_escalation(escalation=decision, by=cast.actor(cast.reviewer), now=now)
    assign_escalation(escalation=decision, by=cast.actor(cast.operator), now=now, to=cast.maintainer)
    assert f"{row} · you are on it · for Maintainer" in words(reviewer)
    assert f"{row} · Reviewer is on it · for you" in words(as_(cast.maintainer))


def test_a_row_says_where_nobody_was_told(work: Card, cast: Cast, reviewer: Client) -> None:
    decision = ask(work, pricing(cast), "Which?")
    assert "nobody has been told" not in words(reviewer)
    decision.letters.all().delete()
    assert "nobody has been told" in words(reviewer)


def stop(card: Card, cast: Cast) -> Escalation:
    now = timezone.now()
    compiler = Actor(ActorKind.AGENT, "compile agent", cast.shop.pk)
    handoff = hand_off(card=card, by=pricing(cast), now=now, to="compile agent", kind="agent")
    for value in ("Rs 15 lakh", OLD):
        done = read_back(handoff=handoff, by=compiler, now=now, facts={"EMD": value}, next_action=None)
    assert done.escalation
    return done.escalation


def test_whose_work_stands_still_is_told(cast: Cast, reviewer: Client) -> None:
    stop(bid(cast), cast)
    assert "read-back failed twice · changes money · compile agent is stopped" in words(reviewer)
    assert "stopped: it was read back wrongly" not in words(reviewer)


def test_a_stopped_handoff_is_worth_a_look_until_the_work_is_handed_over_again(cast: Cast, reviewer: Client) -> None:
    card = bid(cast)
    decision, now = stop(card, cast), timezone.now()
    answer_escalation(escalation=decision, by=cast.actor(cast.reviewer), now=now, value=decision.options[0]["value"])
    assert "The handoff from pricing agent to compile agent stopped: it was read back wrongly twice." in words(reviewer)
    hand_off(card=card, by=pricing(cast), now=now, to="compile agent", kind="agent")
    assert "stopped: it was read back wrongly" not in words(reviewer)


def test_a_late_copy_is_worth_a_look(work: Card, cast: Cast, reviewer: Client) -> None:
    known = {"card": work, "by_kind": "runner", "by_name": "runner", "at": timezone.now(), "problems": []}
    Refusal.objects.create(**known, late=True)
    assert "A write by runner came late and was not applied." in words(reviewer)


def test_of_many_that_are_worth_a_look_the_newest_are_shown(cast: Cast, reviewer: Client) -> None:
    for number in range(11):
        card = people.card(cast, f"C-{number}")
        known = {"card": card, "by_kind": "agent", "by_name": "coder", "at": timezone.now(), "problems": []}
        Refusal.objects.create(**known, late=True)
    page = words(reviewer)
    assert "C-10" in page
    assert "C-2 " not in page
    assert "and 3 more, on the pages of their cards" in page


def test_projects_are_named_where_one_has_several(work: Card, cast: Cast, reviewer: Client) -> None:
    ask(work, pricing(cast), "Which?")
    assert "· Shop" not in words(reviewer)
    Membership.objects.create(project=cast.elsewhere, user=cast.reviewer, role=Role.VIEWER)
    assert "changes money · Shop" in words(reviewer)


def test_decisions_of_other_projects_are_nobody_s_business(work: Card, cast: Cast, as_: As) -> None:
    ask(work, pricing(cast), "Which?")
    client = as_(cast.outsider)
    assert "Which?" not in words(client)
    assert 'class="count"' not in client.get("/").content.decode()


def test_a_viewer_sees_what_waits_and_for_whom(work: Card, cast: Cast, viewer: Client) -> None:
    ask(work, pricing(cast), "Which?")
    page = words(viewer)
    assert "No decisions are waiting for you" in page
    assert "waits for others: an agent’s reply, or a reviewer, operator or maintainer" in page
    assert "Which?" in page


def test_every_page_counts_what_one_may_answer(work: Card, cast: Cast, as_: As, reviewer: Client) -> None:
    ask(work, pricing(cast), "Which?")
    asked = ask(work, pricing(cast), "What?")
    for address in ("/", "/p/", "/p/shop/", "/p/shop/SHOP-1/", f"/d/{asked.pk}/"):
        assert "2 waiting for you" in words(reviewer, address)
    ask_back(escalation=asked, by=cast.actor(cast.reviewer), now=timezone.now(), text="Which one?")
    assert "1 waiting for you" in words(reviewer, "/p/")
    assert "waiting for you" not in words(as_(cast.viewer), "/p/")


def test_a_part_of_a_page_pays_nothing_for_the_header(work: Card, reviewer: Client) -> None:
    with CaptureQueriesContext(connection) as captured:
        reviewer.get("/p/shop/", headers={"HX-Request": "true"})
    assert not any("waiting" in each["sql"] or "COUNT(*)" in each["sql"] for each in captured)


def settled(card: Card, count: int) -> None:
    known = {
        "decision": "Which?",
        "cause": "asked",
        "by_kind": "agent",
        "by_name": "coder",
        "settled_at": timezone.now(),
    }
    Escalation.objects.bulk_create(
        Escalation(project_id=card.project_id, card=card, at=timezone.now(), state=EscalationState.ANSWERED, **known)
        for _ in range(count)
    )


def standing(card: Card, count: int, start: int = 0) -> None:
    known = {"cause": "asked", "by_kind": "agent", "by_name": "coder", "project_id": card.project_id}
    Escalation.objects.bulk_create(
        Escalation(card=card, decision=f"Which {start + number}?", at=timezone.now(), **known)
        for number in range(count)
    )


def test_the_number_of_queries_is_the_same_however_many_there_are(work: Card, cast: Cast, reviewer: Client) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            reviewer.get("/")
        return len(captured)

    standing(work, 1)
    few = queries()
    settled(work, 500)
    standing(work, 300, start=1)
    stop(bid(cast), cast)
    assert queries() == few


def test_many_are_capped_and_the_rest_is_counted(work: Card, reviewer: Client) -> None:
    standing(work, decisions.LOOKED_AT + 50)
    page = words(reviewer)
    assert page.count("a choice to make") == decisions.SHOWN
    assert f"and {decisions.LOOKED_AT + 50 - decisions.SHOWN} more, which come up as these are answered" in page
    assert f"{decisions.LOOKED_AT + 50} decisions are waiting for you" in page


def test_the_database_reads_them_in_the_order_of_the_rule(work: Card, cast: Cast) -> None:
    now = timezone.now()
    for number in range(40):
        impact = ("money", "eligibility", "deadline", "other")[number % 4]
        due = now + timedelta(hours=number % 5 - 2) if number % 3 else None
        ask(work, pricing(cast), f"Which {number}?", impact=impact, due_at=due, at=now - timedelta(minutes=number % 7))
    found = decisions.decisions(cast.reviewer, now)
    shown = [row.escalation for row in (*found.late.rows, *found.waiting.rows)]
    by_rule = sorted(Escalation.objects.all(), key=lambda each: rank(each.due_at, each.impact, each.at, now))
    assert [rank(e.due_at, e.impact, e.at, now) for e in shown] == [
        rank(e.due_at, e.impact, e.at, now) for e in by_rule
    ]


def test_the_database_finds_what_stands_by_its_own_index(work: Card, cast: Cast) -> None:
    """What was settled may be any number, and is never looked at."""
    settled(work, 3_000)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    rows = Escalation.objects.filter(STANDS, project__in=[cast.shop.pk])
    assert "escalation_standing" in rows.explain()
    mine = Escalation.objects.filter(STANDS, project__memberships__user=cast.reviewer)
    assert "escalation_standing" in mine.explain()


def test_the_first_page_of_a_stranger_asks_to_sign_in(client: Client, db: None) -> None:
    assert client.get("/")["Location"] == "/accounts/login/?next=/"
