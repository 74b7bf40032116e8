"""Editing in real browsers: the gutter, the live check, and everything that must not lose a word."""

import re

import pytest
from django.contrib.sessions.models import Session
from playwright.sync_api import Page, expect

from notes.models import Card, Revision
from tests.browser.conftest import MINE, NOTE, Visit
from tests.cast import PASSWORD, Cast
from tests.web.desk import write

pytestmark = pytest.mark.browser
EDIT = "/p/shop/SHOP-112/edit/"
CARD = "/p/shop/SHOP-112/"


def box(page: Page) -> object:
    return page.get_by_label("The note")


def type_at_end(page: Page, words: str) -> None:
    note = page.get_by_label("The note")
    note.focus()
    page.keyboard.press("Control+End")
    page.keyboard.type(words)


def keeps_drafts(page: Page, count: int) -> None:
    """Once its scripts have run."""
    kept = "Object.keys(localStorage).filter((key) => key.startsWith('draft:')).length"
    page.wait_for_load_state("load")
    page.wait_for_function(f"count => {kept} === count", arg=count)


def test_a_line_is_added_and_saved_with_the_keyboard(card: Card, cast: Cast, visit: Visit) -> None:
    page = visit(cast.operator)
    page.goto(CARD)
    page.keyboard.press("e")
    type_at_end(page, "- Ask the bids manager")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#said")).to_contain_text("Saved as revision 3.")
    expect(page.locator(".run.person", has_text="Ask the bids manager")).to_contain_text("locked")
    keeps_drafts(page, 0)


def test_the_gutter_shows_whose_lines_are_whose(card: Card, cast: Cast, visit: Visit) -> None:
    page = visit(cast.operator)
    page.goto(EDIT)
    expect(page.locator(".mirror .l")).to_have_text(["- Next: only the API tests."])
    expect(page.locator(".mirror .n")).to_have_count(0)
    type_at_end(page, "- mine\n- and mine")
    expect(page.locator(".mirror .n")).to_have_text(["- mine", "- and mine"])


@pytest.mark.parametrize("width", [1280, 390])
def test_the_gutter_stays_beside_its_lines_when_they_wrap(width: int, card: Card, cast: Cast, visit: Visit) -> None:
    page = visit(cast.operator, width=width)
    page.goto(EDIT)
    type_at_end(page, f"- {'a long line that wraps ' * 12}\n- {'averylongword' * 20}\n- last")
    heights = page.evaluate(
        """() => {
          const box = document.querySelector("#edit textarea"), copy = document.querySelector(".mirror");
          return [box.clientHeight, box.scrollHeight, copy.getBoundingClientRect().height];
        }"""
    )
    assert heights[0] == heights[1]
    assert abs(heights[0] - heights[2]) <= 1


def test_the_live_check_names_problems_and_counts_tokens(card: Card, cast: Cast, visit: Visit) -> None:
    page = visit(cast.operator)
    page.goto(EDIT)
    page.get_by_label("The note").fill(MINE.replace("## Dead ends\n", ""))
    report = page.locator("#report")
    expect(report).to_contain_text("The section “Dead ends” is missing.")
    expect(report).to_contain_text("of 3,000 tokens")
    expect(page.locator("#verdict")).to_have_text("1 reason not to save it as it stands.")
    page.get_by_label("The note").fill(f"{MINE}- mine\n")
    expect(report).to_contain_text("Can be saved.")
    expect(page.locator("#verdict")).to_have_text("Can be saved.")
    expect(report).to_contain_text("1 new or changed.")
    assert not card.refusals.exists()


def test_what_is_refused_stays_in_the_box(card: Card, cast: Cast, visit: Visit) -> None:
    page = visit(cast.operator)
    page.goto(EDIT)
    wrong = MINE.replace("Send one refund email per refund.\n", "")
    page.get_by_label("The note").fill(wrong)
    page.get_by_role("button", name="Save note").click()
    expect(page.locator("#refused")).to_contain_text("Not saved: does not follow the format.")
    expect(page.get_by_label("The note")).to_have_value(wrong)
    expect(page.locator("#offers")).to_be_hidden()
    page.get_by_label("The note").fill(f"{MINE}- mine\n")
    page.get_by_role("button", name="Save note").click()
    expect(page.locator("#said")).to_contain_text("Saved as revision 3.")
    keeps_drafts(page, 0)


def test_two_people_at_once_lose_nothing(card: Card, cast: Cast, visit: Visit) -> None:
    first, second = visit(cast.operator), visit(cast.maintainer)
    for page in (first, second):
        page.goto(EDIT)
    first.get_by_label("The note").fill(MINE.replace("per refund.", "per refund, first."))
    second.get_by_label("The note").fill(MINE.replace("per refund.", "per refund, second.") + "- both\n")
    first.get_by_role("button", name="Save note").click()
    expect(first.locator("#said")).to_contain_text("Saved as revision 3.")
    second.get_by_role("button", name="Save note").click()
    expect(second.locator("#refused")).to_contain_text("Not saved: someone else changed the same lines.")
    expect(second.locator(".three")).to_contain_text("Operator made it")
    text = second.get_by_label("The note").input_value()
    assert "first." in text
    assert "second." in text
    second.get_by_label("The note").fill(text.replace("Send one refund email per refund, first.\n", ""))
    second.get_by_role("button", name="Save note").click()
    expect(second.locator("#said")).to_contain_text("Saved as revision 4.")
    assert "- both" in Revision.objects.get(card=card, number=4).text


