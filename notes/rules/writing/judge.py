"""The whole decision about one write to a note: may it go in, as what, and if not, why and how to be right.

The checks run in groups; the first group that finds anything answers with all that it found.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from notes.rules import formats
from notes.rules.authors.alignment import Alignment
from notes.rules.authors.merge import Conflict, merge
from notes.rules.authors.origins import Origin, Origins
from notes.rules.documents import Document, is_line_key, text_of_key
from notes.rules.hygiene.secrets import check_secrets
from notes.rules.locks.check import LockCheck, check_locks
from notes.rules.locks.repair import candidates
from notes.rules.places import NewLine
from notes.rules.problems import Problem
from notes.rules.writing.content import check_mirror, check_new_lines, doubts, must_carry
from notes.rules.writing.format_changes import check_format
from notes.rules.writing.verdicts import Accepted, Group, Note, Refused, Standing, Verdict, Write


def judge(write: Write, standing: Standing) -> Verdict:
    if write.format:
        standing = replace(standing, format=write.format)
    judged = _judge(write, standing)
    return _mended(judged, write, standing) if isinstance(judged, _Broken) else judged


def born(new: Document, alignment: Alignment, old: Origins, revision: int) -> tuple[Origin | None, ...]:
    """Lines that continue an old one keep their birth; the others are born in this revision."""
    keys = new.keys
    # What has no author continues only what has none.
    return tuple(
        [
            old[here] if here is not None else Origin(revision, index + 1) if is_line_key(keys[index]) else None
            for index, here in enumerate(alignment)
        ]
    )


@dataclass(frozen=True, slots=True)
class _Draft:
    """What the note would be, once it was read and merged."""

    document: Document
    text: str
    warnings: tuple[Problem, ...] = ()
    merged: bool = False


@dataclass(frozen=True, slots=True)
class _Broken:
    """All is well but for the locks."""

    document: Document
    check: LockCheck


def _judge(write: Write, standing: Standing) -> Verdict | _Broken:
    newest = standing.newest
    if newest and (refused := check_format(write, newest)):
        return _kept(refused, write) if refused.late else refused
    alike = newest if newest and newest.document.format == standing.format else None
    if alike and formats.normalise(write.text) == alike.text:
        return _unchanged(alike, standing)
    if write.queued and write.base and newest and write.base.revision != newest.revision:
        return _kept_whole(_refused(Group.CONFLICT, [_came_late(write.base.revision, newest.revision)]), write)
    draft = _draft(write, standing)
    if isinstance(draft, Refused):
        return draft
    if alike and draft.text == alike.text:
        return _unchanged(alike, standing, draft.warnings)
    tokens = standing.count(draft.text)
    if problems := formats.check_tokens(tokens, standing.token_limit):
        return _refused(Group.FORMAT, problems)
    check = _locks(draft.document, write, standing)
    return _checked(draft, check, write, standing) or _accepted(draft, tokens, check, standing)


def _draft(write: Write, standing: Standing) -> _Draft | Refused:
    yours = _read(write.text, standing)
    base, newest = write.base, standing.newest
    if isinstance(yours, Refused) or not (base and newest) or base.revision == newest.revision:
        return yours
    found = merge(base.document, newest.document, yours.document)
    if found.text is None:
        return _conflict(found.conflicts, write)
    both = _read(found.text, standing)
    return both if isinstance(both, Refused) else replace(both, warnings=yours.warnings, merged=True)


def _read(text: str, standing: Standing) -> _Draft | Refused:
    reading = formats.read(standing.format, text, require_sources=standing.require_sources)
    if reading.problems or reading.document is None:
        # Behind an open fence all is code: whatever else seems wrong would only lead astray.
        fences = [problem for problem in reading.problems if problem.code == "format.open_fence"]
        return _refused(Group.FORMAT, fences or reading.problems)
    return _Draft(reading.document, reading.text, reading.warnings)


def _conflict(conflicts: tuple[Conflict, ...], write: Write) -> Refused:
    refused = _refused(Group.CONFLICT, [_touched_twice(conflict.section) for conflict in conflicts])
    return _kept(replace(refused, conflicts=conflicts), write)


def _kept(refused: Refused, write: Write) -> Refused:
    """A writer who cannot try again has the whole write kept as late, unless it brings a secret with it."""
    return _kept_whole(refused, write) if write.restore_locks else refused


def _kept_whole(refused: Refused, write: Write) -> Refused:
    # The text as it was sent: what a format leaves out is kept too.
    lines = [("", number, line) for number, line in enumerate(formats.normalise(write.text).split("\n"), start=1)]
    if problems := check_secrets(lines):
        return _refused(Group.CONTENT, problems)
    return replace(refused, late=True)


def _came_late(base: int, newest: int) -> Problem:
    says = (
        f"This was written on a machine that was away, from revision {base}; the note is at {newest} by now. "
        "It is kept beside the note, not applied: read the newest, and write what still holds."
    )
    return Problem("write.late", says)


def _touched_twice(section: str) -> Problem:
    where = f" in “{section}”" if section else ""
    says = f"You and another writer changed the same lines{where}. Start from the newest note and say both."
    return Problem("write.conflict", says, section=section or None)


def _locks(new: Document, write: Write, standing: Standing) -> LockCheck:
    old = standing.newest
    if old is None:
        return LockCheck([None] * len(new.keys))
    return check_locks(old.document, old.origins, {} if write.by_person else standing.locked, new)


def _checked(draft: _Draft, check: LockCheck, write: Write, standing: Standing) -> Refused | _Broken | None:
    new = draft.document
    problems = [
        *check_new_lines(new, _lines(new, check.alignment), write.by_person, standing),
        *check_mirror(new, standing.facts, standing.sources),
    ]
    if problems:
        return _refused(Group.CONTENT, problems)
    old = standing.newest.document if standing.newest else None
    doubtful = [doubt for doubt in doubts(old, new, standing.twin(draft.text)) if doubt.code not in write.confirm]
    if doubtful:
        return _refused(Group.CONFIRM, doubtful)
    return _Broken(new, check) if check.problems else None


def _lines(document: Document, alignment: Alignment) -> list[NewLine]:
    """The rows that continue no old one, headings among them."""
    fresh = [index for index, here in enumerate(alignment) if here is None and document.keys[index]]
    return [(document.section_at(index).name, index + 1, text_of_key(document.keys[index])) for index in fresh]


def _accepted(draft: _Draft, tokens: int, check: LockCheck, standing: Standing) -> Accepted:
    old = standing.newest.origins if standing.newest else ()
    sent = must_carry(draft.document)
    return Accepted(
        text=draft.text,
        document=draft.document,
        origins=born(draft.document, check.alignment, old, standing.next_revision),
        tokens=tokens,
        warnings=draft.warnings,
        merged=draft.merged,
        new_facts={name: fact for name, fact in sent.items() if name not in standing.facts},
    )


def _unchanged(newest: Note, standing: Standing, warnings: tuple[Problem, ...] = ()) -> Accepted:
    tokens = standing.count(newest.text)
    return Accepted(newest.text, newest.document, tuple(newest.origins), tokens, warnings, unchanged=True)


def _mended(broken: _Broken, write: Write, standing: Standing) -> Verdict:
    """The gentlest repair that is accepted when it is sent on top of the newest note with the same confirmations."""
    assert standing.newest, "without a note there are no locks"
    refused = _refused(Group.LOCKS, broken.check.problems)
    gentle, mended = next(
        (number == 0, verdict)
        for number, text in enumerate(candidates(standing.newest.document, broken.document, broken.check))
        if isinstance(verdict := _judge(replace(write, text=text, base=standing.newest), standing), Accepted)
    )
    if write.restore_locks and gentle and not mended.unchanged:
        return replace(mended, put_back=refused.problems)
    # Any other repair costs good lines as well.
    return _kept(replace(refused, repaired=mended.text), write)


def _refused(group: Group, problems: Iterable[Problem]) -> Refused:
    return Refused(group, tuple(problems))
