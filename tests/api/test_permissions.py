"""Who may call what: every route by every kind of caller."""

from typing import Any

import pytest

from notes.api.desk import api
from notes.models import Escalation, Handoff
from tests.api.doors import Api, api_of
from tests.cast import Cast, card, token_of

Table = list[tuple[str, str, Any]]

REPORT = {
    "revision": 9, "format": "free", "by": "agent", "written_at": "2026-11-12T10:00:00+00:00", "tokens": 1, "bytes": 4,
    "sections": 1, "locked": 0, "lines": {"agent": 1},
}  # fmt: skip
REFUSED = {"at": "2026-11-12T10:00:00+00:00", "by": "agent", "codes": {"lock.line_missing": 1}}

READS: Table = [
    ("GET", "events", None),
    ("GET", "cards", None),
    ("GET", "cards/SHOP-1", None),
    ("GET", "cards/SHOP-1/note", None),
    ("GET", "cards/SHOP-1/note/revisions", None),
    ("GET", "cards/SHOP-1/note/revisions/1", None),
    ("GET", "cards/SHOP-1/facts", None),
    ("GET", "cards/SHOP-1/facts/EMD", None),
    ("GET", "cards/SHOP-1/handoffs", None),
    ("GET", "cards/SHOP-1/resume", None),
    ("GET", "cards/SHOP-1/rounds", None),
    ("GET", "cards/SHOP-1/escalations", None),
    ("GET", "handoffs/{handoff}", None),
    ("GET", "escalations", None),
    ("GET", "escalations/{escalation}", None),
]
WRITES: Table = [
    ("PUT", "cards/SHOP-1", {"title": "a"}),
    ("PUT", "cards/SHOP-1/note", {"text": "a\nb"}),
    ("PATCH", "cards/SHOP-1/note", {"section": "", "append": ["c"]}),
    ("POST", "cards/SHOP-1/note/check", {"text": "a"}),
    ("PUT", "cards/SHOP-1/facts/EMD", {"value": "12", "source": "tender"}),
    ("POST", "cards/SHOP-1/handoffs", {"to": "pricing", "kind": "agent"}),
    ("POST", "cards/SHOP-1/rounds", {"model": "a", "session": None, "fresh": {"note": 1}}),
    ("PATCH", "cards/SHOP-1/rounds/1", {"outcome": "failed"}),
    ("POST", "cards/SHOP-1/escalations", {"decision": "Ship it?"}),
    ("POST", "escalations/{escalation}/reply", {"text": "page 1"}),
    ("PUT", "cards/SHOP-1/note/report", REPORT),
    ("POST", "cards/SHOP-1/escalations/report", {}),
    ("POST", "escalations/{escalation}/report", {"by": "person"}),
    ("POST", "cards/SHOP-1/refusals/report", REFUSED),
]
# Also for reviewers: whoever is to know may say what they know.
RECEIVING: Table = [("POST", "handoffs/{handoff}/read-back", {"facts": {"EMD": "12"}})]
# By people alone, reviewers among them.
ANSWERING: Table = [("POST", "escalations/{escalation}/answer", {"value": "yes"})]
# By operators, and by who asked.
STEERING: Table = [("POST", "escalations/{escalation}/withdraw", {})]
# By runners alone: see test_runner.py for what they may.
RUNNING: Table = [
    ("PUT", "runner", {"protocol": 1, "version": "1", "cards": [], "connection": "0" * 32}),
    ("DELETE", f"runner?connection={'0' * 32}", None),
    ("POST", "runner/saves/1", {"failed": "why"}),
]
TABLES = (READS, WRITES, RECEIVING, ANSWERING, STEERING, RUNNING)
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
    first.post("cards/SHOP-1/handoffs", {"to": "pricing", "kind": "agent"})
    first.post("cards/SHOP-1/rounds", {"model": "a", "session": None, "fresh": {"note": 1}})
    first.post("cards/SHOP-1/escalations", {"decision": "Which page?"})
    return cast


@pytest.mark.parametrize("name", CALLERS)
def test_who_may_read_and_write(furnished: Cast, name: str) -> None:
    read, write = CALLERS[name]
    receive = 200 if name == "reviewer" else write
    answer = {"reviewer": 200, "coder": 403}.get(name, write)
    steer = 403 if name == "coder" else write
    run = 403 if read == 200 else read
    calls = caller(furnished, name)
    for table, status in zip(TABLES, (read, write, receive, answer, steer, run), strict=True):
        expected = {(method, path): status for method, path, _ in table}
        assert {(method, path): told(calls, method, path, body) for method, path, body in table} == expected


def told(calls: Api, method: str, path: str, body: Any) -> int:
    """The status; that something is new, or was settled before, is no matter of who may."""
    there = {"handoff": Handoff.objects.earliest("pk").pk, "escalation": Escalation.objects.earliest("pk").pk}
    status = calls.call(method, path.format(**there), body).status
    return 200 if status in (201, 409) else status


def test_the_table_knows_every_route() -> None:
    schema: dict[str, Any] = api.get_openapi_schema()
    known = {(method.upper(), path) for path, methods in schema["paths"].items() for method in methods}
    assert len(known - {("GET", "/api/v1/whoami")}) == sum(map(len, TABLES))


@pytest.mark.parametrize(
    ("name", "project", "role"),
    [
        ("coder", "shop", None),
        ("viewer", "shop", "viewer"),
        ("outsider", "elsewhere", "maintainer"),
    ],
)
def test_a_token_is_told_what_it_opens(furnished: Cast, name: str, project: str, role: str | None) -> None:
    found = caller(furnished, name).get("/api/v1/whoami")
    assert (found.status, found.body["project"], found.body["role"]) == (200, project, role)
    assert found.body["by"]["name"].lower() == name


@pytest.mark.parametrize("name", ["nobody", "revoked", "former"])
def test_one_without_a_token_that_holds_is_told_nothing(furnished: Cast, name: str) -> None:
    assert caller(furnished, name).get("/api/v1/whoami").codes == ["request.no_token"]


def test_a_refusal_says_which_role_it_takes(furnished: Cast) -> None:
    answer = caller(furnished, "viewer").put("cards/SHOP-1/note", {"text": "b"})
    assert answer.codes == ["request.not_allowed"]
    assert answer.says == "Only operators and maintainers may edit notes. You are a viewer here."


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
    told = [answer.body | {"request_id": ""} for answer in answers]
    assert told == [told[0]] * 3
    assert answers[0].codes == ["project.not_found"]
