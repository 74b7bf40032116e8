"""From one format to another: what corresponds goes over, what has no place is named."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notes.rules import formats
from notes.rules.documents import Document, Role
from notes.rules.formats import nine_sections, twelve_fields
from notes.rules.formats.convert import Conversion, Lost, Renamed, convert
from notes.rules.formats.entries import entries_of, lines_of_entries
from tests.rules.test_formats import six_fields_notes, twelve_fields_notes
from tests.rules.texts import wild_notes

NINE = """## Goal
Send one refund email per refund

## Done
- reproduced it
  with two deliveries
- added a column

## Next
- run the API tests

## Decisions and why
- unique key, not a lock: two workers

## Dead ends

## Files touched
- app/models.py

## How to verify
make test

## Checklist status
- [x] tests

## Open questions
- old refunds too?
"""


def test_nine_sections_become_six_fields_and_say_what_has_no_place() -> None:
    conversion = convert(read(NINE, "nine_sections"), "six_fields")
    assert json.loads(conversion.text) == {
        "goal": "Send one refund email per refund",
        "done": ["reproduced it\nwith two deliveries", "added a column"],
        "must_carry": {},
        "open_questions": ["old refunds too?"],
        "next_action": "run the API tests",
        "sources": {},
    }
    assert [lost.section for lost in conversion.lost] == [
        "Decisions and why",
        "Files touched",
        "How to verify",
        "Checklist status",
    ]
    assert not conversion.problems


def test_nine_sections_become_twelve_fields() -> None:
    conversion = convert(read(NINE, "nine_sections"), "twelve_fields")
    fields = json.loads(conversion.text)
    assert fields["original_goal"] == "Send one refund email per refund"
    assert fields["changes_applied"] == ["reproduced it\nwith two deliveries", "added a column"]
    assert fields["tests_run"] == ["make test"]
    assert conversion.lost == (
        Lost("Checklist status", ("- [x] tests",)),
        Lost("Open questions", ("- old refunds too?",)),
    )
    assert not conversion.problems


def test_twelve_fields_become_nine_sections() -> None:
    fields: dict[str, Any] = dict.fromkeys(twelve_fields.FIELDS, "") | {
        "original_goal": "validate emails",
        "current_objective": "tests",
        "errors_and_failed_attempts": ["regex", "library"],
        "things_not_to_repeat": "the regex",
        "exact_next_step": "fix the code",
        "user_constraints": ["no database"],
    }
    conversion = convert(read(json.dumps(fields), "twelve_fields"), "nine_sections")
    document = read(conversion.text, "nine_sections")
    assert {section.name: section.lines for section in document.sections if section.lines} == {
        "Goal": ("validate emails", "", "tests"),
        "Next": ("fix the code",),
        "Dead ends": ("- regex", "- library", "", "the regex"),
    }
    assert conversion.lost == (Lost("user_constraints", ("- no database",)),)


MARKUP = [
    *("ship\n## Done\nx", "ship\n---", "ship\n===", "# Title", "```sh\nmake\n```", "<!-- open", "a\n\n\nb", "- x\n- y"),
]


@pytest.mark.parametrize("text", MARKUP)
def test_what_is_text_in_a_field_is_text_in_markdown_and_comes_back(text: str) -> None:
    fields: dict[str, Any] = dict.fromkeys(twelve_fields.FIELDS, "") | {"original_goal": text, "exact_next_step": text}
    for to in ("nine_sections", "free"):
        conversion = convert(read(json.dumps(fields), "twelve_fields"), to)
        assert not conversion.problems
        back = convert(read(conversion.text, to), "twelve_fields")
        kept = json.loads(back.text)
        assert (kept["original_goal"], kept["exact_next_step"]) == (text, text)


def test_what_would_be_code_up_to_the_end_is_refused_by_name() -> None:
    fields = SIX | {"goal": "~~~\nmake", "done": ["a\n```"]}
    problems = convert(read(json.dumps(fields), "six_fields"), "nine_sections").problems
    named = [problem.section for problem in problems if problem.code == "format.not_plain_text"]
    assert named == ["goal", "done"]


def test_must_carry_facts_have_no_place_in_nine_sections() -> None:
    fields = {"goal": "g", "done": [], "must_carry": {"EMD": "15"}, "open_questions": [], "next_action": "n"}
    conversion = convert(read(json.dumps(fields | {"sources": {"EMD": "page 1"}}), "six_fields"), "nine_sections")
    assert conversion.lost == (Lost("must_carry", ("- EMD: 15",)), Lost("sources", ("- EMD: page 1",)))


def test_what_is_still_missing_is_said() -> None:
    conversion = convert(read("## Done\n- x\n", "free"), "six_fields")
    assert [problem.code for problem in conversion.problems] == ["format.empty_field", "format.empty_field"]


@pytest.mark.parametrize("format", ["nine_sections", "free"])
def test_a_note_of_nine_sections_is_itself_as_markdown(format: str) -> None:
    conversion = convert(read(NINE, "nine_sections"), format)
    kept = NINE if format == "nine_sections" else NINE.replace("## Dead ends\n\n", "")
    assert (conversion.text, conversion.lost) == (kept, ())


USUAL = """# Refunds

