"""Our authors beside those of `git blame`, and a reason for every line on which they differ."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from notes.management.importing.git import Blobs
from notes.management.importing.git_history import FileHistory
from notes.management.importing.pasts import ENOUGH
from notes.rules.authors.alignment import common_lines
from notes.rules.documents import Role
from notes.rules.importing.replay import Step
from notes.rules.writing.verdicts import Note


class Reason(StrEnum):
    MOVED = "the line moved, and keeps its author here"
    EQUAL = "equal lines stand in several places, and either may be the old one"
    LINE_ENDS = "only line ends changed there, which is no change here"
    LEFT_OUT = "that version was left out"
    UNEXPLAINED = "no reason found"


@dataclass
class Comparison:
    same: int = 0
    differs: Counter[Reason] = field(default_factory=Counter)
    unexplained: list[tuple[int, str, str]] = field(default_factory=list)

    @property
    def lines(self) -> int:
        return self.same + self.differs.total()

    def add(self, line: int, ours: str, theirs: str, reason: Reason) -> None:
        self.differs[reason] += 1
        if reason is Reason.UNEXPLAINED:
            self.unexplained.append((line, ours, theirs))


@dataclass(frozen=True, slots=True)
class Blamed:
    """A line of the file as it is now, with its line end: the commit that git names, and where it stood then."""

    commit: str
    number: int
    raw: bytes

    @property
    def text(self) -> str:
        return _normal(self.raw)


def compare(
    history: FileHistory, blobs: Blobs, steps: Mapping[str, Step], note: Note, sources: Mapping[int, str]
) -> Comparison:
    """`sources`: the commit of each revision. Lines are paired in order; what only one side has is passed over."""
    result, reasons = Comparison(), _Reasons(history, blobs, steps)
    blamed = blame(history, reasons.raw_lines(history.commits[-1].key))
    at = 0
    for row, origin in zip(note.document.rows, note.origins, strict=True):
        if row.role is not Role.LINE or origin is None:
            continue
        found = next((index for index in range(at, len(blamed)) if blamed[index].text == row.text), None)
        if found is None:
            continue
        at = found + 1
        ours = sources.get(origin.revision, "")
        if ours == blamed[found].commit:
            result.same += 1
        else:
            result.add(row.number, ours, blamed[found].commit, reasons.find(blamed[found], ours))
    return result


def blame(history: FileHistory, lines: list[bytes]) -> list[Blamed]:
    """Git names the commits; the lines, with their ends, are those of the newest version."""
    plain = ("--porcelain", "--no-textconv", "--no-ignore-revs-file")
    said = history.git.ask("blame", *plain, history.head, "--", history.path)
    places: list[tuple[str, int]] = []
    for line in said.split(b"\n"):
        words = line.split(b" ")
        if len(words) >= 3 and len(words[0]) in (40, 64) and words[1].isdigit() and words[2].isdigit():
            named = words[0].decode(), int(words[1])
        elif line.startswith(b"\t"):
            places.append(named)
    return [Blamed(*place, raw) for place, raw in zip(places, lines, strict=True)]


class _Reasons:
    def __init__(self, history: FileHistory, blobs: Blobs, steps: Mapping[str, Step]) -> None:
        self.blobs, self.steps = blobs, steps
        self.commits = {commit.key: commit for commit in history.commits}
        self.raw: dict[str, Counter[bytes]] = {}
        self.texts: dict[str, Counter[str]] = {}
        self.stayed: dict[str, set[int]] = {}
        self.above: dict[str, int] = {}
        for commit in history.commits:
            self.above[commit.key] = 1 << len(self.above)
            for parent in commit.parents:
                self.above[commit.key] |= self.above[parent]

    def find(self, line: Blamed, ours: str) -> Reason:
        theirs = line.commit
        if any(self._is_left_out(commit) for commit in (theirs, *self._parents(theirs))):
            return Reason.LEFT_OUT
        before = self._before(theirs, line.text)
        if before and not any(line.raw in self._raw(parent) for parent in self._parents(theirs)):
            return Reason.LINE_ENDS
        if ours not in self.commits:
            return Reason.UNEXPLAINED
        if before and self._leads_to(ours, theirs):
            return self._kept(line)
        copied = self._leads_to(theirs, ours) and self._before(ours, line.text)
        return Reason.EQUAL if copied or self._met(ours, theirs, line.text) else Reason.UNEXPLAINED

    def _met(self, ours: str, theirs: str, text: str) -> bool:
        """Both sides of some merge brought such a line along."""
        merges = (
            commit
            for commit in self.commits.values()
            if len(commit.parents) > 1 and self._leads_to(ours, commit.key) and self._leads_to(theirs, commit.key)
        )
        return any(sum(self._texts(parent)[text] > 0 for parent in merge.parents) > 1 for merge in merges)

    def _kept(self, line: Blamed) -> Reason:
        """Git takes a line for new that stood in the version before: it moved, or it stayed there among its like.

        Where two lines change places, either can be said to have moved.
        """
        if self._texts(line.commit)[line.text] == 1 == self._before(line.commit, line.text):
            return Reason.MOVED
        if line.commit not in self.stayed:
            new = self._lines(line.commit)
            parents = [common_lines(self._lines(parent), new) for parent in self._parents(line.commit)]
            self.stayed[line.commit] = {
                number for found in parents for number, here in enumerate(found, start=1) if here is not None
            }
        return Reason.EQUAL if line.number in self.stayed[line.commit] else Reason.MOVED

    def _lines(self, commit: str) -> list[str]:
        return [_normal(raw) for raw in self.raw_lines(commit)]

    def _before(self, commit: str, text: str) -> int:
        """How often the text stood in a version that this one was made from."""
        return max((self._texts(parent)[text] for parent in self._parents(commit)), default=0)

    def _leads_to(self, older: str, newer: str) -> bool:
        return self.above[older] & ~self.above[newer] == 0

    def _texts(self, commit: str) -> Counter[str]:
        if commit not in self.texts:
            self.texts[commit] = Counter(self._lines(commit))
        return self.texts[commit]

    def raw_lines(self, commit: str) -> list[bytes]:
        """With their ends: to git a last line without one is another line."""
        blob = self.commits[commit].blob
        content = (self.blobs.read(blob, ENOUGH) if blob else None) or b""
        return [line + b"\n" for line in content.split(b"\n")[:-1]] + [content.split(b"\n")[-1]] * (
            content[-1:] != b"\n"
        )

    def _raw(self, commit: str) -> Counter[bytes]:
        if commit not in self.raw:
            self.raw[commit] = Counter(self.raw_lines(commit))
        return self.raw[commit]

    def _parents(self, commit: str) -> tuple[str, ...]:
        return self.commits[commit].parents if commit in self.commits else ()

    def _is_left_out(self, commit: str) -> bool:
        step = self.steps.get(commit)
        return step is None or step.problem is not None


def _normal(raw: bytes) -> str:
    return raw.decode(errors="replace").removeprefix("\ufeff").removesuffix("\n").removesuffix("\r")
