"""A project whose text stays on the machine: every door refuses text before anything of it is kept."""

from typing import Any

import pytest

from notes.models import Card, Escalation, Event, Project, Refusal, Report, Revision
from tests.api.doors import Api, api_of
from tests.cast import Cast
from tests.every_table import every_row

MARK = "ZIRKON"
NOTE = f"## Goal\n{MARK}\n"
WRITES: list[tuple[str, str, Any]] = [
    ("PUT", "cards/SHOP-1/note", {"text": NOTE}),
    ("PUT", "cards/SHOP-1/note", {"text": NOTE, "on_lock": "restore", "base_revision": 9}),
    ("PATCH", "cards/SHOP-1/note", {"section": MARK, "append": [MARK]}),
    ("POST", "cards/SHOP-1/note/check", {"text": NOTE}),
    ("PUT", f"cards/SHOP-1/facts/{MARK}", {"value": MARK, "source": MARK}),
    ("PUT", "cards/SHOP-1/facts/EMD", {"value": "", "source": MARK}),
    ("POST", "cards/SHOP-1/escalations", {"decision": MARK, "options": [{"value": MARK}]}),
    ("POST", "cards/SHOP-1/escalations", {"decision": "", "evidence": [{"text": MARK}]}),
    ("POST", "cards/SHOP-1/handoffs", {"to": MARK, "kind": "agent", "trace": MARK}),
    ("POST", "escalations/{id}/reply", {"text": MARK}),
    ("POST", "escalations/{id}/withdraw", {"why": MARK}),
]
READS = ["cards/SHOP-1/note", "cards/SHOP-1/note/revisions/1", "cards/SHOP-1/resume", "cards/SHOP-1/facts"]
REPORT = {
    "revision": 1, "format": "nine_sections", "by": "agent", "written_at": "2026-11-12T10:00:00+00:00",
    "tokens": 40, "bytes": 160, "sections": 9, "locked": 1, "lines": {"agent": 4, "person": 1},
}  # fmt: skip


REFUSED = {
    "at": "2026-11-12T10:00:00+00:00", "by": "agent", "base_revision": 3,
    "codes": {"lock.line_missing": 2, "format.empty_goal": 1},
}  # fmt: skip


@pytest.fixture
def decision(cast: Cast, agent: Api) -> int:
    Project.objects.filter(pk=cast.shop.pk).update(session_content="machine")
    asked = agent.post("cards/SHOP-1/escalations/report", {"impact": "money"})
    assert asked.status == 201
    return int(asked.body["id"])


@pytest.mark.parametrize(("method", "path", "body"), WRITES)
def test_text_is_refused_and_nothing_of_it_is_kept(
    agent: Api, decision: int, method: str, path: str, body: Any
) -> None:
    refused = agent.call(method, path.format(id=decision), body, Idempotency_Key=MARK)
    assert (refused.status, refused.codes) == (409, ["content.on_machine"])
    assert MARK not in refused.says
    assert MARK not in every_row()
    assert not Refusal.objects.exists()


@pytest.mark.parametrize("body", [{"value": MARK}, {"question": MARK}])
def test_a_person_cannot_answer_with_words_here(cast: Cast, decision: int, body: dict[str, str]) -> None:
    refused = api_of(cast, cast.reviewer).post(f"escalations/{decision}/answer", body)
    assert refused.codes == ["content.on_machine"]
    assert MARK not in every_row()


@pytest.mark.parametrize("path", READS)
def test_reading_says_where_the_text_is(agent: Api, decision: int, path: str) -> None:
    assert agent.get(path).codes == ["content.on_machine"]


def test_who_calls_is_told_where_text_belongs(agent: Api, decision: int) -> None:
    assert agent.get("/api/v1/whoami").body["session_content"] == "machine"
    assert agent.get("cards/SHOP-1").body["session_content"] == "machine"


def test_who_keeps_the_text_is_told_what_the_project_wants_of_notes(agent: Api, decision: int) -> None:
    def told(body: dict[str, Any]) -> tuple[Any, Any]:
        return body["token_limit"], body["require_fact_sources"]

    assert told(agent.get("/api/v1/whoami").body) == (None, False)
    Project.objects.update(token_limit=500, require_fact_sources=True)
    assert told(agent.get("/api/v1/whoami").body) == (500, True)
    assert told(agent.put("cards/SHOP-1/note/report", REPORT).body) == (500, True)


