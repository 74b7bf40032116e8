"""Every worked example of one write, and what the formats promise for all texts."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notes.queries.tokens import count_tokens
from notes.rules import formats
from notes.rules.documents import Document, Role
from notes.rules.formats import limits, nine_sections, six_fields, twelve_fields
from tests.rules.texts import wild_notes

CASES: list[dict[str, Any]] = json.loads((Path(__file__).parent.parent / "cases" / "formats.json").read_text())
NINE = "## Goal\nship it\n\n" + "\n\n".join(f"## {name}\n- x" for name in nine_sections.SECTIONS[1:]) + "\n"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_it_reads_as_the_case_says(case: dict[str, Any]) -> None:
    text = case["text"] if "text" in case else json.dumps(case["fields"])
    reading = formats.read(case["format"], text)
    problems = list(reading.problems)
    if reading.document and case["format"] == "nine_sections":
        problems += formats.check_tokens(count_tokens(formats.render(reading.document)), limits.NINE_SECTIONS_TOKENS)
    assert sorted({problem.code for problem in problems}) == case.get("refused", [])
    if "sections" in case:
        assert reading.document
        assert reading.document.names == case["sections"]
    if "warnings" in case:
        assert len(reading.warnings) == case["warnings"]


# What came in → the text that is kept.
KEPT = {
    "windows_line_ends": ("## A\r\nb\r\n", "## A\nb\n"),
    "old_mac_line_ends": ("## A\rb\r", "## A\nb\n"),
    "byte_order_mark": ("\ufeff## A\nb\n", "## A\nb\n"),
    "no_final_line_end": ("## A\nb", "## A\nb\n"),
    "blank_edges": ("\n\n## A\n\n \t\nb\n\n\n\n## C\n\n", "## A\nb\n\n## C\n"),
    "blank_lines_inside_stay": ("## A\nb\n\n \nc\n", "## A\nb\n\n \nc\n"),
    "no_break_space_is_text": ("## A\n\u00a0\n", "## A\n\u00a0\n"),
    "form_feed_is_text": ("## A\nb\x0cc\n", "## A\nb\x0cc\n"),
    "trailing_spaces_stay": ("## A\nb  \n", "## A\nb  \n"),
    "decomposed_accents_stay": ("## A\ne\u0301\n", "## A\ne\u0301\n"),
    "closing_hashes_stay_in_free_notes": ("##  A ##\nb\n", "##  A ##\nb\n"),
    "setext_headings_stay": ("A\n---\nb\n", "A\n---\nb\n"),
    "front_matter": ("---\ntitle: x\n---\n# T\n## A\n", "---\ntitle: x\n---\n\n# T\n\n## A\n"),
    "a_thematic_break_is_no_front_matter": ("---\n\nsome text\n\n---\n", "---\n\nsome text\n\n---\n"),
}


@pytest.mark.parametrize(("raw", "kept"), KEPT.values(), ids=KEPT)
def test_it_keeps_text_code_point_for_code_point(raw: str, kept: str) -> None:
    document = formats.read("free", raw).document
    assert document
    assert formats.render(document) == kept


def test_it_names_front_matter_and_what_stands_before_headings() -> None:
    document = formats.read("free", "---\ntitle: x\n---\nhello\n\n## A\nb\n").document
    assert document
    assert [(section.name, section.lines) for section in document.sections] == [
        ("---", ("---", "title: x", "---")),
        ("", ("hello",)),
        ("A", ("b",)),
    ]


def test_nine_sections_take_front_matter_and_a_title_in_any_heading_style() -> None:
    reading = formats.read("nine_sections", "---\na: b\n---\nTitle\n=====\n\n" + NINE)
    assert not reading.problems
    assert [warning.code for warning in reading.warnings] == ["format.title_left_out"]
    assert reading.document
    assert formats.render(reading.document) == "---\na: b\n---\n\n" + NINE


def test_a_title_with_text_behind_it_is_text_outside() -> None:
    reading = formats.read("nine_sections", "# Title\nand a word\n\n" + NINE)
    assert [problem.code for problem in reading.problems] == ["format.text_outside_section"]


def test_an_unknown_section_is_told_the_nearest_right_name() -> None:
    reading = formats.read("nine_sections", NINE.replace("Dead ends", "Dead end"))
    says = [problem.says for problem in reading.problems if problem.code == "format.unknown_section"]
    assert says == ["“Dead end” is none of the nine sections. Did you mean “Dead ends”?"]


def test_a_problem_names_its_line_in_what_was_sent() -> None:
    reading = formats.read("nine_sections", NINE.replace("## Done\n", "## Done\n```\n"))
    (fence,) = [problem for problem in reading.problems if problem.code == "format.open_fence"]
    assert fence.line == 5


CAPS = {
    "bytes": ("é" * (limits.MAX_BYTES // 2 + 1), "format.too_many_bytes"),
    "nul": ("a\0b", "format.not_text"),
    "a_lone_surrogate": ("a\ud800b", "format.not_text"),
    "nothing": ("", "write.empty"),
    "blanks": (" \n\t\n", "write.empty"),
}


@pytest.mark.parametrize("format", formats.FORMATS)
@pytest.mark.parametrize(("text", "code"), CAPS.values(), ids=CAPS)
def test_it_refuses_what_no_note_may_be(format: str, text: str, code: str) -> None:
    assert [problem.code for problem in formats.read(format, text).problems] == [code]


CAPS_OF_MARKDOWN = {
    "lines": ("x\n" * (limits.MAX_LINES + 1), "format.too_many_lines"),
    "lines_once_sections_are_set_apart": ("##\n" * (limits.MAX_LINES - 1), "format.too_many_lines"),
    "a_line": ("x" * (limits.MAX_LINE + 1), "format.line_too_long"),
}


@pytest.mark.parametrize(("text", "code"), CAPS_OF_MARKDOWN.values(), ids=CAPS_OF_MARKDOWN)
def test_it_refuses_markdown_that_is_too_large(text: str, code: str) -> None:
    assert [problem.code for problem in formats.read("free", text).problems] == [code]


CAPS_OF_JSON = {
    "entries": (["x"] * (limits.MAX_LINES + 1), "format.too_many_lines"),
    "an_entry": (["x" * (limits.MAX_LINE + 1)], "format.line_too_long"),
    "bytes_once_they_are_written_out": (["é" * 40_000] * 14, "format.too_many_bytes"),
    "short_entries_in_one_long_line": (["x" * 1_000] * 200, None),
}


@pytest.mark.parametrize(("entries", "code"), CAPS_OF_JSON.values(), ids=CAPS_OF_JSON)
def test_in_a_json_note_the_entries_are_the_lines(entries: list[str], code: str | None) -> None:
    reading = formats.read("six_fields", json.dumps(SIX | {"done": entries}, ensure_ascii=code is None))
    assert [problem.code for problem in reading.problems] == ([code] if code else [])


@pytest.mark.parametrize("raw", ["\ufeff\ufeffa\n", "\n \n\ufeffa\n", "\ufeff\n\ufeffa\n", " \ufeffa\n"])
def test_what_is_kept_reads_as_itself(raw: str) -> None:
    reading = formats.read("free", raw)
    assert formats.read("free", reading.text).text == reading.text
    assert formats.normalise(reading.text) == reading.text


SIX: dict[str, Any] = {
    "goal": "g",
    "done": ["a", ""],
    "must_carry": {"EMD": "Rs 15,00,000"},
    "open_questions": [],
    "next_action": "n",
    "sources": {"EMD": "page 1"},
}

BAD_JSON = {
    "no_json": ("{", "format.not_json"),
    "no_object": ("[1]", "format.not_json"),
    "too_deep": ("[" * 100_000, "format.not_json"),
    "a_field_twice": (json.dumps(SIX)[:-1] + ', "goal": "h"}', "format.repeated_field"),
    "a_name_twice": (json.dumps(SIX).replace('{"EMD": "Rs', '{"EMD": "a", "EMD": "Rs'), "format.repeated_field"),
    "unknown": (json.dumps(SIX | {"mood": "good"}), "format.unknown_field"),
    "a_number_in_a_list": (json.dumps(SIX | {"done": [1]}), "format.wrong_type"),
    "null": (json.dumps(SIX | {"goal": None}), "format.wrong_type"),
    "true_is_no_text": (json.dumps(SIX | {"sources": {"EMD": True}}), "format.wrong_type"),
    "blank_goal": (json.dumps(SIX | {"goal": " \n"}), "format.empty_field"),
    "escaped_nul": (json.dumps(SIX | {"goal": "a\0"}), "format.not_text"),
    "escaped_surrogate": (json.dumps(SIX | {"done": ["\ud83d"]}), "format.not_text"),
}


@pytest.mark.parametrize(("text", "code"), BAD_JSON.values(), ids=BAD_JSON)
def test_six_fields_refuse_with_a_reason(text: str, code: str) -> None:
    reading = formats.read("six_fields", text)
    assert code in [problem.code for problem in reading.problems]


def test_a_fact_without_source_is_a_warning_or_refused_where_the_project_says_so() -> None:
    text = json.dumps(SIX | {"sources": {}})
    assert [w.code for w in formats.read("six_fields", text).warnings] == ["format.fact_without_source"]
    strict = formats.read("six_fields", text, require_sources=True)
    assert [p.code for p in strict.problems] == ["format.fact_without_source"]


def test_two_spellings_of_one_field_are_not_silently_one() -> None:
    fields = dict.fromkeys(twelve_fields.FIELDS, "x") | {"git_state": "clean"}
    (problem,) = formats.read("twelve_fields", json.dumps(fields)).problems
    assert (problem.code, problem.section) == ("format.repeated_field", "current_state")


def test_the_keys_of_an_object_have_no_order() -> None:
    one = json.dumps(SIX | {"must_carry": {"a": "1", "b": "2"}})
    other = json.dumps(SIX | {"must_carry": {"b": "2", "a": "1"}})
    assert formats.read("six_fields", one).document == formats.read("six_fields", other).document


@given(wild_notes)
@settings(max_examples=300, deadline=None)
def test_rendering_and_parsing_a_free_note_are_opposites(text: str) -> None:
    document = formats.read("free", text).document
    assert document
    canonical = formats.render(document)
    assert formats.parse("free", canonical).document == document
    assert [row.text for row in document.rows] == canonical.split("\n")[:-1]


words = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=12)
filled = words.filter(str.strip)


@st.composite
def six_fields_notes(draw: st.DrawFn) -> dict[str, Any]:
    facts = draw(st.dictionaries(words, words, max_size=4))
    sources = {name: draw(words) for name in facts if draw(st.booleans())}
    lists = st.lists(words, max_size=3)
    return dict(
        zip(six_fields.TYPES, [draw(filled), draw(lists), facts, draw(lists), draw(filled), sources], strict=True)
    )


@st.composite
def twelve_fields_notes(draw: st.DrawFn) -> dict[str, Any]:
    values = st.one_of(words, st.lists(words, max_size=3))
    return {name: draw(filled if name in twelve_fields.FILLED else values) for name in twelve_fields.FIELDS}


@given(st.one_of(six_fields_notes(), twelve_fields_notes()))
@settings(max_examples=300, deadline=None)
def test_no_character_of_a_json_note_is_lost(fields: dict[str, Any]) -> None:
    format = six_fields.NAME if "goal" in fields else twelve_fields.NAME
    reading = formats.read(format, json.dumps(fields))
    assert not reading.problems
    document = reading.document
    assert document
    text = formats.render(document)
    assert json.loads(text) == fields
    assert formats.parse(format, text).document == document
    assert formats.render(document) == text
    assert_numbered(document)


def assert_numbered(document: Document) -> None:
    assert [row.number for row in document.rows] == list(range(1, len(document.rows) + 1))
    assert all(row.role in (Role.LINE, Role.BLANK) for row in document.rows)
