"""What cannot be seen, or turns the text around, is shown on every page."""

import re
from datetime import timedelta

import pytest
from django.test import Client

from notes.models import Card, Project
from tests import cast as people
from tests.cast import NOW, Cast
from tests.web.desk import write

TURN = "\u202e"
NAME = f"A{TURN}B"
SHOWN = 'A<span class="hid" title="U+202E right-to-left override">U+202E</span>B'
PAGES = [
    "/p/",
    "/p/shop/",
    "/p/shop/ODD-1/",
    "/p/shop/ODD-1/?view=source",
    "/p/shop/ODD-1/history/",
    "/p/shop/ODD-1/history/2/",
    "/p/shop/ODD-1/history/2/?view=source",
]


@pytest.fixture
def odd(cast: Cast) -> Card:
    card = people.card(cast, "ODD-1", format="free", title=NAME)
    Card.objects.filter(pk=card.pk).update(branch=NAME)
    Project.objects.filter(pk=cast.shop.pk).update(name=NAME)
    by = cast.actor(cast.operator)
    write(card, by, f"## {NAME}\n- one\n", model=NAME)
    write(card, by, f"## {NAME}\n- two\n", model=NAME)
    return card


@pytest.mark.parametrize("address", PAGES)
def test_no_page_holds_it_raw(address: str, odd: Card, operator: Client) -> None:
    page = operator.get(address).content.decode()
    assert SHOWN in page
    assert not re.search(TURN, page.split("<main", 1)[1])
    assert TURN not in page.split("</title>")[0]


def test_headings_branch_and_model_show_it(odd: Card, operator: Client) -> None:
    page = operator.get("/p/shop/ODD-1/").content.decode()
    assert f'<h2 dir="auto">{SHOWN}</h2>' in page
    assert f'<span class="chip" dir="auto">{SHOWN}</span>' in page
    assert f"person · {SHOWN}" in page
    assert "<title>ODD-1 · A[U+202E]B · Handoff Desk</title>" in page


def test_the_groups_of_what_changed_show_it(odd: Card, operator: Client) -> None:
    assert f'<h3 dir="auto">{SHOWN}</h3>' in operator.get("/p/shop/ODD-1/history/2/").content.decode()


def test_the_title_of_a_conflict_shows_it(odd: Card, cast: Cast, operator: Client) -> None:
    write(odd, cast.actor(cast.operator), f"## {NAME}\n- theirs\n", at=NOW + timedelta(hours=1))
    answer = operator.post("/p/shop/ODD-1/edit/", {"base": 2, "text": f"## {NAME}\n- mine\n"})
    assert f'<h2 dir="auto">{SHOWN}</h2>' in answer.content.decode()
