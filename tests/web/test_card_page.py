"""The card with its note, line by line."""

import json
import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from notes.actions.steps.facts import put_fact
from notes.models import Card, Revision
from notes.rules.facts.decisions import FactValue
from tests import cast as people
from tests.cast import NOW, Cast
from tests.web.desk import NOTE, many, summariser, write

CARD = "/p/shop/SHOP-1/"


def html(client: Client, address: str = CARD) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def queries(client: Client, address: str = CARD) -> int:
    with CaptureQueriesContext(connection) as caught:
        html(client, address)
    return len(caught)


def test_every_line_has_its_permanent_address(card: Card, viewer: Client) -> None:
    assert re.findall(r'id="(r\d+-\d+)"', html(viewer)) == ["r1-2", "r1-5", "r1-6", "r2-7"]


def test_an_address_stays_when_the_line_moves(card: Card, cast: Cast, viewer: Client) -> None:
    text = f"{NOTE}- only the API tests\n".replace("run the", "start the").replace("refund.", "refund!")
    write(card, cast.coder, text)
    assert 'id="r2-7"' in html(viewer)


@pytest.mark.parametrize("view", ["rendered", "source"])
def test_both_views_show_the_same_lines(view: str, card: Card, viewer: Client) -> None:
    page = html(viewer, f"{CARD}?view={view}")
    assert re.findall(r'id="(r\d+-\d+)"', page) == ["r1-2", "r1-5", "r1-6", "r2-7"]
    assert ("- only the API tests" in page) == (view == "source")


def test_an_author_is_named_once_for_a_run_of_lines(card: Card, cast: Cast, viewer: Client) -> None:
    write(card, cast.coder, f"{NOTE}- only the API tests\n- more\n- and more\n", at=NOW + timedelta(hours=1))
    next_section = html(viewer).split("<h2")[2]
    assert re.findall(r"<b>(\w+)</b>", next_section) == ["coder", "Operator", "coder"]
    assert next_section.count('class="run') == 3


def test_a_later_run_of_the_same_author_says_only_its_time(cast: Cast, viewer: Client) -> None:
    card = people.card(cast, "SHOP-1")
    write(card, cast.coder, "## Done\n- a\n")
    write(card, cast.coder, "## Done\n- a\n- b\n", at=NOW + timedelta(hours=1))
    page = html(viewer).split("<article")[1]
    assert page.count("<b>coder</b>") == 1
    assert "12 Nov 10:30" in page
    assert "12 Nov 11:30" in page


def test_the_exact_time_is_there_for_hover_and_for_screen_readers(card: Card, viewer: Client) -> None:
    page = html(viewer)
    assert 'title="Thursday 12 November 2026, 10:30:00 UTC"' in page
    assert "Operator (person), Thursday 12 November 2026, 10:30:00 UTC:" in page


def test_a_persons_lines_are_marked_by_more_than_colour(card: Card, viewer: Client) -> None:
    last = html(viewer).split('class="run person"')[1]
    assert "locked" in last


def test_what_a_small_model_wrote_is_told_apart(card: Card, cast: Cast, viewer: Client) -> None:
    write(card, summariser(cast.shop.pk), f"{NOTE}- only the API tests\n- session ended\n", model="haiku-4")
    assert 'class="run summariser"' in html(viewer)
    assert "haiku (small model, haiku-4)" in html(viewer)


def test_the_panels_say_who_how_large_and_which_facts(card: Card, cast: Cast, viewer: Client) -> None:
    put_fact(card, "EMD", FactValue("Rs 15,00,000", "text", "Corrigendum 2"), by=cast.coder, now=NOW)
    page = html(viewer)
    for words in ("Operator", "revision 2", "tokens", "Rs 15,00,000", "Corrigendum 2"):
        assert words in page


def test_a_fact_in_dispute_shows_both_values(card: Card, cast: Cast, viewer: Client) -> None:
    put_fact(card, "EMD", FactValue("Rs 15,00,000", "text", "Corrigendum 2"), by=cast.coder, now=NOW)
    put_fact(card, "EMD", FactValue("Rs 12,00,000", "text", "Price list v3"), by=cast.coder, now=NOW)
    page = html(viewer)
    for words in ("in dispute", "Rs 15,00,000", "Rs 12,00,000", "Price list v3"):
        assert words in page


def test_what_a_fact_hides_is_shown(card: Card, cast: Cast, viewer: Client) -> None:
    put_fact(card, "EMD", FactValue("Rs\u00a015", "text", "page\u200b 1"), by=cast.coder, now=NOW)
    assert ">U+00A0</span>15" in html(viewer)
    assert ">U+200B</span> 1" in html(viewer)


def test_a_refused_write_stands_there_with_its_reason(card: Card, cast: Cast, viewer: Client) -> None:
    with pytest.raises(AssertionError):
        write(card, cast.coder, NOTE)
    assert "The locked line “- only the API tests” in “Next”" in html(viewer)


def test_what_a_person_tried_in_vain_is_no_news(card: Card, operator: Client) -> None:
    operator.post(f"{CARD}edit/", {"base": 2, "text": ""})
    assert "Refused writes" not in html(operator)


def test_a_json_note_is_shown_in_the_same_way(cast: Cast, viewer: Client) -> None:
    card = people.card(cast, "SHOP-1", format="six_fields")
    note = {"goal": "Bid", "done": ["read\nall pages"], "must_carry": {"EMD": "Rs 15"}, "open_questions": []}
    write(card, cast.coder, json.dumps(note | {"next_action": "check", "sources": {"EMD": "page 1"}}))
    page = html(viewer)
    for words in ("Must carry", "<b>EMD</b>", "read\nall pages", "Next action", "Nothing here yet."):
        assert words in page


def test_a_card_without_a_note_says_how_it_gets_one(cast: Cast, operator: Client) -> None:
    people.card(cast, "SHOP-1")
    page = html(operator)
    assert "curl -X PUT http://testserver/api/v1/projects/shop/cards/SHOP-1/note" in page
    assert "Write the note" in page


def test_markup_in_a_title_stays_text(cast: Cast, viewer: Client) -> None:
    people.card(cast, "SHOP-1", title="<script>alert(1)</script>")
    assert "<script>alert" not in html(viewer)


def test_the_length_of_the_history_makes_no_difference(card: Card, cast: Cast, viewer: Client) -> None:
    html(viewer)
    few = queries(viewer), queries(viewer, f"{CARD}history/2/")
    many(card, cast.coder, 60)
    html(viewer)
    assert (queries(viewer), queries(viewer, f"{CARD}history/2/")) == few


def test_rows_are_made_once_and_anew_when_a_lock_changes(card: Card, operator: Client) -> None:
    first = queries(operator)
    again = queries(operator)
    assert again < first
    operator.post(f"{CARD}lines/", {"hand_back": "r2-7"})
    assert "handed back" in html(operator)


def test_lines_of_an_imported_history_are_not_said_to_be_handed_back(card: Card, operator: Client) -> None:
    Revision.objects.filter(card=card).update(locks=False)
    assert "handed back" not in html(operator)
