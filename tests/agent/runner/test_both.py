"""The desk's note and what an agent wrote meanwhile: both where they can, the desk's in any case."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handoff_agent.runner.both import Both, both, same
from handoff_agent.runner.refused import missing, page, with_aside

BASE = "## Goal\nship it\n\n## Next\n- test\n"
DESK = "## Goal\nship it today\n\n## Next\n- test\n"
AGENT = "## Goal\nship it\n\n## Next\n- test\n- deploy\n"
OTHER = "## Goal\nship it now\n\n## Next\n- test\n"
OPEN = "## Goal\nship it\n```\nopen\n"


@pytest.mark.parametrize(
    ("base", "desk", "file", "found"),
    [
        (BASE, DESK, None, Both(DESK)),
        (BASE, DESK, BASE, Both(DESK)),
        (BASE, DESK, BASE.rstrip() + "\n\n\n", Both(DESK)),
        (BASE, DESK, DESK, Both(DESK)),
        (BASE, DESK, AGENT, Both("## Goal\nship it today\n\n## Next\n- test\n- deploy\n")),
        (BASE, DESK, OTHER, Both(DESK, OTHER)),
        (BASE, DESK, OPEN, Both(DESK, OPEN)),
        (BASE, DESK, "", Both(DESK, "")),
        ("", DESK, AGENT, Both(DESK, AGENT)),
    ],
)
def test_the_file_holds_both_or_the_desks(base: str, desk: str, file: str | None, found: Both) -> None:
    assert both("free", base, desk, file) == found


LINES = st.lists(st.sampled_from(["- a", "- b", "- c", "- d"]), max_size=5)


@given(LINES, LINES, LINES)
def test_no_line_of_the_desk_is_missing_and_none_of_the_agents_is_lost(
    base: list[str], desk: list[str], file: list[str]
) -> None:
    texts = ["\n".join(["## Goal", "it", "", "## Next", *lines]) + "\n" for lines in (base, desk, file)]
    found = both("free", *texts)
    there = found.text.split("\n")
    if found.aside is None:
        for line in set(desk) - set(base):
            assert line in there
        for line in set(file) - set(base):
            assert line in there
    else:
        assert (found.text, found.aside) == (texts[1], texts[2])


def test_blank_lines_at_the_edges_make_no_other_note() -> None:
    assert same("free", BASE, BASE.replace("\n", "\r\n") + "\n\n")
    assert not same("free", BASE, AGENT)
    assert not same("free", OPEN, BASE)


def test_the_page_beside_the_note_gives_every_reason_and_the_text() -> None:
    found = page("SHOP-1", ["One. [a.b]", "Two. [c.d]"], BASE, AGENT)
    assert found.startswith("# Not taken: the note of SHOP-1\n\n- One. [a.b]\n- Two. [c.d]\n\nThis text is right")
    assert found.endswith(f"---\n\n{BASE}")
    assert page("SHOP-1", ["One."], None, AGENT).endswith(f"---\n\n{AGENT}")
    assert page("SHOP-1", ["One."], None, "") == "# Not taken: the note of SHOP-1\n\n- One.\n"


def test_what_was_set_aside_before_stands_below_the_newest() -> None:
    aside = with_aside(with_aside("", BASE), AGENT)
    assert aside == f"{AGENT}\n\n---\n\n{BASE}"
    found = page("SHOP-1", ["One."], None, "the newest", aside)
    assert found.index("the newest") < found.index("This was set aside.") < found.index(aside)


@pytest.mark.parametrize(
    ("text", "note", "found"),
    [
        ("- one\n- two\n", "- two\n", ["- one"]),
        ("- one\n\n---\n\n  - two\n- one", "", ["- one", "- two"]),
        ('  "read",\n  "priced"\n', '  "read"\n', ['"priced"']),
        ("", "- one", []),
    ],
)
def test_lines_are_missing_that_stand_nowhere_in_the_note(text: str, note: str, found: list[str]) -> None:
    assert missing(text, note) == found
