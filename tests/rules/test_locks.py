"""How a locked line can be broken, how that is told, and what is given back instead."""

import json
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notes.rules import formats
from notes.rules.authors.origins import Origin
from notes.rules.formats import twelve_fields
from notes.rules.locks.check import check_locks
from notes.rules.locks.locked_lines import Signature
from notes.rules.writing.verdicts import Accepted, Group, Refused
from tests.rules.desk import Desk
from tests.rules.hostile import ends_soon

AGENT = "## Goal\nship it\n\n## Next\n- run the tests\n- open the pull request\n\n## Done\n- read the ticket\n"
PERSON = AGENT.replace("- run", "- only the API tests\n- not the docs\n- run")

# What an agent makes of PERSON → the codes, and the text that is given back.
TABLE = {
    "gone": (AGENT, ["line_missing", "line_missing"], PERSON),
    "one_of_two_gone": (PERSON.replace("- not the docs\n", ""), ["line_missing"], PERSON),
    "changed_in_place": (PERSON.replace("only the API", "only all the API"), ["line_changed"], PERSON),
    "changed_and_moved": (
        PERSON.replace("- only the API tests\n", "").replace("- read", "- only the API test\n- read"),
        ["line_changed"],
        PERSON,
    ),
    "both_moved": (
        AGENT.replace("- read", "- only the API tests\n- not the docs\n- read"),
        ["line_moved", "line_moved"],
        PERSON,
    ),
    "order_of_a_block": (
        PERSON.replace("- only the API tests\n- not the docs\n", "- not the docs\n- only the API tests\n"),
        ["lines_reordered"],
        PERSON,
    ),
    "split": (
        PERSON.replace("- not", "- but also the docs\n- not"),
        ["block_split"],
        PERSON.replace("- run", "- but also the docs\n- run"),
    ),
    "in_a_fence": (
        PERSON.replace("- only", "```\n- only").replace("- run", "```\n- run"),
        ["line_buried", "line_buried"],
        PERSON,
    ),
    "in_a_details_block": (PERSON.replace("- only", "<details>\n- only"), ["line_buried", "line_buried"], PERSON),
    "the_section_is_gone": (
        "## Goal\nship it\n\n## Done\n- read the ticket\n",
        ["line_missing", "line_missing"],
        "## Goal\nship it\n\n## Next\n- only the API tests\n- not the docs\n\n## Done\n- read the ticket\n",
    ),
    "a_second_section_of_the_name": (
        AGENT + "\n## Next\n- only the API tests\n- not the docs\n",
        ["line_moved", "line_moved"],
        None,
    ),
}


@pytest.mark.parametrize(("sent", "codes", "repaired"), TABLE.values(), ids=TABLE)
def test_it_names_each_broken_lock_and_gives_the_right_text_back(
    sent: str, codes: list[str], repaired: str | None
) -> None:
    desk = two_locked_lines()
    verdict = desk.write("agent", sent)
    assert isinstance(verdict, Refused)
    assert [problem.code for problem in verdict.problems] == [f"lock.{code}" for code in codes]
    if repaired:
        assert verdict.repaired == repaired
    assert verdict.repaired
    assert isinstance(desk.write("agent", verdict.repaired), Accepted)


# Writes that look like trouble and are none.
FREE = {
    "rewritten_around": PERSON.replace("ship it", "ship it today").replace("- open the pull request", "- wait"),
    "sections_change_places": "## Next\n- only the API tests\n- not the docs\n\n## Goal\nship it\n",
    "a_blank_line_in_the_block": PERSON.replace("- not", "\n- not"),
    "a_copy_elsewhere": PERSON + "- only the API tests\n",
    "a_deeper_heading_above": PERSON.replace("- only", "### Today\n- only"),
}


@pytest.mark.parametrize("sent", FREE.values(), ids=FREE)
def test_an_agent_may_do_anything_else(sent: str) -> None:
    assert isinstance(two_locked_lines().write("agent", sent), Accepted)


