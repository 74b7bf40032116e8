"""The replay of a history: which versions become revisions, and with which parent."""

from datetime import UTC, datetime

from notes.rules.importing.commit_authors import CommitAuthor
from notes.rules.importing.replay import Past, Replay, Step
from notes.rules.importing.versions import read_version

AT = datetime(2026, 11, 12, tzinfo=UTC)


def past(commit: str, parents: str, text: str | None, by: str = "person") -> Past:
    author = CommitAuthor("agent", "coder") if by == "agent" else CommitAuthor("person", "Kiran")
    raw = b"\xff" if text is None else "".join(f"{line}\n" for line in text.split()).encode()
    return Past(commit, tuple(parents), author, AT, lambda: read_version(raw, "free"))


def replayed(*history: Past) -> list[Step]:
    return list(Replay().steps(history))


def drawn(steps: list[Step]) -> list[tuple[str, int, int, str]]:
    """Commit, number, parent, and the revision of each line."""
    drafts = [step.draft for step in steps if step.draft]
    return [
        (
            draft.past.commit,
            draft.number,
            draft.parent,
            "".join(str(origin.revision) for origin in draft.origins if origin),
        )
        for draft in drafts
    ]


def test_a_version_that_cannot_be_read_is_passed_over() -> None:
    steps = replayed(past("a", "", "x"), past("b", "a", None), past("c", "b", "x y"))
    assert drawn(steps) == [("a", 1, 0, "1"), ("c", 2, 1, "12")]
    assert [bool(step.problem) for step in steps] == [False, True, False]


def test_a_version_that_changes_nothing_is_the_one_before() -> None:
    steps = replayed(past("a", "", "x"), past("b", "a", "x"), past("c", "b", "x y"))
    assert drawn(steps) == [("a", 1, 0, "1"), ("c", 2, 1, "12")]
    assert [step.stands_at for step in steps] == [1, 1, 2]


def test_what_was_emptied_begins_anew() -> None:
    steps = replayed(past("a", "", "x"), past("b", "a", ""), past("c", "b", "x"))
    assert drawn(steps) == [("a", 1, 0, "1"), ("c", 2, 0, "2")]


def test_a_line_that_was_dropped_and_comes_back_belongs_to_whoever_brings_it_back() -> None:
    steps = replayed(past("a", "", "x y"), past("b", "a", "x"), past("c", "b", "x y"))
    assert drawn(steps)[-1] == ("c", 3, 2, "13")


def test_a_merge_asks_its_first_parent_first() -> None:
    steps = replayed(
        past("a", "", "x"), past("b", "a", "x same"), past("c", "a", "y x same"), past("d", "bc", "y x same z")
    )
    assert drawn(steps)[-1] == ("d", 4, 2, "3124")


def test_a_merge_that_repeats_a_side_is_a_revision_only_where_it_drops_the_other() -> None:
    before = [past("a", "", "x"), past("b", "a", "x y"), past("c", "a", "z x")]
    assert [step.stands_at for step in replayed(*before, past("d", "bc", "x y"))] == [1, 2, 3, 4]
    assert [step.stands_at for step in replayed(*before[:2], past("d", "ab", "x y"))] == [1, 2, 2]


def test_it_counts_what_agents_took_from_persons_and_not_the_other_way_round() -> None:
    steps = replayed(
        past("a", "", "one two three"),
        past("b", "a", "one", by="agent"),
        past("c", "b", "one four", by="agent"),
        past("d", "c", "one"),
        past("e", "d", "", by="agent"),
    )
    assert [[(loss.how, str(loss.origin)) for loss in step.losses] for step in steps] == [
        [],
        [("dropped", "r1-2"), ("dropped", "r1-3")],
        [],
        [],
        [("dropped", "r1-1")],
    ]
