"""Two writers, one base: what goes through, what is a conflict, and that nothing is lost in silence."""

import json
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notes.rules import formats
from notes.rules.authors.merge import Conflict, merge
from notes.rules.authors.origins import Origin
from notes.rules.documents import Document, Row
from notes.rules.writing.verdicts import Accepted, Refused
from tests.rules.desk import Desk
from tests.rules.texts import edits, notes

BASE = "## Goal\na\n\n## Next\n- one\n- two\n- three\n"

# What theirs and yours make of BASE → the merged text, or None for a conflict.
TABLE = {
    "different_sections": (
        BASE.replace("a\n", "b\n", 1),
        BASE.replace("- three", "- 3"),
        "## Goal\nb\n\n## Next\n- one\n- two\n- 3\n",
    ),
    "both_the_same": (BASE.replace("- two", "- 2"), BASE.replace("- two", "- 2"), BASE.replace("- two", "- 2")),
    "one_unchanged_line_between": (
        BASE.replace("- one", "- 1"),
        BASE.replace("- three", "- 3"),
        "## Goal\na\n\n## Next\n- 1\n- two\n- 3\n",
    ),
    "neighbouring_lines": (BASE.replace("- one", "- 1"), BASE.replace("- two", "- 2"), None),
    "insertions_at_one_place": (BASE.replace("- two", "- x\n- two"), BASE.replace("- two", "- y\n- two"), None),
    "change_and_deletion": (BASE.replace("- two", "- 2"), BASE.replace("- two\n", ""), None),
    "a_new_section_each_at_other_ends": (
        "intro\n\n" + BASE,
        BASE + "\n## Done\n- x\n",
        "intro\n\n" + BASE + "\n## Done\n- x\n",
    ),
}


@pytest.mark.parametrize(("theirs", "yours", "merged"), TABLE.values(), ids=TABLE)
def test_it_merges_line_by_line(theirs: str, yours: str, merged: str | None) -> None:
    assert merge(read(BASE), read(theirs), read(yours)).text == merged


def test_a_conflict_shows_base_theirs_and_yours_for_each_place() -> None:
    theirs = BASE.replace("a\n", "b\n", 1).replace("- two", "- 2")
    yours = BASE.replace("a\n", "c\n", 1).replace("- two\n", "")
    assert merge(read(BASE), read(theirs), read(yours)).conflicts == (
        Conflict("Goal", ("a",), ("b",), ("c",)),
        Conflict("Next", ("- two",), ("- 2",), ()),
    )


def test_json_notes_merge_entry_by_entry() -> None:
    base = {"goal": "g", "done": ["a"], "must_carry": {}, "open_questions": [], "next_action": "n", "sources": {}}
    theirs, yours = base | {"done": ["a", "b"]}, base | {"next_action": "m"}
    merged = merge(*(read(json.dumps(fields), "six_fields") for fields in (base, theirs, yours)))
    assert merged.text
    assert json.loads(merged.text) == base | {"done": ["a", "b"], "next_action": "m"}


@given(st.data())
@settings(max_examples=300, deadline=None)
def test_a_merge_loses_no_line_of_either_side_without_saying_so(data: st.DataObject) -> None:
    base = read(data.draw(notes))
    text = formats.render(base)
    theirs, yours = read(data.draw(edits(text))), read(data.draw(edits(text)))
    merged = merge(base, theirs, yours)
    if merged.text is None:
        assert merged.conflicts
        return
    left = Counter(merged.text.split("\n"))
    for side in (theirs, yours):
        added = Counter(lines(side)) - Counter(lines(base))
        del added[""]
        assert added <= left


@given(st.data())
@settings(max_examples=300, deadline=None)
def test_merging_with_the_base_gives_the_other_side(data: st.DataObject) -> None:
    base = read(data.draw(notes))
    other = read(data.draw(edits(formats.render(base))))
    assert merge(base, other, base).text == formats.render(other)
    assert merge(base, base, other).text == formats.render(other)


@given(st.data())
@settings(max_examples=300, deadline=None)
def test_each_side_of_a_merge_keeps_its_own_lines(data: st.DataObject) -> None:
    desk = Desk()
    desk.write("agent", data.draw(notes))
    base = desk.text
    theirs, yours = data.draw(edits(base)), data.draw(edits(base))
    desk.write("person", theirs)
    if len(desk.revisions) != 2:
        return
    by_person = {row.text for row, origin in zip_rows(desk) if origin and origin.revision == 2}
    verdict = desk.write("agent", yours, 1)
    if isinstance(verdict, Refused) or verdict.unchanged:
        return
    assert isinstance(verdict, Accepted)
    assert by_person == {row.text for row, origin in zip_rows(desk) if origin and origin.revision == 2}


def zip_rows(desk: Desk) -> list[tuple[Row, Origin | None]]:
    note = desk.revisions[-1]
    return list(zip(note.document.rows, note.origins, strict=True))


def read(text: str, format: str = "free") -> Document:
    document = formats.read(format, text).document
    assert document
    return document


def lines(document: Document) -> list[str]:
    return formats.render(document).split("\n")