def test_it_tells_author_day_and_the_changed_form() -> None:
    verdict = two_locked_lines().write("agent", PERSON.replace("only the API", "only all the API"))
    assert isinstance(verdict, Refused)
    (problem,) = verdict.problems
    assert problem.says == (
        "The locked line “- only the API tests” in “Next” (by operator, 12 Nov 2026) was changed. "
        "Put it back word for word."
    )
    assert problem.line == 5
    assert problem.detail == {
        "id": "r2-5",
        "locked": "- only the API tests",
        "author": "operator",
        "written": "12 Nov 2026",
        "yours": "- only all the API tests",
    }


UNDER_NO_HEADING = {
    "top_lines_under_an_empty_heading": (
        "Never deploy on Friday.\n\n## A\nx\n",
        "## A\nx\n\n##\nNever deploy on Friday.\n",
    ),
    "front_matter_under_a_heading_of_dashes": (
        "---\nstatus: blocked\n---\n\n## A\nx\n",
        "## A\nx\n\n## ---\n---\n\nstatus: blocked\n\n---\n",
    ),
}


@pytest.mark.parametrize(("person", "agent"), UNDER_NO_HEADING.values(), ids=UNDER_NO_HEADING)
def test_no_heading_is_the_place_of_lines_that_stand_under_none(person: str, agent: str) -> None:
    desk = Desk()
    desk.write("person", person)
    verdict = desk.write("agent", agent)
    assert isinstance(verdict, Refused)
    assert {problem.code for problem in verdict.problems} <= {"lock.line_moved", "lock.line_missing"}


COVERED = {
    "a_block_becomes_a_comment": ("<!--\nkeep this\n-->\n", False),
    "a_block_becomes_a_script": ("<script>\nkeep this\n</script>\n", False),
    "a_comment_opens_in_the_block": ("<div>\n<!--\nkeep this\n</div>\n-->\n", False),
    "a_line_below_it": ("<div>\nkeep this\nand more\n</div>\n", True),
    "the_block_goes": ("keep this\n", True),
}


@pytest.mark.parametrize(("sent", "accepted"), COVERED.values(), ids=COVERED)
def test_a_line_in_a_block_of_html_is_not_hidden_by_another(sent: str, accepted: bool) -> None:
    desk = Desk()
    desk.write("agent", "<div>\n</div>\n")
    desk.write("person", "<div>\nkeep this\n</div>\n")
    verdict = desk.write("agent", sent)
    assert isinstance(verdict, Accepted) == accepted
    if isinstance(verdict, Refused):
        assert [problem.code for problem in verdict.problems] == ["lock.line_buried"]


def test_a_repair_leaves_no_field_without_its_text() -> None:
    fields = {"goal": "draft", "done": [], "must_carry": {}, "open_questions": [], "next_action": "Ask legal"}
    fields["sources"] = {}
    desk = Desk("six_fields")
    desk.write("agent", json.dumps(fields))
    desk.write("person", json.dumps(fields | {"goal": "Ship the tender by Friday"}))
    changed = fields | {"goal": "Collect all the stamps", "next_action": "Ship the tender by friday"}
    verdict = desk.write("agent", json.dumps(changed))
    assert isinstance(verdict, Refused)
    assert verdict.repaired
    assert json.loads(verdict.repaired) == changed | {"goal": "Ship the tender by Friday"}


def test_a_field_that_may_be_a_list_keeps_what_was_written_beside_the_lock() -> None:
    fields: dict[str, object] = dict.fromkeys(twelve_fields.FIELDS, "x")
    desk = Desk("twelve_fields")
    desk.write("agent", json.dumps(fields))
    desk.write("person", json.dumps(fields | {"current_state": ["deploy blocked by legal"]}))
    desk.write("agent", json.dumps(fields | {"current_state": "tests now pass on CI 123"}), restore_locks=True)
    assert set(json.loads(desk.text)["current_state"]) == {"deploy blocked by legal", "tests now pass on CI 123"}


def test_a_writer_that_cannot_try_again_is_kept_as_late_rather_than_lose_good_lines() -> None:
    desk = Desk()
    desk.write("person", "## A\nkeep this\n")
    verdict = desk.write("agent", "## A\n<!--\nkeep this\n-->\n\ngood line\n", restore_locks=True)
    assert "good line" in desk.text or (isinstance(verdict, Refused) and verdict.late)


