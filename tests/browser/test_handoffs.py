"""The handoff log and the trail of a fact, in a real browser: readable for everybody, on any screen."""

import pytest
from playwright.sync_api import Page, expect

from notes.models import Card, Handoff
from tests.browser.conftest import Visit
from tests.browser.test_looks import LONG, faults
from tests.cast import Cast
from tests.web.test_handoffs import put, send

pytestmark = pytest.mark.browser

LOG = "/p/shop/handoffs/"
FACT = "/p/shop/SHOP-112/facts/EMD/"


@pytest.fixture
def handed(cast: Cast, card: Card) -> None:
    """One of each state, with what is hard to show."""
    put(cast, card, "Rs 12,00,000", source="Tender notice, page 2")
    put(cast, card, "Rs 15,00,000", source="Tender notice, page 2")
    put(cast, card, "28 أكتوبر", name="موعد التسليم", source=f"إعلان {LONG}")
    send(cast, card, "Rs\xa015,00,000", "Rs 15,00,00")
    send(cast, card, LONG[:300], to=LONG[:80], trace=LONG, kind="session")
    send(cast, card, to="bids manager", kind="person")


def opened(page: Page, address: str) -> Page:
    page.goto(address)
    for each in page.locator(".handoff summary").all():
        each.click()
    return page


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(scheme: str, handed: None, cast: Cast, visit: Visit) -> None:
    page = visit(cast.reviewer, scheme=scheme)
    found = [fault for address in (LOG, FACT, f"{LOG}?state=accepted") for fault in faults(opened(page, address))]
    assert not found, "\n".join(["", *found])


@pytest.mark.parametrize("width", [390, 320, 800])
def test_nothing_sticks_out_of_a_narrow_page(width: int, handed: None, cast: Cast, visit: Visit) -> None:
    page = visit(cast.reviewer, width=width)
    for address in (LOG, FACT, f"{LOG}?state=accepted"):
        assert opened(page, address).evaluate("document.documentElement.scrollWidth") <= width, address


@pytest.mark.parametrize("script", [True, False])
def test_a_person_takes_what_is_theirs_on_a_phone(script: bool, handed: None, cast: Cast, visit: Visit) -> None:
    page = visit(cast.reviewer, width=390, script=script)
    page.goto(LOG)
    page.get_by_role("button", name="I have it").click()
    expect(page.locator("#said")).to_contain_text("You have it: the handoff from coder is accepted.")
    expect(page.get_by_text("accepted: Reviewer has it")).to_be_visible()
    assert Handoff.objects.filter(state="accepted").count() == 1


def test_a_fact_leads_to_its_trail_and_the_trail_to_the_handoff(handed: None, cast: Cast, visit: Visit) -> None:
    page = visit(cast.viewer)
    page.goto("/p/shop/SHOP-112/")
    page.get_by_role("link", name="EMD", exact=True).first.click()
    expect(page.get_by_role("heading", name="EMD")).to_be_visible()
    page.get_by_role("link", name="coder → pricing").click()
    expect(page.locator(".handoff:target")).to_contain_text("stopped after two tries")
