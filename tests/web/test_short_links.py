"""Short addresses of cards, and links that survive the sign-in."""

from collections.abc import Callable
from urllib.parse import quote

import pytest
from django.test import Client

from notes.models import Card, Membership, Role, User
from tests import cast as people
from tests.cast import NOW, PASSWORD, Cast
from tests.web.asked import deposit

LOGIN = "/accounts/login/"


@pytest.mark.parametrize("key", ["SHOP-1", "shop-1", "Shop-1"])
def test_a_key_leads_to_its_card(key: str, card: Card, viewer: Client) -> None:
    answer = viewer.get(f"/c/{key}/")
    assert (answer.status_code, answer["Location"]) == (302, "/p/shop/SHOP-1/")


def test_where_two_projects_have_the_key_one_chooses(card: Card, cast: Cast, viewer: Client) -> None:
    Card.objects.create(project=cast.elsewhere, key="shop-1", title="Another", created_at=NOW, updated_at=NOW)
    assert viewer.get("/c/SHOP-1/").status_code == 302
    Membership.objects.create(project=cast.elsewhere, user=cast.viewer, role=Role.VIEWER)
    answer = viewer.get("/c/SHOP-1/")
    page = answer.content.decode()
    assert answer.status_code == 200
    assert page.index('href="/p/elsewhere/shop-1/"') < page.index('href="/p/shop/SHOP-1/"')
    assert "Several of your projects have a card with this key." in page


@pytest.mark.parametrize("key", ["SHOP-404", "a b", "%00", "..", "x" * 200, "ß"])
def test_what_is_no_card_of_theirs_is_not_found(key: str, card: Card, viewer: Client) -> None:
    assert viewer.get(f"/c/{key}/").status_code == 404


def test_a_card_of_somebody_else_is_not_found(card: Card, cast: Cast, as_: Callable[[User], Client]) -> None:
    assert as_(cast.outsider).get("/c/SHOP-1/").status_code == 404


def sign_in(client: Client, user: User, next: str) -> str:
    answer = client.post(LOGIN, {"login": user.email, "password": PASSWORD, "next": next})
    return str(answer["Location"])


@pytest.mark.parametrize("role", ["maintainer", "operator", "reviewer", "viewer"])
def test_a_link_of_a_letter_comes_back_after_the_sign_in_for_any_member(role: str, cast: Cast) -> None:
    decision = deposit(cast)
    for address in (f"/d/{decision.pk}/", "/c/BID-48/"):
        client = Client()
        asked = client.get(address)
        assert asked["Location"] == f"{LOGIN}?next={address}"
        assert f'name="next" value="{address}"' in client.get(asked["Location"]).content.decode()
        where = sign_in(client, getattr(cast, role), address)
        assert where == address
        assert client.get(where, follow=True).status_code == 200


ELSEWHERE = [
    "//evil.example",
    "///evil.example",
    "https://evil.example/",
    "https:evil.example",
    "http:/evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "\\/evil.example",
    "javascript:alert(1)",
    " javascript:alert(1)",
    "data:text/html,x",
    "//evil.example\\@testserver/",
    "https://testserver@evil.example/",
    "\t//evil.example",
]


@pytest.mark.parametrize("address", ELSEWHERE)
def test_the_sign_in_leads_to_no_other_host(address: str, cast: Cast) -> None:
    assert sign_in(Client(), cast.viewer, address) == "/"
    page = Client().get(f"{LOGIN}?next={quote(address)}")
    assert page.status_code == 200


def test_the_same_holds_for_who_is_signed_in_already(cast: Cast, viewer: Client) -> None:
    for address in ELSEWHERE:
        answer = viewer.get(f"{LOGIN}?next={quote(address)}")
        assert answer.get("Location", "/") == "/"
    people.card(cast, "SHOP-7")
    assert viewer.get(f"{LOGIN}?next=/c/SHOP-7/")["Location"] == "/c/SHOP-7/"
