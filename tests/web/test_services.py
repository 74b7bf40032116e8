"""The servers that a desk can be told to use, as they really are: Redis, and a mail server."""

from email.message import EmailMessage
from pathlib import Path

from aiosmtpd.controller import Controller
from aiosmtpd.handlers import Message
from django.core.cache import caches
from django.core.cache.backends.base import BaseCache
from django.test import Client, override_settings

from handoff_site import environment
from notes.models import Card
from tests import engines
from tests.cast import Cast
from tests.ports import free_port


def redis_at(url: str) -> override_settings:
    return override_settings(CACHES={"default": environment.cache(url)})


def test_the_cache_can_be_redis() -> None:
    with redis_at(engines.redis_url()):
        caches["default"].set("asked", "answered")
        assert caches["default"].get("asked") == "answered"


def test_what_was_rendered_is_shared_through_redis(card: Card, viewer: Client) -> None:
    with redis_at(engines.redis_url()):
        cache: BaseCache = caches["default"]
        cache.clear()
        assert viewer.get(f"/p/shop/{card.key}/").status_code == 200
        assert len(cache._cache.get_client().keys("*")) > 0  # type: ignore[attr-defined]


def test_pages_and_sign_in_go_on_when_redis_goes_away(card: Card, viewer: Client, client: Client) -> None:
    server = engines.redis_server()
    with redis_at(server.connection_url):
        assert viewer.get(f"/p/shop/{card.key}/").status_code == 200
        server.stop()
        assert viewer.get(f"/p/shop/{card.key}/").status_code == 200
        wrong = {"login": "operator@shop.example", "password": "wrong"}
        answers = [client.post("/accounts/login/", wrong).status_code for _ in range(12)]
        # Guesses are counted all the same.
        assert answers[0] == 200
        assert answers[-1] in (200, 429)


class Letters(Message):
    def __init__(self) -> None:
        super().__init__()
        self.kept: list[EmailMessage] = []

    def handle_message(self, message: EmailMessage) -> None:  # type: ignore[override]
        self.kept.append(message)


def test_a_forgotten_password_brings_a_letter_over_smtp(cast: Cast, client: Client, tmp_path: Path) -> None:
    letters, desk = Letters(), environment.public_url("http://desk.example")
    server = Controller(letters, hostname="127.0.0.1", port=free_port())
    server.start()
    try:
        with override_settings(**environment.email(f"smtp://127.0.0.1:{server.port}", tmp_path, desk)):
            client.post("/accounts/password/reset/", {"email": cast.viewer.email})
    finally:
        server.stop()
    (letter,) = letters.kept
    assert letter["To"] == cast.viewer.email
    assert "/accounts/password/reset/key/" in letter.get_payload()