def test_a_report_makes_a_revision_of_numbers(agent: Api, decision: int) -> None:
    assert agent.put("cards/SHOP-1/note/report", REPORT).body["revision"] == 1
    card = Card.objects.get(key="SHOP-1")
    assert (card.revision, card.format, card.updated_by_kind, card.updated_by_name) == (
        1, "nine_sections", "agent", "coder",
    )  # fmt: skip
    assert card.updated_at.isoformat() == REPORT["written_at"]
    report = Report.objects.get()
    assert (report.bytes, report.lines, report.locked) == (160, {"agent": 4, "person": 1}, 1)
    assert Revision.objects.get().text == ""
    assert Event.objects.filter(verb="note.reported").count() == 1


def test_the_same_report_twice_is_one_and_another_one_is_refused(agent: Api, decision: int) -> None:
    assert [agent.put("cards/SHOP-1/note/report", REPORT).status for _ in range(2)] == [200, 200]
    other = agent.put("cards/SHOP-1/note/report", REPORT | {"written_at": "2026-11-12T11:00:00+00:00"})
    assert (other.status, other.codes) == (409, ["report.other_revision"])
    assert Revision.objects.count() == 1


def test_a_line_of_a_person_at_the_machine_has_no_name_here(agent: Api, decision: int) -> None:
    agent.put("cards/SHOP-1/note/report", REPORT | {"by": "person"})
    assert Card.objects.get(key="SHOP-1").updated_by_name == "someone at the machine"


@pytest.mark.parametrize("more", [{"text": MARK}, {"lines": {MARK: 1}}, {"by": MARK}, {"tokens": -1}])
def test_a_report_has_no_place_for_words(agent: Api, decision: int, more: dict[str, Any]) -> None:
    assert agent.put("cards/SHOP-1/note/report", REPORT | more).status == 422
    assert MARK not in every_row()


def test_a_refusal_is_told_by_its_codes_and_worded_by_the_desk(agent: Api, decision: int) -> None:
    assert agent.post("cards/SHOP-1/refusals/report", REFUSED).status == 200
    kept = Refusal.objects.get()
    assert (kept.by_name, kept.base_revision, kept.late, kept.text) == ("coder", 3, False, "")
    assert {problem["code"]: problem["says"] for problem in kept.problems} == {
        "lock.line_missing": "A locked line is gone (2 times).",
        "format.empty_goal": "The goal is empty.",
    }
    assert Event.objects.get(verb="note.refused").data == {"codes": ["format.empty_goal", "lock.line_missing"]}


def test_locked_lines_that_were_put_back_are_shown_and_no_write_counts_as_refused(agent: Api, decision: int) -> None:
    assert agent.post("cards/SHOP-1/refusals/report", REFUSED | {"put_back": True}).status == 200
    assert Refusal.objects.count() == 1
    assert not Event.objects.filter(verb="note.refused").exists()


def test_one_that_came_late_is_told_too(agent: Api, decision: int) -> None:
    assert agent.post("cards/SHOP-1/refusals/report", REFUSED | {"late": True}).status == 200
    assert [chip["code"] for chip in agent.get("cards/SHOP-1").body["chips"] if "late" in chip["code"]] == ["note.late"]


NO_CODES = [
    {"codes": {MARK: 1}}, {"codes": {"lock.line_missing": MARK}}, {"codes": {}}, {"codes": {"lock.line_missing": 0}},
    {"text": MARK}, {"problems": [MARK]}, {"by": MARK}, {"at": MARK},
]  # fmt: skip


@pytest.mark.parametrize("more", NO_CODES)
def test_a_report_of_a_refusal_has_no_place_for_words(agent: Api, decision: int, more: dict[str, Any]) -> None:
    assert agent.post("cards/SHOP-1/refusals/report", REFUSED | more).status == 422
    assert MARK not in every_row()


