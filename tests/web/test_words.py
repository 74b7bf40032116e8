"""On pages formats and fields are called by words, and nobody is told what only a program can do."""

import html
import json
from datetime import timedelta

import pytest
from django.test import Client

from notes.actions.notes import NoteWrite, TurnedDown, save_note
from notes.queries.words import for_people, title_words
from tests import cast as people
from tests.cast import NOW, Cast
from tests.web.desk import write
from tests.web.test_editing import TWELVE

EDIT = "/p/shop/BID/edit/"
SIX = {"goal": "Bid", "done": ["measured"], "must_carry": {}, "open_questions": [], "next_action": "go", "sources": {}}
SAID = [
    ("lock.line_missing", "The locked line “a” in “done” is missing.", "six_fields", "in “Done” is missing."),
    ("lock.line_missing", "The locked line “a” in “done” is missing.", "free", "in “done” is missing."),
    ("lock.line_missing", "The locked line “a” is missing. Put it back word for word.", "free", "“a” is missing."),
    ("lock.block_split", "“a” was parted from the next one. Write yours above or below both.", "free", "next one."),
    ("write.format_fixed", "The format of this note is free, and only a person may change it. Leave `format` out "
     "and write in that.", "free", "is “Free”, and only a person may change it."),
    ("format.empty_field", "“exact_next_step” is empty.", "twelve_fields", "“Exact next step” is empty."),
]  # fmt: skip


@pytest.mark.parametrize(("code", "says", "format", "end"), SAID)
def test_names_of_programs_become_words(code: str, says: str, format: str, end: str) -> None:
    assert for_people(code, says, format).endswith(end)


def test_titles_are_words_where_they_are_fields() -> None:
    assert title_words("exact_next_step", "twelve_fields") == "Exact next step"
    assert title_words("exact_next_step", "free") == "exact_next_step"
    assert title_words("", "free") == "Before the first heading"


def test_a_conflict_speaks_of_the_page(cast: Cast, operator: Client) -> None:
    card = people.card(cast, "BID", format="twelve_fields")
    write(card, cast.coder, json.dumps(TWELVE))
    write(card, cast.coder, json.dumps(TWELVE | {"exact_next_step": "theirs"}), at=NOW + timedelta(hours=1))
    answer = operator.post(EDIT, {"base": 1, "field-exact_next_step": "mine"})
    page = html.unescape(answer.content.decode())
    assert "You and another writer changed the same lines in “Exact next step”." in page
    assert '<h2 dir="auto">Exact next step</h2>' in page
    assert "say both" not in page


def test_a_refused_write_of_an_agent_is_told_in_words(cast: Cast, operator: Client) -> None:
    card = people.card(cast, "BID", format="six_fields")
    write(card, cast.actor(cast.operator), json.dumps(SIX))
    dropped = NoteWrite(json.dumps(SIX | {"done": ["x"]}))
    assert isinstance(save_note(card=card, by=cast.coder, now=NOW, write=dropped), TurnedDown)
    assert "in “Done”" in operator.get("/p/shop/BID/").content.decode()
    assert "in “Done”" in operator.get("/").content.decode()


def test_a_note_that_shrinks_is_asked_about_without_codes(cast: Cast, operator: Client) -> None:
    card = people.card(cast, "BID", format="free")
    write(card, cast.actor(cast.operator), "## Goal\n" + "".join(f"- line {number}\n" for number in range(30)))
    page = operator.post(EDIT, {"base": 1, "text": "## Goal\nshort\n"}).content.decode()
    assert "from 30 lines to 1. Is that what you mean?" in page


def test_the_check_is_heard_once_and_again_when_it_changes(cast: Cast, operator: Client) -> None:
    card = people.card(cast, "BID", format="free")
    write(card, cast.coder, "## Goal\nship\n")
    assert 'id="verdict" role="status"' in operator.get(EDIT).content.decode()
    form = {"base": 1, "text": "## Goal\nship it\n"}
    first = operator.post(f"{EDIT}check/", form).content.decode()
    assert '<div hx-swap-oob="innerHTML:#verdict">Can be saved.</div>' in first
    assert "#verdict" not in operator.post(f"{EDIT}check/", form | {"heard": "Can be saved."}).content.decode()
    worse = operator.post(f"{EDIT}check/", form | {"heard": "Can be saved.", "text": ""}).content.decode()
    assert "1 reason not to save it as it stands." in worse
