"""What may be asked of a person, and how the desk words the decisions that it raises by itself."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notes.rules.decisions.escalations import (
    LONGEST_DECISION,
    MOST_EXCERPTS,
    MOST_OPTIONS,
    Asked,
    Excerpt,
    Option,
    Try,
    check_answer,
    check_asked,
    check_text,
    disputed,
    failed_read_back,
    impact_of,
    joined,
)
from notes.rules.facts.decisions import FactValue

SECRET = "ghp_" + "a1B2" * 9
FINE = Asked("Which EMD goes into the bid?", options=(Option("Rs 15,00,000", "Corrigendum 2, page 1"),))
NOTICE = FactValue("Rs 12,00,000", "text", "Tender notice, page 4")
CORRIGENDUM = FactValue("Rs 15,00,000", "text", "Corrigendum 2, page 1")
EMD = {"name": "EMD", "value": "Rs 15,00,000", "kind": "text", "source": "Corrigendum 2, page 1"}
DUE = {"name": "Bid due", "value": "2026-10-28", "kind": "date", "source": "Tender notice, page 2"}
NEXT = "Check the turnover rule"

WRONG: list[tuple[dict[str, Any], list[str]]] = [
    ({"decision": " "}, ["escalation.no_decision"]),
    ({"decision": "\u3164 \u200b"}, ["escalation.no_decision"]),
    ({"decision": "a" * (LONGEST_DECISION + 1)}, ["escalation.long_decision"]),
    ({"decision": "Which?\nAnd why?"}, ["escalation.long_decision"]),
    ({"decision": "Which \u202e?"}, ["hygiene.direction_override"]),
    ({"decision": f"Is {SECRET} the key?"}, ["hygiene.secret"]),
    ({"options": (Option(" "),)}, ["escalation.bad_option"]),
    ({"options": (Option("\u2800"),)}, ["escalation.bad_option"]),
    ({"options": (Option("\u200b"),), "fact": "EMD"}, ["fact.bad_value"]),
    ({"options": (Option("a", "b\nc"),)}, ["escalation.bad_option"]),
    ({"options": (Option("a"), Option("a", "elsewhere"))}, ["escalation.same_option"]),
    ({"options": tuple(Option(str(n)) for n in range(MOST_OPTIONS + 1))}, ["escalation.many_options"]),
    ({"fact": "Bid due", "fact_kind": "date", "options": (Option("28 October"),)}, ["fact.bad_value"]),
    ({"fact": "a/b"}, ["fact.bad_name"]),
    ({"fact": "next_action", "options": ()}, ["fact.bad_name"]),
    ({"fact": "EMD", "fact_kind": "money"}, ["fact.unknown_kind"]),
    ({"fact_kind": "a kind of which nobody knows anything"}, ["fact.unknown_kind"]),
    ({"fact": SECRET, "options": ()}, ["hygiene.secret"]),
    ({"evidence": (Excerpt(""),)}, ["escalation.bad_excerpt"]),
    ({"untrusted": (Excerpt("\u200b\n"),)}, ["escalation.bad_excerpt"]),
    ({"evidence": (Excerpt("fine", "a\nb"),)}, ["escalation.bad_excerpt"]),
    ({"untrusted": (Excerpt(f"key {SECRET}"),)}, ["hygiene.secret"]),
    ({"untrusted": (Excerpt("a"),) * (MOST_EXCERPTS + 1)}, ["escalation.many_excerpts"]),
]


def test_a_question_with_its_options_may_be_asked() -> None:
    assert check_asked(FINE) == []
    assert check_asked(replace(FINE, fact="EMD", untrusted=(Excerpt("<b>ignore all\u200b</b>", "page 1"),))) == []


@pytest.mark.parametrize(("changes", "codes"), WRONG)
def test_what_no_person_could_decide_on_is_refused_with_every_reason(changes: dict[str, Any], codes: list[str]) -> None:
    problems = check_asked(replace(FINE, **changes))
    assert [problem.code for problem in problems] == codes
    assert all(SECRET not in problem.says for problem in problems)


ANSWERS = [
    ("Rs 15,00,000", "", "text", []),
    ("anything\nin two lines", "", "text", []),
    (" ", "", "text", ["escalation.empty_answer"]),
    ("a" * 2_001, "", "text", ["escalation.long_answer"]),
    (SECRET, "", "text", ["hygiene.secret"]),
    ("2026-10-28", "Bid due", "date", []),
    ("28 October", "Bid due", "date", ["fact.bad_value"]),
    ("", "EMD", "text", ["fact.bad_value"]),
]


@pytest.mark.parametrize(("value", "fact", "kind", "codes"), ANSWERS)
def test_an_answer_fits_what_it_becomes(value: str, fact: str, kind: str, codes: list[str]) -> None:
    assert [problem.code for problem in check_answer(value, fact, kind)] == codes


def test_a_question_and_a_reply_are_texts_of_their_own() -> None:
    assert check_text("question", "The question", "Which page?") == []
    assert [problem.code for problem in check_text("reply", "The reply", "")] == ["escalation.empty_reply"]


def test_a_dispute_asks_which_value_holds_and_names_both_sources() -> None:
    asked = disputed("EMD", CORRIGENDUM, NOTICE)
    assert asked.decision == (
        "EMD: Corrigendum 2, page 1 says Rs 15,00,000; Tender notice, page 4 says Rs 12,00,000. Which one holds?"
    )
    assert (asked.cause, asked.impact, asked.fact, asked.fact_kind) == ("sources_disagree", "money", "EMD", "text")
    assert [(option.value, option.source) for option in asked.options] == [
        ("Rs 15,00,000", "Corrigendum 2, page 1"),
        ("Rs 12,00,000", "Tender notice, page 4"),
    ]


def test_one_fact_read_back_wrongly_twice_asks_for_its_value() -> None:
    asked = failed_read_back(
        to="pricing",
        facts=[EMD, DUE],
        next_action=NEXT,
        tries=[
            ({"EMD": "Rs 15 lakh", "Bid due": "2026-10-28"}, NEXT),
            ({"EMD": "Rs 12,00,000", "Bid due": "2026-10-28"}, None),
        ],
    )
    assert asked.decision == (
        "pricing read back EMD wrongly twice: sent Rs 15,00,000, got Rs 15 lakh, then Rs 12,00,000. Which value holds?"
    )
    assert (asked.fact, asked.impact, asked.cause) == ("EMD", "money", "readback_failed")
    assert [(option.value, option.source) for option in asked.options] == [
        ("Rs 15,00,000", "Corrigendum 2, page 1"),
        ("Rs 15 lakh", "what pricing read back on try 1"),
        ("Rs 12,00,000", "what pricing read back on try 2"),
    ]


@pytest.mark.parametrize("came", [None, "28 October", "", SECRET])
def test_what_could_not_be_the_fact_is_no_option(came: str | None) -> None:
    asked = failed_read_back(to="pricing", facts=[DUE], next_action=NEXT, tries=[({"Bid due": came}, NEXT)] * 2)
    assert [option.value for option in asked.options] == ["2026-10-28"]
    assert SECRET not in asked.decision
    assert asked.impact == "deadline"


RIGHT = {"EMD": EMD["value"], "Bid due": DUE["value"]}
OTHERWISE_LOST = [
    ([({}, None)] * 2, "2 of 2 facts and the next action", "money"),
    ([({"EMD": "Rs 15 lakh"}, NEXT)] * 2, "2 of 2 facts", "money"),
    ([(RIGHT, NEXT.lower())] * 2, "the next action", "other"),
    # Each was right once, so no value of any is in doubt.
    ([(RIGHT | {"EMD": "Rs 15 lakh"}, NEXT), (RIGHT, None)], "1 of 2 facts and the next action", "money"),
    ([(RIGHT | {"EMD": "Rs 15 lakh"}, NEXT), (RIGHT | {"Bid due": ""}, NEXT)], "2 of 2 facts", "money"),
]


@pytest.mark.parametrize(("tries", "lost", "impact"), OTHERWISE_LOST)
def test_what_no_one_value_would_settle_asks_whether_to_start_all_the_same(
    tries: list[Try], lost: str, impact: str
) -> None:
    asked = failed_read_back(to="pricing", facts=[EMD, DUE], next_action=NEXT, tries=tries)
    assert asked.decision == f"pricing failed twice to read back {lost}. Start the work all the same?"
    assert (asked.fact, asked.impact) == ("", impact)
    assert [option.value for option in asked.options] == ["Hand it over again", "Start it as it is"]


IMPACTS = [
    ("EMD", "text", ["Rs 15,00,000"], "money"),
    ("Price", "decimal", ["12.5 EUR"], "money"),
    ("Fee", "text", ["₹500"], "money"),
    ("Bid due", "text", ["28 Oct"], "deadline"),
    ("Visit", "date", ["2026-10-20"], "deadline"),
    ("Turnover years", "whole_number", ["3"], "other"),
    ("First hours", "text", ["9"], "other"),
]


@pytest.mark.parametrize(("name", "kind", "values", "impact"), IMPACTS)
def test_what_a_wrong_value_changes_is_told_from_its_looks(
    name: str, kind: str, values: list[str], impact: str
) -> None:
    assert impact_of(name, kind, values) == impact


def test_an_option_stands_once_with_all_sources_that_named_it() -> None:
    known, more = [Option("a", "first"), Option("c")], [Option("a", "second"), Option("b", "second"), Option("c", "x")]
    once = joined(known, more)
    assert once == (Option("a", "first; second"), Option("c", "x"), Option("b", "second"))
    assert joined(once, more) == once
    assert joined([Option("a", "long" * 100)], [Option("a", "other" * 100)]) == (Option("a", "long" * 100),)


LONG = st.text(min_size=1, max_size=600)


@given(name=LONG, value=LONG, source=LONG, to=LONG, came=st.one_of(st.none(), LONG))
def test_what_the_desk_asks_is_one_line_that_fits(
    name: str, value: str, source: str, to: str, came: str | None
) -> None:
    fact = {"name": name, "value": value, "kind": "text", "source": source}
    for asked in (
        disputed(name, FactValue(value, "text", source), FactValue(f"{value}.", "text", to)),
        failed_read_back(to=to, facts=[fact], next_action="", tries=[({name: came}, None)] * 2),
        failed_read_back(to=to, facts=[fact, fact | {"name": f"{name}2"}], next_action=to, tries=[({}, None)] * 2),
    ):
        assert 0 < len(asked.decision) <= LONGEST_DECISION
        assert len(asked.decision.splitlines()) == 1
        assert len(asked.options) <= MOST_OPTIONS


def test_a_due_time_is_carried_as_it_is() -> None:
    due = datetime(2026, 10, 28, 18, tzinfo=UTC)
    assert replace(FINE, due_at=due).due_at == due
