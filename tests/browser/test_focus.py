"""Where the keys lead after a page has brought itself up to date: to what they led to before."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from notes.actions.escalations import answer_escalation
from notes.models import Card, Escalation
from notes.queries import escalations
from notes.rules.decisions.escalations import Option
from tests import cast as people
from tests.browser.conftest import Visit
from tests.browser.test_live import NEWER, opened
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


def test_a_row_that_comes_to_the_top_takes_the_keys_along(card: Card, cast: Cast, visit: Visit) -> None:
    page = cards(visit(cast.viewer), cast)
    page.locator("#cards a").last.focus()
    write(card, cast.coder, NEWER, base_revision=2, at=timezone.now())
    expect(page.locator("#cards .key")).to_have_text(["SHOP-112", "SHOP-114", "SHOP-113"])
    assert page.evaluate(LEADS_TO) == "/p/shop/SHOP-112/"


@pytest.fixture
def decision(card: Card, cast: Cast) -> Escalation:
    return ask(card, cast.coder, "Ship it today?", options=(Option("Yes"), Option("No")), at=timezone.now())


def decided(decision: Escalation, cast: Cast) -> None:
    by, seen = cast.actor(cast.operator), escalations.seen(decision)
    answer_escalation(escalation=decision, value="No", seen=seen, by=by, now=timezone.now())


def test_a_button_that_is_gone_leaves_the_keys_to_the_question(
    decision: Escalation, card: Card, cast: Cast, visit: Visit
) -> None:
    page = opened(visit(cast.reviewer), f"/d/{decision.pk}/")
    page.get_by_role("button", name="Yes").focus()
    decided(decision, cast)
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    # And they stay there when there is more that is new.
    write(card, cast.coder, NEWER, base_revision=2)
    expect(page.locator("#rows")).to_contain_text("Ran the API tests again")
    page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    expect(page.get_by_role("heading", level=1)).to_be_focused()


@pytest.mark.parametrize("is_decided", [False, True])
def test_who_has_the_newer_shown_goes_on_in_the_box_or_at_the_question(
    decision: Escalation, card: Card, cast: Cast, visit: Visit, is_decided: bool
) -> None:
    page = opened(visit(cast.reviewer), f"/d/{decision.pk}/")
    box = page.get_by_label(re.compile("Another answer"))
    box.fill("Tomorrow")
    if is_decided:
        decided(decision, cast)
    else:
        write(card, cast.coder, NEWER, base_revision=2)
    page.get_by_role("button", name="Show it").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".newer")).to_have_count(0)
    expect(page.get_by_role("heading", level=1) if is_decided else box).to_be_focused()
