"""What the desk says about itself, and what it must never say."""

import io
import json
import logging
import logging.config
from collections.abc import Iterator
from typing import Any

import pytest
from django.http import HttpRequest
from django.test import Client

from handoff_site.log_words import LONGEST_PATH, shown_path
from handoff_site.logs import Frames, JsonLines, ShownPaths, config

SECRET = "ghp_" + "aB3dE5gH7j" * 4
WEBHOOK = "hooks.slack.com/services/T00/B00/" + "aB3dE5gH7j" * 3


def record(message: str = "said", **extra: Any) -> logging.LogRecord:
    made = logging.LogRecord("handoff.request", logging.INFO, "file.py", 1, message, None, None)
    made.__dict__.update(extra)
    return made


def failed(text: str) -> logging.LogRecord:
    try:
        raise ValueError(text)
    except ValueError as error:
        return record(exc_info=(ValueError, error, error.__traceback__))


def test_a_json_line_holds_the_facts() -> None:
    line = json.loads(JsonLines().format(record(facts={"status": 200})))
    assert line.pop("at").endswith("+00:00")
    assert line == {"level": "info", "from": "handoff.request", "says": "said", "status": 200}


@pytest.mark.parametrize("formatter", [Frames(), JsonLines()])
def test_an_exception_shows_its_place_and_type_but_not_the_text_that_it_quotes(formatter: Frames) -> None:
    line = formatter.format(failed("the line of a note"))
    assert "ValueError" in line
    assert "test_logs.py" in line
    assert "the line of a note" not in line


@pytest.mark.parametrize("log_format", ["text", "json"])
def test_each_format_is_one_that_logging_takes(log_format: str) -> None:
    logging.config.DictConfigurator(config(log_format))


def test_a_request_is_one_line_without_its_query(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "handoff.request"):
        client.get("/static/nowhere.css?q=the+line+of+a+note")
    (line,) = [entry for entry in caplog.records if entry.name == "handoff.request"]
    assert line.getMessage().startswith("GET /static/nowhere.css 404 ")
    assert "note" not in line.getMessage()


@pytest.mark.parametrize("formatter", [Frames(), JsonLines()])
@pytest.mark.parametrize(
    "break_", ["\n", "\r", "\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029", "\x1b", "\u202e", "\U000e0041"]
)
def test_whatever_is_logged_is_one_line_of_what_can_be_seen(formatter: Frames, break_: str) -> None:
    line = formatter.format(record(f"said{break_}more", facts={"path": f"/{break_}"}))
    assert line.isprintable()
    assert "said" in line
    assert "more" in line


@pytest.mark.parametrize("formatter", [Frames(), JsonLines()])
@pytest.mark.parametrize("secret", [SECRET, WEBHOOK, "-----BEGIN RSA PRIVATE KEY-----"])
def test_no_line_repeats_what_looks_like_a_secret(formatter: Frames, secret: str) -> None:
    line = formatter.format(record(f"Not Found: /api/{secret} 404"))
    assert secret not in line
    assert "[a" in line


def test_a_json_line_still_reads_as_what_was_said() -> None:
    said = "caf\u00e9 \u2028 \U000e0041 \ud800"
    assert json.loads(JsonLines().format(record(said)))["says"] == said


@pytest.mark.parametrize(
    ("path", "logged"),
    [
        ("/p/shop/SHOP-1/", "/p/shop/SHOP-1/"),
        ("/p/caf\u00e9 1", "/p/caf%C3%A9%201"),
        ("/letters/off/WzEsInJhaXNlZCJd:1xXtkM:ZEZ/", "/letters/off/KEY/"),
        ("/accounts/password/reset/key/1-set-password/", "/accounts/password/reset/key/KEY/"),
        ("//letters/off/WzEsInJhaXNlZCJd:1xXtkM:ZEZ/", "//letters/off/KEY/"),
        ("/api/v1/LETTERS//off//WzEsInJhaXNlZCJd:1xXtkM:ZEZ", "/api/v1/LETTERS//off//KEY"),
        ("/p/ann@example.org/", "/p/ADDRESS/"),
        ("/api/v1/\n2026 INFO", "/api/v1/%0A2026%20INFO"),
        (f"/facts/{SECRET}/x", "/facts/NAME"),
        (f"/facts/{WEBHOOK}", "[a Slack webhook address]"),
        ("/" + "a" * 5_000, "/" + "a" * (LONGEST_PATH - 1) + "…"),
        ("/" + "a" * 290 + "/" + SECRET, "/" + "a" * 290 + "/[a GitHu…"),
    ],
)
def test_a_path_is_logged_as_it_stands_in_an_address(path: str, logged: str) -> None:
    assert shown_path(path) == logged


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """What the desk's own handler writes, with the levels and filters that its settings gave it."""
    root = logging.getLogger().handlers
    (handler,) = (
        each for each in root if isinstance(each, logging.StreamHandler) and isinstance(each.formatter, Frames)
    )
    before = handler.setStream(io.StringIO())
    yield handler.stream
    handler.setStream(before)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("method", "path", "logged"),
    [
        ("GET", "api/v1/%0a2026-11-30%20FAKE%20INFO%20line", "GET /api/v1/%0A2026-11-30%20FAKE%20INFO%20line 404"),
        ("GET", "%0d%0aFAKE", "GET /%0D%0AFAKE 404"),
        (
            "PUT",
            f"api/v1/projects/shop/cards/A/facts/{SECRET}",
            "PUT /api/v1/projects/shop/cards/A/facts/NAME",
        ),
        ("POST", f"p/{SECRET}/", "POST /p/[a GitHub token]/ "),
    ],
)
def test_a_request_is_one_line_whatever_its_path(
    client: Client, written: io.StringIO, method: str, path: str, logged: str
) -> None:
    client.generic(method, f"/{path}", HTTP_HOST="localhost")
    (line,) = written.getvalue().split("\n")[:-1]
    assert f"handoff.request: {logged}" in line


@pytest.mark.django_db
def test_a_failure_names_the_path_no_other_way(
    client: Client, written: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.raise_request_exception = False
    monkeypatch.setattr("notes.api.callers.access.holder", lambda token: 1 / 0)
    answer = client.get(f"/api/v1/projects/a%0ab/cards/{SECRET}", headers={"Authorization": "Bearer hd_x"})
    assert answer.status_code == 500
    assert "GET /api/v1/projects/a%0Ab/cards/[a GitHub token] failed" in written.getvalue()
    assert SECRET not in written.getvalue()


def test_what_django_says_of_a_request_shows_its_path_like_all_others() -> None:
    request = HttpRequest()
    request.path = "/a b"
    said = record("%s: %s", request=request)
    said.args = ("Internal Server Error", request.path)
    assert ShownPaths().filter(said)
    assert said.getMessage() == "Internal Server Error: /a%20b"
