"""HEAD: what GET answers, without its body."""

import pytest

from tests.api.doors import Api

NOTE = "cards/SHOP-1/note"
READ = [
    *("cards", "cards/SHOP-1", NOTE, f"{NOTE}/revisions", f"{NOTE}/revisions/1", "cards/SHOP-1/facts"),
    *("cards/SHOP-1/facts/EMD", "events", "/api/v1/openapi.json", "/api/v1/docs"),
]


@pytest.mark.parametrize("path", [*READ, "cards/GONE", "cards/GONE/note?before=x"])
def test_it_answers_like_get_without_a_body(agent: Api, path: str) -> None:
    agent.put(NOTE, {"text": "ship it"})
    agent.put("cards/SHOP-1/facts/EMD", {"value": "12", "source": "tender"})
    get, head = (agent.call(method, path, None) for method in ("GET", "HEAD"))
    assert (head.status, head.content) == (get.status, b"")
    assert head.headers == get.headers
    assert head.headers["Content-Length"] == str(len(get.content))


def test_it_knows_what_has_not_changed(agent: Api) -> None:
    agent.put(NOTE, {"text": "ship it"})
    assert agent.call("HEAD", NOTE, None, If_None_Match='"1"').status == 304


def test_it_asks_for_the_same_token(agent: Api) -> None:
    assert Api("hd_guessed").call("HEAD", NOTE, None).status == 401


def test_where_nothing_can_be_read_it_is_no_method(agent: Api) -> None:
    answer = agent.call("HEAD", f"{NOTE}/check", None)
    assert (answer.status, answer.headers["Allow"]) == (405, "POST")
