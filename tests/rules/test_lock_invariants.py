"""What no sequence of writes may ever do. The checks here are written without the rules' own searches."""

import json
import os
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from notes.rules import formats
from notes.rules.authors.origins import Origin
from notes.rules.documents import Role
from notes.rules.formats import twelve_fields
from notes.rules.markdown import Inside
from notes.rules.writing.verdicts import Accepted, Group, Note, Refused
from tests.rules.desk import Desk
from tests.rules.texts import edits, notes, wild_notes

EXAMPLES = int(os.environ.get("EXAMPLES", "300"))


@given(st.data())
@settings(max_examples=EXAMPLES, deadline=None)
def test_an_agent_never_loses_changes_moves_splits_or_buries_a_locked_line(data: st.DataObject) -> None:
    desk = Desk()
    desk.write("agent", data.draw(notes))
    for _ in range(data.draw(st.integers(1, 4))):
        desk.write("person", data.draw(edits(desk.text)))
        if desk.newest is None:
            return
        before = desk.newest
        locked = {origin for index in desk.locked() if (origin := before.origins[index])}
        sent = data.draw(st.one_of(edits(desk.text), wild_notes))
        verdict = desk.write("agent", sent)
        if isinstance(verdict, Accepted):
            assert_kept(before, desk.revisions[-1], locked)
        assert_each_line_has_one_birth(desk.revisions[-1])


@given(st.data())
@settings(max_examples=EXAMPLES, deadline=None)
def test_what_is_repaired_always_passes(data: st.DataObject) -> None:
    desk = Desk()
    desk.write("agent", data.draw(wild_notes))
    desk.write("person", data.draw(edits(desk.text)))
    if desk.newest:
        verdict = desk.write("agent", data.draw(st.one_of(edits(desk.text), wild_notes)))
        if isinstance(verdict, Refused) and verdict.group is Group.LOCKS:
            assert verdict.repaired
            assert isinstance(desk.write("agent", verdict.repaired), Accepted)


@given(st.data())
@settings(max_examples=EXAMPLES, deadline=None)
def test_a_write_is_refused_only_where_no_placement_is_right(data: st.DataObject) -> None:
    desk = Desk()
    desk.write("agent", data.draw(notes))
    desk.write("person", data.draw(edits(desk.text)))
    if desk.newest is None:
        return
    before = desk.newest
    locked = sorted(desk.locked())
    sent = data.draw(edits(desk.text))
    verdict = desk.write("agent", sent)
    if isinstance(verdict, Refused) and verdict.group is Group.LOCKS:
        document = formats.read("free", sent).document
        assert document
        after = Note(0, sent, document, ())
        assert not any_placement(before, after, locked)


def assert_kept(before: Note, after: Note, locked: set[Origin]) -> None:
    place = {origin: index for index, origin in enumerate(after.origins) if origin in locked}
    assert set(place) == locked
    order = [(index, origin) for index, origin in enumerate(before.origins) if origin in locked]
    for index, origin in order:
        old, new = before.document.rows[index], after.document.rows[place[origin]]
        assert new.text == old.text
        assert after.document.section_of(new) == before.document.section_of(old)
        assert not hidden(before, index, after, place[origin])
    for (index, one), (next_index, other) in pairwise(order):
        if before.document.section_of(before.document.rows[index]) == before.document.section_of(
            before.document.rows[next_index]
        ):
            assert place[one] < place[other]
        if are_one_block(before, index, next_index):
            assert nothing_between(after, place[one], place[other])


def hidden(before: Note, index: int, after: Note, at: int) -> bool:
    """Enclosed now, and not in the same way before: in HTML and the like by the same lines above."""
    inside = after.document.rows[at].inside
    if inside in (Inside.NOTHING, Inside.FENCE):
        return inside not in (Inside.NOTHING, before.document.rows[index].inside)
    return above(before, index) != above(after, at)


def above(note: Note, index: int) -> list[str]:
    """The lines that enclose this one, from where that begins, and what it is."""
    rows = note.document.rows
    found = [rows[index].inside.name]
    while index and rows[index - 1].inside is rows[index].inside:
        index -= 1
        found.append(rows[index].text)
    return found


def assert_each_line_has_one_birth(note: Note) -> None:
    births = [origin for origin in note.origins if origin]
    assert len(births) == len(set(births))
    for row, origin in zip(note.document.rows, note.origins, strict=True):
        assert (origin is not None) == (row.role is Role.LINE)


def are_one_block(note: Note, index: int, other: int) -> bool:
    one, two = note.origins[index], note.origins[other]
    rows = note.document.rows
    same = one is not None and two is not None and one.revision == two.revision
    same = same and rows[index].section == rows[other].section
    return same and nothing_between(note, index, other)


def nothing_between(note: Note, index: int, other: int) -> bool:
    return all(row.role is Role.BLANK for row in note.document.rows[index + 1 : other])


def any_placement(before: Note, after: Note, locked: list[int]) -> bool:
    """By trying all places, line after line."""
    counts = before.document.names

    def fits(index: int, at: int) -> bool:
        old, new = before.document.rows[index], after.document.rows[at]
        name = before.document.section_of(old)
        same_named = [i for i, other in enumerate(after.document.names) if other == name][: counts.count(name)]
        return (
            new.role is Role.LINE
            and new.text == old.text
            and new.section in same_named
            and not hidden(before, index, after, at)
        )

    def search(number: int, placed: dict[int, int]) -> bool:
        if number == len(locked):
            return True
        index = locked[number]
        name = before.document.section_of(before.document.rows[index])
        earlier = [at for i, at in placed.items() if before.document.section_of(before.document.rows[i]) == name]
        for at in range(max(earlier, default=-1) + 1, len(after.document.rows)):
            if not fits(index, at):
                continue
            previous = locked[max(number - 1, 0)]
            together = number > 0 and are_one_block(before, previous, index)
            if together and not nothing_between(after, placed[previous], at):
                continue
            if search(number + 1, {**placed, index: at}):
                return True
        return False

    return search(0, {})


entries = st.sampled_from(["", "a", "b", "deploy on Friday", "deploy on friday", "Never deploy on Friday", "a\nb"])
values = st.one_of(entries, st.lists(entries, max_size=3))


@st.composite
def twelve_fields_notes(draw: st.DrawFn) -> str:
    filled = ("original_goal", "exact_next_step")
    fields: dict[str, str | list[str]] = {name: "" for name in twelve_fields.FIELDS}  # noqa: C420 - its type is wider
    fields |= {name: draw(entries.filter(bool)) for name in filled}
    for name in ("current_state", "user_constraints", "decisions_made"):
        fields[name] = draw(values)
    return json.dumps(fields)


@given(twelve_fields_notes(), twelve_fields_notes(), twelve_fields_notes(), st.booleans())
@settings(max_examples=EXAMPLES)
def test_entries_of_a_json_note_are_kept_like_lines(first: str, second: str, third: str, restore: bool) -> None:
    desk = Desk("twelve_fields")
    desk.write("agent", first)
    desk.write("person", second)
    before = desk.revisions[-1]
    locked = {origin for index in desk.locked() if (origin := before.origins[index])}
    verdict = desk.write("agent", third, restore_locks=restore)
    if isinstance(verdict, Refused):
        assert verdict.repaired
        assert isinstance(desk.write("agent", verdict.repaired), Accepted)
    assert_kept(before, desk.revisions[-1], locked)
