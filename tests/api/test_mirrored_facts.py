"""The must_carry and sources of a six_fields note agree with the facts of the card."""

from typing import Any

import pytest

from tests.api.doors import Answer, Api
from tests.cast import Cast, card

EMD = "cards/SIX/facts/EMD"
NOTE = "cards/SIX/note"
TENDER = {"value": "Rs 12,00,000", "source": "Tender notice, page 2"}


@pytest.fixture(autouse=True)
def fact(cast: Cast, agent: Api) -> None:
    card(cast, "SIX", format="six_fields")
    agent.put(EMD, TENDER)


def put(api: Api, must_carry: dict[str, str], sources: dict[str, str]) -> Answer:
    fields: dict[str, Any] = {"goal": "Bid", "done": [], "open_questions": [], "next_action": "Read"}
    return api.put(NOTE, {"fields": fields | {"must_carry": must_carry, "sources": sources}})


@pytest.mark.parametrize("sources", [{}, {"EMD": ""}, {"EMD": TENDER["source"]}])
def test_a_source_may_be_left_out(agent: Api, sources: dict[str, str]) -> None:
    assert put(agent, {"EMD": TENDER["value"]}, sources).status == 201


def test_a_source_that_contradicts_the_fact_is_refused_with_the_right_one(agent: Api, operator: Api) -> None:
    for api in (agent, operator):
        answer = put(api, {"EMD": TENDER["value"]}, {"EMD": "I made it up"})
        assert (answer.status, answer.codes) == (422, ["fact.source_changed"])
        assert answer.body["problems"][0]["current"] == TENDER["source"]


def test_a_name_in_another_form_is_no_new_fact(agent: Api) -> None:
    value = TENDER["value"]
    answer = put(agent, {"EMD": value, "emd": value}, {"EMD": TENDER["source"], "emd": "page 9"})
    assert (answer.status, answer.codes) == (422, ["fact.name_taken"])


def test_two_forms_of_a_new_name_are_not_two_facts(agent: Api) -> None:
    both = {"EMD": TENDER["value"], "caf\u00e9": "1", "cafe\u0301": "2"}
    assert put(agent, both, {"caf\u00e9": "page 1", "cafe\u0301": "page 1"}).codes == ["fact.name_taken"]


def test_a_reserved_name_is_refused_in_any_letter_case(agent: Api) -> None:
    assert put(agent, {"EMD": TENDER["value"], "NEXT_ACTION": "1"}, {}).codes == ["fact.bad_name"]
