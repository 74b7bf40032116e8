"""The fields of a JSON note as texts that people type."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notes.rules.documents import Shape
from notes.rules.formats.json_notes import section_from
from notes.web.edit.field_texts import entries, to_json, to_text

TYPED = [
    ("- a\n- b", ["a", "b"]),
    ("a\nb", ["a", "b"]),
    ("- a\n  goes on\n- b", ["a\ngoes on", "b"]),
    ("- a\n\n- b\n", ["a", "b"]),
    ("- two mine\n\n  second para", ["two mine\n\nsecond para"]),
    ("- a\n\n\n  b\n\n- c", ["a\n\n\nb", "c"]),
    ("- a\n\nb", ["a", "b"]),
    ("- - a", ["- a"]),
    ("-\n- b", ["", "b"]),
    ("  a", ["  a"]),
    ("", []),
]


@pytest.mark.parametrize(("text", "expected"), TYPED)
def test_it_reads_entries_as_people_type_them(text: str, expected: list[str]) -> None:
    assert entries(text) == expected


lines = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r"), max_size=12)


@given(st.lists(lines, max_size=5))
def test_a_list_comes_back_as_it_was(values: list[str]) -> None:
    text = to_text(section_from("done", values))
    assert json.loads(to_json(Shape.LIST, text)) == values


@given(lines)
def test_a_text_comes_back_as_it_was(value: str) -> None:
    assert json.loads(to_json(Shape.TEXT, to_text(section_from("goal", value)))) == value


@given(st.dictionaries(lines.filter(lambda name: "\n" not in name), lines, max_size=4))
def test_facts_come_back_as_they_were(values: dict[str, str]) -> None:
    text = to_text(section_from("must_carry", values))
    assert json.loads(to_json(Shape.MAP, text)) == values


def test_a_name_that_stands_twice_is_left_for_the_format_to_refuse() -> None:
    assert to_json(Shape.MAP, "- EMD: 1\n- EMD: 2").count('"EMD"') == 2
