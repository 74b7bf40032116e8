import pytest
from hypothesis import given
from hypothesis import strategies as st

from notes.rules.facts.checks import check_fact, check_must_carry, check_sources
from notes.rules.facts.kinds import KINDS
from notes.rules.problems import Problem

GITHUB = "ghp_" + "aB3dE5gH7jK9mN1pQ4sT6vW8yZ0bC2eF5hJ7"

FITS = [
    ("text", "Rs 15,00,000"),
    ("text", "28 Oct 2026 15:00 IST"),
    ("text", "క్‌షమించు"),
    ("text", "Rs\xa012"),
    ("whole_number", "42"),
    ("whole_number", "0"),
    ("whole_number", "-7"),
    ("decimal", "12.5 kg"),
    ("decimal", "12.5kg"),
    ("decimal", "12.5 %"),
    ("decimal", "12.5%"),
    ("decimal", "0.75 km/h"),
    ("decimal", "3 metric tons"),
    ("decimal", "-4.5 °C"),
    ("decimal", "₹1500.50"),
    ("decimal", "INR 1500000.00"),
    ("decimal", "Rs. 1500.50"),
    ("decimal", "5 కిలో"),
    ("date", "2026-10-28"),
    ("date", "2028-02-29"),
    ("date_time", "2026-10-28T15:00+05:30"),
    ("date_time", "2026-10-28 15:00:00.5Z"),
    ("date_time", "2026-10-28T15:00:00-0800"),
    ("date_time", "15:00+05:30"),
    ("date_time", "09:30Z"),
]

MISFITS = [
    ("whole_number", "15,00,000"),
    ("whole_number", "4.0"),
    ("whole_number", "007"),
    ("whole_number", "+4"),
    ("whole_number", " 4"),
    ("whole_number", "४२"),
    ("decimal", "12.5"),
    ("decimal", "1,500 kg"),
    ("decimal", "12.5.3 kg"),
    ("decimal", "2026-10-28"),
    ("decimal", "10:30"),
    ("decimal", "kg"),
    ("decimal", "1. kg"),
    ("decimal", ".5 kg"),
    ("date", "28 Oct 2026"),
    ("date", "2026-02-30"),
    ("date", "20261028"),
    ("date", "2026-W44-3"),
    ("date", "2026-10-28T15:00Z"),
    ("date_time", "2026-10-28"),
    ("date_time", "2026-10-28T15:00"),
    ("date_time", "2026-10-28T25:00Z"),
    ("date_time", "2026-13-28T15:00Z"),
    ("date_time", "15:00"),
    ("date_time", "15:00 IST"),
    ("date_time", "15:00+99:00"),
]


def codes(problems: list[Problem]) -> list[str]:
    return [problem.code for problem in problems]


@pytest.mark.parametrize(("kind", "value"), FITS)
def test_it_takes_a_value_of_its_kind(kind: str, value: str) -> None:
    assert check_fact("EMD", value, kind, "Corrigendum 2, page 1") == []


@pytest.mark.parametrize(("kind", "value"), MISFITS)
def test_it_refuses_a_value_of_another_kind_and_shows_one_that_fits(kind: str, value: str) -> None:
    (problem,) = check_fact("EMD", value, kind, "page 1")
    assert problem.code == "fact.bad_value"
    assert problem.says == (
        f"The value of 'EMD' is not {KINDS[kind].says}: write it like {KINDS[kind].example!r}, or say 'text'."
    )


@pytest.mark.parametrize("kind", KINDS)
def test_the_example_of_each_kind_fits(kind: str) -> None:
    assert check_fact("EMD", KINDS[kind].example, kind, "page 1") == []


@pytest.mark.parametrize("name", ["EMD", "Bid due", "టెండర్ రుసుము", "శ్రీ‌రామ్", "a" * 80, "50 % rule?", "v1.2 #3"])
def test_it_takes_names_of_one_short_line(name: str) -> None:
    assert check_fact(name, "1", "text", "page 1") == []


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("", "may not be empty: give it a short one, such as 'EMD'."),
        (" \t", "may not be empty: give it a short one, such as 'EMD'."),
        ("a" * 81, "has at most 80 characters, this one has 81: shorten it."),
        (" EMD", "may not begin or end with a space: leave it out."),
        ("CGST/SGST", "stands in addresses and may hold no slash: write 'or' or a dash instead."),
        ("a\\b", "stands in addresses and may hold no slash: write 'or' or a dash instead."),
        ("..", "cannot be '..', which means something else: choose another."),
        ("next_action", "cannot be 'next_action', which means something else: choose another."),
        ("E\u200bMD", "is one line without hidden characters: leave out U+200B zero width space."),
        ("Bid\xa0due", "is one line without hidden characters: leave out U+00A0 no-break space."),
        ("Bid\ndue", "is one line without hidden characters: leave out the tab or line break."),
    ],
)
def test_it_refuses_a_name_that_cannot_be_told_or_linked(name: str, says: str) -> None:
    assert check_fact(name, "1", "text", "page 1") == [Problem("fact.bad_name", f"The name of a fact {says}")]


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ("", "is empty: send the exact value."),
        ("  ", "is empty: send the exact value."),
        ("a" * 501, "has over 500 characters: send the bare value alone."),
        ("a\nb", "is not one line: leave out tabs and breaks."),
        ("a\u2028b", "is not one line: leave out tabs and breaks."),
        ("a\n", "is not one line: leave out tabs and breaks."),
        ("a\tb", "is not one line: leave out tabs and breaks."),
    ],
)
def test_it_refuses_a_value_that_is_no_line(value: str, says: str) -> None:
    assert check_fact("EMD", value, "text", "page 1") == [Problem("fact.bad_value", f"The value of 'EMD' {says}")]


