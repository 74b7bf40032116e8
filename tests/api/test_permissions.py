"""Who may call what: every route by every kind of caller."""

from typing import Any

import pytest

from notes.api.desk import api
from tests.api.doors import Api, api_of
from tests.cast import Cast, card, token_of

READS = [
    ("GET", "events", None),
    ("GET", "cards", None),
    ("GET", "cards/SHOP-1", None),
    ("GET", "cards/SHOP-1/note", None),
    ("GET", "cards/SHOP-1/note/revisions", None),
    ("GET", "cards/SHOP-1/note/revisions/1", None),
    ("GET", "cards/SHOP-1/facts", None),
    ("GET", "cards/SHOP-1/facts/EMD", None),
]
WRITES = [
    ("PUT", "cards/SHOP-1", {"title": "a"}),
    ("PUT", "cards/SHOP-1/note", {"text": "a\nb"}),
    ("PATCH", "cards/SHOP-1/note", {"section": "", "append": ["c"]}),
    ("POST", "cards/SHOP-1/note/check", {"text": "a"}),
    ("PUT", "cards/SHOP-1/facts/EMD", {"value": "12", "source": "tender"}),
]
CALLERS = {
    "nobody": (401, 401),
    "revoked": (401, 401),
    "outsider": (404, 404),
    "former": (401, 401),
    "viewer": (200, 403),
    "reviewer": (200, 403),
    "operator": (200, 200),
    "maintainer": (200, 200),
    "coder": (200, 200),
}


def caller(cast: Cast, name: str) -> Api:
    if name == "nobody":
        return Api("")
    if name == "revoked":
        return Api(token_of(cast, "coder", revoked=True))
    if name == "former":
        gone = api_of(cast, cast.viewer)
        cast.viewer.memberships.all().delete()
        return gone
    return api_of(cast, "coder" if name == "coder" else getattr(cast, name))


@pytest.fixture
def furnished(cast: Cast) -> Cast:
    card(cast, "SHOP-1")
    first = api_of(cast, "first")
    first.put("cards/SHOP-1/note", {"text": "a"})
    first.put("cards/SHOP-1/facts/EMD", {"value": "12", "source": "tender"})
    return cast


@pytest.mark.parametrize("name", CALLERS)
def test_who_may_read_and_write(furnished: Cast, name: str) -> None:
    calls = caller(furnished, name)
    read, write = CALLERS[name]
    assert {path: calls.call(method, path, body).status for method, path, body in READS} == {
        path: read for _, path, _ in READS
    }
    assert {(method, path): calls.call(method, path, body).status for method, path, body in WRITES} == {
        (method, path): write for method, path, _ in WRITES
    }


def test_the_table_knows_every_route() -> None:
    schema: dict[str, Any] = api.get_openapi_schema()
    known = {(method.upper(), path) for path, methods in schema["paths"].items() for method in methods}
    assert len(known) == len(READS) + len(WRITES)


def test_a_refusal_says_which_role_it_takes(furnished: Cast) -> None:
    answer = caller(furnished, "viewer").put("cards/SHOP-1/note", {"text": "b"})
    assert answer.codes == ["request.not_allowed"]
    assert answer.says == "Only people with the role operator may edit notes. You are viewer here."


def test_a_persons_token_follows_their_role(furnished: Cast) -> None:
    calls = caller(furnished, "operator")
    furnished.operator.memberships.update(role="viewer")
    assert calls.put("cards/SHOP-1/note", {"text": "b"}).status == 403


def test_one_who_may_not_sign_in_any_more_may_not_call(furnished: Cast) -> None:
    calls = caller(furnished, "operator")
    furnished.operator.is_active = False
    furnished.operator.save()
    assert calls.get("cards").status == 401


def test_a_project_that_is_not_there_looks_like_one_that_is_not_theirs(furnished: Cast) -> None:
    calls = caller(furnished, "coder")
    answers = [calls.get(f"/api/v1/projects/{slug}/cards/SHOP-1") for slug in ("elsewhere", "nowhere", "SHOP")]
    assert [answer.body for answer in answers] == [answers[0].body] * 3
    assert answers[0].codes == ["project.not_found"]
