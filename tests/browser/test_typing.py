"""Whoever types on a live page: nothing is said to have changed that has not, and no word is lost."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from notes.actions.escalations import answer_escalation
from notes.actions.questions import ask_back
from notes.models import Card, Escalation
from notes.queries import escalations
from notes.rules.decisions.escalations import Option
from tests.browser.conftest import Visit
from tests.browser.test_live import NEWER, opened
from tests.browser.test_looks import faults
from tests.cast import Cast
from tests.cast import card as make_card
from tests.web.asked import ask
from tests.web.desk import write

pytestmark = pytest.mark.browser
WORDS = "Tomorrow, after the freeze"
NOT_SENT = "What you typed, and was not sent"


@pytest.fixture
def decision(card: Card, cast: Cast) -> Escalation:
    return ask(card, cast.coder, "Ship it today?", options=(Option("Yes"), Option("No")), at=timezone.now())


def box(page: Page) -> Locator:
    return page.get_by_label(re.compile("Another answer"))


def refused(page: Page, decision: Escalation, card: Card, cast: Cast) -> None:
    """The note was written while the page was open, so that nothing was decided; the page has what was typed."""
    opened(page, f"/d/{decision.pk}/")
    box(page).fill(WORDS)
    write(card, cast.coder, NEWER, base_revision=2)
    with page.expect_websocket():
        page.get_by_role("button", name="Send answer").click()
    expect(page.get_by_role("alert")).to_contain_text("Not sent: the note went from revision 2 to 3")


def happens_elsewhere(page: Page, cast: Cast) -> None:
    """Another decision, which the header of every page counts."""
    ask(make_card(cast, "SHOP-9"), cast.coder, "And this?", at=timezone.now())
    expect(page.locator("#places .count")).to_contain_text("2")


@pytest.mark.parametrize("address", ["/d/{}/", "/p/shop/SHOP-112/"])
def test_what_happens_elsewhere_is_no_change_of_the_answer_in_which_somebody_types(
    decision: Escalation, cast: Cast, visit: Visit, address: str
) -> None:
    page = opened(visit(cast.reviewer), address.format(decision.pk))
    box(page).focus()
    happens_elsewhere(page, cast)
    expect(page.locator(".newer")).to_have_count(0)
    expect(box(page)).to_be_focused()


def test_what_was_given_back_is_no_change_either(decision: Escalation, card: Card, cast: Cast, visit: Visit) -> None:
    page = visit(cast.reviewer)
    refused(page, decision, card, cast)
    happens_elsewhere(page, cast)
    expect(page.locator(".newer")).to_have_count(0)
    expect(box(page)).to_have_value(WORDS)


@pytest.mark.parametrize("was_sent", [False, True])
def test_what_was_typed_stays_in_its_box_when_the_new_is_shown(
    decision: Escalation, card: Card, cast: Cast, visit: Visit, was_sent: bool
) -> None:
    page = visit(cast.reviewer)
    if was_sent:
        refused(page, decision, card, cast)
    else:
        opened(page, f"/d/{decision.pk}/")
        box(page).fill(WORDS)
    ask_back(escalation=decision, by=cast.actor(cast.operator), now=timezone.now(), text="Why today?")
    page.get_by_role("button", name="Show it").click()
    expect(page.locator(".exchange")).to_contain_text("Why today?")
    expect(box(page)).to_have_value(WORDS)
    expect(page.get_by_label(NOT_SENT)).to_have_count(0)


@pytest.mark.parametrize(("address", "was_sent"), [("/d/{}/", False), ("/d/{}/", True), ("/p/shop/SHOP-112/", False)])
def test_what_was_typed_stands_on_the_page_when_its_box_is_gone(
    decision: Escalation, card: Card, cast: Cast, visit: Visit, address: str, was_sent: bool
) -> None:
    page = visit(cast.reviewer)
    if was_sent:
        refused(page, decision, card, cast)
    else:
        opened(page, address.format(decision.pk))
        box(page).fill(WORDS)
    now_stands = escalations.of_project(cast.shop, decision.pk)
    seen = escalations.seen(now_stands)
    answer_escalation(escalation=now_stands, value="No", seen=seen, by=cast.actor(cast.operator), now=timezone.now())
    page.get_by_role("button", name="Show it").click()
    expect(box(page)).to_have_count(0)
    expect(page.get_by_label(NOT_SENT)).to_have_value(WORDS)
    assert faults(page) == []
