"""The search in the list of cards: what it found is what stands there, and is said."""

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from notes.models import Card, Membership
from tests import cast as people
from tests.browser.conftest import Visit
from tests.browser.test_fetching_again import SILENT
from tests.browser.test_live import NEWER, opened
from tests.cast import Cast
from tests.web.desk import write

pytestmark = pytest.mark.browser
LIST = "/p/shop/"
SEARCH = "**/p/shop/?q=*"


@pytest.fixture
def page(card: Card, cast: Cast, visit: Visit) -> Page:
    """Two cards: SHOP-113 has no note."""
    people.card(cast, "SHOP-113", title="Sort by name")
    return opened(visit(cast.viewer), LIST)


def box(page: Page) -> Locator:
    return page.get_by_label("Key, title, note or fact")


def keys(page: Page) -> Locator:
    return page.locator("#cards .key")


def test_what_was_asked_for_before_a_search_does_not_come_over_what_it_found(
    page: Page, card: Card, cast: Cast
) -> None:
    held: list[Route] = []
    page.route(f"**{LIST}", lambda route: held.append(route))
    with page.expect_request(f"**{LIST}"):
        write(card, cast.coder, NEWER, base_revision=2)
    box(page).fill("sort")
    expect(keys(page)).to_have_text(["SHOP-113"])
    with page.expect_response(SEARCH):
        held[0].continue_()
    expect(keys(page)).to_have_text(["SHOP-113"])


def test_what_was_found_is_said_to_who_does_not_see_it(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    said = page.locator("#heard")
    for words, says in (("sort", "1 card."), ("nothing like it", "No card matches."), ("", "2 cards.")):
        box(page).fill(words)
        expect(said).to_have_text(says)
    monkeypatch.setattr("notes.queries.card_list.PAGE", 1)
    box(page).fill("shop")
    expect(said).to_have_text("1 card or more.")


@pytest.mark.parametrize("is_proxy_there", [True, False])
def test_a_search_that_was_not_answered_is_said_and_sent_again(page: Page, is_proxy_there: bool) -> None:
    page.clock.install()
    page.route(SEARCH, lambda route: route.fulfill(status=502) if is_proxy_there else route.abort())
    box(page).fill("sort")
    expect(page.locator("#live")).to_have_text(SILENT)
    expect(keys(page)).to_have_count(2)
    with page.expect_request(SEARCH):
        page.clock.fast_forward("00:06")
    page.unroute(SEARCH)
    with page.expect_response(SEARCH):
        page.clock.fast_forward("00:06")
    expect(keys(page)).to_have_text(["SHOP-113"])
    expect(page.locator("#live")).to_be_hidden()


def test_a_desk_that_answers_again_is_asked_again_at_once(page: Page, card: Card, cast: Cast) -> None:
    page.clock.install()
    page.route(SEARCH, lambda route: route.fulfill(status=502))
    box(page).fill("sort")
    expect(page.locator("#live")).to_have_text(SILENT)
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    page.unroute(SEARCH)
    write(card, cast.coder, NEWER, base_revision=2)
    expect(keys(page)).to_have_text(["SHOP-113"])


def test_a_project_that_is_not_there_any_more_is_not_searched_for_ever(page: Page, cast: Cast) -> None:
    Membership.objects.filter(user=cast.viewer).delete()
    box(page).fill("sort")
    expect(page.locator("#said")).to_contain_text("This page is not there for you any more.")
    expect(page.locator("#live")).to_be_hidden()


def test_the_way_back_leads_past_all_that_was_typed(cast: Cast, visit: Visit) -> None:
    page = visit(cast.viewer)
    page.goto("/p/")
    page.goto(LIST)
    for words in ("a", "ab"):
        box(page).fill(words)
        expect(page).to_have_url(re.compile(f"q={words}&"))
    page.go_back()
    expect(page).to_have_url(re.compile("/p/$"))


def test_a_list_that_one_comes_back_to_goes_on_telling(page: Page) -> None:
    """From a place of its own page, to which the browser makes a step of its own."""
    box(page).fill("refund")
    expect(page).to_have_url(re.compile("q=refund"))
    page.evaluate("location.hash = 'main'")
    with page.expect_websocket() as socket:
        page.go_back()
    socket.value.wait_for_event("framereceived")
    page.evaluate("document.dispatchEvent(new Event('desk:silent'))")
    expect(page.locator("#live")).to_have_text(SILENT)
