"""Editing a note: what was typed is always on the answer, and nothing is saved in silence."""

import html
import json
import re
from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.test import Client

from notes.models import Card, Refusal, Revision
from tests import cast as people
from tests.cast import NOW, Cast
from tests.web.desk import NOTE, write

EDIT = "/p/shop/SHOP-1/edit/"
MINE = f"{NOTE}- only the API tests\n"


def typed(answer: object, name: str = "text") -> str:
    """What stands in the box, as a browser reads it."""
    assert isinstance(answer, HttpResponse)
    found = re.search(rf'<textarea [^>]*name="{name}"[^>]*>\n(.*?)</textarea>', answer.content.decode(), re.DOTALL)
    assert found
    return html.unescape(found[1])


def base(answer: object) -> int:
    assert isinstance(answer, HttpResponse)
    found = re.search(r'name="base" value="(\d+)"', answer.content.decode())
    assert found
    return int(found[1])


def said(client: Client, answer: object) -> str:
    assert isinstance(answer, HttpResponse)
    return client.get(answer["Location"]).content.decode()


def test_the_form_holds_the_exact_text_and_its_revision(card: Card, operator: Client) -> None:
    answer = operator.get(EDIT)
    assert typed(answer) == MINE
    assert base(answer) == 2


def test_saving_makes_a_revision_and_says_so(card: Card, operator: Client) -> None:
    answer = operator.post(EDIT, {"base": 2, "text": f"{MINE}- and mine\r\n"})
    assert answer.status_code == 302
    assert "Saved as revision 3." in said(operator, answer)
    assert Revision.objects.get(card=card, number=3).text == f"{MINE}- and mine\n"


def test_a_text_that_begins_with_an_empty_line_keeps_its_first_word(card: Card, operator: Client) -> None:
    assert typed(operator.post(EDIT, {"base": 2, "text": "\n\x00"})).startswith("\n")


def test_saving_the_same_says_that_nothing_changed(card: Card, operator: Client) -> None:
    assert "Nothing was changed" in said(operator, operator.post(EDIT, {"base": 2, "text": MINE}))
    assert Revision.objects.filter(card=card).count() == 2


def test_what_others_saved_meanwhile_is_merged_and_said(card: Card, cast: Cast, operator: Client) -> None:
    write(card, cast.coder, MINE.replace("per refund", "per refund and customer"))
    answer = operator.post(EDIT, {"base": 2, "text": f"{MINE}- mine\n"})
    assert "Saved as revision 4, merged with what others saved after revision 2." in said(operator, answer)
    text = Revision.objects.get(card=card, number=4).text
    assert "and customer" in text
    assert "- mine" in text


def test_a_conflict_shows_all_three_and_keeps_every_word(card: Card, cast: Cast, operator: Client) -> None:
    write(card, cast.coder, MINE.replace("per refund", "per customer"))
    mine = MINE.replace("per refund", "per order") + "- a new line of mine\n"
    answer = operator.post(EDIT, {"base": 2, "text": mine})
    assert answer.status_code == 409
    page = html.unescape(answer.content.decode())
    for words in ("It was", "coder made it", "You made it", "per refund.", "per customer.", "per order."):
        assert words in page
    assert mine in page
    assert base(answer) == 3
    for line in ("per customer", "per order", "a new line of mine"):
        assert line in typed(answer)
    decided = typed(answer).replace("Send one refund email per customer.\n", "")
    assert operator.post(EDIT, {"base": 3, "text": decided}).status_code == 302
    assert Revision.objects.get(card=card, number=4).text == mine


NINE = "".join(f"## {name}\n\n" for name in ("Goal", "Done", "Next", "Dead ends", "Decisions and why"))


def test_a_text_of_the_wrong_format_is_kept_with_every_reason(cast: Cast, operator: Client) -> None:
    people.card(cast, "SHOP-1", format="nine_sections")
    answer = operator.post(EDIT, {"base": 0, "text": NINE})
    assert answer.status_code == 422
    page = html.unescape(answer.content.decode())
    for words in (
        "Not saved: does not follow the format.",
        "“Goal” is empty",
        "“Dead ends” comes before “Decisions and why”",
        "Your text is kept below.",
    ):
        assert words in page
    assert typed(answer) == NINE


def test_a_secret_is_refused_and_stored_nowhere_but_on_the_answer(card: Card, operator: Client) -> None:
    secret = "ghp_" + "a1B2" * 9
    answer = operator.post(EDIT, {"base": 2, "text": f"{MINE}token {secret}\n"})
    assert answer.status_code == 422
    assert secret in typed(answer)
    assert secret not in json.dumps([*Refusal.objects.values_list("problems", flat=True)])


def test_a_text_that_shrinks_is_saved_once_it_is_confirmed(card: Card, cast: Cast, operator: Client) -> None:
    long = "## Goal\n" + "".join(f"- line {number}\n" for number in range(30))
    write(card, cast.actor(cast.operator), long)
    answer = operator.post(EDIT, {"base": 3, "text": "## Goal\nshort\n"})
    assert answer.status_code == 422
    assert 'name="confirm" value="write.shrinks">Save anyway' in answer.content.decode()
    form = {"base": 3, "text": typed(answer), "confirm": "write.shrinks"}
    assert operator.post(EDIT, form).status_code == 302