def test_a_title_that_is_left_out_brings_no_secret_into_what_is_kept() -> None:
    desk = two_locked_lines()
    desk.write("person", PERSON.replace("ship it", "ship it on Friday"))
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    late = f"<!-- {secret} -->\n" + PERSON.replace("ship it", "ship it today")
    verdict = desk.write("agent", late, 2, restore_locks=True)
    assert isinstance(verdict, Refused)
    assert not verdict.late


def test_one_of_two_equal_locked_lines_gone_is_missing() -> None:
    desk = Desk()
    desk.write("person", "## Next\n- a\n- b\n- a\n")
    verdict = desk.write("agent", "## Next\n- a\n- b\n")
    assert isinstance(verdict, Refused)
    assert [problem.code for problem in verdict.problems] == ["lock.line_missing"]


@given(st.data())
@settings(max_examples=200, deadline=None)
def test_of_several_right_placements_it_takes_one_that_keeps_most_other_lines(data: st.DataObject) -> None:
    words = data.draw(st.lists(st.sampled_from("abc"), min_size=2, max_size=7))
    locked = data.draw(st.sets(st.integers(0, len(words) - 1), min_size=1, max_size=3))
    sent = data.draw(st.lists(st.sampled_from("abc"), min_size=1, max_size=8))
    old, new = (formats.parse("free", "\n".join(lines) + "\n").document for lines in (words, sent))
    assert old
    assert new
    # Each lock is born apart, so that each is a block of its own.
    births = [Origin(index + 1, 1) for index in range(len(words))]
    check = check_locks(old, births, dict.fromkeys(locked, Signature("operator", "today")), new)
    if not check.problems:
        chosen = kept_around(words, sent, [check.placement.pins[row] for row in sorted(locked)], sorted(locked))
        assert chosen == max(
            kept_around(words, sent, list(places), sorted(locked))
            for places in combinations(range(len(sent)), len(locked))
            if all(sent[at] == words[row] for at, row in zip(places, sorted(locked), strict=True))
        )


def test_among_very_many_equal_lines_locks_still_find_places_in_their_order() -> None:
    old, new = (formats.parse("free", "- x\n" * count + "- end\n").document for count in (60, 45))
    assert old
    assert new
    births = [Origin(index + 1, 1) for index in range(61)]
    locked = dict.fromkeys(range(1, 60, 2), Signature("operator", "today"))
    check = check_locks(old, births, locked, new)
    assert not check.problems
    places = [check.placement.pins[row] for row in sorted(locked)]
    assert places == sorted(set(places))


def kept_around(old: list[str], new: list[str], places: list[int], rows: list[int]) -> int:
    """Lines that stay in place between locks that stand at these places: longest common subsequences by hand."""
    edges = [(-1, -1), *zip(rows, places, strict=True), (len(old), len(new))]
    return sum(longest(old[a + 1 : c], new[b + 1 : d]) for (a, b), (c, d) in pairwise(edges))


def longest(one: list[str], other: list[str]) -> int:
    if not one or not other:
        return 0
    if one[0] == other[0]:
        return 1 + longest(one[1:], other[1:])
    return max(longest(one[1:], other), longest(one, other[1:]))


def test_a_line_that_was_taken_out_of_a_fence_is_not_buried() -> None:
    desk = Desk()
    desk.write("agent", "## Next\n```\nmake test\n```\n")
    desk.write("person", "## Next\n```\nmake test\nmake lint\n```\n")
    assert isinstance(desk.write("agent", "## Next\nmake test\nmake lint\n"), Accepted)


def test_a_line_that_was_handed_back_binds_nobody() -> None:
    desk = two_locked_lines()
    desk.said = {Origin(2, 5): False, Origin(2, 6): False}
    assert isinstance(desk.write("agent", AGENT), Accepted)


def test_an_agents_line_that_someone_locked_binds_agents() -> None:
    desk = two_locked_lines()
    desk.said = {Origin(1, 2): True}
    verdict = desk.write("agent", PERSON.replace("ship it", "ship it today"))
    assert isinstance(verdict, Refused)
    assert [problem.code for problem in verdict.problems] == ["lock.line_changed"]


def test_a_person_may_change_any_line() -> None:
    assert isinstance(two_locked_lines().write("person", AGENT), Accepted)


