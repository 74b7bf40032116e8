"""The history of a file, version by version, as revisions of a note: each compared with what it was made from.

Versions come parents first. One that changes no text makes no revision; what came after it goes back to its parents.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property

from notes.rules.authors.origins import Origin
from notes.rules.documents import Document
from notes.rules.importing.ancestry import Loss, Parent, inherit, losses
from notes.rules.importing.commit_authors import CommitAuthor
from notes.rules.importing.redaction import LeftOut
from notes.rules.importing.versions import Content, Empty, Unreadable, Version
from notes.rules.locks.locked_lines import Signature
from notes.rules.problems import Problem
from notes.rules.writing.verdicts import Note


@dataclass(frozen=True, slots=True)
class Past:
    """One commit of the file. `parents` are commits too; `read` is asked once, and only if it must be."""

    commit: str
    parents: tuple[str, ...]
    author: CommitAuthor
    written_at: datetime
    read: Callable[[], Version]


@dataclass(frozen=True, slots=True)
class Draft:
    """A revision to be."""

    number: int
    parent: int
    past: Past
    text: str
    document: Document
    origins: tuple[Origin | None, ...]
    merged: bool


@dataclass(frozen=True, slots=True)
class Step:
    """What became of one version. `stands_at`: the revision that holds its text, where one does."""

    past: Past
    stands_at: int | None = None
    draft: Draft | None = None
    losses: tuple[Loss, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    problem: Problem | None = None


@dataclass
class _State:
    """What a version left behind. Without `load` the file was not there."""

    above: int
    number: int = 0
    load: Callable[[], Note] | None = None

    @cached_property
    def note(self) -> Note | None:
        return self.load() if self.load else None

    @cached_property
    def parent(self) -> Parent | None:
        return Parent(self.note.document, self.note.origins, self.above) if self.note else None


@dataclass
class Replay:
    """`stored` gives the number of a commit that was imported before, `load` the note of a number."""

    newest: int = 0
    stored: dict[str, int] = field(default_factory=dict)
    load: Callable[[int], Note] = lambda number: _never(number)
    persons: dict[int, Signature] = field(default_factory=dict)

    def steps(self, history: Sequence[Past]) -> Iterator[Step]:
        waiting = Counter(parent for past in history for parent in past.parents)
        states: dict[str, list[_State]] = {}
        for past in history:
            before = _flat(states.get(parent, []) for parent in past.parents)
            for parent in past.parents:
                waiting[parent] -= 1
                if not waiting[parent]:
                    states.pop(parent, None)
            step, states[past.commit] = self._step(past, before)
            yield step

    def _step(self, past: Past, before: list[_State]) -> tuple[Step, list[_State]]:
        if number := self.stored.get(past.commit):
            self._remember(number, past)
            return Step(past, number), [_State(_above(before) | 1 << number, number, lambda: self.load(number))]
        match past.read():
            case Unreadable(problem):
                return Step(past, problem=problem), before
            case Empty():
                return Step(past, losses=self._losses(past, None, before)), [_State(_above(before))]
            case Content() as content:
                return self._content(past, content, before)

    def _content(self, past: Past, content: Content, before: list[_State]) -> tuple[Step, list[_State]]:
        same = next((state for state in before if state.note and state.note.text == content.text), None)
        if same and all(state.above & ~same.above == 0 for state in before if state.number):
            return Step(past, same.number, left_out=content.left_out), [same]
        self.newest = number = self.newest + 1
        draft = self._draft(number, past, content, [same] if same else before)
        note = Note(number, draft.text, draft.document, draft.origins)
        lost = self._losses(past, content.document, before)
        self._remember(number, past)
        step = Step(past, number, draft, lost, content.left_out)
        return step, [_State(_above(before) | 1 << number, number, lambda: note)]

    def _draft(self, number: int, past: Past, content: Content, before: list[_State]) -> Draft:
        parents = [state.parent for state in before if state.parent]
        first = next((state.number for state in before if state.number), 0)
        origins = inherit(content.document, parents, number)
        return Draft(number, first, past, content.text, content.document, origins, len(parents) > 1)

    def _losses(self, past: Past, new: Document | None, before: list[_State]) -> tuple[Loss, ...]:
        if past.author.kind != "agent":
            return ()
        absent = Document("free", ())
        parents = [state.parent or Parent(absent, (), state.above) for state in before]
        return tuple(losses(new, parents, self.persons))

    def _remember(self, number: int, past: Past) -> None:
        if past.author.kind == "person":
            self.persons[number] = Signature(past.author.name, f"{past.written_at:%d %b %Y}")


def _flat(groups: Iterable[list[_State]]) -> list[_State]:
    found: dict[int, _State] = {}
    for state in (state for group in groups for state in group):
        found.setdefault(id(state), state)
    return list(found.values())


def _above(states: list[_State]) -> int:
    above = 0
    for state in states:
        above |= state.above
    return above


def _never(number: int) -> Note:
    raise LookupError(number)
