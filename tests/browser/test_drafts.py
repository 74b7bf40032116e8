"""What is typed and not saved stays in the browser: each tab's own, until that one is saved."""

import re

import pytest
from playwright.sync_api import Page, expect

from notes.models import Card, Revision
from tests.browser.conftest import MINE, NOTE, Visit
from tests.browser.test_editing import CARD, EDIT, keeps_drafts, type_at_end
from tests.cast import PASSWORD, Cast
from tests.web.desk import write

pytestmark = pytest.mark.browser
SIX = '{"goal": "One", "done": ["read"], "must_carry": {}, "open_questions": [], "next_action": "go", "sources": {}}'
TAKE = "Take it up"


def leave(page: Page, words: str) -> None:
    """Type on the edit page, and go away without saving."""
    page.goto(EDIT)
    type_at_end(page, words)
    page.goto(CARD)


def take(page: Page, nth: int = 0) -> None:
    page.get_by_role("button", name=TAKE).nth(nth).click()


def note(page: Page) -> str:
    return page.get_by_label("The note").input_value()


def test_two_tabs_keep_a_draft_each_and_the_newest_is_first(card: Card, cast: Cast, visit: Visit) -> None:
    first = visit(cast.operator)
    second = first.context.new_page()
    first.goto(EDIT)
    second.goto(EDIT)
    type_at_end(first, "- of the first tab")
    type_at_end(second, "- of the second tab")
    first.goto(CARD)
    second.goto(CARD)
    keeps_drafts(second, 2)
    second.goto(EDIT)
    expect(second.locator("#offers time")).to_have_text([re.compile(r"\d{4}, \d\d:\d\d")] * 2)
    take(second)
    assert "of the second tab" in note(second)
    take(second)
    assert "of the first tab" in note(second)
    keeps_drafts(second, 2)


def test_typing_beside_an_offer_leaves_it_as_it_was(card: Card, cast: Cast, visit: Visit) -> None:
    page = visit(cast.operator)
    leave(page, "- the older words")
    leave(page, "- the newer words")
    page.goto(EDIT)
    expect(page.get_by_role("button", name=TAKE)).to_have_count(2)


def test_taking_one_up_keeps_what_was_typed_meanwhile(card: Card, cast: Cast, visit: Visit) -> None:
    page = visit(cast.operator)
    leave(page, "- the older words")
    page.goto(EDIT)
    type_at_end(page, "- the newer words")
    take(page)
    assert "the older words" in note(page)
    take(page)
    assert "the newer words" in note(page)
    page.get_by_role("button", name="Save note").click()
    expect(page.locator("#said")).to_contain_text("Saved as revision 3.")
    keeps_drafts(page, 1)
    page.goto(EDIT)
    take(page)
    assert "the older words" in note(page)


def test_a_save_in_one_tab_leaves_what_another_was_refused(card: Card, cast: Cast, visit: Visit) -> None:
    refused = visit(cast.operator)
    saved = refused.context.new_page()
    refused.goto(EDIT)
    refused.get_by_label("The note").fill(MINE.replace("Send one refund email per refund.\n", "") + "- refused\n")
    refused.get_by_role("button", name="Save note").click()
    expect(refused.locator("#refused")).to_contain_text("Not saved")
    saved.goto(EDIT)
    type_at_end(saved, "- saved")
    saved.get_by_role("button", name="Save note").click()
    expect(saved.locator("#said")).to_contain_text("Saved as revision 3.")
    keeps_drafts(saved, 1)
    saved.goto(EDIT)
    take(saved)
    assert "- refused" in note(saved)


def test_a_draft_without_its_boxes_is_shown_to_be_copied(cast: Cast, card: Card, visit: Visit) -> None:
    page = visit(cast.operator)
    page.goto(EDIT)
    type_at_end(page, "- typed into the old format")
    write(card, cast.actor(cast.maintainer), SIX, format="six_fields", base_revision=2)
    page.get_by_role("button", name="Save note").click()
    expect(page.locator("#refused")).to_contain_text("Not saved")
    page.get_by_label("Goal").fill("Typed into the answer")
    page.goto(EDIT)
    misfit = page.get_by_role("group", name="A draft").filter(has_text="another format now")
    expect(misfit.get_by_label("Your text")).to_have_value(re.compile("typed into the old format"))
    expect(misfit.get_by_label("Your text")).not_to_be_editable()
    expect(misfit.get_by_role("button", name=TAKE)).to_have_count(0)
    take(page)
    expect(page.get_by_label("Goal")).to_have_value("Typed into the answer")
    page.goto(EDIT)
    expect(misfit.get_by_label("Your text")).to_have_value(re.compile("typed into the old format"))


