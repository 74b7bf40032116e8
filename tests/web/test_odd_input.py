"""Whatever a form or an address holds: no page fails, and no typed word is lost."""

import html
import json

import pytest
from django.test import Client

from notes.models import Card, Membership, Revision
from tests import cast as people
from tests.cast import Cast
from tests.web.desk import write
from tests.web.test_editing import MINE, typed

NUMBERS = ["9" * 5000, "9" * 20, "9999999999", "2147483648", "-1", "0", "²", "٣", "1e5", "1_0", " 1", "\0", "", "x"]
CURSORS = ["0001-01-01T00:00:00+14:00~1", "9999-12-31T23:59:59-14:00~1", "2026-01-01T00:00:00+00:00~" + "9" * 5000, "~"]
MINE_TOO = "typed for an hour"


@pytest.fixture
def bid(cast: Cast) -> Card:
    card = people.card(cast, "BID-1", format="six_fields")
    fields = {"goal": "Bid", "done": [], "open_questions": [], "next_action": "read"}
    write(card, cast.coder, json.dumps(fields | {"must_carry": {"EMD": "15"}, "sources": {"EMD": "page 1"}}))
    return card


@pytest.mark.parametrize("number", NUMBERS)
def test_numbers_in_addresses(number: str, card: Card, operator: Client) -> None:
    assert operator.get("/p/shop/SHOP-1/history/", {"before": number}).status_code == 200
    assert operator.post("/p/shop/SHOP-1/history/1/restore/", {"seen": number}).status_code == 302
    assert Revision.objects.filter(card=card).count() == 2


@pytest.mark.parametrize("number", ["9" * 5000, "9" * 20, "9999999999", "999999999"])
def test_a_revision_that_no_database_can_hold_is_not_there(number: str, card: Card, operator: Client) -> None:
    assert operator.get(f"/p/shop/SHOP-1/history/{number}/").status_code == 404
    assert operator.post(f"/p/shop/SHOP-1/history/{number}/restore/", {"seen": 2}).status_code == 404


@pytest.mark.parametrize("cursor", [*NUMBERS, *CURSORS])
def test_cursors_of_the_list(cursor: str, card: Card, operator: Client) -> None:
    assert operator.get("/p/shop/", {"before": cursor}).status_code == 200


@pytest.mark.parametrize("number", [*NUMBERS, "99"])
def test_a_base_that_is_none_loses_nothing(number: str, card: Card, operator: Client) -> None:
    answer = operator.post("/p/shop/SHOP-1/edit/", {"base": number, "text": f"{MINE}- mine\n"})
    assert answer.status_code in (302, 409) or typed(answer) == f"{MINE}- mine\n"
    assert operator.post("/p/shop/SHOP-1/edit/check/", {"base": number, "text": "x"}).status_code == 200


def test_after_a_base_that_is_none_the_same_form_can_be_sent_again(card: Card, operator: Client) -> None:
    answer = operator.post("/p/shop/SHOP-1/edit/", {"base": "99", "text": f"{MINE}- mine\n"})
    assert 'name="base" value="2"' in answer.content.decode()


PAIRS = [
    ('"Net" amount: 15,00,000', {'"Net" amount': "15,00,000"}),
    ('"EMD": 15', {"EMD": "15"}),
    ("- EMD: 15", {"EMD": "15"}),
]


@pytest.mark.parametrize(("text", "facts"), PAIRS)
def test_facts_are_read_as_they_are_typed(text: str, facts: dict[str, str], cast: Cast, operator: Client) -> None:
    people.card(cast, "BID-2", format="six_fields")
    form = {"base": 0, "field-goal": "Bid", "field-next_action": "read", "field-must_carry": text}
    assert operator.post("/p/shop/BID-2/edit/", form).status_code == 302
    assert json.loads(Revision.objects.get(card__key="BID-2").text)["must_carry"] == facts


@pytest.mark.parametrize("line", ['"EMD" 15', '"EMD', "EMD 15", "EMD:15", "[[[["])
@pytest.mark.parametrize("box", ["must_carry", "sources"])
def test_a_line_that_is_no_pair_is_named_and_kept(box: str, line: str, bid: Card, operator: Client) -> None:
    form = {"base": 1, "field-goal": MINE_TOO, f"field-{box}": f"- EMD: 15\n{line}"}
    answer = operator.post("/p/shop/BID-1/edit/", form)
    assert answer.status_code == 422
    words = f"“{line}” in {box.replace('_', ' ').capitalize()} is no pair: write “name: value”"
    assert words in html.unescape(answer.content.decode())
    assert typed(answer, f"field-{box}") == f"- EMD: 15\n{line}"
    assert typed(answer, "field-goal") == MINE_TOO
    check = operator.post("/p/shop/BID-1/edit/check/", form)
    assert words in html.unescape(check.content.decode())


def test_boxes_that_the_note_has_not_are_shown_beside_it(card: Card, bid: Card, operator: Client) -> None:
    for address, form in (
        ("/p/shop/SHOP-1/edit/", {"base": 2, "field-goal": MINE_TOO}),
        ("/p/shop/BID-1/edit/", {"base": 1, "text": MINE_TOO}),
        ("/p/shop/SHOP-1/edit/", {"base": 2, "text": MINE, "format": "six_fields"}),
    ):
        answer = operator.post(address, form)
        assert answer.status_code == 422
        page = answer.content.decode()
        assert "has no box there" in page
        assert next(reversed([text for text in form.values() if text in (MINE_TOO, MINE)])) in page
    assert not Revision.objects.filter(number=3).exists()


def test_boxes_that_were_not_sent_stay_as_they_are(bid: Card, operator: Client) -> None:
    assert operator.post("/p/shop/BID-1/edit/", {"base": 1, "field-goal": "Bid for the drain"}).status_code == 302
    fields = json.loads(Revision.objects.get(card=bid, number=2).text)
    assert (fields["goal"], fields["next_action"], fields["must_carry"]) == ("Bid for the drain", "read", {"EMD": "15"})


def test_who_may_not_write_any_more_keeps_the_text(card: Card, cast: Cast, operator: Client) -> None:
    Membership.objects.filter(user=cast.operator).update(role="viewer")
    answer = operator.post("/p/shop/SHOP-1/edit/", {"base": 2, "text": MINE_TOO})
    assert (answer.status_code, typed(answer)) == (403, MINE_TOO)
    Membership.objects.filter(user=cast.operator).delete()
    answer = operator.post("/p/shop/SHOP-1/edit/", {"base": 2, "text": MINE_TOO})
    assert (answer.status_code, typed(answer)) == (404, MINE_TOO)


def test_a_card_that_is_gone_keeps_the_text(card: Card, operator: Client) -> None:
    Card.objects.all().delete()
    assert typed(operator.post("/p/shop/SHOP-1/edit/", {"base": 2, "text": MINE_TOO})) == MINE_TOO


@pytest.mark.parametrize("key", ["SHOP-1", "EMPTY"])
@pytest.mark.parametrize("line", ["r0-0", "r999999999-999999999", "r1", "", "\0", "9" * 5000])
def test_lines_that_there_are_not(line: str, key: str, card: Card, cast: Cast, operator: Client) -> None:
    people.card(cast, "EMPTY")
    for headers in ({}, {"HX-Request": "true"}):
        answer = operator.post(f"/p/shop/{key}/lines/", {"lock": line, "view": "nonsense"}, headers=headers)
        assert answer.status_code in (200, 302, 404)
