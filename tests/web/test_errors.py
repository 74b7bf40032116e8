"""Pages for what went wrong."""

import pytest
from django.test import Client
from django.test.utils import override_settings

from notes.models import Card
from notes.web import cards


def test_what_is_not_there_is_said_to_be_so(card: Card, viewer: Client) -> None:
    page = viewer.get("/p/nowhere/").content.decode()
    assert "There is no such page, or it is not yours to see." in page
    assert "Go to your projects" in page


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
