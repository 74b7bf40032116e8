"""Cards over the API."""

import pytest

from notes.models import Event
from tests.api.doors import Api
from tests.cast import Cast, card


def test_a_new_card_is_created_and_then_changed(agent: Api) -> None:
    first = agent.put("cards/NEW-1", {"title": "Add tests", "branch": "add-tests", "has_worktree": True})
    assert first.status == 201
    assert (first.body["format"], first.body["kind"], first.body["revision"]) == ("nine_sections", "card", 0)
    second = agent.put("cards/new-1", {"title": "Add more tests"})
    assert (second.status, second.body["key"], second.body["branch"]) == (200, "NEW-1", "add-tests")
    assert agent.get("cards/NEW-1").body["title"] == "Add more tests"


def test_only_changes_make_history(agent: Api) -> None:
    for _ in "ab":
        agent.put("cards/NEW-1", {"title": "Add tests", "url": "https://board.example/1"})
    agent.put("cards/NEW-1", {"title": "Add more tests"})
    verbs = Event.objects.filter(verb__startswith="card.").order_by("pk").values_list("verb", "data")
    assert list(verbs) == [("card.created", {}), ("card.changed", {"fields": ["title"]})]


def test_the_format_changes_only_while_there_is_no_note(agent: Api) -> None:
    assert agent.put("cards/SHOP-1", {"title": "a", "format": "nine_sections"}).status == 200
    agent.put("cards/SHOP-1", {"title": "a", "format": "free"})
    agent.put("cards/SHOP-1/note", {"text": "a"})
    answer = agent.put("cards/SHOP-1", {"title": "b", "format": "six_fields"})
    assert (answer.status, answer.codes) == (409, ["card.format_fixed"])
    assert agent.put("cards/SHOP-1", {"title": "b", "format": "free"}).status == 200


WRONG = [
    ("cards/-", {"title": "a"}, "card.bad_key"),
    ("cards/" + "k" * 81, {"title": "a"}, "card.bad_key"),
    ("cards/a%20b", {"title": "a"}, "card.bad_key"),
    ("cards/Handoffs", {"title": "a"}, "card.bad_key"),
    ("cards/a%00b", {"title": "a"}, "card.bad_key"),
    ("cards/A", {}, "request.missing"),
    ("cards/A", {"title": ""}, "request.wrong_value"),
    ("cards/A", {"title": "  "}, "card.bad_title"),
    ("cards/A", {"title": "a\nb"}, "request.wrong_value"),
    ("cards/A", {"title": "a\u2028b"}, "card.bad_title"),
    ("cards/A", {"title": "a\u202eb"}, "hygiene.direction_override"),
    ("cards/A", {"title": "a\ud800b"}, "request.not_text"),
    ("cards/A", {"title": "a" * 201}, "request.wrong_value"),
    ("cards/A", {"title": 1}, "request.wrong_type"),
    ("cards/A", {"title": "a", "url": "javascript:alert(1)"}, "card.bad_url"),
    ("cards/A", {"title": "a", "format": "docx"}, "request.wrong_value"),
    ("cards/A", {"title": "a", "kind": "epic"}, "request.wrong_value"),
    ("cards/A", {"title": "a", "owner": "b"}, "request.unknown_field"),
    ("cards/A", {"title": "glpat-" + "x1Y2z" * 5}, "hygiene.secret"),
]


@pytest.mark.parametrize(("path", "body", "code"), WRONG)
def test_what_cannot_be_a_card_is_refused(agent: Api, path: str, body: object, code: str) -> None:
    answer = agent.put(path, body)
    assert answer.status == 422
    assert code in answer.codes, answer.body


def test_one_card_says_how_its_note_stands(agent: Api) -> None:
    assert agent.get("cards/SHOP-1").body["note"] is None
    agent.put("cards/SHOP-1/note", {"text": "one two three"})
    found = agent.get("cards/SHOP-1").body
    assert found["open_escalations"] == []
    assert (found["note"]["revision"], found["note"]["tokens"], found["note"]["stale"]) == (1, 4, False)
    assert found["note"]["updated_by"] == {"kind": "agent", "name": "coder"}


def test_the_list_is_filtered(agent: Api) -> None:
    agent.put("cards/NEW-1", {"title": "Tender of Kakinada"})
    for query, keys in (("search=kakinada", ["NEW-1"]), ("format=free", ["SHOP-1"]), ("search=nothing", [])):
        assert [found["key"] for found in agent.get(f"cards?{query}").body["cards"]] == keys
    assert agent.get("cards?format=docx").status == 422


def test_the_list_goes_on_behind_its_cursor(cast: Cast, agent: Api) -> None:
    for number in range(60):
        card(cast, f"MORE-{number}")
    first = agent.get("cards").body
    second = agent.get(f"cards?cursor={first['next'].replace('+', '%2B')}").body
    keys = [found["key"] for page in (first, second) for found in page["cards"]]
    assert (len(first["cards"]), len(keys), len(set(keys)), second["next"]) == (50, 62, 62, None)


def test_a_cursor_that_is_none_is_refused(agent: Api) -> None:
    assert agent.get("cards?cursor=yesterday").codes == ["request.bad_cursor"]


def test_a_card_that_is_not_there_is_not_found(agent: Api) -> None:
    for key in ("GONE", "a%00b", "..", "%ff"):
        assert agent.get(f"cards/{key}").codes == ["card.not_found"]