## 3. Next steps:
- run the API tests

## ✅ Done
- reproduced it

## Status
green

## TODO
then ship

## Never deploy on a Friday

## Ziel
One email
"""


def test_usual_headings_become_those_of_the_nine_and_what_may_mean_several_is_left_to_a_person() -> None:
    conversion = convert(read(USUAL, "free"), "nine_sections")
    found = {section.name: section.lines for section in read(conversion.text, "nine_sections").sections}
    assert {name: lines for name, lines in found.items() if lines} == {
        "Goal": ("One email",),
        "Done": ("- reproduced it",),
        "Next": ("- run the API tests", "", "then ship"),
    }
    assert conversion.renamed == (
        Renamed("Next", ("3. Next steps:", "TODO")),
        Renamed("Done", ("✅ Done",)),
        Renamed("Goal", ("Ziel",)),
    )
    assert conversion.lost == (
        Lost("", ("# Refunds",)),
        Lost("Status", ("green",)),
        Lost("Never deploy on a Friday", ()),
    )
    assert not conversion.problems


def test_usual_headings_become_fields_too() -> None:
    conversion = convert(read(USUAL, "free"), "six_fields")
    fields = json.loads(conversion.text)
    assert (fields["goal"], fields["next_action"]) == ("One email", "run the API tests\nthen ship")
    assert conversion.renamed[0] == Renamed("next_action", ("3. Next steps:", "TODO"))


SIX = {"goal": "g", "done": [], "must_carry": {"EMD": "15"}, "open_questions": [], "next_action": "n", "sources": {}}


@pytest.mark.parametrize(("text", "format"), [(USUAL, "free"), (json.dumps(SIX, indent=2) + "\n", "six_fields")])
def test_what_has_the_format_already_stays_as_it_is(text: str, format: str) -> None:
    conversion = convert(read(text, format), format)
    assert (conversion.text, conversion.lost, conversion.renamed) == (text, (), ())


def test_parts_that_are_joined_stay_apart() -> None:
    """A line of dashes right under a line of text would make a heading of it."""
    conversion = convert(read("## Goal\none email\n\n## Context\n---\ntwo deliveries\n", "free"), "nine_sections")
    assert not conversion.problems
    assert "one email\n\n---\ntwo deliveries" in conversion.text


HEADINGS = st.sampled_from(
    ["Goal", "TODO", "next steps:", "**Done**", "Status", "Цель", "下一步", "決策", "Notes", "2. Ziel"]
)
free_notes = st.lists(st.tuples(HEADINGS.map("## {}".format), wild_notes | st.just("")), min_size=1, max_size=5)


@given(free_notes.map(lambda parts: "\n".join(part for pair in parts for part in pair)))
@settings(max_examples=300, deadline=None)
def test_every_line_of_markdown_goes_over_or_is_told(text: str) -> None:
    """Headings too: each is one of the target's, or told as another's, or as one without a place."""
    document = read(text, "free")
    for to in ("six_fields", "twelve_fields", "nine_sections", "free"):
        conversion = convert(document, to)
        kept = "\n".join(strings(json.loads(conversion.text))) if to in formats.JSON_FORMATS else conversion.text
        told = "\n".join([kept, *reported(conversion)])
        for row in document.rows:
            assert row.role is Role.BLANK or row.text.strip(" \t#-=") in told or is_plain(document.section_of(row))


def reported(conversion: Conversion) -> list[str]:
    lost = [words for lost in conversion.lost for words in (lost.section, *lost.lines)]
    return [*lost, *(heading for each in conversion.renamed for heading in each.headings)]


def is_plain(heading: str) -> bool:
    """One of the nine, which has its place in any format by the table."""
    return nine_sections.canonical_name(heading) in nine_sections.SECTIONS


@given(six_fields_notes() | twelve_fields_notes())
@settings(max_examples=200, deadline=None)
def test_every_entry_of_a_json_note_goes_over_or_is_named(fields: dict[str, Any]) -> None:
    format = "six_fields" if "goal" in fields else "twelve_fields"
    conversion = convert(read(json.dumps(fields), format), "nine_sections")
    named = {lost.section for lost in conversion.lost}
    for name, value in fields.items():
        for entry in strings(value) if name not in named else []:
            assert all(line.strip() in conversion.text for line in entry.split("\n"))


def test_entries_and_lines_are_opposites_for_plain_items() -> None:
    entries = ["one", "two\nwith more\n\nand more", "## no heading here", "1. no number here"]
    assert entries_of(lines_of_entries(entries)) == entries


def read(text: str, format: str) -> Document:
    document = formats.read(format, text).document
    assert document
    return document


def strings(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    return [text for part in (value.values() if isinstance(value, dict) else value) for text in strings(part)]
