"""What may leave this machine of a project whose text stays: everything else is answered here, or refused."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from handoff_agent.ended import Away
from handoff_agent.machine import notes
from handoff_agent.machine.author import Author
from handoff_agent.places import Place
from tests.machine.line import CARD, NOTE, Line

LEAVES = [
    ("GET", "cards", None),
    ("GET", "cards/SHOP-1/rounds", None),
    ("PUT", "cards/SHOP-1", {"title": "Deposit"}),
    ("POST", "cards/SHOP-1/rounds", {"model": "a"}),
    ("PATCH", "cards/SHOP-1/rounds/1", {"outcome": "failed"}),
    ("PUT", "cards/SHOP-1/note/report", {"revision": 1}),
    ("POST", "escalations/3/report", {"by": "person"}),
    ("POST", "cards/SHOP-1/refusals/report", {"codes": {"lock.line_missing": 1}}),
    ("POST", "escalations/3/withdraw", {}),
]
STAYS = [
    ("POST", "escalations/3/reply", {"text": "page 1"}),
    ("POST", "escalations/3/answer", {"value": "Rs 12"}),
    ("POST", "escalations/3/withdraw", {"why": "because"}),
    ("POST", "cards/SHOP-1/something", {"text": "new in a later desk"}),
    ("PUT", "cards/SHOP-1/note/else", {"text": "new in a later desk"}),
    ("POST", "somewhere", {"text": "new in a later desk"}),
]


@pytest.mark.parametrize(("method", "path", "body"), LEAVES)
def test_what_holds_no_text_is_left_to_the_desk(line: Line, method: str, path: str, body: Any) -> None:
    assert line.call(method, path, body) is None


@pytest.mark.parametrize(("method", "path", "body"), STAYS)
def test_whatever_else_is_written_does_not_leave(line: Line, method: str, path: str, body: Any) -> None:
    told = line.call(method, path, body)
    assert told
    assert (told.status, told.codes) == (409, {"content.on_machine"})


def test_a_save_sends_a_question_about_the_card_and_numbers(line: Line) -> None:
    told = line.call("PUT", "cards/SHOP-1/note", {"text": NOTE})
    assert told
    assert (told.status, told.json["revision"]) == (201, 1)
    assert [(call.method, call.body) for call in line.sent] == [("GET", None)]
    assert [told["bytes"] for told in line.told] == [len(NOTE)]
    again = line.call("PUT", "cards/SHOP-1/note", {"text": NOTE})
    assert again
    assert again.json["unchanged"]
    assert len(line.told) == 1


def test_a_question_is_kept_before_it_is_told_and_counted_once(line: Line) -> None:
    line.call("PUT", "cards/SHOP-1/note", {"text": NOTE})
    asked = {"decision": "Which page?", "options": [{"value": "1"}]}
    line.away = True
    with pytest.raises(Away):
        line.call("POST", "cards/SHOP-1/escalations", asked)
    line.away = False
    told = line.call("POST", "cards/SHOP-1/escalations", asked)
    assert told
    assert (told.json["id"], told.json["decision"]) == (3, "Which page?")
    posts = [call for call in line.sent if call.method == "POST"]
    assert [json.loads(call.body or "") for call in posts] == [{"cause": "asked", "impact": "other"}]
    kept = line.here.shelf.card("SHOP-1")
    assert kept
    assert [(row["id"], row["key"]) for row in kept.decisions] == [(3, posts[0].key)]


def test_what_is_wrong_with_a_question_is_said_here(line: Line) -> None:
    told = line.call("POST", "cards/SHOP-1/escalations", {"decision": " "})
    assert told
    assert told.codes == {"escalation.no_decision"}
    assert not [call for call in line.sent if call.method == "POST"]


def test_the_card_is_known_while_the_desk_is_away_once_there_is_a_note(line: Line) -> None:
    line.call("PUT", "cards/SHOP-1/note", {"text": NOTE})
    line.away = True
    told = line.call("GET", "cards/SHOP-1")
    assert told
    assert told.json["note"]["revision"] == 1
    with pytest.raises(Away):
        line.call("GET", "cards/SHOP-2")


def test_a_resume_comes_in_parts_that_fit(line: Line) -> None:
    line.call("PUT", "cards/SHOP-1/note", {"text": NOTE + "- a line of it\n" * 100})
    first = line.call("GET", "cards/SHOP-1/resume?as=markdown&limit=500&part=1")
    assert first
    assert len(first.text) <= 500
    count = int(first.headers["handoff-parts"])
    last = line.call("GET", f"cards/SHOP-1/resume?as=markdown&limit=500&part={count}")
    none = line.call("GET", f"cards/SHOP-1/resume?as=markdown&limit=500&part={count + 1}")
    small = line.call("GET", "cards/SHOP-1/resume?as=markdown&limit=5")
    assert last
    assert none
    assert small
    assert last.is_done
    assert none.codes == {"resume.no_such_part"}
    assert small.codes == {"resume.bad_limit"}


def test_a_dispute_that_came_up_while_the_desk_was_away_is_told_later(line: Line) -> None:
    line.call("PUT", "cards/SHOP-1/note", {"text": NOTE})
    line.call("PUT", "cards/SHOP-1/facts/EMD", {"value": "Rs 12", "source": "page 4"})
    line.away = True
    told = line.call("PUT", "cards/SHOP-1/facts/EMD", {"value": "Rs 15", "source": "page 1"})
    assert told
    assert told.codes == {"fact.disputed"}
    asked = line.asked
    line.since_asked(10)
    line.call("GET", "cards/SHOP-1/note")
    assert line.asked == asked, "it was away a moment ago"
    line.since_asked(61)
    line.away = False
    line.call("GET", "cards/SHOP-1/note")
    kept = line.here.shelf.card("SHOP-1")
    assert kept
    assert [row["id"] for row in kept.decisions] == [3]


def test_the_facts_of_a_card_are_listed_as_the_desk_lists_them(line: Line) -> None:
    for name, value in (("EMD", "Rs 12"), ("Due", "Friday")):
        line.call("PUT", f"cards/SHOP-1/facts/{name}", {"value": value, "source": "page 4"})
    told = line.call("GET", "cards/SHOP-1/facts")
    assert told
    assert [(each["name"], each["value"], each["state"]) for each in told.json["facts"]] == [
        ("Due", "Friday", "current"), ("EMD", "Rs 12", "current"),
    ]  # fmt: skip


def test_a_desk_that_hangs_holds_the_card_from_nobody(line: Line) -> None:
    line.call("PUT", "cards/SHOP-1/note", {"text": NOTE + "## Next\n- test\n"})
    for source, value in (("page 4", "Rs 12"), ("page 1", "Rs 15")):
        line.call("PUT", "cards/SHOP-1/facts/EMD", {"value": value, "source": source})
    line.call("POST", "cards/SHOP-1/escalations", {"decision": "Which page?"})
    handed = line.call("POST", "cards/SHOP-1/handoffs", {"to": "pricing", "kind": "agent"})
    assert handed
    wrong = {"facts": {"EMD": "Rs 21"}, "next_action": "- test"}
    for _ in range(2):
        told = line.call("POST", f"handoffs/{handed.json['id']}/read-back", wrong)
    assert told
    assert told.json["escalation"]["id"] == 3
    assert line.asked == 3, "the read-back is about the fact that is asked about already"
    assert len(line.told) == 1


REFUSED: list[tuple[str, dict[str, Any], dict[str, int], bool]] = [
    ("PUT", {"text": "```\nhalf"}, {"format.open_fence": 1}, False),
    ("PATCH", {"section": "Gaol", "append": ["- marked"]}, {"patch.no_such_section": 1}, False),
    ("PUT", {"text": "## Goal\nmarked\n", "base_revision": 0, "queued": True}, {"write.late": 1}, True),
    ("PUT", {"text": "## Goal\nmarked\n", "on_lock": "restore"}, {"lock.line_missing": 1}, False),
]


@pytest.mark.parametrize(("method", "body", "codes", "late"), REFUSED)
def test_what_is_refused_is_kept_for_people_and_told_by_codes(
    line: Line, method: str, body: dict[str, Any], codes: dict[str, int], late: bool
) -> None:
    line.call("PUT", "cards/SHOP-1/note", {"text": NOTE})
    kept = line.here.shelf.card("SHOP-1")
    assert kept
    notes.save(line.here.shelf, kept, {"text": f"{NOTE}\n## Next\nby Friday\n"}, Author("person", "asha"))
    assert line.call(method, "cards/SHOP-1/note", body)
    told = line.told[-1]
    assert {name: told[name] for name in ("by", "codes", "late")} == {"by": "agent", "codes": codes, "late": late}
    assert told["put_back"] is (body.get("on_lock") == "restore")
    assert "marked" not in json.dumps(told)
    after = line.here.shelf.card("SHOP-1")
    assert after
    (row,) = after.refusals
    assert {problem["code"] for problem in row["problems"]} == set(codes)
    assert all(problem["says"] for problem in row["problems"])
    assert (Path(row["late"]).read_text() == body["text"]) if late else row["late"] == ""


def test_a_secret_in_a_refused_write_is_not_kept_with_it(line: Line) -> None:
    line.call("PUT", "cards/SHOP-1/note", {"text": NOTE})
    secret = "ghp_" + "a1B2" * 9
    line.call("PATCH", "cards/SHOP-1/note", {"section": secret, "append": ["- x"]})
    assert [told["codes"] for told in line.told[1:]] == [{"patch.no_such_section": 1}]
    assert not [path for path in line.here.shelf.folder.rglob("*.*") if secret in path.read_text()]


def test_a_card_whose_first_write_was_refused_is_what_the_desk_says_by_then(line: Line) -> None:
    line.card = CARD | {"format": "nine_sections"}
    told = line.call("PUT", "cards/SHOP-1/note", {"text": NOTE})
    assert told
    assert told.status == 422
    line.card = CARD | {"revision": 4}
    again = line.call("PUT", "cards/SHOP-1/note", {"text": NOTE})
    assert again
    assert (again.status, again.json["revision"]) == (200, 5)


def dispute(line: Line) -> None:
    for source, value in (("page 4", "Rs 12"), ("page 1", "Rs 15")):
        line.call("PUT", "cards/SHOP-1/facts/EMD", {"value": value, "source": source})


def states(line: Line) -> list[tuple[int, str, str]]:
    kept = line.here.shelf.card("SHOP-1")
    assert kept
    return [(row["id"], row["state"], row["answer"]) for row in kept.decisions]


def test_sources_that_agree_again_leave_nothing_to_decide(line: Line) -> None:
    dispute(line)
    line.call("PUT", "cards/SHOP-1/facts/EMD", {"value": "Rs 12", "source": "page 1"})
    assert states(line) == [(3, "withdrawn", "")]
    assert line.told == [{"by": "sources"}]
    line.call("GET", "cards/SHOP-1/facts")
    assert len(line.told) == 1
    line.card = {"id": 3, "state": "open", "withdrawn": None}
    told = line.call("GET", "escalations/3")
    assert told
    assert (told.json["state"], told.json["withdrawn"]["why"]) == ("withdrawn", "The sources of this fact agree now.")


def test_a_persons_value_answers_what_is_asked_about_the_fact(line: Line) -> None:
    dispute(line)
    place = Place(on_machine=True, kind="person", name="asha")
    line.here = replace(line.here, place=place)
    line.call("PUT", "cards/SHOP-1/facts/EMD", {"value": "Rs 20", "source": "the tender office"})
    assert states(line) == [(3, "answered", "Rs 20")]
    assert line.told == [{"by": "person"}]


def test_what_the_desk_never_heard_of_it_need_not_hear_the_end_of(line: Line) -> None:
    line.call("GET", "cards/SHOP-1/facts")
    line.call("PUT", "cards/SHOP-1/facts/EMD", {"value": "Rs 12", "source": "page 4"})
    line.away = True
    line.call("PUT", "cards/SHOP-1/facts/EMD", {"value": "Rs 15", "source": "page 1"})
    line.call("PUT", "cards/SHOP-1/facts/EMD", {"value": "Rs 12", "source": "page 1"})
    line.away = False
    line.call("GET", "cards/SHOP-1/facts")
    assert (states(line), line.told) == ([(0, "withdrawn", "")], [])


def test_what_comes_up_about_a_question_is_added_to_it(line: Line) -> None:
    first = {"decision": "Which page?", "due_at": "2027-01-02T10:00:00+00:00", "evidence": [{"text": "a"}]}
    later = {"decision": "Which page?", "due_at": "2027-01-01T10:00:00+00:00", "evidence": [{"text": "b"}]}
    for asked in (first, later):
        told = line.call("POST", "cards/SHOP-1/escalations", asked)
    assert told
    assert [each["text"] for each in told.json["evidence"]] == ["a", "b"]
    kept = line.here.shelf.card("SHOP-1")
    assert kept
    assert [row["due_at"] for row in kept.decisions] == ["2027-01-01T10:00:00+00:00"]


STALE = {"code": "note.stale", "says": "stale: committed since the note was written"}
LATE = {"code": "note.late", "says": "late, not applied"}


@pytest.mark.parametrize(("known", "is_told"), [(1, True), (0, False)])
def test_that_a_note_is_stale_is_said_of_the_revision_that_the_desk_knows(
    line: Line, known: int, is_told: bool
) -> None:
    line.call("PUT", "cards/SHOP-1/note", {"text": NOTE})
    line.card = CARD | {"revision": known, "note": {"revision": known, "stale": True}, "chips": [STALE, LATE]}
    told = line.call("GET", "cards/SHOP-1")
    note = line.call("GET", "cards/SHOP-1/note")
    assert told
    assert note
    assert told.json["note"].get("stale") == (True if is_told else None)
    assert told.json["chips"] == ([STALE, LATE] if is_told else [LATE])
    assert "stale" not in note.json


def test_a_fact_whose_name_another_one_has_is_refused_as_on_the_desk(line: Line) -> None:
    line.call("PUT", "cards/SHOP-1/facts/EMD", {"value": "Rs 12", "source": "page 4"})
    told = line.call("PUT", "cards/SHOP-1/facts/emd", {"value": "Rs 12", "source": "page 4"})
    assert told
    assert (told.status, told.codes) == (409, {"fact.name_taken"})


def test_a_question_of_an_earlier_version_is_no_news_to_the_desk(line: Line) -> None:
    dispute(line)
    kept = line.here.shelf.card("SHOP-1")
    assert kept
    del kept.decisions[0]["told"]
    kept.decisions[0]["state"] = "withdrawn"
    line.here.shelf.put(kept)
    assert line.call("GET", "cards/SHOP-1/facts")
    assert line.told == []
