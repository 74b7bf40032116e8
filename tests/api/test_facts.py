"""Must-carry facts over the API."""

from urllib.parse import unquote

import pytest

from notes.models import Event, Fact
from tests.api.doors import Api

EMD = "cards/SHOP-1/facts/EMD"
TENDER = {"value": "Rs 12,00,000", "source": "Tender notice, page 2"}
CORRIGENDUM = {"value": "Rs 15,00,000", "source": "Corrigendum 2, page 1"}


def test_a_fact_is_created_and_read_back(agent: Api) -> None:
    created = agent.put(EMD, TENDER)
    assert created.status == 201
    assert created.body == agent.get(EMD).body
    assert (created.body["value"], created.body["state"]) == ("Rs 12,00,000", "current")
    assert agent.get("cards/SHOP-1/facts").body == {"facts": [created.body]}


def test_the_same_again_changes_nothing(agent: Api) -> None:
    agent.put(EMD, TENDER)
    before = Event.objects.count()
    again = agent.put(EMD, TENDER)
    assert (again.status, len(again.body["trail"]), Event.objects.count()) == (200, 1, before)


def test_the_same_source_supersedes_its_value_and_the_old_one_stays(agent: Api) -> None:
    agent.put(EMD, TENDER)
    answer = agent.put(EMD, TENDER | {"value": "Rs 13,00,000"})
    assert answer.status == 200
    said = [(fact["value"], fact["state"]) for fact in answer.body["trail"]]
    assert said == [("Rs 12,00,000", "superseded"), ("Rs 13,00,000", "current")]
    assert answer.body["trail"][0]["ended_at"]


def test_another_source_supersedes_what_it_names(agent: Api) -> None:
    agent.put(EMD, TENDER)
    assert agent.put(EMD, CORRIGENDUM | {"replaces": "Rs 12,00,000"}).body["value"] == "Rs 15,00,000"


def test_another_source_without_that_is_a_dispute(agent: Api) -> None:
    agent.put(EMD, TENDER)
    answer = agent.put(EMD, CORRIGENDUM)
    assert (answer.status, answer.codes) == (409, ["fact.disputed"])
    assert answer.body["problems"][0]["current"] == "Rs 12,00,000"
    fact = agent.get(EMD).body
    assert (fact["value"], fact["state"]) == ("Rs 12,00,000", "disputed")
    assert fact["trail"][1]["state"] == "rival"
    chips = [chip["says"] for chip in agent.get("cards/SHOP-1").body["chips"]]
    assert chips[:2] == ["1 decision waits for a person", "1 fact in dispute"]


def test_a_dispute_names_the_decision_to_wait_for(agent: Api) -> None:
    agent.put(EMD, TENDER)
    asked = agent.put(EMD, CORRIGENDUM).body["escalation"]
    assert agent.put(EMD, TENDER | {"source": "Mail", "value": "Rs 9"}).body["escalation"] == asked
    assert agent.get(f"escalations/{asked['id']}").body["fact"] == "EMD"


def test_a_dispute_is_history_without_values(agent: Api) -> None:
    agent.put(EMD, TENDER)
    for _ in "ab":
        agent.put(EMD, CORRIGENDUM)
    event = Event.objects.latest("pk")
    assert (event.verb, event.data) == ("fact.disputed", {"fact": "EMD"})
    assert Fact.objects.filter(state="rival").count() == 1


def test_a_person_settles_a_dispute(agent: Api, operator: Api) -> None:
    for winner in (TENDER, CORRIGENDUM):
        agent.put(EMD, TENDER)
        agent.put(EMD, CORRIGENDUM)
        settled = operator.put(EMD, winner)
        assert (settled.status, settled.body["value"], settled.body["state"]) == (200, winner["value"], "current")
        operator.put(EMD, TENDER)


@pytest.mark.parametrize(
    "write", [CORRIGENDUM | {"replaces": "Rs 12,00,000"}, TENDER | {"value": "Rs 13,00,000"}, CORRIGENDUM]
)
def test_a_program_does_not_settle_a_dispute(agent: Api, write: dict[str, str]) -> None:
    agent.put(EMD, TENDER)
    agent.put(EMD, CORRIGENDUM)
    answer = agent.put(EMD, write)
    assert (answer.status, answer.codes) == (409, ["fact.disputed"])
    assert "a person is asked which one holds" in answer.says
    fact = agent.get(EMD).body
    assert (fact["value"], fact["state"]) == ("Rs 12,00,000", "disputed")
    assert fact["trail"][-1]["value"] == write["value"]