def test_what_is_old_and_what_is_too_many_is_dropped(card: Card, cast: Cast, visit: Visit) -> None:
    page = visit(cast.operator)
    page.goto(CARD)
    page.evaluate(
        """() => { for (let day = 0; day < 40; day += 1) localStorage.setItem(
          `draft:7:/p/x/${day}/:a`, JSON.stringify({ at: Date.now() - day * 86400000 * 2, values: {} })) }"""
    )
    page.goto(CARD)
    keeps_drafts(page, 15)
    page.evaluate(
        """() => { for (let index = 0; index < 40; index += 1) localStorage.setItem(
          `draft:7:/p/y/${index}/:a`, JSON.stringify({ at: Date.now(), values: {} })) }"""
    )
    page.goto(CARD)
    keeps_drafts(page, 20)


def test_a_full_storage_stops_no_save_and_replaces_no_words(card: Card, cast: Cast, visit: Visit) -> None:
    page = visit(cast.operator)
    leave(page, "- the older words")
    page.goto(EDIT)
    page.evaluate(
        """() => { for (let size = 4e6; size >= 1; size /= 2) {
          try { for (let n = 0; ; n += 1) localStorage.setItem(`x${size}-${n}`, "x".repeat(size)); } catch {}
        } }"""
    )
    type_at_end(page, "- the newer words")
    expect(page.locator("#kept")).to_contain_text("cannot keep a draft")
    take(page)
    assert "the newer words" in note(page)
    page.get_by_role("button", name="Save note").click()
    expect(page.locator("#said")).to_contain_text("Saved as revision 3.")


def test_pressing_twice_saves_once(card: Card, cast: Cast, visit: Visit) -> None:
    page = visit(cast.operator)
    page.goto(EDIT)
    type_at_end(page, "- once")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(f"{request.method} {request.url}"))
    page.keyboard.press("Control+Enter")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#said")).to_contain_text("Saved as revision 3.")
    assert len([each for each in sent if each.startswith("POST ") and each.endswith(EDIT)]) == 1


def test_a_save_that_a_runner_may_still_answer_is_not_sent_again(card: Card, cast: Cast, visit: Visit) -> None:
    page = visit(cast.operator)
    page.clock.install()
    page.goto(EDIT)
    type_at_end(page, "- once")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(f"{request.method} {request.url}"))
    # An answer that brings no page, as when the browser is told to stop.
    page.route(f"**{EDIT}", lambda route: route.fulfill(status=204))
    with page.expect_request(f"**{EDIT}"):
        page.keyboard.press("Control+Enter")
    page.clock.fast_forward("00:16")
    page.keyboard.press("Control+Enter")
    page.clock.fast_forward("00:05")
    with page.expect_request(f"**{EDIT}"):
        page.keyboard.press("Control+Enter")
    assert len([each for each in sent if each.startswith("POST ") and each.endswith(EDIT)]) == 2


def test_loading_the_page_after_the_sign_in_anew_keeps_the_text(card: Card, cast: Cast, visit: Visit) -> None:
    page = visit(cast.operator)
    page.goto(EDIT)
    page.get_by_label("The note").fill(f"{MINE}- typed for an hour\n")
    page.context.clear_cookies(name="sessionid")
    page.get_by_role("button", name="Save note").click()
    page.get_by_label("Email").fill(cast.operator.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.locator("#refused")).to_contain_text("You are signed in again.")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Not saved: please send it again")
    expect(page.get_by_label("Your text")).to_have_value(f"{MINE}- typed for an hour\n")
    page.get_by_role("button", name="Save note").click()
    expect(page.locator("#said")).to_contain_text("Saved as revision 3.")
    keeps_drafts(page, 0)
    assert NOTE.splitlines()[1] in Revision.objects.get(card=card, number=3).text
