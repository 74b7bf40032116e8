"""Who gets which answer at which address: every page and every button, for everybody."""

from collections.abc import Callable

import pytest
from django.test import Client

from notes.models import Card, User
from tests.cast import Cast

CARD = "/p/shop/SHOP-1/"
ROLES = ("maintainer", "operator", "reviewer", "viewer", "outsider")

READING = [
    ("/p/shop/", [200, 200, 200, 200, 404]),
    (CARD, [200, 200, 200, 200, 404]),
    (f"{CARD}?view=source", [200, 200, 200, 200, 404]),
    (f"{CARD}edit/", [200, 200, 403, 403, 404]),
    (f"{CARD}history/", [200, 200, 200, 200, 404]),
    (f"{CARD}history/1/", [200, 200, 200, 200, 404]),
    (f"{CARD}history/99/", [404, 404, 404, 404, 404]),
    ("/p/shop/SHOP-404/", [404, 404, 404, 404, 404]),
    ("/p/nowhere/", [404, 404, 404, 404, 404]),
    ("/", [200, 200, 200, 200, 200]),
]
WRITING = [
    (f"{CARD}edit/", {"base": 2, "text": "x"}, [302, 302, 403, 403, 404]),
    (f"{CARD}edit/check/", {"base": 2, "text": "x"}, [200, 200, 403, 403, 404]),
    (f"{CARD}lines/", {"lock": "r1-2"}, [302, 302, 403, 403, 404]),
    (f"{CARD}lines/", {"hand_back": "r2-7"}, [302, 302, 403, 403, 404]),
    (f"{CARD}history/1/restore/", {"seen": 2}, [302, 302, 403, 403, 404]),
]


@pytest.mark.parametrize(("address", "statuses"), READING)
def test_it_shows_a_page_to_whom_it_belongs(
    address: str, statuses: list[int], cast: Cast, card: Card, as_: Callable[[User], Client]
) -> None:
    assert [as_(getattr(cast, role)).get(address).status_code for role in ROLES] == statuses


@pytest.mark.parametrize(("index", "role"), list(enumerate(ROLES)))
@pytest.mark.parametrize(("address", "form", "statuses"), WRITING)
def test_it_lets_only_operators_change_anything(
    address: str,
    form: dict[str, object],
    statuses: list[int],
    index: int,
    role: str,
    cast: Cast,
    card: Card,
    as_: Callable[[User], Client],
) -> None:
    assert as_(getattr(cast, role)).post(address, form).status_code == statuses[index]


@pytest.mark.parametrize("address", [address for address, *_ in READING])
def test_it_asks_strangers_to_sign_in_and_then_goes_on(address: str, card: Card, client: Client) -> None:
    answer = client.get(address)
    assert answer.status_code == 302
    assert answer["Location"].startswith("/accounts/login/?next=/")


@pytest.mark.parametrize("address", [address for address, *_ in WRITING[1:]])
def test_no_address_that_changes_something_can_be_opened(address: str, card: Card, operator: Client) -> None:
    assert operator.get(address).status_code == 405


def test_who_may_not_edit_is_told_why_and_sees_no_button(card: Card, viewer: Client) -> None:
    refused = viewer.get(f"{CARD}edit/").content.decode()
    assert "Only operators and maintainers may edit notes. You are a viewer here." in refused
    page = viewer.get(CARD).content.decode()
    assert "Edit note" not in page
    assert '<button class="lock' not in page
    assert "locked" in page


def test_a_key_is_found_however_it_is_typed(card: Card, operator: Client) -> None:
    assert operator.get("/p/shop/shop-1/").status_code == 200
