"""GET …/note/revisions and one of them."""

from tests.api.doors import Api

NOTE = "cards/SHOP-1/note"


def test_it_lists_the_newest_first_page_by_page(agent: Api, operator: Api) -> None:
    for number in range(3):
        agent.put(NOTE, {"text": f"line {number}", "model": "opus"})
    first = agent.get(f"{NOTE}/revisions?limit=2").body
    assert [row["revision"] for row in first["revisions"]] == [3, 2]
    assert first["revisions"][0]["author"] == {"kind": "agent", "name": "coder", "model": "opus"}
    last = agent.get(f"{NOTE}/revisions?limit=2&before={first['next']}").body
    assert ([row["revision"] for row in last["revisions"]], last["next"]) == ([1], None)


def test_a_revision_stays_as_it_was(agent: Api, operator: Api) -> None:
    operator.put(NOTE, {"text": "a\nb\n"})
    agent.put(NOTE, {"text": "a\nb\nc\n"})
    old = agent.get(f"{NOTE}/revisions/1").body
    assert (old["revision"], old["text"]) == (1, "a\nb\n")
    assert {line["author"]["name"] for line in old["sections"][0]["lines"]} == {"Operator"}


def test_only_the_newest_revision_has_locked_lines(agent: Api, operator: Api) -> None:
    operator.put(NOTE, {"text": "a\nb\n"})
    agent.put(NOTE, {"text": "a\nb\nc\n"})
    locked = [
        [line["locked"] for line in agent.get(f"{NOTE}/revisions/{number}").body["sections"][0]["lines"]]
        for number in (1, 2)
    ]
    assert locked == [[False, False], [True, True, False]]


def test_one_that_never_was_is_not_found(agent: Api) -> None:
    assert agent.get(f"{NOTE}/revisions/4").codes == ["note.not_found"]
    assert agent.get(f"{NOTE}/revisions/x").codes == ["request.wrong_type"]
    assert agent.get(f"{NOTE}/revisions/{10**30}").status == 422