def test_of_a_code_that_the_desk_does_not_know_it_keeps_no_word(agent: Api, decision: int) -> None:
    codes = {"lock.zirkon": 1, "zirkon.zirkon": 2}
    assert agent.post("cards/SHOP-1/refusals/report", REFUSED | {"codes": codes}).status == 200
    assert [problem["says"] for problem in Refusal.objects.get().problems] == [
        "Locked lines were changed.", "It could not be applied (2 times).",
    ]  # fmt: skip
    assert "zirkon" not in every_row()


def test_a_decision_is_worded_by_the_desk(agent: Api, decision: int) -> None:
    found = agent.get(f"escalations/{decision}").body
    assert found["decision"] == "An agent needs a decision on SHOP-1: money"
    assert (found["options"], found["evidence"], found["fact"]) == ([], [], "")


def test_two_questions_of_one_card_are_two(agent: Api, decision: int) -> None:
    assert agent.post("cards/SHOP-1/escalations/report", {"impact": "money"}).body["id"] != decision


def test_an_answer_at_the_machine_settles_the_decision_without_its_value(agent: Api, decision: int) -> None:
    settled = [agent.post(f"escalations/{decision}/report", {"by": "person"}) for _ in range(2)]
    assert [answer.status for answer in settled] == [200, 200]
    found = Escalation.objects.get()
    assert (found.state, found.answer, found.settled_by_kind, found.settled_by_name) == (
        "answered", "", "person", "someone at the machine",
    )  # fmt: skip


def test_a_decision_that_was_withdrawn_is_not_answered(agent: Api, decision: int) -> None:
    agent.post(f"escalations/{decision}/withdraw", {})
    refused = agent.post(f"escalations/{decision}/report", {"by": "person"})
    assert (refused.status, refused.codes) == (409, ["escalation.withdrawn"])


def test_sources_that_agree_again_at_the_machine_withdraw_the_decision(cast: Cast, agent: Api, decision: int) -> None:
    settled = [agent.post(f"escalations/{decision}/report", {"by": "sources"}) for _ in range(2)]
    assert [(answer.status, answer.body["state"]) for answer in settled] == [(200, "withdrawn")] * 2
    assert settled[0].body["withdrawn"]["why"] == "The sources of this fact agree now."
    assert agent.post(f"escalations/{decision}/report", {"by": "person"}).codes == ["escalation.withdrawn"]


@pytest.mark.parametrize("by", ["agent", MARK])
def test_only_a_person_decides(agent: Api, decision: int, by: str) -> None:
    assert agent.post(f"escalations/{decision}/report", {"by": by}).status == 422
    assert Escalation.objects.get().state == "open"


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PUT", "cards/SHOP-1/note/report", REPORT),
        ("POST", "cards/SHOP-1/escalations/report", {"impact": "money"}),
        ("POST", "cards/SHOP-1/refusals/report", REFUSED),
    ],
)
def test_a_project_on_the_desk_takes_no_reports(agent: Api, method: str, path: str, body: Any) -> None:
    refused = agent.call(method, path, body)
    assert (refused.status, refused.codes) == (409, ["content.on_desk"])


def test_a_viewer_reports_nothing(cast: Cast, decision: int) -> None:
    viewer = api_of(cast, cast.viewer)
    assert viewer.put("cards/SHOP-1/note/report", REPORT).status == 403
    assert viewer.post(f"escalations/{decision}/report", {"by": "person"}).status == 403


def test_what_was_on_the_machine_is_an_empty_note_when_the_desk_keeps_it_again(
    cast: Cast, agent: Api, decision: int
) -> None:
    agent.put("cards/SHOP-1/note/report", REPORT | {"format": "free"})
    Project.objects.filter(pk=cast.shop.pk).update(session_content="server")
    assert agent.get("cards/SHOP-1/note").body["text"] == ""
    assert agent.put("cards/SHOP-1/note", {"text": "## Goal\nhere again\n"}).body["revision"] == 2
    assert agent.get("cards/SHOP-1/resume").body["note"] == "## Goal\nhere again\n"


def test_what_was_decided_at_the_machine_cannot_be_taken_back_here(agent: Api, decision: int) -> None:
    agent.post(f"escalations/{decision}/report", {"by": "person"})
    refused = agent.post(f"escalations/{decision}/withdraw", {})
    assert refused.codes == ["escalation.answered"]
    assert "by someone at the machine, where its question is kept" in refused.says
