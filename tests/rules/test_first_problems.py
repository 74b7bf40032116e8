import pytest

from notes.rules.authors.merge import Conflict
from notes.rules.documents import Document
from notes.rules.problems import Problem
from notes.rules.writing.first_problems import MOST_PROBLEMS, first_problems, shortened
from notes.rules.writing.verdicts import Accepted, Group, Refused


def many(count: int) -> tuple[Problem, ...]:
    return tuple(Problem("fact.old_value", f"Line {line} holds it.", line=line) for line in range(count))


@pytest.mark.parametrize("count", [0, 1, MOST_PROBLEMS])
def test_a_list_that_can_be_read_is_told_whole(count: int) -> None:
    assert first_problems(many(count)) == many(count)


def test_of_a_longer_one_the_first_are_told_and_how_many_more_there_are() -> None:
    *told, last = first_problems(many(152_000))
    assert told == list(many(MOST_PROBLEMS))
    assert last.code == "problems.more"
    assert last.says.startswith("There are 151,900 more of these")


def test_a_refusal_is_shortened_with_its_conflicts() -> None:
    places = tuple(Conflict("Done", (), ("theirs",), ("yours",)) for _ in range(150))
    short = shortened(Refused(Group.CONFLICT, many(150), places, repaired="text", late=True))
    assert isinstance(short, Refused)
    assert (len(short.problems), len(short.conflicts)) == (MOST_PROBLEMS + 1, MOST_PROBLEMS)
    assert (short.repaired, short.late) == ("text", True)


def test_what_was_accepted_is_shortened_too() -> None:
    accepted = Accepted("", Document("free", ()), (), 0, warnings=many(150), put_back=many(150))
    short = shortened(accepted)
    assert isinstance(short, Accepted)
    assert len(short.warnings) == len(short.put_back) == MOST_PROBLEMS + 1
