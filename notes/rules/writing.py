"""The whole decision about one write to a note: may it go in, as what, and if not, why and how to be right.

The checks run in groups; the first group that finds anything answers with all that it found.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from notes.rules import formats
from notes.rules.alignment import Alignment
from notes.rules.documents import Document, Role
from notes.rules.elision import check_elision
from notes.rules.fact_decisions import FactValue
from notes.rules.facts import check_fact, check_must_carry
from notes.rules.formats import six_fields
from notes.rules.formats.json_notes import fields_of
from notes.rules.hygiene import check_characters
from notes.rules.locks import LockCheck, Locked, check_locks
from notes.rules.merge import Conflict, merge
from notes.rules.old_values import find_old_values
from notes.rules.origins import Origin, Origins
from notes.rules.problems import Problem
from notes.rules.repair import candidates
from notes.rules.secrets import check_secrets

# A note of this many lines is long enough for a sudden loss of most of them to be a mistake.
SHRINK_FROM = 20


@dataclass(frozen=True, slots=True)
class Note:
    """One revision of a note as the rules see it."""

    revision: int
    text: str
    document: Document
    origins: Origins


@dataclass(frozen=True, slots=True)
class Write:
    """`by_person` comes from the login or the token. `base` is the revision that the writer started from."""

    text: str
    by_person: bool
    base: Note | None
    confirm: frozenset[str] = frozenset()
    restore_locks: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """How things stand when the write arrives. `count` counts tokens; `twin` names a card with this very note."""

    format: str
    newest: Note | None
    count: Callable[[str], int]
    twin: Callable[[str], str | None]
    locked: Locked = field(default_factory=dict)
    facts: Mapping[str, str] = field(default_factory=dict)
    old_values: Mapping[str, set[str]] = field(default_factory=dict)
    token_limit: int | None = None
    require_sources: bool = False

    @property
    def next_revision(self) -> int:
        return self.newest.revision + 1 if self.newest else 1


class Group(StrEnum):
    """In the order in which they are checked."""

    FORMAT = "format"
    CONFLICT = "conflict"
    CONTENT = "content"
    CONFIRM = "confirm"
    LOCKS = "locks"


@dataclass(frozen=True, slots=True)
class Accepted:
    """`put_back` lists the locks that the write broke, where the writer asked for them to be restored."""

    text: str
    document: Document
    origins: tuple[Origin | None, ...]
    tokens: int
    warnings: tuple[Problem, ...] = ()
    merged: bool = False
    unchanged: bool = False
    new_facts: Mapping[str, FactValue] = field(default_factory=dict)
    put_back: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Refused:
    """`late` asks for the whole write to be kept: its writer cannot try again."""

    group: Group
    problems: tuple[Problem, ...]
    conflicts: tuple[Conflict, ...] = ()
    repaired: str | None = None
    late: bool = False
    broken: LockCheck | None = None
    document: Document | None = None


Verdict = Accepted | Refused


def judge(write: Write, standing: Standing) -> Verdict:
    verdict = _Judgement(write, standing).verdict()
    if isinstance(verdict, Refused) and verdict.group is Group.LOCKS:
        return _mended(write, standing, verdict)
    return verdict


class _Judgement:
    """One write on its way through the checks."""

    def __init__(self, write: Write, standing: Standing) -> None:
        self.write, self.standing, self.newest = write, standing, standing.newest
        self.warnings: tuple[Problem, ...] = ()
        self.merged = False

    def verdict(self) -> Verdict:
        if self.newest and formats.normalise(self.write.text) == self.newest.text:
            return self._unchanged(self.newest)
        yours = self._read(self.write.text)
        if isinstance(yours, Refused):
            return yours
        base, newest = self.write.base, self.newest
        if not (base and newest) or base.revision == newest.revision:
            return self._judge(yours)
        found = merge(base.document, newest.document, yours)
        if found.text is None:
            return self._conflict(found.conflicts, yours)
        self.merged = True
        both = self._read(found.text)
        return both if isinstance(both, Refused) else self._judge(both)

    def _read(self, text: str) -> Document | Refused:
        reading = formats.read(self.standing.format, text, require_sources=self.standing.require_sources)
        self.warnings += tuple(warning for warning in reading.warnings if warning not in self.warnings)
        # Behind an open fence all is code: whatever else seems wrong would only lead astray.
        fences = tuple(problem for problem in reading.problems if problem.code == "format.open_fence")
        if problems := fences or reading.problems:
            return Refused(Group.FORMAT, problems)
        assert reading.document is not None
        return reading.document

    def _judge(self, new: Document) -> Verdict:
        text = formats.render(new)
        if self.newest and text == self.newest.text:
            return self._unchanged(self.newest)
        tokens = self.standing.count(text)
        if problems := formats.check_tokens(tokens, self.standing.token_limit):
            return Refused(Group.FORMAT, tuple(problems))
        check = self._locks(new)
        must_carry = _must_carry(new)
        if problems := [*self._content(new, check), *self._facts(must_carry)]:
            return Refused(Group.CONTENT, tuple(problems))
        if problems := [problem for problem in self._doubts(new, text) if problem.code not in self.write.confirm]:
            return Refused(Group.CONFIRM, tuple(problems))
        if check.problems:
            return Refused(Group.LOCKS, check.problems, broken=check, document=new)
        return Accepted(
            text=text,
            document=new,
            origins=self._origins(new, check),
            tokens=tokens,
            warnings=self.warnings,
            merged=self.merged,
            new_facts={name: fact for name, fact in (must_carry or {}).items() if name not in self.standing.facts},
        )

    def _conflict(self, conflicts: tuple[Conflict, ...], yours: Document) -> Refused:
        """A write that is to be kept as late must not bring a secret with it."""
        lines = [(yours.section_of(row), row.number, row.text) for row in yours.rows]
        if self.write.restore_locks and (problems := check_secrets(lines)):
            return Refused(Group.CONTENT, tuple(problems))
        problems = tuple(_touched_twice(conflict.section) for conflict in conflicts)
        return Refused(Group.CONFLICT, problems, conflicts, late=self.write.restore_locks)

    def _unchanged(self, newest: Note) -> Accepted:
        tokens = self.standing.count(newest.text)
        origins = tuple(newest.origins)
        return Accepted(newest.text, newest.document, origins, tokens, self.warnings, unchanged=True)

    def _locks(self, new: Document) -> LockCheck:
        if self.newest is None:
            return LockCheck([None] * len(new.rows))
        old = self.newest
        return check_locks(old.document, old.origins, {} if self.write.by_person else self.standing.locked, new)

    def _content(self, new: Document, check: LockCheck) -> Iterator[Problem]:
        """Only lines that this write adds or changes are looked at: the others were, when they came."""
        rows = zip(new.rows, check.alignment, strict=True)
        lines = [(new.section_of(row), row.number, row.text) for row, here in rows if here is None and row.text]
        yield from check_secrets(lines)
        if self.write.by_person:
            return
        yield from check_characters(lines)
        yield from check_elision(lines)
        prose = [line for line in lines if new.format != six_fields.NAME or line[0] not in six_fields.MIRRORS]
        yield from find_old_values(prose, self.standing.old_values, self.standing.facts)

    def _facts(self, must_carry: Mapping[str, FactValue] | None) -> Iterator[Problem]:
        """A six_fields note mirrors the facts; what is new there must be fit to become one."""
        if must_carry is None:
            return
        yield from check_must_carry({name: fact.value for name, fact in must_carry.items()}, self.standing.facts)
        for name, fact in must_carry.items():
            if name not in self.standing.facts:
                problems = check_fact(name, fact.value, fact.kind, fact.source)
                yield from (problem for problem in problems if problem.code != "fact.no_source")

    def _doubts(self, new: Document, text: str) -> Iterator[Problem]:
        """What is more often a mistake than meant; the writer may confirm it."""
        before = _count(self.newest.document) if self.newest else 0
        if before >= SHRINK_FROM and (left := _count(new)) * 2 < before:
            says = (
                f"This takes the note from {before} lines to {left}. "
                "Send the whole note, or confirm `write.shrinks` if you mean it."
            )
            yield Problem("write.shrinks", says)
        if card := self.standing.twin(text):
            says = f"This is the note of {card}, word for word. Check the card, or confirm `write.other_card`."
            yield Problem("write.other_card", says)

    def _origins(self, new: Document, check: LockCheck) -> tuple[Origin | None, ...]:
        old = self.newest.origins if self.newest else ()
        return born(new, check.alignment, old, self.standing.next_revision)


def born(new: Document, alignment: Alignment, old: Origins, revision: int) -> tuple[Origin | None, ...]:
    """Lines that continue an old one keep their birth; the others are born here."""
    return tuple(
        None if row.role is not Role.LINE else Origin(revision, row.number) if here is None else old[here]
        for row, here in zip(new.rows, alignment, strict=True)
    )


def _mended(write: Write, standing: Standing, refused: Refused) -> Verdict:
    """`repaired` is judged like any write on top of the newest note, so that it passes when it is sent."""
    assert standing.newest and refused.broken and refused.document
    for text in candidates(standing.newest.document, refused.document, refused.broken):
        again = replace(write, text=text, base=standing.newest)
        verdict = _Judgement(again, standing).verdict()
        if isinstance(verdict, Accepted):
            break
    else:
        raise AssertionError("the note as it stands always passes")
    if not write.restore_locks:
        return replace(refused, repaired=verdict.text)
    # Nothing of the write is left in it: keep the whole rather than drop it.
    if verdict.unchanged:
        return replace(refused, repaired=verdict.text, late=True)
    return replace(verdict, put_back=refused.problems)


def _touched_twice(section: str) -> Problem:
    where = f" in “{section}”" if section else ""
    says = f"You and another writer changed the same lines{where}. Start from the newest note and say both."
    return Problem("write.conflict", says, section=section or None)


def _count(document: Document) -> int:
    return sum(row.role is Role.LINE for row in document.rows)


def _must_carry(document: Document) -> dict[str, FactValue] | None:
    if document.format != six_fields.NAME:
        return None
    fields = fields_of(document)
    return {name: FactValue(value, fields["sources"].get(name, "")) for name, value in fields["must_carry"].items()}