@pytest.mark.parametrize("number", ["99", "", "x", "-1", "9" * 400, "²"])
def test_a_base_that_is_none_loses_nothing(number: str, card: Card, operator: Client) -> None:
    answer = operator.post(EDIT, {"base": number, "text": f"{MINE}- mine\n"})
    assert answer.status_code == 302 or typed(answer) == f"{MINE}- mine\n"


def test_only_the_check_is_asked_and_nothing_is_written(cast: Cast, operator: Client) -> None:
    card = people.card(cast, "SHOP-1", format="nine_sections")
    answer = operator.post(f"{EDIT}check/", {"base": 0, "text": NINE}, headers={"HX-Request": "true"})
    page = html.unescape(answer.content.decode())
    assert "<html" not in page
    assert "“Goal” is empty" in page
    assert "of 3,000 tokens" in page
    assert not Refusal.objects.filter(card=card).exists()


def test_the_check_counts_the_lines_that_will_be_yours(card: Card, operator: Client) -> None:
    answer = operator.post(f"{EDIT}check/", {"base": 2, "text": f"{MINE}- one\n- two\n"})
    assert "2 new or changed." in answer.content.decode()
    assert "Can be saved." in answer.content.decode()


def test_the_check_says_who_else_is_here(card: Card, cast: Cast, operator: Client) -> None:
    write(card, cast.coder, MINE.replace("per refund", "per customer"))
    merged = operator.post(f"{EDIT}check/", {"base": 2, "text": f"{MINE}- mine\n"}).content.decode()
    assert "coder saved revision 3 while you were editing, and changed Goal. Its changes touch other lines" in merged
    clash = operator.post(f"{EDIT}check/", {"base": 2, "text": MINE.replace("per refund", "per day")})
    assert "You both changed the same lines" in clash.content.decode()


def test_the_gutter_knows_whose_lines_are_whose(card: Card, operator: Client) -> None:
    marks = re.search(r'<script id="marks" type="application/json">(.*?)</script>', operator.get(EDIT).content.decode())
    assert marks
    assert json.loads(marks[1])["text"]["kinds"] == "......l"


TWELVE = {
    "original_goal": "Make the API right", "current_objective": "Fix it", "current_state": "half done",
    "important_files_and_symbols": ["a.py", "b.py\nline 3"], "decisions_made": [], "changes_applied": [],
    "tests_run": ["all\r\nodd"], "errors_and_failed_attempts": [], "user_constraints": ["do not touch the database"],
    "things_not_to_repeat": [], "exact_next_step": "go", "relevant_messages_tool_calls": [],
}  # fmt: skip


@pytest.fixture
def handover(cast: Cast) -> Card:
    card = people.card(cast, "SHOP-1", format="twelve_fields")
    write(card, cast.coder, json.dumps(TWELVE))
    return card


def fields(answer: object) -> dict[str, str]:
    return {f"field-{name}": typed(answer, f"field-{name}") for name in TWELVE}


def test_a_json_note_has_a_box_for_each_field(handover: Card, operator: Client) -> None:
    assert typed(operator.get(EDIT), "field-important_files_and_symbols") == "- a.py\n- b.py\n  line 3"


def test_boxes_that_nobody_touched_change_nothing(handover: Card, operator: Client) -> None:
    sent = {name: re.sub(r"\r?\n", "\r\n", text) for name, text in fields(operator.get(EDIT)).items()}
    assert "Nothing was changed" in said(operator, operator.post(EDIT, sent | {"base": 1}))


def test_only_the_touched_entry_becomes_the_persons(handover: Card, operator: Client) -> None:
    sent = fields(operator.get(EDIT)) | {"base": "1"}
    sent["field-user_constraints"] += "\n- nor the cache"
    assert operator.post(EDIT, sent).status_code == 302
    new = Revision.objects.get(card=handover, number=2)
    assert json.loads(new.text) == TWELVE | {"user_constraints": ["do not touch the database", "nor the cache"]}
    assert new.origins.count("2.") == 1


def test_a_refused_json_note_keeps_every_box(handover: Card, operator: Client) -> None:
    sent = fields(operator.get(EDIT)) | {"base": "1", "field-original_goal": "", "field-tests_run": "- half typ"}
    answer = operator.post(EDIT, sent)
    assert answer.status_code == 422
    assert typed(answer, "field-tests_run") == "- half typ"


def test_a_conflict_in_a_json_note_keeps_both(handover: Card, cast: Cast, operator: Client) -> None:
    sent = fields(operator.get(EDIT)) | {"base": "1", "field-exact_next_step": "mine"}
    write(handover, cast.coder, json.dumps(TWELVE | {"exact_next_step": "theirs"}), at=NOW + timedelta(hours=1))
    answer = operator.post(EDIT, sent)
    assert answer.status_code == 409
    assert typed(answer, "field-exact_next_step") == "theirs\nmine"


def test_a_first_note_can_be_written_in_every_format(cast: Cast, operator: Client) -> None:
    for number, format in enumerate(("nine_sections", "free", "six_fields", "twelve_fields")):
        people.card(cast, f"NEW-{number}", format=format)
        page = operator.get(f"/p/shop/NEW-{number}/edit/")
        assert page.status_code == 200
        assert base(page) == 0
    first = {"base": 0, "field-goal": "Bid", "field-next_action": "read", "field-done": "- a"}
    assert operator.post("/p/shop/NEW-2/edit/", first).status_code == 302