def test_a_closed_tab_keeps_its_draft_until_it_is_saved(card: Card, cast: Cast, visit: Visit) -> None:
    page = visit(cast.operator)
    page.goto(EDIT)
    type_at_end(page, "- typed and forgotten")
    page.close()
    again = page.context.new_page()
    write(card, cast.coder, MINE.replace("Added", "Have added"))
    again.goto(EDIT)
    expect(again.locator("#offers")).to_be_visible()
    again.get_by_role("button", name="Take it up").click()
    expect(again.get_by_label("The note")).to_have_value(re.compile("typed and forgotten"))
    again.get_by_role("button", name="Save note").click()
    expect(again.locator("#said")).to_contain_text("merged with what others saved after revision 2")
    text = Revision.objects.get(card=card, number=4).text
    assert "typed and forgotten" in text
    assert "Have added" in text
    again.goto(EDIT)
    expect(again.locator("#offers")).to_be_hidden()


def test_a_draft_can_be_thrown_away(card: Card, cast: Cast, visit: Visit) -> None:
    page = visit(cast.operator)
    page.goto(EDIT)
    type_at_end(page, "- not this")
    page.goto(EDIT)
    page.get_by_role("button", name="Throw it away").click()
    expect(page.locator("#offers")).to_be_hidden()
    keeps_drafts(page, 0)


@pytest.mark.parametrize("script", [True, False])
def test_an_expired_sign_in_keeps_the_text(script: bool, card: Card, cast: Cast, visit: Visit) -> None:
    page = visit(cast.operator, script=script)
    page.goto(EDIT)
    page.get_by_label("The note").fill(f"{MINE}- typed for an hour\n")
    Session.objects.all().delete()
    page.get_by_role("button", name="Save note").click()
    expect(page.get_by_role("alert")).to_contain_text("Not saved: you were signed out.")
    page.get_by_label("Email").fill(cast.operator.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.locator("#refused")).to_contain_text("You are signed in again.")
    expect(page.get_by_label("The note")).to_have_value(f"{MINE}- typed for an hour\n")
    page.get_by_role("button", name="Save note").click()
    expect(page.locator("#said")).to_contain_text("Saved as revision 3.")


def test_the_live_check_says_when_one_is_signed_out(card: Card, cast: Cast, visit: Visit) -> None:
    page = visit(cast.operator)
    page.goto(EDIT)
    Session.objects.all().delete()
    type_at_end(page, "- more")
    expect(page.locator("#report")).to_contain_text("You are signed out. Go on writing")


def test_saving_works_without_script(card: Card, cast: Cast, visit: Visit) -> None:
    page = visit(cast.operator, script=False)
    page.goto(EDIT)
    page.get_by_label("The note").fill(NOTE.replace("one refund email", "exactly one refund email"))
    page.get_by_role("button", name="Save note").click()
    expect(page.locator("#said")).to_contain_text("Saved as revision 3.")


def test_a_json_note_is_edited_field_by_field(cast: Cast, visit: Visit) -> None:
    page = visit(cast.operator)
    card = cast_card(cast)
    page.goto(f"/p/shop/{card.key}/edit/")
    page.get_by_label("Goal").fill("Bid for the drain")
    page.get_by_label("Done").fill("- read all pages\n  and both corrigenda\n- asked")
    page.get_by_label("Next action").fill("Check the turnover rule")
    page.get_by_role("button", name="Save note").click()
    expect(page.locator("#said")).to_contain_text("Saved as revision 1.")
    expect(page.locator(".line", has_text="both corrigenda")).to_contain_text("read all pages")


@pytest.mark.parametrize("script", [True, False])
def test_the_format_is_changed_by_hand(script: bool, card: Card, cast: Cast, visit: Visit) -> None:
    page = visit(cast.operator, script=script)
    page.goto(EDIT)
    page.get_by_text("Change the format").click()
    page.get_by_role("button", name="Six fields").click()
    expect(page.get_by_label("Next action")).to_have_value(re.compile("only the API tests"))
    lost = page.get_by_role("region", name="In the format “Six fields”")
    expect(lost).to_contain_text("- [x] reproduce")
    if script:  # the goal is the same to the letter, what was said in a list is not
        expect(page.locator(".mirror .n").first).to_have_text(re.compile("Reproduced with two deliveries"))
    page.get_by_label("Open questions").fill("- reproduce it anew?")
    page.get_by_label("Goal").fill("")
    page.get_by_role("button", name="Save note").click()
    expect(page.locator("#refused")).to_contain_text("“Goal” is empty")
    expect(page.get_by_label("Open questions")).to_have_value("- reproduce it anew?")
    page.get_by_label("Goal").fill("One email per refund")
    page.get_by_role("button", name="Save note").click()
    expect(page.locator("#said")).to_contain_text("in the format “Six fields” from now on")
    expect(page.locator(".line", has_text="One email per refund")).to_contain_text("locked")
    card.refresh_from_db()
    assert card.format == "six_fields"


def test_a_draft_is_offered_where_its_boxes_are(card: Card, cast: Cast, visit: Visit) -> None:
    page = visit(cast.operator)
    page.goto(f"{EDIT}?format=six_fields")
    page.get_by_label("Goal").fill("One email per refund")
    page.goto(EDIT)
    page.get_by_role("button", name="Take it up").click()
    page.wait_for_url("**/edit/?format=six_fields")
    page.get_by_role("button", name="Take it up").click()
    expect(page.get_by_label("Goal")).to_have_value("One email per refund")


def cast_card(cast: Cast) -> Card:
    return Card.objects.create(
        project=cast.shop, key="BID-48", title="Drain", format="six_fields",
        created_at=cast.shop.created_at, updated_at=cast.shop.created_at,
    )  # fmt: skip
