"""A run that succeeded needs its note no more: it is cleared here too, by the rules of the desk."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from handoff_agent.machine import notes
from handoff_agent.machine.author import Author
from notes.rules.writing.clearing import CLEARED
from tests.machine.line import CARD, NOTE, Line

SOON = (datetime.now(UTC) + timedelta(days=1)).isoformat()
BEFORE = (datetime.now(UTC) - timedelta(days=1)).isoformat()
SUCCEEDED = {
    "number": 1, "outcome": "succeeded", "ended_at": SOON, "started_by": {"kind": "runner", "name": "night shift"},
}  # fmt: skip


@pytest.fixture
def plan(line: Line) -> Line:
    """A planner turn with a note that its last run left."""
    line.card = CARD | {"kind": "planner_turn"}
    line.call("PUT", "cards/SHOP-1/note", {"text": NOTE})
    return line


def text(line: Line) -> str:
    told = line.call("GET", "cards/SHOP-1/note")
    assert told
    return str(told.json["text"])


LEFT: list[tuple[list[dict[str, Any]], bool]] = [
    ([SUCCEEDED], True),
    ([SUCCEEDED | {"ended_at": None}], True),
    ([SUCCEEDED | {"ended_at": BEFORE}], False),
    ([SUCCEEDED | {"outcome": "failed"}], False),
    ([SUCCEEDED | {"number": 2, "outcome": ""}, SUCCEEDED], False),
    ([], False),
]


@pytest.mark.parametrize(("rounds", "is_cleared"), LEFT)
def test_the_newest_run_clears_what_it_left_when_it_succeeded(
    plan: Line, rounds: list[dict[str, Any]], is_cleared: bool
) -> None:
    plan.rounds = rounds
    assert (CLEARED in text(plan), "ship it" in text(plan)) == (is_cleared, not is_cleared)
    assert [(told["revision"], told["by"]) for told in plan.told] == [(1, "agent"), (2, "runner")][: 1 + is_cleared]


def test_a_card_of_a_person_keeps_its_note(line: Line) -> None:
    line.call("PUT", "cards/SHOP-1/note", {"text": NOTE})
    line.rounds = [SUCCEEDED]
    assert text(line) == NOTE
    line.card = CARD | {"kind": "design_build"}
    line.call("GET", "cards/SHOP-1")
    assert CLEARED in text(line)


def test_lines_of_people_stay_and_a_success_clears_once(plan: Line) -> None:
    kept = plan.here.shelf.card("SHOP-1")
    assert kept
    notes.save(plan.here.shelf, kept, {"text": f"{NOTE}by Friday\n"}, Author("person", "asha"))
    plan.rounds = [SUCCEEDED]
    assert "by Friday" in text(plan)
    assert "ship it" not in text(plan)
    plan.call("PATCH", "cards/SHOP-1/note", {"section": "Goal", "append": ["- the levels"]})
    assert "the levels" in text(plan)
    plan.rounds = [SUCCEEDED | {"number": 2}, SUCCEEDED]
    assert "the levels" not in text(plan)


def test_a_cleared_note_is_not_cleared_again(plan: Line) -> None:
    plan.rounds = [SUCCEEDED]
    cleared = text(plan)
    plan.rounds = [SUCCEEDED | {"number": 2}, SUCCEEDED]
    assert text(plan) == cleared
    assert len(plan.told) == 2


def test_while_the_desk_is_away_the_note_stays(plan: Line) -> None:
    plan.rounds, plan.away = [SUCCEEDED], True
    assert text(plan) == NOTE
    plan.away = False
    assert CLEARED in text(plan)


def test_a_turn_that_goes_on_is_not_given_the_note_again(plan: Line) -> None:
    kept = plan.here.shelf.card("SHOP-1")
    assert kept
    notes.save(plan.here.shelf, kept, {"text": f"{NOTE}by Friday\n"}, Author("person", "asha"))
    told = plan.call("GET", "cards/SHOP-1/resume?session=resumed")
    assert told
    assert (told.json["note"], told.json["age"], told.json["next_action"]) == ("", "", "")
    assert told.json["person_lines"] == [{"section": "Goal", "text": "by Friday", "locked": True}]
    new = plan.call("GET", "cards/SHOP-1/resume?session=new")
    assert new
    assert "ship it" in new.json["note"]
