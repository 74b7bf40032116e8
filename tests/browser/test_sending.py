"""What is sent from a page that has lost the desk: it is held back, said so, and can be sent again."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Route, expect

from notes.models import Card, Escalation
from notes.queries import escalations
from notes.rules.decisions.escalations import Option
from tests.browser.conftest import MINE, Visit
from tests.cast import Cast
from tests.web.asked import ask

pytestmark = pytest.mark.browser
SILENT = "Not sent: the desk does not answer."


@pytest.fixture
def decision(card: Card, cast: Cast) -> Escalation:
    return ask(card, cast.coder, "Ship it today?", options=(Option("Yes"), Option("No")), at=timezone.now())


@pytest.fixture
def page(decision: Escalation, cast: Cast, visit: Visit) -> Page:
    """Without a socket from the first moment on."""
    page = visit(cast.reviewer)
    page.route_web_socket(re.compile("/ws/"), lambda socket: socket.close(code=1013))
    page.goto(f"/d/{decision.pk}/")
    expect(page.locator("body[data-away]")).to_be_visible()
    return page


def is_silent(route: Route) -> None:
    route.fulfill(status=502)


def stands(cast: Cast, decision: Escalation) -> bool:
    return escalations.of_project(cast.shop, decision.pk).stands


def test_a_key_that_was_held_back_can_be_pressed_again(decision: Escalation, cast: Cast, page: Page) -> None:
    page.route("**/live/", is_silent)
    page.keyboard.press("1")
    expect(page.locator("#live")).to_contain_text(SILENT)
    assert stands(cast, decision)
    page.unroute("**/live/")
    page.keyboard.press("1")
    expect(page.locator(".answer")).to_have_text("Yes")


def test_pressed_twice_while_the_desk_is_asked_it_is_sent_once(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(f"{request.method} {request.url}"))
    page.evaluate("for (const button of document.querySelectorAll('button.option')) button.click()")
    expect(page.locator(".answer")).to_have_text("Yes")
    assert [each.endswith("/live/") for each in asked if each.endswith("/live/") or "POST" in each] == [True, False]


def test_what_is_pressed_and_gone_by_then_is_not_sent_as_something_else(
    decision: Escalation, cast: Cast, page: Page
) -> None:
    """A question back whose button went away would be an answer."""
    page.get_by_label(re.compile("Another answer")).fill("Why today?")
    gone = "() => document.querySelector('[formaction]').remove()"
    page.evaluate(f"document.addEventListener('desk:sending', {gone}, {{ once: true }})")
    page.get_by_role("button", name="Ask the agent back").click()
    expect(page.locator("#live")).to_contain_text("Not sent: what you pressed is not here any more.")
    expect(page.get_by_label(re.compile("Another answer"))).to_have_value("Why today?")
    page.route("**/live/", is_silent)
    page.get_by_role("button", name="Send answer").click()
    expect(page.locator("#live")).to_contain_text(SILENT)
    assert stands(cast, decision)


@pytest.mark.parametrize("width", [1280, 390])
def test_what_is_said_of_it_lies_over_no_way_to_save(card: Card, cast: Cast, visit: Visit, width: int) -> None:
    page = visit(cast.operator, width=width)
    page.route_web_socket(re.compile("/ws/"), lambda socket: socket.close(code=1013))
    page.route("**/live/", is_silent)
    page.goto(f"/p/shop/{card.key}/edit/")
    page.get_by_label("The note").fill(MINE + "- more\n" * 40)
    expect(page.locator("#kept")).to_contain_text("draft kept")
    page.get_by_role("button", name="Save note").click()
    expect(page.locator("#live")).to_contain_text(SILENT)
    said, first = page.locator("#live").bounding_box(), page.get_by_role("button", name="Save note").bounding_box()
    assert said
    assert first
    assert said["y"] + said["height"] <= first["y"]


@pytest.mark.parametrize("again", ["line", "page"])
def test_a_desk_that_answers_again_is_not_called_silent_any_more(
    decision: Escalation, cast: Cast, visit: Visit, again: str
) -> None:
    page = visit(cast.reviewer)
    is_back = False
    page.route_web_socket(
        re.compile("/ws/"), lambda socket: socket.connect_to_server() if is_back else socket.close(code=1013)
    )
    page.route("**/live/", is_silent)
    page.clock.install()
    page.goto(f"/d/{decision.pk}/")
    expect(page.locator("body[data-away]")).to_be_visible()
    page.route(f"**/d/{decision.pk}/", is_silent)
    page.keyboard.press("1")
    expect(page.locator("#live")).to_contain_text(SILENT)
    if again == "line":
        is_back = True
    else:
        page.unroute(f"**/d/{decision.pk}/")
    page.clock.fast_forward("00:31")
    expect(page.locator("#live")).not_to_contain_text("Not sent")
    assert stands(cast, decision)
