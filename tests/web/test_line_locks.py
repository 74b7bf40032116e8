"""Locking a line and handing it back, on the page."""

import json
import re

import pytest
from django.test import Client

from notes.actions.line_locks import hand_back, lock_line
from notes.actions.notes import NoteWrite, TurnedDown, save_note
from notes.models import Card, Event, LineLock
from notes.rules.authors.origins import Origin
from tests import cast as people
from tests.cast import NOW, Cast
from tests.web.desk import NOTE, write

LINES = "/p/shop/SHOP-1/lines/"
MINE = f"{NOTE}- only the API tests\n"


def may_drop(card: Card, cast: Cast, line: str) -> bool:
    text = MINE.replace(line, "")
    return not isinstance(save_note(card=card, by=cast.coder, now=NOW, write=NoteWrite(text)), TurnedDown)


def test_a_locked_line_of_an_agent_is_kept_by_agents(card: Card, cast: Cast, operator: Client) -> None:
    answer = operator.post(LINES, {"lock": "r1-5"})
    assert answer["Location"] == "/p/shop/SHOP-1/#r1-5"
    assert "Locked: agents keep the line word for word." in operator.get("/p/shop/SHOP-1/").content.decode()
    assert not may_drop(card, cast, "- run the API tests\n")


def test_a_line_that_was_handed_back_may_go(card: Card, cast: Cast, operator: Client) -> None:
    operator.post(LINES, {"hand_back": "r2-7"})
    assert may_drop(card, cast, "- only the API tests\n")


def test_authorship_does_not_change_by_it(card: Card, operator: Client) -> None:
    operator.post(LINES, {"lock": "r1-5"})
    page = operator.get("/p/shop/SHOP-1/").content.decode()
    before = page.split('id="r1-5"')[0]
    assert before.rindex("<b>coder</b>") > before.rindex("<h2")


def test_it_is_counted_and_recorded_once(card: Card, operator: Client) -> None:
    for _ in range(3):
        operator.post(LINES, {"lock": "r1-5"})
    card.refresh_from_db()
    assert card.locks_version == 1
    assert LineLock.objects.get(card=card).locked
    event = Event.objects.get(card=card, verb="line.locked")
    assert event.data == {"line": "r1-5"}
    assert event.by_name == "Operator"


def test_it_goes_back_and_forth(card: Card, cast: Cast) -> None:
    by, line = cast.actor(cast.operator), Origin(2, 7)
    assert hand_back(card=card, by=by, now=NOW, line=line)
    assert not hand_back(card=card, by=by, now=NOW, line=line)
    assert lock_line(card=card, by=by, now=NOW, line=line)
    card.refresh_from_db()
    assert card.locks_version == 2


@pytest.mark.parametrize("line", ["r9-9", "r1-1", "r1-4", "x", "", "r1-5 or so"])
def test_a_line_that_is_not_there_is_said_to_be_so(line: str, card: Card, operator: Client) -> None:
    answer = operator.post(LINES, {"lock": line}, follow=True)
    assert "The note has no line" in answer.content.decode()
    assert not LineLock.objects.exists()


def test_what_follows_the_facts_is_never_locked(cast: Cast, operator: Client) -> None:
    card = people.card(cast, "SHOP-1", format="six_fields")
    note = {"goal": "Bid", "done": [], "must_carry": {"EMD": "Rs 15"}, "open_questions": []}
    write(card, cast.coder, json.dumps(note | {"next_action": "go", "sources": {"EMD": "page 1"}}))
    answer = operator.post(LINES, {"lock": "r1-2"}, follow=True)
    assert "This line follows the facts of the card" in answer.content.decode()


HTMX = {"HX-Request": "true"}


def test_htmx_gets_the_one_lock_the_count_and_what_to_say(card: Card, operator: Client) -> None:
    page = operator.post(LINES, {"lock": "r1-5"}, headers=HTMX).content.decode()
    assert "<html" not in page
    assert re.findall(r'id="([^"]+)"', page) == ["k-r1-5", "locked"]
    assert 'name="hand_back" value="r1-5"' in page
    assert "2 lines locked" in page
    assert page.startswith('<p class="note-msg good">Locked: agents keep the line word for word.</p>')


def test_a_lock_that_somebody_else_set_is_shown_as_it_is(card: Card, operator: Client) -> None:
    operator.post(LINES, {"lock": "r1-5"})
    page = operator.post(LINES, {"lock": "r1-5"}, headers=HTMX).content.decode()
    assert "Nothing was changed." in page
    assert 'name="hand_back" value="r1-5"' in page


def test_a_failure_does_not_look_like_a_success(card: Card, operator: Client) -> None:
    page = operator.post(LINES, {"lock": "r1-8"}, headers=HTMX).content.decode()
    assert page.strip() == '<p class="note-msg bad">The note has no line r1-8 now. Look at the newest revision.</p>'
    whole = operator.post(LINES, {"lock": "r1-8"}, follow=True).content.decode()
    assert '<p class="note-msg bad">The note has no line r1-8 now.' in whole


def test_a_line_of_the_facts_says_why_it_is_not_locked(cast: Cast, operator: Client) -> None:
    card = people.card(cast, "SHOP-1", format="six_fields")
    note = {"goal": "Bid", "done": [], "must_carry": {"EMD": "Rs 15"}, "open_questions": []}
    write(card, cast.coder, json.dumps(note | {"next_action": "go", "sources": {"EMD": "page 1"}}))
    assert "note-msg bad" in operator.post(LINES, {"lock": "r1-2"}, headers=HTMX).content.decode()
