"""Reading a note, and steering it line by line."""

import re

import pytest
from playwright.sync_api import Page, expect

from notes.models import Card
from tests import cast as people
from tests.browser.conftest import MINE, Visit
from tests.cast import PASSWORD, Cast
from tests.web.desk import write

pytestmark = pytest.mark.browser
CARD = "/p/shop/SHOP-112/"


def line(page: Page, words: str) -> object:
    return page.locator(".line", has_text=words)


def test_one_signs_in_and_reads(card: Card, cast: Cast, context_of: object) -> None:
    assert callable(context_of)
    page: Page = context_of().new_page()
    page.goto(CARD)
    page.get_by_label("Email").fill(cast.operator.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page).to_have_url(re.compile(re.escape(CARD)))
    expect(page.get_by_role("heading", level=1)).to_have_text("SHOP-112 · Refund emails go out twice")
    page.locator(".me summary").click()
    page.get_by_role("button", name="Sign out").click()
    expect(page).to_have_url(re.compile("/accounts/login/"))


def test_escape_closes_the_menu_and_gives_the_focus_back(card: Card, cast: Cast, visit: Visit) -> None:
    page = visit(cast.operator)
    page.goto(CARD)
    page.locator(".me summary").click()
    page.get_by_role("link", name="Your letters").focus()
    page.keyboard.press("Escape")
    expect(page.get_by_role("link", name="Your letters")).to_be_hidden()
    expect(page.locator(".me summary")).to_be_focused()


@pytest.mark.parametrize("address", [CARD, "/p/shop/"])
def test_a_slash_leads_to_the_one_search_that_is_seen(card: Card, cast: Cast, visit: Visit, address: str) -> None:
    page = visit(cast.operator)
    page.goto(address)
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox")).to_have_count(1)
    expect(page.get_by_role("searchbox")).to_be_focused()


def test_the_way_to_save_a_long_note_is_always_in_view(card: Card, cast: Cast, visit: Visit) -> None:
    page = visit(cast.operator, width=390)
    page.goto(f"{CARD}edit/")
    page.get_by_label("The note").fill("## Goal\n" + "- a line of many\n" * 400)
    page.evaluate("window.scrollTo(0, 0)")
    expect(page.get_by_role("button", name="Save note")).to_be_in_viewport()


def test_a_line_can_be_locked_without_hiding_its_words(card: Card, cast: Cast, visit: Visit) -> None:
    page = visit(cast.operator)
    page.goto(CARD)
    line = page.locator(".line", has_text="Reproduced with two deliveries")
    line.hover()
    words, lock = line.locator(".t").bounding_box(), line.locator(".off").bounding_box()
    assert words
    assert lock
    assert words["x"] + words["width"] <= lock["x"]


def test_a_line_is_locked_and_handed_back_in_place(card: Card, cast: Cast, visit: Visit) -> None:
    page = visit(cast.operator)
    page.goto(CARD)
    expect(page.locator("#locked")).to_have_text("1 line locked")
    added = page.locator(".line", has_text="Added")
    added.hover()
    added.get_by_role("button", name="lock").click()
    expect(page.locator("#locked")).to_have_text("2 lines locked")
    expect(page.locator("#said")).to_contain_text("Locked: agents keep the line word for word.")
    mine = page.locator(".line", has_text="only the API tests")
    mine.get_by_role("button", name="locked").click()
    expect(mine.get_by_role("button")).to_have_text("handed back")
    expect(page.locator("#locked")).to_have_text("1 line locked")


ROWS = 3000


def test_a_click_on_a_lock_leaves_the_rest_of_a_long_note_alone(cast: Cast, visit: Visit) -> None:
    card = people.card(cast, "LONG", format="free")
    write(card, cast.coder, "## Goal\n" + "".join(f"- step {number}\n" for number in range(ROWS)))
    page = visit(cast.operator)
    page.goto("/p/shop/LONG/")
    page.evaluate("document.querySelectorAll('.line').forEach((row) => { row.seen = true; })")
    page.evaluate("window.region = document.getElementById('said')")
    lock = page.locator("#k-r1-2000")
    lock.scroll_into_view_if_needed()
    lock.focus()
    before = lock.bounding_box()
    page.keyboard.press("Enter")
    expect(lock).to_have_text("locked")
    expect(lock).to_be_focused()
    expect(page.locator("#locked")).to_have_text("1 line locked")
    expect(page.locator("#said .good")).to_have_text("Locked: agents keep the line word for word.")
    assert page.evaluate("[...document.querySelectorAll('.line')].filter((row) => row.seen).length") == ROWS
    assert page.evaluate("window.region === document.getElementById('said')")
    after = lock.bounding_box()
    assert before
    assert after
    assert abs(after["y"] - before["y"]) <= 1


