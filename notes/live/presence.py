"""Who looks at which card, and who is editing it: in this process, and as far as others have told."""

from collections.abc import Callable, Iterable
from threading import Lock
from typing import NamedTuple

DOINGS = LOOKING, EDITING = "looking", "editing"
# What a process told is believed for so long: it tells anew well before that.
SECONDS_BELIEVED = 25.0
# More than that are only counted.
MOST_NAMED = 8


class Person(NamedTuple):
    id: int
    name: str
    doing: str


# By card.
PeopleAt = dict[int, list[Person]]


class Told(NamedTuple):
    """What one process said of who is there, and until when that holds."""

    people: PeopleAt
    until: float


class Presence:
    """Any thread may tell. `on_change` is called, with the cards, where somebody came, went or began to edit."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._own: dict[int, dict[object, Person]] = {}
        self._others: dict[str, Told] = {}
        self.on_change: Callable[[set[int]], None] = lambda _: None

    def put(self, card: int, place: object, person: Person) -> None:
        """`place` is where the person looks from, such as one tab of a browser."""
        with self._lock:
            before = self._own.setdefault(card, {}).get(place)
            self._own[card][place] = person
        if before != person:
            self.on_change({card})

    def drop(self, card: int, place: object) -> None:
        with self._lock:
            there = self._own.get(card, {})
            gone = there.pop(place, None)
            if not there:
                self._own.pop(card, None)
        if gone:
            self.on_change({card})

    def own(self) -> PeopleAt:
        """What is told to other processes."""
        with self._lock:
            return {card: list(there.values()) for card, there in self._own.items()}

    def hear(self, process: str, said: object, now: float) -> None:
        """Raises TypeError or ValueError where it is nothing of the kind."""
        if not isinstance(said, dict):
            raise TypeError("it names no cards")
        people = {int(card): [_person(each) for each in there] for card, there in said.items()}
        with self._lock:
            before = self._others.get(process, Told({}, 0))
            self._others[process] = Told(people, now + SECONDS_BELIEVED)
        self._tell_changed(before.people, people)

    def forget(self, now: float) -> None:
        """Of processes that tell no more."""
        with self._lock:
            over = [process for process, told in self._others.items() if told.until <= now]
            gone = [self._others.pop(process) for process in over]
        for told in gone:
            self._tell_changed(told.people, {})

    def at(self, card: int) -> list[Person]:
        """Each person once: who edits in one tab edits. Those who edit come first."""
        with self._lock:
            found = [*self._own.get(card, {}).values()]
            for told in self._others.values():
                found += told.people.get(card, [])
        return _once(found)

    def _tell_changed(self, before: PeopleAt, after: PeopleAt) -> None:
        changed = {card for card in before.keys() | after.keys() if before.get(card) != after.get(card)}
        if changed:
            self.on_change(changed)


def _person(said: list[object]) -> Person:
    number, name, doing = said
    if not isinstance(number, int) or not isinstance(name, str) or doing not in DOINGS:
        raise ValueError("no person")
    return Person(number, name, str(doing))


def _once(found: Iterable[Person]) -> list[Person]:
    ranked = sorted(found, key=lambda person: (person.doing != EDITING, person.name, person.id))
    return list({person.id: person for person in reversed(ranked)}.values())[::-1]


presence = Presence()
