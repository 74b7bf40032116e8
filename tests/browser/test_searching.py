"""The search in the list of cards: what it found is what stands there, and is said."""

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from notes.models import Card
from tests import cast as people
from tests.browser.conftest import Visit
from tests.browser.test_live import NEWER
from tests.cast import Cast
from tests.web.desk import write

pytestmark = pytest.mark.browser
LIST = "/p/shop/"
SEARCH = "**/p/shop/?q=*"


@pytest.fixture
def page(card: Card, cast: Cast, visit: Visit) -> Page:
    """Two cards: SHOP-113 has no note."""
    people.card(cast, "SHOP-113", title="Sort by name")
    page = visit(cast.viewer)
    with page.expect_websocket() as socket:
        page.goto(LIST)
    socket.value.wait_for_event("framereceived")
    return page


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
