"""One shape for everything that goes wrong: RFC 9457, with a stable code and a sentence for each reason."""

import json
from collections.abc import Callable

import pytest
from django.db import InterfaceError, OperationalError

from notes.models import Event, Refusal
from tests.api.doors import Answer, Api
from tests.cast import Cast

NOTE = "cards/SHOP-1/note"
DEEP = b'{"fields": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"


def bodies(body: bytes) -> Callable[[Api], Answer]:
    return lambda api: api.put(NOTE, body)


WRONG: list[tuple[Callable[[Api], Answer], int, str]] = [
    (bodies(b"{"), 400, "request.not_json"),
    (bodies(DEEP), 400, "request.not_json"),
    (bodies(b'{"round": ' + b"9" * 5000 + b"}"), 400, "request.not_json"),
    (bodies(b'{"round": NaN}'), 400, "request.not_json"),
    (bodies(b'{"text": "a", "text": "b"}'), 400, "request.not_json"),
    (bodies(b'{"text": "\xff"}'), 400, "request.not_utf8"),
    (bodies('{"text": "a"}'.encode("utf-16")), 400, "request.not_utf8"),
    (bodies(b'\xef\xbb\xbf{"text": "a"}'), 400, "request.not_json"),
    (bodies(b""), 422, "request.missing"),
    (bodies(b"[]"), 422, "request.wrong_type"),
    (bodies(b'{"text": 1}'), 422, "request.wrong_type"),
    (bodies(b'{"text": "a", "round": 1.5}'), 422, "request.wrong_type"),
    (bodies(b'{"text": "a", "round": "1"}'), 422, "request.wrong_type"),
    (bodies(b'{"text": "a", "round": true}'), 422, "request.wrong_type"),
    (bodies(b'{"text": "a", "round": 1e400}'), 422, "request.wrong_type"),
    (bodies(b'{"text": "a", "round": 99999999999999999999}'), 422, "request.wrong_value"),
    (bodies(b'{"text": "a", "confirm": ["x"]}'), 422, "request.wrong_value"),
    (bodies(b'{"text": "a", "on_lock": "force"}'), 422, "request.wrong_value"),
    (bodies(b'{"text": "a", "author": "person"}'), 422, "request.unknown_field"),
    (bodies(b'{"text": "a", "\\ud800": 1}'), 422, "request.not_text"),
    (lambda api: api.put(NOTE, b"a" * (5 * 1024 * 1024)), 413, "request.too_large"),
    (lambda api: api.put(NOTE, b"# a note", Content_Type="text/markdown"), 415, "request.media_type"),
    (lambda api: api.call("DELETE", NOTE, None), 405, "request.wrong_method"),
    (lambda api: api.call("POST", "/api/v1/openapi.json", {}), 405, "request.wrong_method"),
    (lambda api: api.get("cards/GONE/note"), 404, "card.not_found"),
    (lambda api: api.get("nothing/here"), 404, "request.no_such_address"),
    (lambda api: api.get("/api/v1/"), 404, "request.no_such_address"),
    (lambda api: api.put("/api/v2/projects", {}), 404, "request.no_such_address"),
    (lambda api: Api("", client=api.client).get(NOTE), 401, "request.no_token"),
]


@pytest.mark.parametrize(("call", "status", "code"), WRONG)
def test_it_is_a_problem_with_a_code(agent: Api, call: Callable[[Api], Answer], status: int, code: str) -> None:
    answer = call(agent)
    assert (answer.status, answer.codes) == (status, [code])
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.body["status"] == status
    assert answer.body["type"].endswith(f"/api/v1/docs#problem-{status}")
    assert answer.body["title"]
    assert answer.body["detail"] in answer.says
    assert all(problem["says"].endswith((".", "…”", "`.")) for problem in answer.body["problems"])


def test_every_wrong_field_is_named_with_its_place(agent: Api) -> None:
    body = {"section": 1, "replace": [{"id": "r1-1", "with": 2}], "extra": True}
    answer = agent.patch(NOTE, body)
    assert sorted(problem["field"] for problem in answer.body["problems"]) == ["extra", "replace.0.with", "section"]


def test_a_sentence_says_how_to_be_right(agent: Api) -> None:
    assert agent.put(NOTE, {"text": 1}).body["detail"] == "`text` should be a valid string."
    assert agent.put(NOTE, {"txt": "a"}).says.startswith("`txt` is no field of this call")
    assert "It takes GET, HEAD, PATCH, PUT" in agent.call("DELETE", NOTE, None).says


def test_a_missing_token_says_which_kind_is_wanted(agent: Api) -> None:
    answer = Api("hd_guessed").get(NOTE)
    assert (answer.status, answer.headers["WWW-Authenticate"]) == (401, "Bearer")


def test_a_method_that_is_not_there_names_those_that_are(agent: Api) -> None:
    assert agent.call("DELETE", "cards", None).headers["Allow"] == "GET, HEAD"


def test_a_failure_of_the_desk_is_a_problem_too(
    agent: Api, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr("notes.api.notes.judge_write", fail)
    answer = agent.post(f"{NOTE}/check", {"text": "a"})
    assert (answer.status, answer.codes) == (500, ["desk.failed"])
    assert "a bug" not in json.dumps(answer.body)
    assert "RuntimeError" in caplog.text


@pytest.mark.parametrize("error", [OperationalError("database is locked"), InterfaceError("the connection is closed")])
def test_a_database_without_a_turn_asks_to_come_again(
    agent: Api, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def locked(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("notes.api.notes.save_note", locked)
    answer = agent.put(NOTE, {"text": "a"})
    assert (answer.status, answer.codes, answer.headers["Retry-After"]) == (503, ["desk.busy"], "2")


def test_nothing_is_a_page(cast: Cast, agent: Api) -> None:
    for path in ("/api/", "/api/v1/projects", "/api/v1/projects/shop/cards/", "/api/v1/%00"):
        assert agent.get(path).headers["Content-Type"] == "application/problem+json"


def test_a_write_that_is_wrong_everywhere_is_told_its_first_hundred_reasons(agent: Api) -> None:
    text = "[rest unchanged]\n" * 1_500
    for answer in (agent.put(NOTE, {"text": text}), agent.post(f"{NOTE}/check", {"text": text})):
        *told, last = answer.body["problems"]
        assert (len(told), last["code"]) == (100, "problems.more")
        assert last["says"].startswith("There are 1,400 more of these")
        assert len(answer.content) < 30_000
    assert len(Refusal.objects.get().problems) == 101
    assert Event.objects.latest("pk").data == {"codes": ["problems.more", "write.elided"]}


def test_a_body_that_is_wrong_everywhere_is_told_its_first_hundred_reasons(agent: Api) -> None:
    answer = agent.put(NOTE, {f"field {number}": 1 for number in range(150)})
    assert (len(answer.body["problems"]), answer.body["problems"][-1]["code"]) == (101, "problems.more")
