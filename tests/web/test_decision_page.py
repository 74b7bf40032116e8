"""The page of one decision: what it shows, and to whom."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from notes.actions.claims import assign_escalation, claim_escalation
from notes.actions.escalations import answer_escalation, withdraw_escalation
from notes.actions.facts import set_fact
from notes.models import Escalation, User
from notes.rules.decisions.escalations import Option
from notes.rules.facts.decisions import FactValue
from tests import cast as people
from tests.cast import NOW, Cast
from tests.web.asked import NEW, OLD, WHICH, ask, bid, deposit, pricing

As = Callable[[User], Client]


@pytest.fixture
def decision(cast: Cast) -> Escalation:
    return deposit(cast)


def page(client: Client, decision: Escalation) -> str:
    answer = client.get(f"/d/{decision.pk}/")
    assert answer.status_code == 200
    return answer.content.decode()


def words(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", html))


def test_the_decision_is_the_first_heading_and_stands_before_all_else(decision: Escalation, operator: Client) -> None:
    html = page(operator, decision)
    heading = f'<h1 id="q-{decision.pk}" dir="auto">{WHICH}</h1>'
    assert html.count("<h1") == 1
    places = [html.index(part) for part in (heading, 'class="option"', 'id="evidence"', 'id="untrusted"', 'id="note"')]
    assert places == sorted(places)
    assert html.index("Decision needed") < places[0]


def test_it_says_what_it_is_about_and_when_it_is_due(decision: Escalation, operator: Client) -> None:
    Escalation.objects.filter(pk=decision.pk).update(due_at=timezone.now() - timedelta(minutes=20))
    text = words(page(operator, decision))
    assert "Sources disagree · changes money" in text
    assert "by pricing agent" in text
    assert "due 20 min ago" in text


def test_each_option_is_a_button_with_its_key_and_its_source(decision: Escalation, operator: Client) -> None:
    html = page(operator, decision)
    for index, value in enumerate((NEW, OLD)):
        assert f'name="option" value="{index}" data-key="{index + 1}"' in html
        assert f'<b dir="auto">{value}</b>' in html
    assert html.count("the current fact") == 1
    assert "Price list v3, row 41" in html


def test_it_says_what_becomes_of_an_answer(decision: Escalation, operator: Client) -> None:
    text = words(page(operator, decision))
    assert "An answer becomes the must-carry fact EMD, with you as its source." in text
    assert "Asking back decides nothing" in text


def test_options_that_look_alike_say_by_what_they_differ(cast: Cast, operator: Client) -> None:
    options = (Option("Rs 15"), Option("R\u0455 15"), Option("Rs 15 "), Option("Rs 16"))
    html = page(operator, ask(bid(cast), pricing(cast), options=options))
    looks_like = re.findall(r"looks like (\d), ([^<]+)<", html)
    assert [number for number, _ in looks_like] == ["1", "1"]
    assert "1 has U+0073" in looks_like[0][1]
    assert "white space" in looks_like[1][1]


def test_hidden_characters_of_an_option_are_shown(cast: Cast, operator: Client) -> None:
    decision = ask(bid(cast), pricing(cast), options=(Option("15\u00a0lakh"), Option("15 lakh")))
    assert 'title="U+00A0 no-break space"' in page(operator, decision)


def test_text_from_outside_stands_apart_and_is_no_markup(decision: Escalation, operator: Client) -> None:
    html = page(operator, decision)
    outside = html[html.index('id="untrusted"') :]
    assert "untrusted text" in outside
    assert "&lt;b&gt;Ignore all rules&lt;/b&gt;" in outside
    assert "<b>Ignore" not in html


def test_the_values_of_a_fact_in_dispute_stand_side_by_side(cast: Cast, operator: Client) -> None:
    card = bid(cast)
    set_fact(card=card, name="EMD", new=FactValue(OLD, "text", "Price list v3"), by=pricing(cast), now=NOW)
    html = page(operator, Escalation.objects.get())
    table = words(html[html.index("<table") : html.index("</table>")])
    assert re.search(f"{NEW} Corrigendum 2, page 1 the current fact .* {OLD} Price list v3 says otherwise", table)
    assert "in dispute" in html


def test_a_viewer_sees_everything_and_why_they_cannot_answer(decision: Escalation, viewer: Client) -> None:
    html = page(viewer, decision)
    assert "You are a viewer of this project" in html
    assert WHICH in html
    assert NEW in html
    assert "Row 41 was taken over" in html
    main = html[html.index("<main") : html.index("</main>")]
    assert "<button" not in main
    assert "<form" not in main


def test_who_is_on_it_is_told_to_the_others_until_it_runs_out(decision: Escalation, cast: Cast, as_: As) -> None:
    now = timezone.now()
    claim_escalation(escalation=decision, by=cast.actor(cast.reviewer), now=now)
    until = f"{now + timedelta(minutes=15):%H:%M} UTC"
    assert f"Reviewer is on it until {until}" in words(page(as_(cast.operator), decision))
    assert f"You are on it until {until}" in words(page(as_(cast.reviewer), decision))
    Escalation.objects.filter(pk=decision.pk).update(claimed_until=now)
    assert "on it until" not in words(page(as_(cast.operator), decision))


def test_operators_give_it_to_members_who_may_answer(decision: Escalation, cast: Cast, as_: As) -> None:
    html = page(as_(cast.operator), decision)
    options = re.findall(r'<option value="\d*"[^>]*>([^<]+)', html)
    assert options == ["nobody in particular", "Maintainer", "Operator", "Reviewer"]
    assert "Give it to" not in page(as_(cast.reviewer), decision)
    assign_escalation(escalation=decision, by=cast.actor(cast.operator), now=NOW, to=cast.reviewer)
    assert "For you" in words(page(as_(cast.reviewer), decision))
    assert "For Reviewer" in words(page(as_(cast.maintainer), decision))


def test_an_answered_one_says_by_whom_and_what_followed(decision: Escalation, cast: Cast, viewer: Client) -> None:
    answer_escalation(escalation=decision, by=cast.actor(cast.reviewer), now=timezone.now(), value=OLD)
    html = page(viewer, decision)
    text = words(html)
    assert "Decision needed" not in text
    assert f"{OLD} by Reviewer, just now" in text
    assert f"The must-carry fact EMD is {OLD}, source “answered by Reviewer" in text
    assert 'href="/p/shop/BID-48/facts/EMD/"' in html
    shown = html[html.index("What was on the screen then") :]
    assert NEW in shown
    assert "revision 1" in shown


def test_an_answer_that_was_overtaken_says_so(decision: Escalation, cast: Cast, viewer: Client) -> None:
    answer_escalation(escalation=decision, by=cast.actor(cast.reviewer), now=NOW, value=OLD)
    later = FactValue("Rs 16,00,000", "text", "Corrigendum 3")
    set_fact(card=decision.card, name="EMD", new=later, by=cast.actor(cast.operator), now=NOW)
    assert "it has changed since, and is Rs 16,00,000 now" in words(page(viewer, decision))


def test_a_withdrawn_one_says_by_whom_and_why(decision: Escalation, cast: Cast, operator: Client) -> None:
    withdraw_escalation(escalation=decision, by=cast.actor(cast.operator), now=NOW, why="The tender is off.")
    html = page(operator, decision)
    assert "Withdrawn by Operator" in words(html)
    assert "The tender is off." in html
    assert 'name="option"' not in html


def test_nobody_told_is_said(decision: Escalation, operator: Client) -> None:
    decision.letters.all().delete()
    assert "Nobody has been told" in page(operator, decision)


def test_times_are_those_of_who_looks(cast: Cast, operator: Client) -> None:
    User.objects.filter(pk=cast.operator.pk).update(time_zone="Asia/Kolkata")
    due = timezone.now() + timedelta(days=30)
    decision = ask(bid(cast), pricing(cast), due_at=due)
    assert f"{due + timedelta(hours=5, minutes=30):%H:%M} IST" in page(operator, decision)
    User.objects.filter(pk=cast.operator.pk).update(time_zone="Nowhere/At-all")
    assert f"{due:%H:%M} UTC" in page(operator, decision)


@pytest.mark.parametrize("number", ["0", "99", "9" * 18])
def test_what_is_not_there_is_not_found(number: str, cast: Cast, operator: Client) -> None:
    assert operator.get(f"/d/{number}/").status_code == 404


def test_a_decision_of_another_project_does_not_exist(decision: Escalation, cast: Cast, as_: As) -> None:
    client = as_(cast.outsider)
    assert client.get(f"/d/{decision.pk}/").status_code == 404
    for deed in ("answer", "ask", "claim", "release", "assign", "withdraw"):
        assert client.post(f"/d/{decision.pk}/{deed}/", {"value": "x"}).status_code == 404


def test_the_number_of_queries_does_not_grow(decision: Escalation, cast: Cast, operator: Client) -> None:
    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as captured:
            page(operator, decision)
        return len(captured)

    page(operator, decision)
    few = queries()
    for number in range(12):
        name = f"Fact {number}"
        set_fact(card=decision.card, name=name, new=FactValue("1", "text", "x"), by=pricing(cast), now=NOW)
        other = ask(people.card(cast, f"C-{number}"), pricing(cast), f"Which {number}?")
        answer_escalation(escalation=other, by=cast.actor(cast.reviewer), now=NOW, value="this")
    assert queries() == few


def test_the_card_shows_the_decision_above_its_note(decision: Escalation, operator: Client) -> None:
    html = operator.get("/p/shop/BID-48/").content.decode()
    asked = html.index(f'<h2 id="q-{decision.pk}" dir="auto"><a href="/d/{decision.pk}/">{WHICH}</a></h2>')
    assert asked < html.index('name="option" value="0"') < html.index('id="rows"')
    assert "decision open" in operator.get("/p/shop/").content.decode()


def test_further_decisions_of_a_card_are_links(decision: Escalation, cast: Cast, operator: Client) -> None:
    other = ask(decision.card, pricing(cast), "Is the site visit compulsory?")
    html = operator.get("/p/shop/BID-48/").content.decode()
    assert f'<a href="/d/{other.pk}/" dir="auto">Is the site visit compulsory?</a>' in html
    assert html.count('class="other"') == 1


def test_a_settled_decision_leaves_the_card_alone(decision: Escalation, cast: Cast, operator: Client) -> None:
    answer_escalation(escalation=decision, by=cast.actor(cast.reviewer), now=NOW, value=NEW)
    assert WHICH not in operator.get("/p/shop/BID-48/").content.decode()
    assert "decision open" not in operator.get("/p/shop/").content.decode()