def test_a_writer_that_cannot_try_again_has_its_good_lines_taken_and_the_locks_put_back() -> None:
    desk = two_locked_lines()
    verdict = desk.write("agent", AGENT.replace("ship it", "ship it today"), restore_locks=True)
    assert isinstance(verdict, Accepted)
    assert [problem.code for problem in verdict.put_back] == ["lock.line_missing"] * 2
    assert desk.text == PERSON.replace("ship it", "ship it today")


def test_a_writer_that_cannot_try_again_and_meets_a_conflict_is_kept_as_late() -> None:
    desk = two_locked_lines()
    desk.write("person", PERSON.replace("ship it", "ship it on Friday"))
    verdict = desk.write("agent", PERSON.replace("ship it", "ship it today"), 2, restore_locks=True)
    assert isinstance(verdict, Refused)
    assert verdict.late
    assert [problem.code for problem in verdict.problems] == ["write.conflict"]


def test_what_is_kept_as_late_holds_no_secret() -> None:
    desk = two_locked_lines()
    desk.write("person", PERSON.replace("ship it", "ship it on Friday"))
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    verdict = desk.write("agent", PERSON.replace("ship it", f"ship it with {secret}"), 2, restore_locks=True)
    assert isinstance(verdict, Refused)
    assert not verdict.late
    assert [problem.code for problem in verdict.problems] == ["hygiene.secret"]


def test_locks_hold_when_a_write_is_merged() -> None:
    desk = two_locked_lines()
    verdict = desk.write("agent", AGENT.replace("ship it", "ship it today"), 1)
    assert isinstance(verdict, Accepted)
    assert verdict.merged
    assert desk.text == PERSON.replace("ship it", "ship it today")


def test_repair_gives_up_lines_before_it_gives_up_the_limit() -> None:
    desk = Desk("free", token_limit=None)
    desk.write("agent", AGENT)
    desk.write("person", PERSON)
    verdict = desk.write("agent", "<!-- an agent opens a comment\n" + AGENT)
    assert isinstance(verdict, Refused)
    assert verdict.group is Group.LOCKS
    assert verdict.repaired
    assert isinstance(desk.write("agent", verdict.repaired), Accepted)


def test_must_carry_mirrors_the_facts_and_is_never_locked() -> None:
    fields = {"goal": "g", "done": [], "must_carry": {"EMD": "12"}, "open_questions": [], "next_action": "n"}
    desk = Desk("six_fields", facts={"EMD": "12"})
    desk.write("person", json.dumps(fields | {"sources": {"EMD": "page 1"}}))
    desk.facts["EMD"] = "15"
    changed = fields | {"must_carry": {"EMD": "15"}, "sources": {"EMD": "page 2"}}
    assert isinstance(desk.write("agent", json.dumps(changed)), Accepted)
    refused = desk.write("agent", json.dumps(changed | {"goal": "h"}))
    assert isinstance(refused, Refused)
    assert [problem.section for problem in refused.problems] == ["goal"]


HOSTILE = {
    "equal_lines": ("- x\n" * 5_000, "- x\n" * 4_999),
    "equal_lines_in_a_fence": ("- x\n" * 5_000, "```\n" + "- x\n" * 5_000 + "```\n"),
    "all_different": ("".join(f"- {n}\n" for n in range(5_000)), "".join(f"- {n}.\n" for n in range(5_000))),
    "reversed": ("".join(f"- {n}\n" for n in range(5_000)), "".join(f"- {n}\n" for n in reversed(range(5_000)))),
    "few_very_long_lines": (
        "".join(f"{n}" * 90_000 + "\n" for n in range(10)),
        "".join(f"{n}" * 50_000 + "x" * 40_000 + "\n" for n in range(10)),
    ),
    "every_line_a_section": (
        "".join(f"## {n}\n- x\n" for n in range(2_500)),
        "".join(f"## {n}\n- y\n" for n in range(2_500)),
    ),
}


@pytest.mark.parametrize(("person", "agent"), HOSTILE.values(), ids=HOSTILE)
def test_hostile_notes_are_judged_in_good_time(person: str, agent: str) -> None:
    desk = Desk()
    desk.write("person", person)
    assert ends_soon(desk.write, "agent", agent)


def two_locked_lines() -> Desk:
    desk = Desk()
    desk.write("agent", AGENT)
    desk.write("person", PERSON)
    return desk
