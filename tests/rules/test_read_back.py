"""A receiver says back what it was handed: exactly, or the difference is named."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notes.rules.handoffs.read_back import LONGEST_KEPT, Restated, differences, kept

CASES = json.loads((Path(__file__).parent.parent / "cases" / "readbacks.json").read_text())
EMD = {"EMD": "Rs 15,00,000"}
KEY = "AKIA" + "IOSFODNN7" + "ABCDEFG"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_it_says_what_the_table_says(case: dict[str, Any]) -> None:
    back = dict(case["read_back"])
    got = Restated({name: value for name, value in back.items() if name != "next_action"}, back.get("next_action"))
    found = differences(Restated(case["facts"], case["next_action"]), got)
    assert [problem.says for problem in found] == case["says"]


@pytest.mark.parametrize(
    ("got", "says"),
    [
        ("Rs\xa015,00,000", r"got 'Rs\xa015,00,000' (differs only in characters that look alike: "
         "U+00A0 no-break space, sent U+0020 space)"),
        ("Rs 15,00,000 ", "got 'Rs 15,00,000 ' (differs only in white space: U+0020 space added)"),
        ("", "got ''"),
    ],
)  # fmt: skip
def test_it_says_so_where_eyes_cannot_tell(got: str, says: str) -> None:
    (problem,) = differences(Restated(EMD, ""), Restated({"EMD": got}, None))
    assert problem.says == f"EMD: sent 'Rs 15,00,000', {says}"
    assert (problem.code, problem.detail) == (
        "readback.fact_changed", {"fact": "EMD", "sent": "Rs 15,00,000", "got": got}
    )  # fmt: skip


def test_codes_tell_what_is_wrong_in_the_order_of_what_was_sent() -> None:
    sent = Restated({"B": "1", "A": "2", "C": "3"}, "go")
    found = differences(sent, Restated({"A": "9", "C": "3", "D": "extra"}, None))
    assert [problem.code for problem in found] == [
        "readback.fact_missing", "readback.fact_changed", "readback.next_action"
    ]  # fmt: skip


def test_a_next_action_that_looks_the_same_is_named_too() -> None:
    (problem,) = differences(Restated({}, "go on"), Restated({}, "go\xa0on"))
    assert problem.says.startswith(
        "next_action: not restated exactly (differs only in characters that look alike: U+00A0"
    )


@pytest.mark.parametrize("said", [None, "", "anything"])
def test_where_nothing_is_next_nothing_is_asked_for(said: str | None) -> None:
    assert differences(Restated({}, ""), Restated({}, said)) == []


def test_no_secret_and_no_flood_is_said_or_kept() -> None:
    got = Restated({"EMD": f"key {KEY}", "extra": "x"}, "y" * 100_000)
    (first, second) = differences(Restated(EMD, "go"), got)
    assert KEY not in first.says
    assert KEY not in str(first.detail)
    assert len(second.says) < 100
    stored = kept(Restated(EMD, "go"), got)
    assert list(stored.facts) == ["EMD"]
    assert KEY not in str(stored.facts)
    assert len(stored.next_action or "") == LONGEST_KEPT + 1


values = st.dictionaries(st.sampled_from("abc"), st.text(max_size=5), max_size=3)


@given(values, st.text(max_size=5), values)
def test_it_is_right_exactly_where_all_that_was_sent_came_back(
    sent: dict[str, str], action: str, got: dict[str, str]
) -> None:
    assert differences(Restated(sent, action), Restated(got | sent, action)) == []
    found = differences(Restated(sent, action), Restated(got, action))
    assert [(problem.detail or {})["fact"] for problem in found] == [
        name for name, value in sent.items() if got.get(name) != value
    ]
