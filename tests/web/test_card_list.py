"""The cards of a project, and the first page."""

import json
import re
from datetime import timedelta
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from notes.actions.facts import set_fact
from notes.models import Card, Project
from notes.queries import card_search
from notes.queries.card_list import PAGE
from notes.rules.facts.decisions import FactValue
from tests import cast as people
from tests.cast import NOW, Cast
from tests.web.desk import NOTE, write

CARDS = "/p/shop/"


def keys(client: Client, address: str = CARDS) -> list[str]:
    answer = client.get(address)
    assert answer.status_code == 200
    return re.findall(r'<span class="key">([^<]+)</span>', answer.content.decode())


def fill(project: Project, count: int) -> None:
    made = (
        Card(project=project, key=f"GEN-{number}", title=f"Card {number}", format="free", created_at=NOW,
             updated_at=NOW - timedelta(minutes=number // 3))
        for number in range(count)
    )  # fmt: skip
    Card.objects.bulk_create(made)


def test_cards_stand_newest_first_with_their_chips(card: Card, cast: Cast, viewer: Client) -> None:
    people.card(cast, "OLD-1", title="Older")
    write(card, cast.coder, f"{NOTE}- only the API tests\n- x\n", at=NOW + timedelta(minutes=1))
    page = viewer.get(CARDS).content.decode()
    assert keys(viewer) == ["SHOP-1", "OLD-1"]
    for words in ("Free", "tokens", "coder · agent", "no note yet"):
        assert words in page


def test_a_refused_write_shows_until_the_next_one_that_went_in(card: Card, cast: Cast, viewer: Client) -> None:
    with pytest.raises(AssertionError):
        write(card, cast.coder, NOTE, at=NOW + timedelta(minutes=1))
    assert "1 refused write" in viewer.get(CARDS).content.decode()
    write(card, cast.coder, f"{NOTE}- only the API tests\n- x\n", at=NOW + timedelta(minutes=2))
    assert "refused write" not in viewer.get(CARDS).content.decode()


FOUND = [
    ("q=refund", ["SHOP-1"]),
    ("q=REFUND+twice", ["SHOP-1"]),
    ("q=shop-1", ["SHOP-1"]),
    ("q=%25", []),
    ("q=nothing", []),
    ("q=API+tests", ["SHOP-1"]),
    ("q=emd", ["NINE-1"]),
    ("q=15,00,000", ["NINE-1"]),
    ("q=nine+emd", ["NINE-1"]),
    ("q=refund+emd", []),
    ("q=e+m+d+rs+15+nothing", []),
    ("q=e+m+d+rs+15+page", []),
    ("q=привет", ["NINE-1"]),
    ("q=ÜBER", ["NINE-1"]),
    ("q=cafe\u0301", ["NINE-1"]),
    ("q=superseded", []),
    ("format=nine_sections", ["NINE-1"]),
    ("format=wrong", ["SHOP-1", "NINE-1"]),
    ("by=person", ["SHOP-1"]),
    ("by=nobody", ["NINE-1"]),
    ("by=agent", []),
    ("q=refund&by=nobody", []),
    ("before=nonsense", ["SHOP-1", "NINE-1"]),
    ("before=2026-01-01T00:00:00~1", ["SHOP-1", "NINE-1"]),
    ("q=%00", ["SHOP-1", "NINE-1"]),
]


def test_it_shows_the_line_that_was_found(card: Card, viewer: Client) -> None:
    page = viewer.get(f"{CARDS}?q=only+api").content.decode()
    assert "- <mark>only</mark> the API tests" in page
    assert "<mark>" not in viewer.get(CARDS).content.decode()


def test_a_note_in_json_is_looked_through_as_people_see_it(cast: Cast, viewer: Client) -> None:
    six = people.card(cast, "SIX-1", format="six_fields")
    fields = {"goal": 'Say "hello" to C:\\path', "done": ["привет"], "must_carry": {"EMD": "Rs 15"}}
    fields |= {"open_questions": [], "next_action": "go on", "sources": {"EMD": "page 1"}}
    write(six, cast.coder, json.dumps(fields))
    for words in ('"hello"', "C:\\path", "ПРИВЕТ", "EMD"):
        assert keys(viewer, f"{CARDS}?{urlencode({'q': words})}") == ["SIX-1"], words
    for words in ("must_carry", '"goal"', "{"):
        assert keys(viewer, f"{CARDS}?{urlencode({'q': words})}") == [], words
    assert "Say <mark>&quot;hello&quot;</mark> to C:" in viewer.get(f"{CARDS}?q=%22hello%22").content.decode()


def test_a_value_in_dispute_is_shown_as_such(card: Card, cast: Cast, viewer: Client) -> None:
    for value, source in (("Rs 700", "letter A"), ("Rs 900", "letter B")):
        set_fact(card=card, name="fee", new=FactValue(value, "text", source), by=cast.coder, now=NOW)
    for value in ("700", "900"):
        page = viewer.get(f"{CARDS}?q={value}").content.decode()
        assert f"fee: Rs <mark>{value}</mark> (in dispute)" in page


def test_only_the_newest_text_of_the_cards_that_changed_last_is_looked_through(
    card: Card, cast: Cast, viewer: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(card, cast.coder, f"{NOTE}- only the API tests\n- zirkon\n")
    write(card, cast.coder, f"{NOTE}- only the API tests\n")
    assert keys(viewer, f"{CARDS}?q=zirkon") == []
    people.card(cast, "NEW-1")
    Card.objects.filter(key="NEW-1").update(updated_at=NOW + timedelta(days=1))
    monkeypatch.setattr(card_search, "MOST_LOOKED_AT", 1)
    assert keys(viewer, f"{CARDS}?q=API") == []
    assert "the notes and facts of the 2,000 cards" in viewer.get(f"{CARDS}?q=API").content.decode()


@pytest.mark.parametrize(("query", "expected"), FOUND)
def test_words_and_chips_find_cards(query: str, expected: list[str], card: Card, cast: Cast, viewer: Client) -> None:
    nine = people.card(cast, "NINE-1", title="NINE-1 Привет über café", format="nine_sections")
    for value in ("superseded", "Rs 15,00,000"):
        set_fact(card=nine, name="EMD", new=FactValue(value, "text", "page 1"), by=cast.coder, now=NOW)
    assert sorted(keys(viewer, f"{CARDS}?{query}")) == sorted(expected)


def test_every_card_is_on_exactly_one_page(cast: Cast, viewer: Client) -> None:
    fill(cast.shop, 2 * PAGE + 7)
    seen: list[str] = []
    address = CARDS
    while address:
        seen += keys(viewer, address)
        found = re.search(r'rel="next" href="([^"]+)"', viewer.get(address).content.decode())
        address = CARDS + found[1].replace("&amp;", "&") if found else ""
    assert len(seen) == len(set(seen)) == 2 * PAGE + 7


def test_the_number_of_cards_makes_no_difference(card: Card, cast: Cast, viewer: Client) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as caught:
            viewer.get(CARDS)
        return len(caught)

    few = queries()
    fill(cast.shop, 300)
    assert queries() == few


def test_htmx_gets_the_list_alone(card: Card, viewer: Client) -> None:
    answer = viewer.get(CARDS, headers={"HX-Request": "true"})
    assert "<html" not in answer.content.decode()
    assert "SHOP-1" in answer.content.decode()
    assert "HX-Request" in answer["Vary"]


def test_an_empty_project_says_how_to_begin(cast: Cast, viewer: Client) -> None:
    page = viewer.get(CARDS).content.decode()
    assert "No card yet" in page
    assert "curl -X PUT http://testserver/api/v1/projects/shop/cards/FIRST-1" in page


def test_nothing_found_leads_back(card: Card, viewer: Client) -> None:
    assert "No card matches" in viewer.get(f"{CARDS}?q=nothing").content.decode()


def test_the_projects_page_shows_ones_own_projects_with_counts(card: Card, viewer: Client) -> None:
    page = viewer.get("/p/").content.decode()
    assert "Shop" in page
    assert "1 card" in page
    assert "Elsewhere" not in page


def test_the_first_page_shows_notes_worth_a_look(card: Card, cast: Cast, viewer: Client) -> None:
    for _ in range(3):
        with pytest.raises(AssertionError):
            write(card, cast.coder, NOTE)
    page = viewer.get("/").content.decode()
    assert page.count("SHOP-1 · Refund emails go out twice") == 1
    assert "A write by coder was refused: The locked line" in page
    assert "And 2 more." in page


def test_who_is_in_no_project_learns_how_to_begin(cast: Cast, client: Client) -> None:
    cast.viewer.memberships.all().delete()
    client.force_login(cast.viewer)
    for address in ("/", "/p/"):
        assert "manage.py create_member viewer@shop.example" in client.get(address).content.decode()