def test_it_wants_a_source_and_a_kind_that_it_knows() -> None:
    assert check_fact("EMD", "1", "number", " ") == [
        Problem(
            "fact.unknown_kind",
            "The kind of 'EMD' is unknown: use one of text, whole_number, decimal, date, date_time.",
        ),
        Problem("fact.no_source", "No source for 'EMD': say where its value can be checked."),
    ]
    assert codes(check_fact("EMD", "1", "text", "a\nb")) == ["fact.bad_source"]
    assert codes(check_fact("EMD", "1", "text", "a" * 501)) == ["fact.bad_source"]


def test_it_names_every_reason_at_once() -> None:
    assert codes(check_fact("a/b", "", "number", "")) == [
        "fact.bad_name",
        "fact.bad_value",
        "fact.unknown_kind",
        "fact.no_source",
    ]


def test_it_refuses_hidden_text_and_secrets_in_value_and_source() -> None:
    problems = check_fact("EMD", "a\u202eb", "text", GITHUB)
    assert codes(problems) == ["hygiene.direction_override", "hygiene.secret"]
    assert problems[0].says.startswith("The value of 'EMD' holds U+202E (right-to-left override)")
    assert problems[1].says.startswith("The source of 'EMD' holds what looks like a GitHub token")


@pytest.mark.parametrize("place", range(4))
def test_no_sentence_repeats_a_secret(place: int) -> None:
    fact = ["EMD", "1", "text", "page 1"]
    fact[place] = GITHUB
    problems = check_fact(*fact)
    assert problems
    assert GITHUB[:8] not in repr(problems)


@given(st.text(), st.text(), st.sampled_from([*KINDS, "other"]), st.text())
def test_every_refusal_is_one_line_that_can_be_read(name: str, value: str, kind: str, source: str) -> None:
    for problem in check_fact(name, value, kind, source):
        assert problem.says.isprintable()
        assert problem.says.endswith(".")


FACTS = {"EMD": "Rs 15,00,000", "Bid due": "28 Oct 2026 15:00 IST"}


def test_a_note_that_mirrors_the_facts_agrees_with_them() -> None:
    assert check_must_carry(FACTS, FACTS) == []
    assert check_must_carry({**FACTS, "Turnover": "Rs 3 crore"}, FACTS) == []
    assert check_must_carry({}, {}) == []


def test_a_fact_that_is_missing_is_named_with_its_value() -> None:
    assert check_must_carry({"EMD": "Rs 15,00,000"}, FACTS) == [
        Problem(
            "fact.missing",
            "Bid due: missing in must_carry, send it with its current value '28 Oct 2026 15:00 IST'.",
            "must_carry",
            detail={"fact": "Bid due", "current": "28 Oct 2026 15:00 IST"},
        )
    ]


@pytest.mark.parametrize(
    ("sent", "quoted"),
    [
        ("Rs 15 lakh", "'Rs 15 lakh'"),
        ("Rs 15,00,000 ", "'Rs 15,00,000 '"),
        ("Rs\xa015,00,000", r"'Rs\xa015,00,000'"),
        ("", "''"),
        (GITHUB, "'[a GitHub token]'"),
    ],
)
def test_a_fact_that_differs_by_anything_is_shown_both_ways(sent: str, quoted: str) -> None:
    (problem,) = check_must_carry({**FACTS, "EMD": sent}, FACTS)
    assert problem.code == "fact.changed"
    assert problem.says == f"EMD: the fact is 'Rs 15,00,000', got {quoted}; send that, or set the fact first."
    assert GITHUB not in repr(problem)


@given(st.dictionaries(st.text(), st.text()), st.dictionaries(st.text(), st.text()))
def test_it_finds_exactly_the_facts_that_differ(sent: dict[str, str], facts: dict[str, str]) -> None:
    named = {problem.detail["fact"] for problem in check_must_carry(sent, facts) if problem.detail}
    assert named == {name for name in facts if sent.get(name) != facts[name]}


@pytest.mark.parametrize("sent", ["page 4", "", " ", None])
def test_a_note_names_the_source_of_a_fact_or_none(sent: str | None) -> None:
    assert check_sources({} if sent is None else {"EMD": sent}, {"EMD": "page 4", "Bid due": "page 2"}) == []


def test_a_fact_without_a_source_contradicts_none() -> None:
    assert check_sources({"EMD": "page 4", "new": "page 9"}, {"EMD": ""}) == []


@pytest.mark.parametrize("sent", ["I made it up", "page 4 ", "Page 4"])
def test_another_source_than_the_fact_has_is_told_with_the_right_one(sent: str) -> None:
    (problem,) = check_sources({"EMD": sent}, {"EMD": "page 4"})
    says = f"EMD: the fact has the source 'page 4', got {sent!r}; send that, or set the fact first."
    detail = {"fact": "EMD", "current": "page 4", "yours": sent}
    assert problem == Problem("fact.source_changed", says, "sources", None, detail)


def test_a_secret_as_a_source_is_not_repeated() -> None:
    (problem,) = check_sources({"EMD": GITHUB}, {"EMD": "page 4"})
    assert GITHUB not in repr(problem)
