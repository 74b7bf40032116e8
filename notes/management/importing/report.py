"""What an import did, in sentences; never text of a note."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from notes.actions.imports import ImportedNote
from notes.management.importing.blame import Comparison
from notes.management.importing.one_file import Done
from notes.rules.formats import BYTE_ORDER_MARK
from notes.rules.importing.ancestry import How, Loss
from notes.rules.importing.commit_authors import CommitAuthor, Kind
from notes.rules.importing.replay import Step
from notes.rules.importing.versions import decode

SHOWN = 20
_KINDS: dict[Kind, str] = {"person": "by people", "agent": "by agents", "unknown": "by unknown authors"}
_HOW: dict[How, str] = {"changed": "changed", "dropped": "dropped", "displaced": "moved to another section or hidden"}


@dataclass
class Totals:
    files: int = 0
    revisions: int = 0
    changed: int = 0
    dropped: int = 0
    failed: int = 0

    def add(self, note: ImportedNote) -> None:
        counts = Counter(loss.how for step in note.steps for loss in step.losses)
        self.files += 1
        self.revisions += note.added
        self.changed += counts["changed"]
        self.dropped += counts["dropped"]


def lines_of(done: Done, everything: bool) -> Iterator[str]:
    note, with_git = done.note, done.history is not None
    yield f"card {note.card.key} ({note.card.format}): {_added(note, with_git)}"
    if with_git and note.added:
        yield f"  versions {_authors(note.steps)}"
    told = (_remarks(done), _problems(note.steps), _losses(note.steps, everything))
    yield from (f"  {line}" for lines in told for line in lines)


def comparison_lines(found: Comparison) -> Iterator[str]:
    yield f"  git blame says the same of {found.same} of {found.lines} lines"
    yield from (f"    {count} differ: {reason}" for reason, count in found.differs.most_common())
    for line, ours, theirs in found.unexplained[:SHOWN]:
        yield f"    line {line}: {ours[:10]} here, {theirs[:10]} in git"


def summary(totals: Totals) -> str:
    said = f"{_count(totals.files, 'note')}, {_count(totals.revisions, 'new revision')}"
    if totals.changed or totals.dropped:
        said += f"; agents changed {totals.changed} and dropped {totals.dropped} lines that people had written"
    return f"{said}; {_count(totals.failed, 'file')} not imported" if totals.failed else said


def _added(note: ImportedNote, git: bool) -> str:
    if not note.added:
        return "nothing new"
    of = f" from {_count(len(note.steps), 'commit')}" if git else ""
    return f"{_count(note.added, 'new revision')}{of}"


def _authors(steps: Sequence[Step]) -> str:
    kinds = Counter(step.past.author.kind for step in steps)
    return ", ".join(f"{kinds[kind]} {words}" for kind, words in _KINDS.items() if kinds[kind])


def _remarks(done: Done) -> Iterator[str]:
    if done.raw.startswith(BYTE_ORDER_MARK.encode()):
        yield "the byte-order mark at the beginning was dropped"
    if done.history and done.history.shallow:
        yield "this is a shallow clone: who wrote what came before it is not known"
    if done.history and decode(done.raw) != decode(done.committed):
        yield "the file has changes that are not committed; they were left out"


def _problems(steps: Sequence[Step]) -> Iterator[str]:
    for step in steps:
        if step.problem:
            yield f"left out {step.past.commit[:10]}: {step.problem.says}"
    seen = set()
    for step in steps:
        # A secret that stands for many versions is told where it first appears.
        for place in step.left_out:
            if (place.kind, place.field or place.line) not in seen:
                seen.add((place.kind, place.field or place.line))
                where = f"“{place.field}”" if place.field else f"line {place.line}"
                yield f"{where} of {step.past.commit[:10]} was left out: it holds what looks like {place.kind}"


def _losses(steps: Sequence[Step], everything: bool) -> Iterator[str]:
    lost = [(step, loss) for step in steps for loss in step.losses]
    if not lost:
        return
    counts = Counter(loss.how for _, loss in lost)
    yield (
        "agents "
        + ", ".join(f"{words} {counts[how]}" for how, words in _HOW.items() if counts[how])
        + " of the lines that people had written:"
    )
    authors = {step.stands_at: step.past.author for step in steps if step.stands_at}
    shown = lost if everything else lost[:SHOWN]
    yield from (f"  {_place(step, loss, authors)}" for step, loss in shown)
    if len(lost) > len(shown):
        yield f"  … and {len(lost) - len(shown)} more; --verbosity 2 shows all"


def _place(step: Step, loss: Loss, authors: dict[int, CommitAuthor]) -> str:
    where = f"revision {step.stands_at}" if step.stands_at else "no revision, the file was emptied or deleted"
    section = f"“{loss.section}”, " if loss.section.strip("-") else ""
    whose = authors.get(loss.origin.revision)
    return (
        f"{_HOW[loss.how]}: {section}line {loss.line}, by {whose.name if whose else 'a person'} "
        f"({loss.origin}), in {where} ({step.past.commit[:10]}, {step.past.author.name})"
    )


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
