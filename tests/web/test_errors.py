"""Pages for what went wrong."""

import pytest
from django.test import Client
from django.test.utils import override_settings

from notes.models import Card
from notes.web import cards
from tests.cast import Cast


def test_what_is_not_there_is_said_to_be_so(card: Card, viewer: Client) -> None:
    page = viewer.get("/p/nowhere/").content.decode()
    assert "There is no such page, or it is not yours to see." in page
    assert "Go to your decisions" in page


def test_what_is_too_large_is_said_to_be_so(card: Card, operator: Client) -> None:
    with override_settings(DATA_UPLOAD_MAX_MEMORY_SIZE=100):
        answer = operator.post("/p/shop/SHOP-1/edit/", {"base": 2, "text": "x" * 200})
    assert answer.status_code == 413
    assert "at most 1 MiB" in answer.content.decode()


def test_a_mistake_of_the_desk_has_a_page_too(card: Card, operator: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    operator.raise_request_exception = False
    monkeypatch.setattr(cards, "card_view", lambda card: 1 / 0)
    answer = operator.get("/p/shop/SHOP-1/")
    assert answer.status_code == 500
    assert "The desk made a mistake" in answer.content.decode()


def test_no_page_holds_inline_style_or_script(card: Card, operator: Client) -> None:
    for address in ("", "edit/", "history/", "history/2/"):
        page = operator.get(f"/p/shop/SHOP-1/{address}").content.decode()
        assert " style=" not in page
        assert " onclick=" not in page
        scripts = page.split("<script")[1:]
        assert all(' src="' in script.split(">")[0] or "application/json" in script.split(">")[0] for script in scripts)


UNDONE = [
    ("/accounts/logout/", "You are still signed in"),
    ("/accounts/login/", "You are signed in already"),
    ("/p/shop/SHOP-1/lines/", "No lock was changed"),
    ("/p/shop/SHOP-1/history/1/restore/", "Nothing was restored"),
    ("/accounts/password/change/", "Not done"),
]


@pytest.mark.parametrize(("address", "says"), UNDONE)
def test_a_form_without_its_proof_is_told_what_was_not_done(address: str, says: str, card: Card, cast: Cast) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(cast.operator)
    page = client.post(address, {}).content.decode()
    assert says in page
    assert "Not saved" not in page


def test_a_sign_in_without_its_proof_is_told_so(cast: Cast) -> None:
    answer = Client(enforce_csrf_checks=True).post("/accounts/login/", {"login": cast.operator.email})
    assert "Not signed in: please try again" in answer.content.decode()


@pytest.mark.parametrize("path", ["/", "//evil.example/", "nonsense"])
def test_a_sign_in_without_its_proof_sends_no_text_elsewhere(path: str, cast: Cast) -> None:
    form = {"text": "typed", "kept_path": path}
    page = Client(enforce_csrf_checks=True).post("/accounts/login/", form).content.decode()
    assert "evil" not in page
    assert "typed" not in page
