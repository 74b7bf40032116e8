"""A page that is told of something new and is not given it: it says so, and asks until it is."""

import pytest
from playwright.sync_api import expect

from notes.models import Card
from tests.browser.conftest import Visit
from tests.browser.test_live import NEWER, at_card
from tests.cast import Cast
from tests.web.desk import write

pytestmark = pytest.mark.browser
CARD = "**/p/shop/SHOP-112/"
SILENT = "Live updates paused: the desk does not answer. Trying again."


@pytest.mark.parametrize("is_proxy_there", [True, False])
def test_a_page_that_was_not_given_is_asked_for_until_it_is(
    card: Card, cast: Cast, visit: Visit, is_proxy_there: bool
) -> None:
    """As while processes are started anew one after the other: the socket is at one that is there."""
    page = visit(cast.viewer)
    page.clock.install()
    at_card(page)
    page.route(CARD, lambda route: route.fulfill(status=502) if is_proxy_there else route.abort())
    with page.expect_request(CARD):
        write(card, cast.coder, NEWER, base_revision=2)
    for _ in range(2):
        expect(page.locator("#live")).to_be_hidden()
        with page.expect_request(CARD):
            page.clock.fast_forward("00:10")
    expect(page.locator("#live")).to_have_text(SILENT)
    page.unroute(CARD)
    with page.expect_response(CARD):
        page.clock.fast_forward("00:10")
    expect(page.locator("#rows")).to_contain_text("Ran the API tests again")
    expect(page.locator("#live")).to_be_hidden()


def test_a_check_that_was_not_answered_is_made_again(card: Card, cast: Cast, visit: Visit) -> None:
    page = visit(cast.operator)
    page.clock.install()
    at_card(page, "edit/")
    page.route("**/edit/check/", lambda route: route.fulfill(status=502))
    with page.expect_response("**/edit/check/"):
        write(card, cast.coder, NEWER, base_revision=2)
    page.unroute("**/edit/check/")
    with page.expect_response("**/edit/check/"):
        page.clock.fast_forward("00:10")
    expect(page.locator("#report")).to_contain_text("coder saved revision 3 while you were editing")
