"""Pages that libraries bring along and the desk does not have."""

import pytest
from django.test import Client

from notes.models import User
from tests.cast import Cast


@pytest.mark.parametrize("address", ["/accounts/email/", "/accounts/confirm-email/", "/admin/", "/admin/login/"])
def test_they_are_not_there_for_anyone(operator: Client, client: Client, address: str) -> None:
    assert operator.get(address).status_code == 404
    assert client.get(address).status_code == 404


def test_nobody_can_take_an_address_that_was_not_given_to_them(cast: Cast, viewer: Client) -> None:
    for what in ("action_add", "action_primary"):
        answer = viewer.post("/accounts/email/", {"email": "boss@shop.example", what: ""})
        assert answer.status_code == 404
    assert not User.objects.filter(email="boss@shop.example").exists()
    assert User.objects.get(pk=cast.viewer.pk).email == "viewer@shop.example"


@pytest.mark.django_db
def test_nobody_can_make_an_account(client: Client) -> None:
    people = User.objects.count()
    client.post("/accounts/signup/", {"email": "boss@shop.example", "password1": "correct horse battery staple"})
    assert User.objects.count() == people


@pytest.mark.usefixtures("card")
def test_on_the_way_back_htmx_gets_the_page_and_not_a_part_of_it(operator: Client) -> None:
    part = operator.get("/p/shop/", headers={"HX-Request": "true"})
    back = operator.get("/p/shop/", headers={"HX-Request": "true", "HX-History-Restore-Request": "true"})
    assert b"<header" not in part.content
    assert b"<header" in back.content
    assert "HX-History-Restore-Request" in back["Vary"]
