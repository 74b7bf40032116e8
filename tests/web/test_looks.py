"""What a line is in its block."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notes.rules.formats.markdown_notes import outline
from notes.rules.markdown import Inside
from notes.web.note import inline
from notes.web.note.looks import Look, looks


def read(text: str) -> list[Look]:
    (section,) = outline(text).sections
    return looks(list(zip(section.lines, section.inside, strict=True)))


def kinds(text: str) -> list[str]:
    return [look.kind for look in read(text)]


KINDS = [
    ("words", ["text"]),
    ("- a\n* b\n+ c", ["bullet", "bullet", "bullet"]),
    ("1. a\n2) b", ["number", "number"]),
    ("- [ ] a\n- [x] b\n- [X] c\n- [y] d", ["task", "done", "done", "bullet"]),
    ("# a\n### b\n###### c ##", ["h3", "h3", "h6"]),
    ("#no heading", ["text"]),
    ("a\n\n---\n\n* * *", ["text", "blank", "rule", "blank", "rule"]),
    ("```py\nx = 1\n```\nafter", ["fence", "code", "fence", "text"]),
    ("~~~\n```\n~~~", ["fence", "code", "fence"]),
    ("```\na\n```\n```\nb\n```", ["fence", "code", "fence", "fence", "code", "fence"]),
    ("- a\n  ```\n  x\n  ```", ["bullet", "fence", "code", "fence"]),
    ("    a\n      b\n\nc", ["code", "code", "blank", "text"]),
    ("a\n    b", ["text", "text"]),
    ("<!-- a\nb -->\n\nc", ["raw", "raw", "blank", "text"]),
    ("[a]: https://example.org", ["raw"]),
    ("| a | b |\n| - | - |\n| 1 | 2 |\nend", ["th", "ruler", "tr", "text"]),
    ("a | b\n--- | ---\n1 | 2", ["th", "ruler", "tr"]),
    ("a | b\nc | d", ["text", "text"]),
    ("| a |\n| - | - |", ["text", "text"]),
    ("> a\n> - b", ["text", "bullet"]),
]


@pytest.mark.parametrize(("text", "expected"), KINDS)
def test_it_knows_a_line_by_its_place(text: str, expected: list[str]) -> None:
    assert kinds(text) == expected


LEVELS = [
    ("- a\n  - b\n    - c\n- d", [0, 1, 2, 0]),
    ("1. a\n   - b\n   goes on\n2. c", [0, 1, 2, 0]),
    ("- a\n  goes on\nlazily", [0, 1, 1]),
    ("- a\n\n  a second block of a\n\nout again", [0, 0, 1, 0, 0]),
    ("- a\n\t- b", [0, 1]),
    ("\n".join(f"{'  ' * depth}- x" for depth in range(9)), [0, 1, 2, 3, 4, 5, 6, 6, 6]),
]


@pytest.mark.parametrize(("text", "levels"), LEVELS)
def test_it_follows_the_depth_of_lists(text: str, levels: list[int]) -> None:
    assert [look.level for look in read(text)] == levels


@given(st.lists(st.tuples(st.text("#>|-*`~_ \t1.)[x]\\a", max_size=12), st.sampled_from(Inside))))
def test_every_line_has_a_look(lines: list[tuple[str, Inside]]) -> None:
    assert len(looks(lines)) == len(lines)


def test_a_very_long_line_is_shown_as_it_was_typed() -> None:
    assert inline.markdown("[" * 90_000) == "[" * 90_000


def test_it_counts_quotations() -> None:
    assert [look.quotes for look in read("> a\n>> b\n> > > c\nd")] == [1, 2, 3, 0]


def test_a_row_never_loses_a_cell() -> None:
    row = read("| a | b |\n| - | - |\n| 1 | 2 | 3 | 4 |")[2]
    assert row.cells == ("1", "2 | 3 | 4")


def test_an_escaped_bar_parts_no_cells() -> None:
    assert read("| a | b |\n| - | - |\n| 1 \\| 2 | 3 |")[2].cells == ("1 \\| 2", "3")


def test_a_table_too_wide_for_the_page_stays_text() -> None:
    wide = "|".join("abcdefghijk")
    assert kinds(f"{wide}\n{'|'.join('-' * 11)}") == ["text", "text"]
