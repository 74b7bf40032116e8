"""PATCH …/note: one section, so that nobody sends a whole note."""

from typing import Any

import pytest

from notes.models import Refusal
from tests.api.doors import Api
from tests.api.test_note_reading import SIX_FIELDS
from tests.cast import Cast, card

NOTE = "cards/SHOP-1/note"


@pytest.fixture(autouse=True)
def written(agent: Api) -> None:
    agent.put(NOTE, {"text": "## Goal\nship it\n\n## Done\n- read\n"})


def test_it_appends_to_a_section(agent: Api) -> None:
    saved = agent.patch(NOTE, {"section": "done", "append": ["- wrote", "- tested"]})
    assert (saved.status, saved.body["revision"]) == (200, 2)
    assert agent.get(NOTE).body["text"] == "## Goal\nship it\n\n## Done\n- read\n- wrote\n- tested\n"


def test_it_replaces_a_line_by_its_id_or_its_text(agent: Api) -> None:
    agent.patch(NOTE, {"section": "Goal", "replace": [{"id": "r1-2", "with": "ship it well"}]})
    agent.patch(NOTE, {"section": "Done", "replace": [{"text": "- read", "with": None}], "append": ["- all"]})
    assert agent.get(NOTE).body["text"] == "## Goal\nship it well\n\n## Done\n- all\n"


def test_other_lines_keep_their_authors(agent: Api, operator: Api) -> None:
    operator.patch(NOTE, {"section": "Done", "append": ["- asked"]})
    lines = agent.get(NOTE).body["sections"][1]["lines"]
    assert [line["author"]["kind"] for line in lines] == ["agent", "person"]


def test_locks_hold(agent: Api, operator: Api) -> None:
    operator.patch(NOTE, {"section": "Goal", "append": ["by Friday"]})
    answer = agent.patch(NOTE, {"section": "Goal", "replace": [{"text": "by Friday", "with": "by Monday"}]})
    assert (answer.status, answer.codes) == (423, ["lock.line_changed"])


def test_it_is_merged_with_what_came_since(agent: Api, operator: Api) -> None:
    operator.patch(NOTE, {"section": "Goal", "append": ["by Friday"]})
    saved = agent.patch(NOTE, {"section": "Done", "append": ["- wrote"], "base_revision": 1})
    assert saved.body["merged"]
    assert "by Friday" in agent.get(NOTE).body["text"]


@pytest.mark.parametrize("base", [{"base_revision": 0}, {"If_Match": '"0"'}])
def test_revision_0_is_the_empty_note_and_not_the_newest(agent: Api, base: dict[str, Any]) -> None:
    headers = {name: value for name, value in base.items() if name == "If_Match"}
    body = {"section": "Done", "append": ["- wrote"]} | {n: v for n, v in base.items() if n not in headers}
    answer = agent.patch(NOTE, body, **headers)
    assert (answer.status, answer.codes) == (422, ["patch.no_note"])
    assert "wrote" not in agent.get(NOTE).body["text"]


def test_a_section_that_is_not_there_names_the_nearest(agent: Api) -> None:
    answer = agent.patch(NOTE, {"section": "Gaol", "append": ["a"]})
    assert (answer.status, answer.codes) == (422, ["patch.no_such_section"])
    assert "The nearest is “Goal”" in answer.says
    assert Refusal.objects.count() == 1


def test_it_can_be_sent_twice_with_one_key(agent: Api) -> None:
    body = {"section": "Done", "append": ["- wrote"]}
    first, second = (agent.patch(NOTE, body, Idempotency_Key="k") for _ in "ab")
    assert first.body == second.body
    assert agent.get(NOTE).body["text"].count("- wrote") == 1


def test_a_card_without_a_note_wants_a_whole_one_first(agent: Api) -> None:
    assert agent.patch("cards/SHOP-9/note", {"section": "Goal", "append": ["a"]}).codes == ["patch.no_note"]


def test_it_adds_to_a_list_of_a_json_note(cast: Cast, agent: Api) -> None:
    card(cast, "SIX", format="six_fields")
    agent.put("cards/SIX/note", {"fields": SIX_FIELDS})
    assert agent.patch("cards/SIX/note", {"section": "open_questions", "append": ["who?"]}).status == 200
    assert '"open_questions": [\n    "who?"\n  ]' in agent.get("cards/SIX/note").body["text"]


def test_what_no_text_can_hold_is_refused(agent: Api) -> None:
    for body in (b'{"section": "\\ud800", "append": ["a"]}', b'{"section": "Goal", "append": ["\\u0000"]}'):
        assert agent.patch(NOTE, body).codes == ["request.not_text"]
