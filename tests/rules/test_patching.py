"""A change of one section made into the whole new text."""

import pytest

from notes.rules import formats
from notes.rules.authors.origins import Origin
from notes.rules.documents import Document, Role
from notes.rules.problems import Problem
from notes.rules.writing.patching import Patch, Replacement, patch_text

NOTE = "top\n\n## Log\n- a\n- b\n- b\n\n## Next\n- c\n"
TWICE = "## Log\n- a\n\n## Log\n- b\n"
SIX = """{"goal": "bid", "done": ["read"], "must_carry": {"EMD": "12"}, "open_questions": [],
"next_action": "ask", "sources": {"EMD": "notice"}}"""


def read(format: str, text: str) -> tuple[Document, tuple[Origin | None, ...]]:
    document = formats.read(format, text).document
    assert document
    rows = document.rows
    return document, tuple(Origin(1, row.number) if row.role is Role.LINE else None for row in rows)


def patched(text: str, patch: Patch, format: str = "free") -> str:
    new = patch_text(*read(format, text), patch)
    assert isinstance(new, str), new
    return new


def codes(text: str, patch: Patch, format: str = "free") -> list[str]:
    problems = patch_text(*read(format, text), patch)
    assert not isinstance(problems, str), problems
    return [problem.code for problem in problems]


def by_id(id: str, by: str | None) -> tuple[Replacement, ...]:
    return (Replacement(by, id=id),)


def by_text(text: str, by: str | None) -> tuple[Replacement, ...]:
    return (Replacement(by, text=text),)


DONE = [
    (Patch("Log", ("- z",)), NOTE.replace("- b\n\n", "- b\n- z\n\n")),
    (Patch(" log:", ("- z",)), NOTE.replace("- b\n\n", "- b\n- z\n\n")),
    (Patch("Next", ("- y\n- z",)), NOTE + "- y\n- z\n"),
    (Patch("", ("more",)), NOTE.replace("top\n", "top\nmore\n")),
    (Patch("", (), by_text("top", None)), NOTE.removeprefix("top\n\n")),
    (Patch("Log", (), by_id("r1-5", "- B")), NOTE.replace("- b", "- B", 1)),
    (Patch("Log", (), by_text("- a", "- A\n- AA")), NOTE.replace("- a", "- A\n- AA")),
    (Patch("Next", ("- d",), by_text("- c", None)), NOTE.replace("- c", "- d")),
]


@pytest.mark.parametrize(("patch", "text"), DONE)
def test_it_changes_the_section_and_nothing_else(patch: Patch, text: str) -> None:
    assert patched(NOTE, patch) == text


REFUSED = [
    (NOTE, Patch("Lgo", ("- z",)), "patch.no_such_section"),
    (NOTE, Patch("Log"), "patch.nothing"),
    (NOTE, Patch("Log", (), by_id("r1-99", "- z")), "patch.no_such_line"),
    (NOTE, Patch("Log", (), by_id("line 5", "- z")), "patch.no_such_line"),
    (NOTE, Patch("Log", (), by_id("r1-8", "- z")), "patch.no_such_line"),
    (NOTE, Patch("Log", (), by_text("- A", "- z")), "patch.no_such_line"),
    (NOTE, Patch("Log", (), by_text("- b", "- z")), "patch.ambiguous_line"),
    (NOTE, Patch("Log", (), (Replacement("- z"),)), "patch.no_line_named"),
    (NOTE, Patch("Log", (), (Replacement("- z", id="r1-4", text="- a"),)), "patch.no_line_named"),
    (NOTE, Patch("Log", (), by_id("r1-4", "- y") + by_text("- a", "- z")), "patch.line_twice"),
    (NOTE, Patch("Log", ("## More",)), "patch.beyond_section"),
    (NOTE, Patch("Log", ("<!--",)), "patch.beyond_section"),
    (NOTE, Patch("Log", ("- z\n## Next",)), "patch.beyond_section"),
    (TWICE, Patch("Log", ("- z",)), "patch.ambiguous_section"),
]


@pytest.mark.parametrize(("text", "patch", "code"), REFUSED)
def test_what_cannot_be_done_is_named(text: str, patch: Patch, code: str) -> None:
    assert codes(text, patch) == [code]


def test_an_id_finds_its_line_in_either_of_two_sections() -> None:
    assert patched(TWICE, Patch("Log", (), by_id("r1-5", "- B"))) == TWICE.replace("- b", "- B")


def test_what_the_format_has_against_it_is_left_to_the_format() -> None:
    assert "```" in patched(NOTE, Patch("Log", ("```",)))


def test_every_reason_is_named_at_once() -> None:
    patch = Patch("Log", (), by_id("r1-99", "- z") + by_text("- b", "- z"))
    assert codes(NOTE, patch) == ["patch.no_such_line", "patch.ambiguous_line"]


NEAREST = [
    (Patch("Lgo", ("- z",)), {"nearest": "Log", "sections": "“”, “Log”, “Next”"}),
    (Patch("Log", (), by_text("- aa", "- z")), {"nearest": "- a", "id": "r1-4"}),
]


@pytest.mark.parametrize(("patch", "detail"), NEAREST)
def test_the_nearest_is_named(patch: Patch, detail: dict[str, str]) -> None:
    (problem,) = list(patch_text(*read("free", NOTE), patch))
    assert isinstance(problem, Problem)
    assert problem.detail == detail


def test_a_secret_that_was_sent_is_not_repeated() -> None:
    secret = "glpat-" + "x1Y2z" * 5
    problems = patch_text(*read("free", NOTE), Patch(secret, (), by_text(secret, "- z")))
    assert secret not in str(problems)
    assert secret not in str(patch_text(*read("free", NOTE), Patch("Log", (), by_text(secret, "- z"))))


JSON_DONE = [
    (Patch("done", ("wrote",)), '"done": [\n    "read",\n    "wrote"\n  ]'),
    (Patch("goal", (), by_text("bid", "win\nthe bid")), '"goal": "win\\nthe bid"'),
    (Patch("done", (), by_id("r1-2", None)), '"done": []'),
    (Patch("must_carry", ("Due: today",)), '"EMD": "12",\n    "Due": "today"'),
    (Patch("must_carry", (), by_text("EMD: 12", "EMD: 13")), '"EMD": "13"'),
]


@pytest.mark.parametrize(("patch", "part"), JSON_DONE)
def test_a_field_is_a_section(patch: Patch, part: str) -> None:
    assert part in patched(SIX, patch, "six_fields")


JSON_REFUSED = [
    (Patch("goal", ("more",)), "patch.one_text"),
    (Patch("must_carry", ("Due",)), "patch.no_pair"),
    (Patch("must_carry", ('"Due: today',)), "patch.no_pair"),
    (Patch("must_carry", ("EMD: 13",)), "patch.repeated_name"),
]


@pytest.mark.parametrize(("patch", "code"), JSON_REFUSED)
def test_an_entry_keeps_the_shape_of_its_field(patch: Patch, code: str) -> None:
    assert codes(SIX, patch, "six_fields") == [code]


def test_a_text_of_twelve_fields_becomes_a_list() -> None:
    names = formats.twelve_fields.FIELDS
    text = "{" + ", ".join(f'"{name}": "x"' for name in names) + "}"
    assert '"tests_run": [\n    "x",\n    "y"\n  ]' in patched(text, Patch("tests_run", ("y",)), "twelve_fields")
