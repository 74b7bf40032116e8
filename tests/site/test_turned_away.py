"""What no view gets to see: the API answers with a problem, everything else with a page."""

from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client

from handoff_site.bridge import REFUSED
from handoff_site.request_body import Refused, too_large
from notes.models import User

SLOW = Refused(408, "request.too_slow", "The request did not arrive within 60 seconds.", hangs_up=True)
LARGE = too_large(1_000, hangs_up=False)
API = "/api/v1/projects/shop/cards/SHOP-1/note"

pytestmark = pytest.mark.django_db


def turned_away(client: Client, path: str, refused: Refused) -> Any:
    environment: dict[str, Any] = {REFUSED: refused}
    return client.post(path, **environment)


def is_problem(answer: Any, status: int, code: str) -> bool:
    assert answer.status_code == answer.json()["status"] == status
    assert answer.headers["Content-Type"] == "application/problem+json"
    return [problem["code"] for problem in answer.json()["problems"]] == [code]


@pytest.mark.parametrize("refused", [SLOW, LARGE])
def test_a_body_that_is_not_taken_is_a_problem_of_the_api(client: Client, refused: Refused) -> None:
    answer = turned_away(client, API, refused)
    assert is_problem(answer, refused.status, refused.code)
    assert answer.json()["detail"] == refused.says


def test_a_form_that_is_not_taken_is_a_page(client: Client) -> None:
    large = turned_away(client, "/p/shop/SHOP-1/edit/", LARGE)
    assert (large.status_code, "at most 1 MiB" in large.content.decode()) == (413, True)
    slow = turned_away(client, "/p/shop/SHOP-1/edit/", SLOW)
    assert (slow.status_code, slow.content.decode()) == (408, f"{SLOW.says}\n")


def test_another_host_is_a_problem_of_the_api_and_a_page_elsewhere(client: Client) -> None:
    host = {"Host": "elsewhere.example"}
    assert is_problem(client.get(API, headers=host), 400, "request.bad_host")
    page = client.get("/", headers=host)
    assert (page.status_code, "Not understood" in page.content.decode()) == (400, True)


def test_a_failure_before_any_view_is_a_problem_of_the_api_and_a_page_elsewhere(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.raise_request_exception = False
    client.force_login(User.objects.create_user("ann@example.org", "a long enough one", name="Ann"))
    monkeypatch.setattr("django.middleware.common.CommonMiddleware.process_request", lambda *_: 1 / 0)
    assert is_problem(client.get(API), 500, "desk.failed")
    assert "The desk made a mistake" in client.get("/").content.decode()


def test_a_database_that_is_away_is_said_to_be_away_before_any_view(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object) -> None:
        raise OperationalError("connection refused")

    client.raise_request_exception = False
    monkeypatch.setattr("django.middleware.common.CommonMiddleware.process_request", away)
    assert is_problem(client.get(API), 503, "desk.busy")
    page = client.get("/")
    assert (page.status_code, page.headers["Retry-After"]) == (503, "5")
    assert "The database does not answer" in page.content.decode()
