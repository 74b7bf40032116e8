"""Every page for everybody: axe finds nothing in light and dark, and nothing sticks out of a phone."""

import json

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page

from notes.actions.facts import set_fact
from notes.models import Card, Membership, Project
from notes.queries.letter_tokens import token_of
from notes.rules.facts.decisions import FactValue
from tests import cast as people
from tests.browser.conftest import MINE, Visit
from tests.cast import NOW, Cast
from tests.web.desk import write

pytestmark = pytest.mark.browser

LONG = "averylongwordthatneverends" * 12
EVERYTHING = f"""---
title: all
---

# Title

Words with **bold**, `code`, {LONG} and https://example.org/{LONG}

## Tables and lists

| Fact | Sent | {LONG} |
| --- | --- | --- |
| EMD | `Rs 15,00,000` | {LONG} |

1. one
   - two
     - [x] three
> quoted
> > twice

```sh
make {LONG}
```
<!-- seen -->

***

## العربية తెలుగు

- موعد تسليم العرض هو 28 أكتوبر
- ధరావతు మొత్తం రూ. 15,00,000 and a\u200bhidden one
"""
PAGES = [
    "/",
    "/p/shop/",
    "/p/empty/",
    "/p/shop/?q=nothing",
    "/p/shop/?q=refund",
    "/p/shop/SHOP-112/",
    "/p/shop/SHOP-112/?view=source",
    "/p/shop/ALL-1/",
    "/p/shop/ALL-1/?view=source",
    "/p/shop/SIX-1/",
    "/p/shop/NONE-1/",
    "/p/shop/SHOP-112/edit/",
    "/p/shop/TWELVE-1/edit/",
    "/p/shop/SHOP-112/history/",
    "/p/shop/SHOP-112/history/2/",
    "/p/shop/SHOP-112/facts/EMD/",
    "/p/shop/nowhere/",
    "/accounts/password/change/",
    "/accounts/logout/",
]
SIX = {"goal": "Bid", "done": [f"read\n{LONG}"], "must_carry": {"EMD": "Rs 15,00,000"}, "open_questions": ["why?"]}


@pytest.fixture
def cards(card: Card, cast: Cast) -> None:
    write(people.card(cast, "ALL-1", title=f"All of it {LONG}"), cast.coder, EVERYTHING)
    six = json.dumps(SIX | {"next_action": "go", "sources": {"EMD": f"Corrigendum 2 {LONG}"}})
    write(people.card(cast, "SIX-1", format="six_fields"), cast.coder, six)
    people.card(cast, "NONE-1")
    Membership.objects.create(
        project=Project.objects.create(slug="empty", name="Empty", created_at=NOW), user=cast.operator, role="operator"
    )
    for source in ("one", "two"):
        fact = FactValue(f"Rs {source}", "text", source)
        set_fact(card=card, name="EMD", new=fact, by=cast.coder, now=NOW)
    people.card(cast, "TWELVE-1", format="twelve_fields")
    with pytest.raises(AssertionError):
        write(card, cast.coder, MINE.replace("- Next: only the API tests.\n", ""))


def faults(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{page.url} {rule['id']}: {node['html'][:160]}" for rule in found for node in rule["nodes"]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(scheme: str, cards: None, cast: Cast, visit: Visit) -> None:
    page = visit(cast.operator, scheme=scheme)
    found = []
    for address in PAGES:
        page.goto(address)
        found += faults(page)
    assert not found, "\n".join(["", *found])


@pytest.mark.parametrize("width", [1280, 320])
def test_axe_finds_nothing_on_the_pages_of_ones_letters(width: int, cast: Cast, visit: Visit) -> None:
    page = visit(cast.operator, width=width)
    member = Membership.objects.get(user=cast.operator, project=cast.shop)
    found = []
    for address in ("/letters/", f"/letters/off/{token_of(member.pk, 'raised')}/"):
        page.goto(address)
        found += faults(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.get_by_role("main").get_by_role("button").click()
    page.wait_for_load_state()
    assert not [*found, *faults(page)]
    assert not Membership.objects.get(pk=member.pk).mail_raised


def test_axe_finds_nothing_where_one_signs_in(cast: Cast, context_of: object) -> None:
    assert callable(context_of)
    context: BrowserContext = context_of()
    page = context.new_page()
    found = []
    for address in ("/accounts/login/", "/accounts/password/reset/", "/accounts/signup/"):
        page.goto(address)
        found += faults(page)
    assert not found, "\n".join(["", *found])


def test_axe_finds_nothing_in_a_refusal(card: Card, cast: Cast, visit: Visit) -> None:
    page = visit(cast.operator)
    page.goto("/p/shop/SHOP-112/edit/")
    page.get_by_label("The note").fill("## Goal\n")
    page.get_by_role("button", name="Save note").click()
    page.locator("#refused").wait_for()
    assert not faults(page)


def test_a_sentence_below_the_heading_does_not_lie_over_it(cards: None, cast: Cast, visit: Visit) -> None:
    page = visit(cast.viewer)
    page.goto("/")
    heading, below = page.get_by_role("heading", level=1).bounding_box(), page.locator(".lead").bounding_box()
    assert heading
    assert below
    assert heading["y"] + heading["height"] <= below["y"]


@pytest.mark.parametrize("width", [390, 320, 800])
def test_nothing_sticks_out_of_a_narrow_page(width: int, cards: None, cast: Cast, visit: Visit) -> None:
    page = visit(cast.operator, width=width)
    too_wide = []
    for address in PAGES:
        page.goto(address)
        if page.evaluate("document.documentElement.scrollWidth") > width:
            too_wide.append(address)
    assert too_wide == []


def test_what_a_script_or_a_label_names_is_one_thing_of_a_page(cards: None, cast: Cast, visit: Visit) -> None:
    page = visit(cast.operator)
    for address in PAGES:
        page.goto(address)
        ids = page.evaluate("[...document.querySelectorAll('[id]')].map((part) => part.id)")
        assert len(ids) == len(set(ids)), address


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 320)])
def test_axe_finds_nothing_where_the_note_is_kept_on_the_machine(
    scheme: str, width: int, card: Card, cast: Cast, visit: Visit
) -> None:
    people.card(cast, "NONE-1")
    page = visit(cast.maintainer, scheme=scheme, width=width)
    page.goto("/p/shop/settings/")
    found = faults(page)
    page.get_by_label("On the machine alone").check()
    page.get_by_role("button", name="Save").click()
    page.get_by_role("alert").wait_for()
    found += faults(page)
    page.get_by_label("To choose the machine").fill("shop")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("kept on the machine alone from now on").wait_for()
    for address in ("settings/", "", "SHOP-112/", "SHOP-112/history/", "NONE-1/"):
        page.goto(f"/p/shop/{address}")
        found += faults(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert not found, "\n".join(["", *found])
