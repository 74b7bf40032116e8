"""Idempotency-Key: the same key and body get the first answer again."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from notes.actions.steps.answers import KEPT_FOR
from notes.models import Answer, Revision
from notes.rules.texts import digest
from tests.api.doors import Api
from tests.cast import NOW, Cast, token_of

NOTE = "cards/SHOP-1/note"


def test_the_first_answer_comes_again(agent: Api) -> None:
    first = agent.put(NOTE, {"text": "a"}, Idempotency_Key="k")
    agent.put(NOTE, {"text": "b"})
    again = agent.put(NOTE, {"text": "a"}, Idempotency_Key="k")
    assert (again.status, again.body) == (first.status, first.body) == (201, first.body)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert Revision.objects.count() == 2


def test_a_refusal_comes_again_too(agent: Api, operator: Api) -> None:
    operator.put(NOTE, {"text": "keep me"})
    first = agent.put(NOTE, {"text": "mine"}, Idempotency_Key="k")
    operator.put(NOTE, {"text": "mine"})
    again = agent.put(NOTE, {"text": "mine"}, Idempotency_Key="k")
    assert (again.status, again.body) == (423, first.body)
    assert again.headers["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("write", ["cards/SHOP-1/facts/EMD", "cards/NEW-1"])
def test_every_write_takes_a_key(agent: Api, write: str) -> None:
    body = {"title": "a"} if write == "cards/NEW-1" else {"value": "12", "source": "tender"}
    first, again = (agent.put(write, body, Idempotency_Key="k") for _ in "ab")
    assert (first.status, again.status) == (201, 201)
    assert first.body == again.body


@pytest.mark.parametrize(
    ("path", "body", "headers"),
    [
        (NOTE, {"text": "b"}, {}),
        ("cards/SHOP-9/note", {"text": "a"}, {}),
        (NOTE, {"text": "a"}, {"If_Match": '"1"'}),
    ],
)
def test_a_key_is_for_one_request(agent: Api, path: str, body: object, headers: dict[str, str]) -> None:
    agent.put(NOTE, {"text": "a"}, Idempotency_Key="k")
    answer = agent.put(path, body, Idempotency_Key="k", **headers)
    assert (answer.status, answer.codes) == (422, ["request.key_reused"])


@pytest.mark.parametrize(("age", "status"), [(59, 201), (61, 200)])
def test_a_key_that_the_desk_derived_holds_for_as_long_as_it_says(agent: Api, age: int, status: int) -> None:
    """The same text made anew changes nothing, and is answered 200."""
    inside = Api(agent.token, client=Client(**{"handoff.key_seconds": 60}))  # type: ignore[arg-type]
    assert inside.put(NOTE, {"text": "a"}, Idempotency_Key="mcp-k").status == 201
    Answer.objects.update(at=timezone.now() - timedelta(seconds=age))
    assert inside.put(NOTE, {"text": "a"}, Idempotency_Key="mcp-k").status == status


def test_keys_of_two_tokens_do_not_meet(cast: Cast, agent: Api) -> None:
    agent.put(NOTE, {"text": "a"}, Idempotency_Key="k")
    other = Api(token_of(cast, "other"))
    assert other.put(NOTE, {"text": "b"}, Idempotency_Key="k").status == 200


def test_a_call_that_was_not_understood_may_be_mended(agent: Api) -> None:
    assert agent.put(NOTE, {"txt": "a"}, Idempotency_Key="k").status == 422
    assert agent.put(NOTE, {"text": "a"}, Idempotency_Key="k").status == 201


def test_the_key_has_a_form(agent: Api) -> None:
    for key in ("", "a b", "k" * 1001):
        assert agent.put(NOTE, {"text": "a"}, Idempotency_Key=key).codes == ["request.bad_key"]


def test_an_answer_that_would_repeat_a_secret_is_not_kept(agent: Api, operator: Api) -> None:
    """A conflict shows the lines that were sent, whatever they hold."""
    secret = "glpat-" + "x1Y2z" * 5
    operator.put(NOTE, {"text": "a"})
    operator.put(NOTE, {"text": "b"})
    answer = agent.put(NOTE, {"text": secret, "base_revision": 1}, Idempotency_Key="k")
    assert answer.status == 409
    assert not Answer.objects.exists()


def test_old_answers_go(agent: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("notes.actions.steps.answers.SWEEP_EVERY", 1)
    agent.put(NOTE, {"text": "a"}, Idempotency_Key="old")
    Answer.objects.update(at=NOW - KEPT_FOR - timedelta(days=3650))
    agent.put(NOTE, {"text": "b"}, Idempotency_Key="new")
    assert list(Answer.objects.values_list("key_digest", flat=True)) == [digest("new")]


def test_it_comes_again_with_its_headers(agent: Api) -> None:
    first = agent.put(NOTE, {"text": "a"}, Idempotency_Key="k")
    agent.put(NOTE, {"text": "b"})
    again = agent.put(NOTE, {"text": "a"}, Idempotency_Key="k")
    assert again.headers["ETag"] == first.headers["ETag"] == '"1"'
    refused = [agent.put(NOTE, {"text": "[rest unchanged]"}, Idempotency_Key="no") for _ in "ab"]
    assert ["ETag" in answer.headers for answer in refused] == [False, False]


@pytest.mark.parametrize("key", ["ghp_" + "aB3dE5gH7j" * 4, "k" * 1_000])
def test_a_key_may_be_anything_for_it_is_not_kept(agent: Api, key: str) -> None:
    assert agent.put(NOTE, {"text": "a"}, Idempotency_Key=key).status == 201
    assert key not in repr(Answer.objects.values())
    reused = agent.put(NOTE, {"text": "b"}, Idempotency_Key=key)
    assert (reused.codes, key in reused.says) == (["request.key_reused"], False)
