"""Where the keys lead after a page has brought itself up to date: to what they led to before."""

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from notes.models import Card
from tests import cast as people
from tests.browser.conftest import Visit
from tests.browser.test_live import NEWER
from tests.browser.test_typing import opened
from tests.cast import Cast
from tests.web.asked import ask
from tests.web.desk import write

pytestmark = pytest.mark.browser
LEADS_TO = "document.activeElement.pathname"


def cards(page: Page, cast: Cast) -> Page:
    """Three of them, and the keys at the second."""
    for key in ("SHOP-113", "SHOP-114"):
        people.card(cast, key)
    opened(page, "/p/shop/")
    expect(page.locator("#cards .key")).to_have_text(["SHOP-114", "SHOP-113", "SHOP-112"])
    page.locator("#cards a").nth(1).focus()
    return page


def test_a_row_keeps_the_keys_though_another_comes_to_the_top(card: Card, cast: Cast, visit: Visit) -> None:
    page = cards(visit(cast.viewer), cast)
    write(card, cast.coder, NEWER, base_revision=2, at=timezone.now())
    expect(page.locator("#cards .key")).to_have_text(["SHOP-112", "SHOP-114", "SHOP-113"])
    assert page.evaluate(LEADS_TO) == "/p/shop/SHOP-113/"


def test_a_decision_and_a_revision_keep_them_too(card: Card, cast: Cast, visit: Visit) -> None:
    first = ask(card, cast.coder, "Ship it today?", impact="other", at=timezone.now())
    waiting, history = opened(visit(cast.viewer), "/"), opened(visit(cast.viewer), "/p/shop/SHOP-112/history/")
    waiting.locator("#group-waiting a").focus()
    history.locator("#revisions a").first.focus()
    ask(card, cast.coder, "Tell support?", at=timezone.now())
    write(card, cast.coder, NEWER, base_revision=2)
    expect(waiting.locator("#group-waiting h3")).to_have_count(2)
    expect(history.locator("#revisions h2")).to_have_count(3)
    assert waiting.evaluate(LEADS_TO) == f"/d/{first.pk}/"
    assert history.evaluate(LEADS_TO) == "/p/shop/SHOP-112/history/2/"
