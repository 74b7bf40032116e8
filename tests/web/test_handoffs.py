"""The handoff log, the trail of a fact, and taking what is handed to a person."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.html import escape

from notes.actions.facts import set_fact
from notes.actions.handoffs import hand_off, read_back
from notes.models import Card, Escalation, Handoff, User
from notes.queries.handoffs import PAGE
from notes.rules.facts.decisions import FactValue
from tests.cast import NOW, Cast
from tests.web.test_history import html, plain

LOG = "/p/shop/handoffs/"
CARD = "/p/shop/SHOP-1/"
FACT = f"{CARD}facts/EMD/"
EMD = "Rs 15,00,000"
NEXT = "run the API tests"


@pytest.fixture
def bid(cast: Cast, card: Card) -> Card:
    put(cast, card, EMD)
    return card


def put(cast: Cast, card: Card, value: str, source: str = "Corrigendum 2", name: str = "EMD") -> None:
    set_fact(card=card, name=name, new=FactValue(value, "text", source), by=cast.coder, now=NOW)


def send(cast: Cast, card: Card, *values: str | None, **more: Any) -> Handoff:
    """A handoff, and for each value a read-back that has it for the EMD."""
    told: dict[str, Any] = {"to": "pricing", "kind": "agent"} | more
    handoff = hand_off(card=card, by=cast.coder, now=NOW, **told)
    for value in values:
        read_back(handoff=handoff, by=cast.coder, now=NOW, facts={"EMD": value}, next_action=NEXT)
    return handoff


def test_an_empty_log_says_what_will_appear_and_how(bid: Card, viewer: Client) -> None:
    page = html(viewer, LOG)
    assert "No handoff yet" in page
    assert "curl -X POST http://testserver/api/v1/projects/shop/cards/CARD/handoffs" in page
    assert "None. When the work is handed over" in html(viewer, CARD)


def test_each_state_is_said_in_words_newest_first(cast: Cast, bid: Card, viewer: Client) -> None:
    send(cast, bid, to="first")
    send(cast, bid, EMD, to="second")
    send(cast, bid, "x", EMD, to="third")
    send(cast, bid, "x", to="fourth")
    send(cast, bid, "x", "y", to="fifth", kind="session")
    page = plain(html(viewer, LOG))
    told = re.findall(
        r"coder → (\w+) .*? fact (sent, not confirmed(?:: try 1 did not match)?|accepted.*?try \d|stopped.*?tries)",
        page,
    )
    assert told == [
        ("fifth", "stopped after two tries"),
        ("fourth", "sent, not confirmed: try 1 did not match"),
        ("third", "accepted, read back exactly on try 2"),
        ("second", "accepted, read back exactly on try 1"),
        ("first", "sent, not confirmed"),
    ]
    assert "SHOP-1 · to the next session · revision 2 · 1 fact" in page
    assert f'href="/d/{Escalation.objects.get().pk}/"' in html(viewer, LOG)


def test_each_try_stands_beside_what_was_sent_with_its_differences_marked(
    cast: Cast, bid: Card, viewer: Client
) -> None:
    send(cast, bid, "Rs 15 lakh", None)
    page = html(viewer, LOG)
    assert "Rs 15<mark> lakh</mark>" in page
    assert '<td class="no" data-label="Try 2">missing</td>' in page
    assert page.count(">same</td>") == 2
    assert "Next action" in page


@pytest.mark.parametrize(
    ("got", "shown"),
    [
        ("Rs\xa015,00,000", "U+00A0 no-break space, sent U+0020 space"),
        ("Rs 15,00,000\u200b", '<mark><span class="hid" title="U+200B zero width space">U+200B</span></mark>'),
        ("Rs 15,00,00", '<mark class="gap"'),
        ("", ">empty</td>"),
        ("<script>alert(1)</script>", "&lt;script&gt;"),
    ],
)
def test_what_came_back_is_shown_for_what_it_is(got: str, shown: str, cast: Cast, bid: Card, viewer: Client) -> None:
    send(cast, bid, got)
    assert shown in html(viewer, LOG)
    assert shown in html(viewer, FACT)


def test_states_can_be_chosen(cast: Cast, bid: Card, viewer: Client) -> None:
    send(cast, bid, to="waiting")
    send(cast, bid, EMD, to="done")
    assert receivers(html(viewer, f"{LOG}?state=accepted")) == ["done"]
    assert receivers(html(viewer, f"{LOG}?state=sent")) == ["waiting"]
    assert receivers(html(viewer, f"{LOG}?state=nonsense")) == ["done", "waiting"]
    assert "No handoff is in this state" in html(viewer, f"{LOG}?state=stopped")


def test_every_handoff_is_on_exactly_one_page(cast: Cast, bid: Card, viewer: Client) -> None:
    for number in range(2 * PAGE + 3):
        send(cast, bid, EMD, to=f"r{number}")
    seen: list[str] = []
    address = f"{LOG}?state=accepted"
    while address:
        page = html(viewer, address)
        seen += receivers(page)
        found = re.search(r'rel="next" href="([^"]+)"', page)
        address = LOG + found[1].replace("&amp;", "&") if found else ""
    assert seen == [f"r{number}" for number in reversed(range(2 * PAGE + 3))]


def receivers(page: str) -> list[str]:
    return re.findall(r"→ <bdi>(\w+)</bdi></h2>", page)


@pytest.mark.parametrize("query", ["before=x", "before=0", f"before={'9' * 30}", "state=%00", "state=sent&before=1"])
def test_strange_addresses_break_nothing(query: str, cast: Cast, bid: Card, viewer: Client) -> None:
    send(cast, bid)
    html(viewer, f"{LOG}?{query}")
    html(viewer, f"{FACT}?{query}")


def test_neither_page_asks_more_of_the_database_for_more_handoffs(cast: Cast, bid: Card, viewer: Client) -> None:
    def queries() -> list[int]:
        counted = []
        for address in (LOG, CARD, FACT):
            with CaptureQueriesContext(connection) as caught:
                viewer.get(address)
            counted.append(len(caught))
        return counted

    send(cast, bid, "x", EMD)
    few = queries()
    for _ in range(PAGE):
        send(cast, bid, "x", "y")
    assert queries()[0] == few[0]
    assert queries()[2] == few[2]


def test_a_card_page_costs_the_same_without_and_with_handoffs(cast: Cast, bid: Card, viewer: Client) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as caught:
            viewer.get(CARD)
        return len(caught)

    queries()  # what is rendered once is kept
    none = queries()
    for value in ("x", EMD):
        send(cast, bid, value, EMD)
    assert queries() == none


def test_the_card_shows_its_last_three(cast: Cast, bid: Card, viewer: Client) -> None:
    for number in range(4):
        send(cast, bid, EMD, to=f"r{number}")
    panel = plain(html(viewer, CARD)).split("Handoffs ")[-1]
    assert [name in panel for name in ("r0", "r1", "r2", "r3")] == [False, True, True, True]
    assert "accepted, read back exactly on try 1" in panel


def test_the_trail_shows_which_handoff_lost_it(cast: Cast, bid: Card, viewer: Client) -> None:
    send(cast, bid, EMD, to="reader")
    put(cast, bid, "Rs 16,00,000")
    send(cast, bid, "Rs 16 lakh", None, to="pricing")
    page = html(viewer, FACT)
    text = plain(page)
    assert re.search(r"Rs 16,00,000 Corrigendum 2 coder, .*? stands now Rs 15,00,000 Corrigendum 2 .*? replaced", text)
    assert page.count('<tr class="wrong">') == 1
    wrong = page.split('<tr class="wrong">')[1].split("</tr>")[0]
    assert "pricing" in wrong
    assert "missing" in wrong
    assert "reader" not in wrong
    assert f'href="{FACT}"' in html(viewer, CARD)
    (link,) = re.findall(r'href="(/p/shop/handoffs/[^"#]+)', wrong)
    assert receivers(html(viewer, link)) == ["pricing", "reader"]
    assert f'href="{FACT}"' in html(viewer, LOG)


@pytest.mark.parametrize("name", ['EMD & 50% "of" <it>?#', "عربون", "a b", "EMD+GST", "é"])
def test_a_fact_may_be_called_anything_but_a_slash(name: str, cast: Cast, card: Card, viewer: Client) -> None:
    put(cast, card, "1", name=name)
    (address,) = re.findall(r'href="(/p/shop/SHOP-1/facts/[^"]+)"', html(viewer, CARD))
    assert escape(name) in html(viewer, unescape(address))


def test_a_fact_without_handoffs_says_what_will_appear(bid: Card, viewer: Client) -> None:
    assert "None yet. When the work on this card is handed over" in html(viewer, FACT)


def test_a_dispute_shows_where_it_was_sent(cast: Cast, bid: Card, viewer: Client) -> None:
    put(cast, bid, "Rs 12,00,000", source="Price list")
    send(cast, bid)
    assert "was in dispute" in html(viewer, LOG)
    text = plain(html(viewer, FACT))
    assert "disputes it" in text
    assert "EMD in dispute" in text


def test_a_reviewer_takes_what_is_handed_to_a_person(cast: Cast, bid: Card, as_: Callable[[User], Client]) -> None:
    handoff = send(cast, bid, kind="person", to="bids manager")
    client = as_(cast.reviewer)
    assert "I have it" in html(client, LOG)
    page = client.post(f"{LOG}{handoff.pk}/accept/", follow=True).content.decode()
    assert "You have it: the handoff from coder is accepted." in page
    assert "accepted: Reviewer has it" in page
    assert "I have it</button>" not in page


def test_what_cannot_be_taken_says_why(cast: Cast, bid: Card, operator: Client) -> None:
    handoff = send(cast, bid)
    assert "I have it" not in html(operator, LOG)
    page = operator.post(f"{LOG}{handoff.pk}/accept/", follow=True).content.decode()
    assert "has to read it back exactly" in page


def test_who_may_see_and_take_what(cast: Cast, bid: Card, as_: Callable[[User], Client]) -> None:
    handoff = send(cast, bid, kind="person")
    accept = f"{LOG}{handoff.pk}/accept/"
    people = (cast.outsider, cast.viewer, cast.reviewer)
    for address in (LOG, FACT):
        assert [as_(user).get(address).status_code for user in people] == [404, 200, 200]
    assert [as_(user).post(accept).status_code for user in people] == [404, 403, 302]
    assert as_(cast.reviewer).get(accept).status_code == 405
    assert as_(cast.reviewer).post(f"{LOG}{handoff.pk + 1}/accept/").status_code == 404
    assert as_(cast.viewer).get(f"{CARD}facts/NONE/").status_code == 404
    assert Client().get(LOG).status_code == 302
