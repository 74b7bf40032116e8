"""Changing the format of a note: shown first, saved by a person, with everything that has no place named."""

import html
import json
from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.test import Client

from notes.actions.facts import set_fact
from notes.actions.notes import NoteWrite, TurnedDown, save_note
from notes.models import Card, Event, Revision
from notes.rules.facts.decisions import FactValue
from tests import cast as people
from tests.cast import NOW, Cast
from tests.web.desk import write
from tests.web.test_editing import TWELVE, base, said, typed

EDIT = "/p/shop/SHOP-1/edit/"
NINE = """## Goal
Send one refund email per refund.

## Done

## Next
- run the API tests

## Decisions and why
- unique key, not a lock

## Dead ends

## Files touched

## How to verify

## Checklist status

## Open questions
- old refunds too?
"""
SIX = ("goal", "done", "must_carry", "open_questions", "next_action", "sources")


@pytest.fixture
def card(cast: Cast) -> Card:
    made = people.card(cast, "SHOP-1", format="nine_sections")
    write(made, cast.coder, NINE)
    return made


def page(answer: object) -> str:
    assert isinstance(answer, HttpResponse)
    return html.unescape(answer.content.decode())


def form(answer: object) -> dict[str, str]:
    """What the browser would send of the six fields."""
    boxes = {f"field-{name}": typed(answer, f"field-{name}") for name in SIX}
    return boxes | {"base": str(base(answer)), "format": "six_fields"}


def test_the_preview_shows_the_note_in_the_new_format_and_changes_nothing(card: Card, operator: Client) -> None:
    answer = operator.get(EDIT, {"format": "six_fields"})
    assert typed(answer, "field-goal") == "Send one refund email per refund."
    assert typed(answer, "field-open_questions") == "- old refunds too?"
    card.refresh_from_db()
    assert (card.format, card.revision, Event.objects.filter(card=card).count()) == ("nine_sections", 1, 1)


def test_the_preview_names_what_has_no_place_with_its_lines(card: Card, operator: Client) -> None:
    shown = page(operator.get(EDIT, {"format": "six_fields"}))
    assert "No place in the new format" in shown
    assert '<h3 dir="auto">Decisions and why</h3>' in shown
    assert "- unique key, not a lock" in shown
    assert "Everything has its place" in page(operator.get(EDIT, {"format": "free"}))


def test_the_preview_says_what_is_still_missing(card: Card, cast: Cast, operator: Client) -> None:
    write(card, cast.coder, NINE.replace("- run the API tests\n", ""))
    assert "“Next action” is empty" in page(operator.get(EDIT, {"format": "six_fields"}))


def test_facts_of_the_card_are_filled_in(card: Card, cast: Cast, operator: Client) -> None:
    set_fact(card=card, by=cast.coder, now=NOW, name="EMD", new=FactValue("15", "text", "page 1"))
    answer = operator.get(EDIT, {"format": "six_fields"})
    assert (typed(answer, "field-must_carry"), typed(answer, "field-sources")) == ("- EMD: 15", "- EMD: page 1")
    assert "Before it can be saved" not in page(answer)
    assert operator.post(EDIT, form(answer)).status_code == 302


def test_saving_changes_the_format_of_note_and_card_together(card: Card, operator: Client) -> None:
    answer = operator.post(EDIT, form(operator.get(EDIT, {"format": "six_fields"})))
    assert "Saved as revision 2, in the format “Six fields” from now on." in said(operator, answer)
    card.refresh_from_db()
    new = Revision.objects.get(card=card, number=2)
    assert (card.format, new.format) == ("six_fields", "six_fields")
    assert Event.objects.get(card=card, data__revision=2).data["format"] == "six_fields"


def test_lines_that_are_equal_to_the_letter_keep_their_author(card: Card, cast: Cast, operator: Client) -> None:
    operator.post(EDIT, form(operator.get(EDIT, {"format": "six_fields"})))
    assert Revision.objects.get(card=card, number=2).origins.startswith("1.2x1 ")


def test_history_keeps_each_revision_in_its_own_format(card: Card, operator: Client) -> None:
    operator.post(EDIT, form(operator.get(EDIT, {"format": "six_fields"})))
    for number, words in ((1, "Decisions and why"), (2, "Next action")):
        for view in ("rendered", "source"):
            answer = operator.get(f"/p/shop/SHOP-1/history/{number}/", {"view": view})
            assert words in page(answer)
    assert operator.get("/p/shop/SHOP-1/history/").status_code == 200


def test_restoring_brings_the_format_back(card: Card, operator: Client) -> None:
    operator.post(EDIT, form(operator.get(EDIT, {"format": "six_fields"})))
    operator.post("/p/shop/SHOP-1/history/1/restore/", {"seen": 2})
    card.refresh_from_db()
    assert (card.format, card.revision) == ("nine_sections", 3)
    assert Revision.objects.get(card=card, number=3).origins == Revision.objects.get(card=card, number=1).origins
    assert typed(operator.get(EDIT)) == NINE


def test_a_refused_note_keeps_text_and_format(card: Card, operator: Client) -> None:
    sent = form(operator.get(EDIT, {"format": "six_fields"})) | {"field-goal": "", "field-done": "- half typ"}
    answer = operator.post(EDIT, sent)
    assert answer.status_code == 422
    assert typed(answer, "field-done") == "- half typ"
    assert 'name="format" value="six_fields"' in page(answer)
    assert "- unique key, not a lock" in page(answer)