@pytest.mark.parametrize("value", ["Rs 12,00,000", "Rs 16,00,000"])
def test_a_source_that_says_something_else_takes_back_what_it_said(agent: Api, value: str) -> None:
    agent.put(EMD, TENDER)
    agent.put(EMD, CORRIGENDUM)
    agent.put(EMD, CORRIGENDUM | {"value": value})
    fact = agent.get(EMD).body
    assert fact["state"] == ("current" if value == TENDER["value"] else "disputed")
    assert (fact["trail"][1]["state"], fact["value"]) == ("withdrawn", "Rs 12,00,000")
    assert fact["trail"][1]["ended_at"]


@pytest.mark.parametrize(("winner", "state"), [(TENDER, "rejected"), (CORRIGENDUM, "accepted")])
def test_the_trail_says_what_became_of_a_rival(agent: Api, operator: Api, winner: dict[str, str], state: str) -> None:
    agent.put(EMD, TENDER)
    agent.put(EMD, CORRIGENDUM)
    assert operator.put(EMD, winner).body["trail"][1]["state"] == state
    expected = "fact.settled" if winner == TENDER else "fact.superseded"
    assert Event.objects.latest("pk").verb == expected


def test_a_rival_that_never_stood_is_no_old_value(agent: Api, operator: Api) -> None:
    agent.put(EMD, TENDER)
    agent.put(EMD, CORRIGENDUM)
    operator.put(EMD, TENDER)
    note = "The corrigendum would have had Rs 15,00,000."
    assert agent.put("cards/SHOP-1/note", {"text": note}).status == 201
    operator.put(EMD, TENDER | {"value": "Rs 13,00,000"})
    answer = agent.put("cards/SHOP-1/note", {"text": f"{note}\nThe notice has Rs 12,00,000."})
    assert answer.codes == ["fact.old_value"]


@pytest.mark.parametrize(
    ("name", "variant"), [("EMD", "emd"), ("caf%C3%A9", "cafe%CC%81"), ("cafe%CC%81", "CAF%C3%89")]
)
def test_a_name_in_another_form_is_refused_and_the_one_that_stands_is_named(
    agent: Api, name: str, variant: str
) -> None:
    agent.put(f"cards/SHOP-1/facts/{name}", TENDER)
    answer = agent.put(f"cards/SHOP-1/facts/{variant}", TENDER)
    assert (answer.status, answer.codes) == (409, ["fact.name_taken"])
    assert unquote(name) in answer.says
    assert len(agent.get("cards/SHOP-1/facts").body["facts"]) == 1
    assert agent.put(f"cards/SHOP-1/facts/{name}", TENDER).status == 200


@pytest.mark.parametrize("name", ["NEXT_ACTION", "Next_Action"])
def test_a_reserved_name_is_refused_in_any_letter_case(agent: Api, name: str) -> None:
    assert agent.put(f"cards/SHOP-1/facts/{name}", TENDER).codes == ["fact.bad_name"]


def test_replacing_what_is_not_current_is_refused(agent: Api) -> None:
    agent.put(EMD, TENDER)
    answer = agent.put(EMD, CORRIGENDUM | {"replaces": "Rs 11,00,000"})
    assert (answer.status, answer.codes) == (409, ["fact.replaces_old"])


def test_what_cannot_be_a_fact_is_refused(agent: Api) -> None:
    assert agent.put(EMD, {"value": "12"}).codes == ["request.missing"]
    assert agent.put(EMD, {"value": "12", "source": ""}).codes == ["fact.no_source"]
    assert agent.put(EMD, TENDER | {"kind": "whole_number"}).codes == ["fact.bad_value"]
    assert agent.put(EMD, TENDER | {"value": "a\0"}).status == 422
    assert agent.put("cards/SHOP-1/facts/next_action", TENDER).codes == ["fact.bad_name"]
    assert agent.put("cards/SHOP-1/facts/a%00", TENDER).status == 422


def test_a_fact_that_is_not_there_is_not_found(agent: Api) -> None:
    assert agent.get(EMD).codes == ["fact.not_found"]
    assert agent.get("cards/SHOP-1/facts/a%00").codes == ["fact.not_found"]
