import pytest
from hypothesis import given
from hypothesis import strategies as st

from notes.rules.facts.old_values import find_old_values
from notes.rules.problems import Problem
from tests.rules.hostile import ends_soon, lines_of

OLD = "Rs 12,00,000"
NOW = "Rs 15,00,000"

STATED = [
    (OLD, "EMD is Rs 12,00,000"),
    (OLD, "EMD is Rs 12,00,000."),
    (OLD, "EMD (Rs 12,00,000)"),
    (OLD, "EMD: **Rs 12,00,000**, _Rs 12,00,000_"),
    (OLD, "Rs 12,00,000: five bids"),
    (OLD, "Rs 12,00,000-Rs 13,00,000"),
    (OLD, "Rs 12,00,0000, or rather Rs 12,00,000"),
    ("12,00,000", "EMD is Rs 12,00,000, as of today"),
    ("₹12,00,000", "EMD=₹12,00,000"),
    ("4000", "4000.txt"),
    ("v1.2", "on v1.2."),
    ("పది లక్షలు", "EMD పది లక్షలు."),
    ("28 Oct 2026 15:00 IST", "due 28 Oct 2026 15:00 IST!"),
    ("12.5 %", "rate 12.5 % a year"),
]

NOT_STATED = [
    (OLD, "EMD is Rs 12 lakh"),
    (OLD, "EMD is rs 12,00,000"),
    (OLD, "EMD is Rs 12,00,0000"),
    (OLD, "EMD is Rs 12,00,000,000"),
    (OLD, "EMD is Rs 12,00,000.50"),
    (OLD, "EMD is Rs 12,00,000\xa0000"),
    (OLD, "EMD is CRs 12,00,000"),
    ("12,00,000", "EMD is Rs 1,12,00,000"),
    ("12,00,000", "EMD is Rs 112,00,000"),
    ("4000", "report_4000.csv"),
    ("4000", "4000_old"),
    ("4000", "x4000 and 4000x and 4000క"),
    ("15:00", "15:00:30"),
    ("2026-10-28", "2026-10-28T15:00Z"),
    ("పద్ధత", "పద్ధతి"),
    ("పది", "పదివేలు"),
    ("12", "12 bids"),
    ("yes", "yes"),
    (OLD, f"EMD was {OLD}, now {NOW}"),
    (OLD, f"EMD is {NOW} (was {OLD})"),
]


@pytest.mark.parametrize(("old", "text"), STATED)
def test_it_finds_an_old_value_that_stands_word_for_word(old: str, text: str) -> None:
    (problem,) = find_old_values([("Done", 6, text)], {"EMD": {old}}, {"EMD": NOW})
    assert problem == Problem(
        "fact.old_value",
        f"Line 6 of Done holds {old!r}, an old value of EMD: write the current {NOW!r}, or both in one line.",
        "Done",
        6,
        {"fact": "EMD", "old": old, "current": NOW},
    )


@pytest.mark.parametrize(("old", "text"), NOT_STATED)
def test_it_leaves_other_values_alone(old: str, text: str) -> None:
    assert find_old_values([("Done", 6, text)], {"EMD": {old}}, {"EMD": NOW}) == []


def test_a_value_that_is_current_for_any_fact_is_right() -> None:
    lines = [("Done", 1, f"the fee is {OLD}")]
    assert find_old_values(lines, {"EMD": {OLD}}, {"EMD": NOW, "Fee": OLD}) == []


def test_a_value_that_is_a_part_of_a_current_one_is_right_where_that_one_stands() -> None:
    current = {"EMD": NOW, "Fee": f"{OLD} only"}
    assert find_old_values([("Done", 1, f"the fee is {OLD} only")], {"EMD": {OLD}}, current) == []
    assert find_old_values([("Done", 1, f"the fee is {OLD}")], {"EMD": {OLD}}, current)


def test_a_current_value_in_another_line_or_inside_another_token_excuses_nothing() -> None:
    lines = [("Done", 1, f"EMD {OLD}"), ("Done", 2, f"EMD {NOW}"), ("Done", 3, f"{OLD} and {NOW}0")]
    problems = find_old_values(lines, {"EMD": {OLD}}, {"EMD": NOW})
    assert [problem.line for problem in problems] == [1, 3]


def test_a_fact_that_was_taken_back_leaves_only_old_values() -> None:
    (problem,) = find_old_values([("Done", 1, OLD)], {"EMD": {OLD}}, {})
    assert problem.says == "Line 1 of Done holds 'Rs 12,00,000', an old value of EMD: leave it out."


def test_it_names_each_line_once_for_each_value_in_the_order_of_the_text() -> None:
    lines = [("Done", 1, f"{OLD}, {OLD}"), ("Next", 2, f"Rs 11,00,000 then {OLD}"), ("Next", 3, "fine")]
    old = {"EMD": {OLD, "Rs 11,00,000"}}
    problems = find_old_values(iter(lines), old, {"EMD": NOW})
    assert [(problem.line, (problem.detail or {})["old"]) for problem in problems] == [
        (1, OLD),
        (2, "Rs 11,00,000"),
        (2, OLD),
    ]


def test_of_facts_that_shared_an_old_value_any_current_one_beside_it_will_do() -> None:
    old = {"EMD": {OLD}, "Fee": {OLD}}
    current = {"EMD": NOW, "Fee": "Rs 9,000"}
    assert find_old_values([("Done", 1, f"fee {OLD} → Rs 9,000")], old, current) == []
    assert len(find_old_values([("Done", 1, f"fee {OLD}")], old, current)) == 1


TOKEN = st.text(alphabet="0123456789abcdefgh", min_size=4, max_size=8)


@given(TOKEN, st.lists(TOKEN, max_size=5), st.lists(TOKEN, max_size=5))
def test_a_token_between_spaces_is_found_wherever_it_stands(old: str, before: list[str], after: list[str]) -> None:
    text = " ".join([*before, old, *after])
    assert len(find_old_values([("Done", 1, text)], {"EMD": {old}}, {"EMD": "—"})) == 1
    others = [token for token in before + after if token != old]
    assert find_old_values([("Done", 1, " ".join(others))], {"EMD": {old}}, {"EMD": "—"}) == []


@given(st.lists(st.text()), st.dictionaries(st.text(), st.sets(st.text())), st.dictionaries(st.text(), st.text()))
def test_it_takes_any_text(texts: list[str], old: dict[str, set[str]], current: dict[str, str]) -> None:
    lines = [("Done", number, text) for number, text in enumerate(texts, 1)]
    for problem in find_old_values(lines, old, current):
        assert problem.line
        assert (problem.detail or {})["old"] in texts[problem.line - 1]


def test_ten_thousand_old_values_and_a_whole_new_note_are_quick() -> None:
    old = {f"fact {n % 100}": {f"Rs {n},00,{m:03}" for m in range(100)} for n in range(100)}
    lines = [("Done", n, f"- step {n} of the story, for Rs {n},00,007 or less") for n in range(300)]
    assert ends_soon(find_old_values, lines, old, {})
    assert len(find_old_values(lines, old, {})) == 100


@pytest.mark.parametrize("part", ["0000", "0,", "Rs ", "Rs 12,00,000 ", "Rs 12,00,0000", "_0", "abab "])
def test_it_looks_at_hostile_lines_without_delay(part: str) -> None:
    for text in lines_of(part):
        old = {"EMD": {"0000", "0,0,0,0", "Rs Rs Rs", OLD, "abab abab"}}
        assert ends_soon(find_old_values, [("Done", 1, text)], old, {"EMD": "Rs Rs"})
