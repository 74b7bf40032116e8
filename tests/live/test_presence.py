"""Who is here: in this process and in others, each person once, and nobody who has gone."""

import pytest

from notes.live.presence import EDITING, LOOKING, SECONDS_BELIEVED, Person, Presence

ASHA, RAVI = Person(1, "Asha", LOOKING), Person(2, "Ravi", LOOKING)
CARD, OTHER = 7, 8


class Seen(Presence):
    """Remembers which cards it said have changed."""

    def __init__(self) -> None:
        super().__init__()
        self.changes: list[set[int]] = []
        self.on_change = self.changes.append


@pytest.fixture
def seen() -> Seen:
    return Seen()


def test_a_person_with_two_tabs_is_here_once_and_edits_if_one_of_them_does(seen: Seen) -> None:
    seen.put(CARD, "tab 1", ASHA)
    seen.put(CARD, "tab 2", ASHA._replace(doing=EDITING))
    seen.put(CARD, "tab 3", ASHA)
    assert seen.at(CARD) == [ASHA._replace(doing=EDITING)]


def test_who_edits_comes_first_then_by_name(seen: Seen) -> None:
    for number, name, doing in ((1, "Asha", LOOKING), (2, "Zoe", EDITING), (3, "Bo", LOOKING)):
        seen.put(CARD, number, Person(number, name, doing))
    assert [person.name for person in seen.at(CARD)] == ["Zoe", "Asha", "Bo"]


def test_who_closes_the_last_tab_has_gone(seen: Seen) -> None:
    seen.put(CARD, 1, ASHA)
    seen.put(CARD, 2, ASHA)
    seen.drop(CARD, 1)
    assert seen.at(CARD) == [ASHA]
    seen.drop(CARD, 2)
    seen.drop(CARD, 2)
    seen.drop(OTHER, 1)
    assert (seen.at(CARD), seen.own()) == ([], {})


def test_only_what_changes_is_told(seen: Seen) -> None:
    seen.put(CARD, 1, ASHA)
    seen.put(CARD, 1, ASHA)
    seen.put(CARD, 1, ASHA._replace(doing=EDITING))
    seen.drop(CARD, 1)
    assert seen.changes == [{CARD}] * 3


def test_what_another_process_tells_holds_until_it_tells_anew_or_no_more(seen: Seen) -> None:
    seen.put(CARD, 1, ASHA)
    seen.hear("p2", {str(CARD): [list(RAVI)], str(OTHER): [list(RAVI)]}, now=0)
    assert seen.at(CARD) == [ASHA, RAVI]
    seen.hear("p2", {str(CARD): [list(RAVI)]}, now=10)
    assert seen.at(OTHER) == []
    seen.forget(SECONDS_BELIEVED + 9)
    assert seen.at(CARD) == [ASHA, RAVI]
    seen.forget(SECONDS_BELIEVED + 10)
    assert seen.at(CARD) == [ASHA]
    assert seen.changes == [{CARD}, {CARD, OTHER}, {OTHER}, {CARD}]


@pytest.mark.parametrize(
    "nonsense", [{"7": [[1, "Asha", "dancing"]]}, {"7": [["1", "Asha", LOOKING]]}, {"x": []}, {"7": [[1]]}, {"7": [3]}]
)
def test_nonsense_is_refused_and_changes_nothing(seen: Seen, nonsense: dict[str, list[list[object]]]) -> None:
    with pytest.raises((ValueError, TypeError)):
        seen.hear("p2", nonsense, now=0)
    assert seen.at(CARD) == []
