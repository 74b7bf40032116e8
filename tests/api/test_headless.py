"""Design builds and planner turns: a run that succeeds clears the note, and a turn that goes on is not given it."""

from typing import Any

import pytest

from notes.actions.tokens import create_program_token
from notes.models import Card, Event, Refusal
from notes.models.actor import ActorKind
from tests.api.doors import Api
from tests.cast import NOW, Cast, by_desk, card

ROUND = {"model": "claude-opus-5", "session": None, "fresh": {"note": 0}}
CARD, NOTE, RESUME = "cards/PLAN-1", "cards/PLAN-1/note", "cards/PLAN-1/resume"
NINE = (
    "## Goal\nPlan the drain\n\n## Done\n- looked at the map\n\n## Next\n- ask for the levels\n\n"
    "## Decisions and why\n\n## Dead ends\n\n## Files touched\n\n## How to verify\n\n"
    "## Checklist status\n\n## Open questions\n"
)
CLEARED = "- The last run succeeded, so its note was cleared. The history keeps it."


@pytest.fixture
def plan(cast: Cast, agent: Api) -> Card:
    """A planner turn with a note that its last run left."""
    made = card(cast, "PLAN-1", format="nine_sections", title="The drain of the yard")
    Card.objects.filter(pk=made.pk).update(kind="planner_turn")
    agent.put(NOTE, {"text": NINE})
    agent.post(f"{CARD}/rounds", ROUND)
    return made


def summariser_of(cast: Cast) -> Api:
    return Api(
        create_program_token(project=cast.shop, by=by_desk(cast.shop), now=NOW, name="haiku", kind=ActorKind.SUMMARISER)
    )


def ends(api: Api, outcome: str, number: int = 1) -> None:
    assert api.patch(f"{CARD}/rounds/{number}", {"outcome": outcome}).status == 200


def text(agent: Api) -> str:
    return str(agent.get(NOTE).body["text"])


def test_a_run_that_succeeds_clears_the_note(plan: Card, agent: Api) -> None:
    ends(agent, "succeeded")
    body = agent.get(NOTE).body
    assert {section["name"]: [line["text"] for line in section["lines"]] for section in body["sections"][:3]} == {
        "Goal": ["- The drain of the yard"],
        "Done": [CLEARED],
        "Next": ["- Nothing is left to do of that run."],
    }
    assert body["revision"] == 2
    assert agent.get(f"{NOTE}/revisions/1").body["text"] == NINE
    event = Event.objects.get(verb="note.cleared")
    assert event.data == {"revision": 2, "round": 1, "kept": 0}
    assert agent.put(NOTE, {"text": NINE, "base_revision": 2}).body["revision"] == 3


@pytest.mark.parametrize("outcome", ["failed", "killed", "cancelled", "timed_out"])
def test_one_that_does_not_leaves_it(plan: Card, agent: Api, outcome: str) -> None:
    ends(agent, outcome)
    assert text(agent) == NINE


def test_lines_that_people_wrote_stay_also_where_a_person_ends_the_run(plan: Card, agent: Api, operator: Api) -> None:
    operator.put(NOTE, {"text": NINE.replace("## Next\n", "## Next\n- Not before Monday.\n"), "base_revision": 1})
    ends(operator, "succeeded")
    assert "- Not before Monday.\n" in text(agent)
    assert CLEARED in text(agent)
    assert "- ask for the levels" not in text(agent)
    assert Event.objects.get(verb="note.cleared").data["kept"] == 1
    assert not Refusal.objects.exists()
    agent.post(f"{CARD}/rounds", ROUND)
    ends(agent, "succeeded", 2)
    assert agent.get(NOTE).body["revision"] == 3


def test_what_was_added_to_a_cleared_note_is_cleared_again(plan: Card, agent: Api) -> None:
    ends(agent, "succeeded")
    assert agent.patch(NOTE, {"section": "Done", "append": ["- looked at the levels"]}).status == 200
    assert CLEARED in text(agent)
    agent.post(f"{CARD}/rounds", ROUND)
    ends(agent, "succeeded", 2)
    assert "levels" not in text(agent)
    assert agent.get(NOTE).body["revision"] == 4


