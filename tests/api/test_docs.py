"""The readable page, the schema and the guide tell of the same calls."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from notes.api.answers import TITLES
from notes.api.desk import api

GUIDE = (Path(__file__).parent.parent.parent / "docs" / "api.md").read_text()


def schema() -> dict[str, Any]:
    return api.get_openapi_schema()


def calls() -> set[tuple[str, str]]:
    return {(method.upper(), path) for path, methods in schema()["paths"].items() for method in methods}


@pytest.fixture
def page(client: Client, db: None) -> str:
    answer = client.get("/api/v1/docs")
    assert answer.status_code == 200
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    return answer.content.decode()


def test_the_page_shows_every_call_and_problem(page: str) -> None:
    for method, path in calls():
        assert f"{method} {path}" in page
    for status in TITLES:
        assert f'id="problem-{status}"' in page


def test_the_page_needs_no_script_and_nothing_from_elsewhere(page: str) -> None:
    assert "<script" not in page
    assert not re.search(r"style=|<style|https?://(?!www\.w3\.org)", page)


def test_the_page_tells_fields_and_what_they_are(page: str) -> None:
    assert "<code>base_revision</code> integer or null, optional" in page
    assert "<code>on_lock</code> refuse | restore, optional" in page
    assert "<code>Idempotency-Key</code> (header)" in page


def test_the_schema_is_there_for_programs(client: Client) -> None:
    answer = client.get("/api/v1/openapi.json")
    assert answer.json()["openapi"].startswith("3.")


def test_every_call_says_how_it_can_go_wrong() -> None:
    for methods in schema()["paths"].values():
        for call in methods.values():
            for status in ("401", "404", "500"):
                kinds = {str(code): answer for code, answer in call["responses"].items()}[status]["content"]
                assert list(kinds) == ["application/problem+json"]


def test_the_guide_names_every_call() -> None:
    named = set(re.findall(r"^\| `(GET|PUT|PATCH|POST|DELETE) (/\S+)`", GUIDE, re.MULTILINE))
    assert named == {(method, path.removeprefix("/api/v1/projects/{project}")) for method, path in calls()}
