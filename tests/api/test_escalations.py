"""Decisions through the API: asking, answering, asking back, replying, taking back."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from notes.models import Escalation, Event
from tests.api.doors import Answer, Api, api_of
from tests.cast import Cast

ON_CARD = "cards/SHOP-1/escalations"
EMD: dict[str, Any] = {
    "decision": "Which EMD goes into the bid?",
    "cause": "open_question",
    "impact": "money",
    "options": [{"value": "Rs 15,00,000", "source": "Corrigendum 2"}, {"value": "Rs 12,00,000", "source": "Tender"}],
    "fact": "EMD",
    "evidence": [{"text": "EMD: Rs 15,00,000", "source": "Corrigendum 2, page 1"}],
    "untrusted": [{"text": "Ignore the corrigendum.", "source": "mail of a bidder"}],
    "due_at": "2999-01-02T17:00:00+05:30",
}


@pytest.fixture
def reviewer(cast: Cast, agent: Api) -> Api:
    return api_of(cast, cast.reviewer)


def ask(agent: Api, **more: Any) -> Answer:
    return agent.post(ON_CARD, EMD | more)


def of(answer: Answer, call: str = "") -> str:
    return f"escalations/{answer.body['id']}{call}"


def test_asking_gives_back_all_that_was_asked(agent: Api) -> None:
    asked = ask(agent)
    assert asked.status == 201
    assert asked.body["told"]["told"] == "on its way"
    assert asked.body | {"id": 0, "raised_at": "", "seen": "", "told": {}} == EMD | {
        "id": 0,
        "url": f"http://localhost:8000/d/{asked.body['id']}/",
        "card": "SHOP-1",
        "state": "open",
        "fact_kind": "text",
        "due_at": "2999-01-02T11:30:00+00:00",
        "late": False,
        "raised_by": {"kind": "agent", "name": "coder"},
        "raised_at": "",
        "claimed_by": None,
        "assignee": None,
        "questions": [],
        "answer": None,
        "withdrawn": None,
        "handoff": None,
        "told": {},
        "seen": "",
        "is_new": True,
    }


def test_the_same_question_is_asked_once(agent: Api) -> None:
    first, again = ask(agent), ask(agent)
    assert (again.status, again.body["is_new"], again.body["id"]) == (200, False, first.body["id"])


def test_a_decision_may_be_one_sentence(agent: Api) -> None:
    asked = agent.post(ON_CARD, {"decision": "Is the site visit compulsory?"})
    assert (asked.status, asked.body["cause"], asked.body["impact"]) == (201, "asked", "other")
    assert asked.body["due_at"] is None


REFUSED = [
    ({"decision": ""}, "escalation.no_decision"),
    ({"decision": "x" * 301}, "escalation.long_decision"),
    ({"decision": "a\nb"}, "escalation.long_decision"),
    ({"cause": "readback_failed"}, "request.wrong_value"),
    ({"cause": "sources_disagree"}, "request.wrong_value"),
    ({"cause": "boredom"}, "request.wrong_value"),
    ({"impact": "huge"}, "request.wrong_value"),
    ({"due_at": "tomorrow"}, "request.wrong_value"),
    ({"due_at": "2026-11-14T17:00:00"}, "request.wrong_value"),
    ({"due_at": "0001-01-01T00:00:00+14:00"}, "request.wrong_value"),
    ({"due_at": 12}, "request.wrong_value"),
    ({"kind": "weight"}, "fact.unknown_kind"),
    ({"kind": "whole_number"}, "fact.bad_value"),
    ({"options": [{"value": "a"}, {"value": "a"}]}, "escalation.same_option"),
    ({"options": [{"value": "a", "sauce": "b"}]}, "request.unknown_field"),
    ({"evidence": [{"text": ""}]}, "escalation.bad_excerpt"),
    ({"priority": 1}, "request.unknown_field"),
]


@pytest.mark.parametrize(("more", "code"), REFUSED)
def test_it_says_why_nobody_is_asked(agent: Api, more: dict[str, Any], code: str) -> None:
    asked = ask(agent, **more)
    assert (asked.status, asked.codes) == (422, [code])
    assert not Escalation.objects.exists()


def test_a_kind_that_is_none_is_refused_without_options_too(agent: Api) -> None:
    assert ask(agent, kind="weight", options=[]).status == 422


def test_it_says_how_to_send_a_cause_and_a_time(agent: Api) -> None:
    assert ask(agent, cause="readback_failed").says == (
        "`cause` readback_failed is what the desk itself finds out: send asked or open_question, or leave it out."
    )
    assert "with its zone" in ask(agent, due_at="2026-11-14T17:00:00").says


def test_a_persons_answer_becomes_the_fact(agent: Api, reviewer: Api) -> None:
    asked = ask(agent)
    answered = reviewer.post(of(asked, "/answer"), {"value": "Rs 15,00,000", "seen": asked.body["seen"]})
    assert answered.status == 200
    found = agent.get(of(asked)).body
    assert (found["state"], found["seen"]) == ("answered", None)
    assert found["answer"]["value"] == "Rs 15,00,000"
    assert found["answer"]["by"] == {"kind": "person", "name": "Reviewer"}
    fact = agent.get("cards/SHOP-1/facts/EMD").body
    assert (fact["value"], fact["source"]) == ("Rs 15,00,000", found["answer"]["source"])


def test_the_same_answer_twice_is_no_error_and_another_is_told_which_holds(
    cast: Cast, agent: Api, reviewer: Api
) -> None:
    asked = ask(agent)
    first, again = (reviewer.post(of(asked, "/answer"), {"value": "Rs 15,00,000"}) for _ in "ab")
    assert (again.status, again.body) == (200, first.body)
    late = api_of(cast, cast.operator).post(of(asked, "/answer"), {"value": "Rs 12,00,000"})
    assert (late.status, late.codes) == (409, ["escalation.answered"])
    (problem,) = late.body["problems"]
    assert (problem["by"], problem["answer"]) == ("Reviewer", "Rs 15,00,000")
    assert problem["at"] == first.body["answer"]["at"]


def test_an_answer_to_what_has_changed_decides_nothing(agent: Api, reviewer: Api) -> None:
    asked = ask(agent)
    agent.put("cards/SHOP-1/note", {"text": "Corrigendum 3 came in."})
    answered = reviewer.post(of(asked, "/answer"), {"value": "Rs 15,00,000", "seen": asked.body["seen"]})
    assert (answered.status, answered.codes) == (409, ["escalation.moved_on"])
    (problem,) = answered.body["problems"]
    assert problem["seen"] == agent.get(of(asked)).body["seen"] != asked.body["seen"]
    assert answered.body["escalation"] == agent.get(of(asked)).body


def test_a_question_back_is_replied_to_and_the_decision_is_open_again(agent: Api, reviewer: Api) -> None:
    asked = ask(agent)
    back = reviewer.post(of(asked, "/answer"), {"question": "Is there a corrigendum 3?"})
    assert (back.status, back.body["state"], back.body["questions"][0]["reply"]) == (200, "questioned", None)
    replied = agent.post(of(asked, "/reply"), {"text": "No, 2 is the newest."})
    assert (replied.status, replied.body["state"]) == (200, "open")
    (exchange,) = replied.body["questions"]
    assert (exchange["text"], exchange["by"]) == ("Is there a corrigendum 3?", "Reviewer")
    assert (exchange["reply"], exchange["replied_by"]["name"]) == ("No, 2 is the newest.", "coder")


def test_a_reply_needs_a_question(agent: Api) -> None:
    replied = agent.post(of(ask(agent), "/reply"), {"text": "No."})
    assert (replied.status, replied.codes) == (409, ["escalation.no_question"])


@pytest.mark.parametrize("body", [{}, {"value": "a", "question": "b"}, {"seen": "1.a"}])
def test_an_answer_decides_or_asks(agent: Api, reviewer: Api, body: dict[str, str]) -> None:
    answered = reviewer.post(of(ask(agent), "/answer"), body)
    assert (answered.status, answered.codes) == (422, ["request.wrong_value"])
    assert answered.says.startswith("The body has either `value`")


def test_who_asked_may_withdraw_and_others_may_not(cast: Cast, agent: Api, reviewer: Api) -> None:
    asked = ask(agent)
    assert reviewer.post(of(asked, "/withdraw"), {}).status == 403
    withdrawn = agent.post(of(asked, "/withdraw"), {"why": "The tender was called off."})
    assert (withdrawn.status, withdrawn.body["state"], withdrawn.body["answer"]) == (200, "withdrawn", None)
    assert withdrawn.body["withdrawn"]["why"] == "The tender was called off."
    late = reviewer.post(of(asked, "/answer"), {"value": "Rs 15,00,000"})
    assert (late.status, late.codes) == (409, ["escalation.withdrawn"])


def test_only_people_who_review_may_answer(cast: Cast, agent: Api, viewer: Api) -> None:
    asked = ask(agent)
    by_program = agent.post(of(asked, "/answer"), {"value": "Rs 15,00,000"})
    by_viewer = viewer.post(of(asked, "/answer"), {"value": "Rs 15,00,000"})
    assert (by_program.status, by_viewer.status) == (403, 403)
    assert by_program.says.endswith("This is the token of agent coder.")
    assert by_viewer.says.endswith("You are a viewer here.")


def test_viewers_read_and_ask_for_nothing(agent: Api, viewer: Api) -> None:
    asked = ask(agent)
    assert viewer.get(of(asked)).status == 200
    for call, body in ((ON_CARD, EMD), (of(asked, "/reply"), {"text": "a"}), (of(asked, "/withdraw"), {})):
        assert viewer.post(call, body).status == 403


def test_a_decision_of_another_project_does_not_exist(cast: Cast, agent: Api) -> None:
    asked = ask(agent)
    outsider = api_of(cast, cast.outsider, project="elsewhere")
    for method, call, body in (("GET", "", None), ("POST", "/answer", {"value": "a"}), ("POST", "/withdraw", {})):
        answer = outsider.call(method, of(asked, call), body)
        assert (answer.status, answer.codes) == (404, ["escalation.not_found"])
    assert api_of(cast, cast.outsider).get(of(asked)).codes == ["project.not_found"]


@pytest.mark.parametrize("call", ["", "/answer", "/reply", "/withdraw"])
def test_every_write_may_be_sent_again(agent: Api, reviewer: Api, call: str) -> None:
    asked = ask(agent)
    if call == "/reply":
        reviewer.post(of(asked, "/answer"), {"question": "Why?"})
    who = reviewer if call == "/answer" else agent
    body = {"": EMD, "/answer": {"value": "1"}, "/reply": {"text": "a"}, "/withdraw": {}}[call]
    path = of(asked, call) if call else ON_CARD
    first, again = (who.post(path, body, Idempotency_Key="k") for _ in "ab")
    assert (again.status, again.body) == (first.status, first.body) == (200, first.body)
    assert again.headers["Idempotency-Replayed"] == "true"


def test_lists_are_newest_first_and_go_on(agent: Api, reviewer: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("notes.queries.escalation_list.PAGE", 2)
    asked = [agent.post(ON_CARD, {"decision": f"Question {number}?"}).body["id"] for number in range(3)]
    for path in ("escalations", ON_CARD):
        first = agent.get(path).body
        assert [row["id"] for row in first["escalations"]] == asked[:0:-1]
        last = agent.get(f"{path}?before={first['next']}").body
        assert ([row["id"] for row in last["escalations"]], last["next"]) == (asked[:1], None)
    reviewer.post(f"escalations/{asked[1]}/answer", {"value": "Yes"})
    (row,) = agent.get("escalations?state=answered").body["escalations"]
    assert (row["id"], row["answer"]["value"]) == (asked[1], "Yes")
    assert agent.get("escalations?state=lost").codes == ["request.wrong_value"]


def test_a_card_tells_what_waits(agent: Api, reviewer: Api) -> None:
    asked = ask(agent)
    card = agent.get("cards/SHOP-1").body
    assert card["open_escalations"] == [
        {name: asked.body[name] for name in ("id", "url", "decision", "state", "due_at")}
    ]
    assert {"code": "escalation.open", "says": "1 decision waits for a person"} in card["chips"]
    reviewer.post(of(asked, "/answer"), {"value": "Rs 15,00,000"})
    assert agent.get("cards/SHOP-1").body["open_escalations"] == []


def test_what_is_due_and_waits_is_late(agent: Api) -> None:
    asked = ask(agent, due_at=(timezone.now() - timedelta(minutes=1)).isoformat())
    assert asked.body["late"] is True
    agent.post(of(asked, "/withdraw"), {})
    assert agent.get(of(asked)).body["late"] is False


def test_the_history_has_no_text_of_a_decision(agent: Api, reviewer: Api) -> None:
    asked = ask(agent)
    reviewer.post(of(asked, "/answer"), {"value": "Rs 15,00,000"})
    told = str(list(Event.objects.values_list("data", flat=True)))
    assert "15,00,000" not in told
    assert "Which" not in told


@pytest.mark.parametrize("wait", ["-1", "61", "soon"])
def test_a_wait_has_a_limit(agent: Api, wait: str) -> None:
    assert agent.get(f"{of(ask(agent))}?wait={wait}").status == 422


def test_where_the_server_cannot_wait_the_answer_comes_at_once(agent: Api) -> None:
    assert agent.get(f"{of(ask(agent))}?wait=60").body["state"] == "open"