def test_the_words_of_clearing_keep_no_note_from_it(plan: Card, agent: Api) -> None:
    agent.put(NOTE, {"text": NINE.replace("- looked at the map", CLEARED), "base_revision": 1})
    ends(agent, "succeeded")
    assert "- ask for the levels" not in text(agent)


def test_a_summary_of_a_run_before_one_that_succeeded_is_refused(plan: Card, cast: Cast, agent: Api) -> None:
    summariser = summariser_of(cast)
    agent.post(f"{CARD}/rounds", ROUND)
    ends(agent, "killed")
    ends(agent, "succeeded", 2)
    left = {"text": NINE, "base_revision": 2}
    assert summariser.put(NOTE, left | {"round": 1}).codes == ["write.round_over"]
    assert summariser.put(NOTE, left | {"round": 7}).codes == ["write.unknown_round"]
    assert CLEARED in text(agent)
    agent.post(f"{CARD}/rounds", ROUND)
    assert summariser.put(NOTE, left | {"round": 3}).status == 200


def test_a_card_of_a_person_keeps_its_note(plan: Card, agent: Api) -> None:
    Card.objects.filter(pk=plan.pk).update(kind="card")
    ends(agent, "succeeded")
    assert text(agent) == NINE


def test_an_earlier_run_does_not_clear_what_a_later_one_left(plan: Card, agent: Api) -> None:
    agent.post(f"{CARD}/rounds", ROUND)
    ends(agent, "succeeded", 1)
    assert text(agent) == NINE
    ends(agent, "succeeded", 2)
    assert CLEARED in text(agent)


def test_where_there_is_no_note_there_is_nothing_to_clear(cast: Cast, agent: Api) -> None:
    made = card(cast, "PLAN-1")
    Card.objects.filter(pk=made.pk).update(kind="design_build")
    agent.post(f"{CARD}/rounds", ROUND)
    ends(agent, "succeeded")
    assert agent.get(NOTE).codes == ["note.not_found"]


SIX = {"goal": "Plan", "done": ["map"], "open_questions": [], "next_action": "ask", "must_carry": {"EMD": "Rs 5"}}
OF_FORMATS: list[tuple[str, dict[str, Any]]] = [
    ("six_fields", {"fields": SIX | {"sources": {"EMD": "Tender"}}}),
    ("free", {"text": "# Mine\n\nI looked at the map.\n"}),
]


@pytest.mark.parametrize(("format", "write"), OF_FORMATS)
def test_notes_of_every_format_are_cleared(cast: Cast, agent: Api, format: str, write: dict[str, Any]) -> None:
    made = card(cast, "PLAN-1", format=format, title="Yard")
    Card.objects.filter(pk=made.pk).update(kind="design_build")
    assert agent.put(NOTE, write).body["revision"] == 1
    agent.post(f"{CARD}/rounds", ROUND)
    ends(agent, "succeeded")
    assert "its note was cleared" in text(agent)
    assert "map" not in text(agent)
    assert ("Rs 5" in text(agent)) is (format == "six_fields")


def test_a_title_that_no_note_may_hold_does_not_stand_in_the_way(plan: Card, agent: Api) -> None:
    Card.objects.filter(pk=plan.pk).update(title="[rest unchanged]")
    ends(agent, "succeeded")
    assert agent.get(NOTE).body["sections"][0]["lines"][0]["text"] == "- The work of this card."


def test_a_turn_that_goes_on_gets_facts_and_peoples_lines_and_no_note(plan: Card, agent: Api, operator: Api) -> None:
    operator.put(NOTE, {"text": NINE.replace("## Next\n", "## Next\n- Not before Monday.\n"), "base_revision": 1})
    agent.put(f"{CARD}/facts/EMD", {"value": "Rs 5", "source": "Tender"})
    body = agent.get(f"{RESUME}?session=resumed").body
    assert (body["note"], body["age"], body["next_action"]) == ("", "", "")
    assert body["person_lines"] == [{"section": "Next", "text": "- Not before Monday.", "locked": True}]
    assert [fact["name"] for fact in body["facts"]] == ["EMD"]
    assert agent.get(RESUME).body["note"]
    assert agent.get(f"{RESUME}?session=gone").codes == ["request.wrong_value"]
    Card.objects.filter(pk=plan.pk).update(kind="card")
    assert agent.get(f"{RESUME}?session=resumed").body["note"]
