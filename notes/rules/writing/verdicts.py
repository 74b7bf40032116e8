"""What a decision about a write is made from, and what it comes to. Plain values on both sides."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from notes.rules.authors.merge import Conflict
from notes.rules.authors.origins import Origin, Origins
from notes.rules.documents import Document
from notes.rules.facts.decisions import FactValue
from notes.rules.locks.locked_lines import Locked
from notes.rules.problems import Problem


@dataclass(frozen=True, slots=True)
class Note:
    """One revision of a note as the rules see it."""

    revision: int
    text: str
    document: Document
    origins: Origins


@dataclass(frozen=True, slots=True)
class Write:
    """`by_person` comes from the login or the token. `base` is the revision that the writer started from.

    `format` is the one that the note shall have; None leaves it as it is. `queued` on a machine that was away.
    """

    text: str
    by_person: bool
    base: Note | None
    confirm: frozenset[str] = frozenset()
    restore_locks: bool = False
    format: str | None = None
    queued: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """How things stand when the write arrives. `count` counts tokens; `twin` names a card with this very note."""

    format: str
    newest: Note | None
    count: Callable[[str], int]
    twin: Callable[[str], str | None]
    locked: Locked = field(default_factory=dict)
    facts: Mapping[str, str] = field(default_factory=dict)
    sources: Mapping[str, str] = field(default_factory=dict)
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


Verdict = Accepted | Refused