def test_a_note_that_moved_on_is_shown_in_the_new_format_with_every_typed_word(
    card: Card, cast: Cast, operator: Client
) -> None:
    sent = form(operator.get(EDIT, {"format": "six_fields"})) | {"field-done": "- mine"}
    write(card, cast.coder, NINE.replace("per refund.", "per customer."), at=NOW + timedelta(hours=1))
    answer = operator.post(EDIT, sent)
    assert answer.status_code == 409
    assert "Not saved: the note has moved on." in page(answer)
    assert "from revision 1 to 2" in page(answer)
    assert typed(answer, "field-goal") == "Send one refund email per customer."
    assert typed(answer, "field-done") == "- mine"
    assert operator.post(EDIT, form(answer)).status_code == 302


def test_who_was_editing_meanwhile_sees_the_new_note_beside_what_was_typed(card: Card, operator: Client) -> None:
    operator.post(EDIT, form(operator.get(EDIT, {"format": "six_fields"})))
    mine = NINE.replace("- run", "- do run")
    answer = operator.post(EDIT, {"base": 1, "text": mine})
    assert answer.status_code == 409
    assert "was “Nine sections”, and revision 2 is “Six fields”." in page(answer)
    assert f'readonly rows="12" dir="auto">\n{mine}' in page(answer)
    assert typed(answer, "field-next_action") == "run the API tests"
    assert base(answer) == 2


def test_the_check_reads_in_the_new_format(card: Card, operator: Client) -> None:
    sent = form(operator.get(EDIT, {"format": "six_fields"}))
    assert "Can be saved." in page(operator.post(f"{EDIT}check/", sent))
    assert "“Goal” is empty" in page(operator.post(f"{EDIT}check/", sent | {"field-goal": ""}))


def test_the_first_note_may_be_in_any_format(cast: Cast, operator: Client) -> None:
    people.card(cast, "NEW", format="nine_sections")
    answer = operator.get("/p/shop/NEW/edit/", {"format": "free"})
    assert "The first note will be written in it." in page(answer)
    assert operator.post("/p/shop/NEW/edit/", {"base": 0, "format": "free", "text": "hello"}).status_code == 302
    assert Card.objects.get(key="NEW").format == "free"


@pytest.mark.parametrize("format", ["nine_sections", "nonsense", "", "9" * 300])
def test_an_address_with_no_other_format_is_the_plain_page(format: str, card: Card, operator: Client) -> None:
    answer = operator.get(EDIT, {"format": format})
    assert typed(answer) == NINE
    assert "No place in the new format" not in page(answer)


def test_viewers_cannot_even_look(card: Card, viewer: Client) -> None:
    assert viewer.get(EDIT, {"format": "free"}).status_code == 403


@pytest.mark.parametrize("from_format", ["nine_sections", "free", "six_fields", "twelve_fields"])
@pytest.mark.parametrize("to", ["nine_sections", "free", "six_fields", "twelve_fields"])
def test_every_format_can_be_shown_in_every_other(from_format: str, to: str, cast: Cast, operator: Client) -> None:
    made = people.card(cast, "ANY", format=from_format)
    write(made, cast.coder, NOTES[from_format])
    answer = operator.get("/p/shop/ANY/edit/", {"format": to})
    assert answer.status_code == 200
    assert "ship it" in page(answer)


NOTES = {
    "nine_sections": NINE.replace("Send one refund email per refund.", "ship it"),
    "free": "ship it\n\n## Anything\n- at all\n",
    "six_fields": json.dumps(
        {"goal": "ship it", "done": [], "must_carry": {"EMD": "15"}, "open_questions": [], "next_action": "go"}
        | {"sources": {"EMD": "page 1"}}
    ),
    "twelve_fields": json.dumps(TWELVE | {"original_goal": "ship it"}),
}


def test_usual_headings_find_their_section_are_named_and_lines_keep_their_author(cast: Cast, operator: Client) -> None:
    made = people.card(cast, "USUAL", format="free")
    write(
        made,
        cast.coder,
        "## Ziel\nship it\n\n## TODO\n- pay\n\n## Next steps\n- rest\n\n## Status\ngreen\n\n## Careful\n",
    )
    answer = operator.get("/p/shop/USUAL/edit/", {"format": "nine_sections"})
    text = typed(answer)
    assert text.startswith("## Goal\nship it\n\n## Done\n\n## Next\n- pay\n\n- rest\n")
    assert "<b>Next</b> has what stood under “TODO”, then “Next steps”." in page(answer)
    assert '<h3 dir="auto">Status</h3>' in page(answer)
    assert "A heading with nothing below it." in page(answer)
    sent = {"base": 1, "format": "nine_sections", "text": text}
    assert operator.post("/p/shop/USUAL/edit/", sent).status_code == 302
    assert Revision.objects.get(card=made, number=2).origins == "-x1 1.2x1 -x4 1.5x1 -x1 1.8x1 -x12"


def test_facts_say_that_they_stay(cast: Cast, operator: Client) -> None:
    made = people.card(cast, "BID", format="six_fields")
    write(made, cast.coder, NOTES["six_fields"])
    shown = page(operator.get("/p/shop/BID/edit/", {"format": "nine_sections"}))
    assert "- EMD: 15" in shown
    assert shown.count("The facts stay facts of the card.") == 2


def test_an_agent_that_queued_an_old_note_is_told_and_kept(card: Card, cast: Cast, operator: Client) -> None:
    operator.post(EDIT, form(operator.get(EDIT, {"format": "six_fields"})))
    queued = NoteWrite(f"{NINE}- queued\n", base_revision=1, restore_locks=True)
    outcome = save_note(card=card, by=cast.coder, now=NOW, write=queued)
    assert isinstance(outcome, TurnedDown)
    assert outcome.refused.late
    assert card.refusals.get().text == queued.text
    assert "late, not applied" in page(operator.get("/p/shop/SHOP-1/"))
