"""People in front of real browsers. Whatever they do, no page may log an error or break its own security policy."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, ViewportSize, sync_playwright

from notes.models import Card, User
from tests import cast as people
from tests.browser.served import Line, line, served
from tests.cast import Cast
from tests.chromium import ARGUMENTS, executable
from tests.web.desk import write

# What the tests of this package find here though it is made elsewhere.
__all__ = ["line", "served"]

# What a browser says of an answer that is meant (401, 403, 404, 409 and 422, and 502 of a proxy, of which the tests
# have none but their own) and of a line or a call that a test cuts, and what htmx says of a check that was under way
# when its page was left.
MEANT = (
    "Failed to load resource: the server responded with a status of 4",
    "Failed to load resource: the server responded with a status of 502",
    "Response Status Error Code 404 from ",
    "Response Status Error Code 502 from ",
    "Failed to load resource: net::ERR_FAILED",
    "WebSocket connection to ",
    "htmx:afterRequest, ",
    "htmx:sendError, ",
)
Visit = Callable[..., Page]

NOTE = """## Goal
Send one refund email per refund.

## Done
- Reproduced with two deliveries of the same event id (`tests/test_webhooks.py`)
- Added `RefundEmail.event_id`, unique

## Next
- Run `pytest tests/api -k refund`, then make the insert idempotent

## Decisions and why

## Dead ends

## Files touched

## How to verify

## Checklist status

- [x] reproduce
- [ ] fix

## Open questions
"""
MINE = NOTE.replace("- Run", "- Next: only the API tests.\n- Run")


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """As long as it is there it keeps an event loop in this thread; the tests look into the database all the same."""
    with pytest.MonkeyPatch.context() as environment, sync_playwright() as playwright:
        environment.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        browser = playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def context_of(chromium: Browser, line: Line) -> Iterator[Callable[..., BrowserContext]]:
    """A browser of its own, 1280 wide unless told otherwise."""
    opened: list[BrowserContext] = []
    said: list[str] = []

    def listen(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not message.text.startswith(MEANT):
            said.append(f"{message.text} at {message.location}")

    def make(*, width: int = 1280, scheme: str = "light", script: bool = True) -> BrowserContext:
        options: dict[str, Any] = {"color_scheme": scheme, "java_script_enabled": script}
        size: ViewportSize = {"width": width, "height": 900}
        context = chromium.new_context(viewport=size, base_url=line.url, **options)
        context.set_default_timeout(10_000)
        context.on("console", listen)
        context.on("weberror", lambda error: said.append(str(error.error)))
        opened.append(context)
        return context

    yield make
    for context in opened:
        context.close()
    assert said == []


@pytest.fixture
def visit(context_of: Callable[..., BrowserContext], line: Line) -> Visit:
    """A page in a browser of its own in which somebody is signed in."""

    def open_page(user: User, **options: Any) -> Page:
        client = Client()
        client.force_login(user)
        context = context_of(**options)
        name = settings.SESSION_COOKIE_NAME
        context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": line.url}])
        return context.new_page()

    return open_page


@pytest.fixture
def card(cast: Cast) -> Card:
    """SHOP-112 with nine sections: the coder's note, then a line of the operator's."""
    made = people.card(cast, "SHOP-112", format="nine_sections", title="Refund emails go out twice")
    write(made, cast.coder, NOTE, model="claude-opus", round=3)
    write(made, cast.actor(cast.operator), MINE)
    return made