def test_the_same_works_without_script(card: Card, cast: Cast, visit: Visit) -> None:
    page = visit(cast.operator, script=False)
    page.goto(CARD)
    page.locator(".line", has_text="Added").get_by_role("button").click(force=True)
    expect(page.locator("#locked")).to_have_text("2 lines locked")
    expect(page.locator("#said")).to_contain_text("Locked")
    page.get_by_role("link", name="Source").click()
    expect(page.locator(".line.source").first).to_be_visible()


def test_a_link_to_a_line_shows_the_line(card: Card, cast: Cast, visit: Visit) -> None:
    page = visit(cast.viewer)
    page.goto(f"{CARD}#r2-9")
    expect(page.locator(".line:target")).to_contain_text("only the API tests")
    expect(page.locator("#gone")).to_be_hidden()


def test_a_link_to_a_line_that_is_gone_leads_to_where_it_stood(card: Card, cast: Cast, visit: Visit) -> None:
    write(card, cast.actor(cast.operator), MINE.replace("- Next: only the API tests.\n", ""))
    page = visit(cast.viewer)
    page.goto(f"{CARD}#r2-9")
    page.locator("#gone a").click()
    expect(page).to_have_url(re.compile(r"/history/2/#r2-9$"))
    expect(page.locator(".line:target")).to_contain_text("only the API tests")


@pytest.mark.parametrize("address", ["#r99-1", "#r2-999", "#r0-1", "history/1/#r1-99"])
def test_a_link_to_a_line_that_never_was_says_so(address: str, card: Card, cast: Cast, visit: Visit) -> None:
    page = visit(cast.viewer)
    page.goto(f"{CARD}{address}")
    expect(page.locator("#gone")).to_have_text("There never was such a line.", use_inner_text=True)
    expect(page.locator("#gone a")).to_be_hidden()


def test_the_link_of_a_line_is_copied(card: Card, cast: Cast, visit: Visit) -> None:
    page = visit(cast.viewer)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(CARD)
    page.locator(".line", has_text="only the API tests").hover()
    link = page.get_by_role("link", name="Link to line r2-9")
    link.click()
    expect(page.locator("#heard")).to_have_text("Link copied.")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert str(copied).endswith(f"{CARD}#r2-9")
    # A screen reader reads what changes: the same sentence again is another text.
    before = page.locator("#heard").text_content()
    link.click()
    page.wait_for_function("before => document.getElementById('heard').textContent !== before", arg=before)
    expect(page.locator("#heard")).to_have_text("Link copied.")


def test_an_earlier_revision_shows_no_lock_of_today(card: Card, cast: Cast, visit: Visit) -> None:
    write(card, cast.coder, f"{MINE}- Who tells support?\n")
    page = visit(cast.viewer)
    line = page.locator(".line", has_text="only the API tests")
    for number, count in ((2, 0), (3, 1)):
        page.goto(f"{CARD}history/{number}/")
        expect(line).to_be_visible()
        expect(line.locator(".lock:visible")).to_have_count(count)


def test_times_are_told_in_the_readers_zone(card: Card, cast: Cast, visit: Visit) -> None:
    page = visit(cast.viewer)
    page.goto(CARD)
    told = page.locator(".who time").first
    expect(told).to_have_attribute("data-told", "")
    expect(told).to_have_text(re.compile(r"^12 Nov \d\d:\d\d$"))


def test_cards_are_found_while_one_types(card: Card, cast: Cast, visit: Visit) -> None:
    page = visit(cast.viewer)
    page.goto("/p/shop/")
    box = page.get_by_label("Key, title, note or fact")
    box.press_sequentially("nothing like it")
    expect(page.locator("#cards")).to_contain_text("No card matches")
    box.fill("refund")
    expect(page.locator("#cards .key")).to_have_text(["SHOP-112"])
    expect(page).to_have_url(re.compile("q=refund"))
    expect(box).to_be_focused()


def test_a_revision_is_looked_at_and_restored(card: Card, cast: Cast, visit: Visit) -> None:
    page = visit(cast.operator)
    page.goto(CARD)
    page.get_by_role("link", name="History").click()
    page.get_by_role("link", name=re.compile("Revision 1 ")).click()
    page.get_by_role("button", name="Restore this revision").click()
    expect(page.locator("#said")).to_contain_text("Revision 1 stands again, as revision 3.")
    expect(page.locator(".line", has_text="only the API tests")).to_have_count(0)


def test_all_of_it_can_be_done_with_the_keyboard(card: Card, cast: Cast, visit: Visit) -> None:
    page = visit(cast.operator)
    page.goto(CARD)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the page")).to_be_focused()
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.keyboard.press("e")
    expect(page).to_have_url(re.compile(re.escape(CARD)))
    lock = page.locator(".line", has_text="Added").get_by_role("button")
    lock.focus()
    expect(lock).to_have_css("opacity", "1")
    page.keyboard.press("Enter")
    expect(page.locator("#locked")).to_have_text("2 lines locked")
    expect(page.locator(".line", has_text="Added").get_by_role("button")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("e")
    expect(page).to_have_url(re.compile("/edit/$"))
    expect(page.get_by_label("The note")).to_be_focused()
