"""The whole decision about one write to a note: may it go in, as what, and if not, why and how to be right.

The checks run in groups; the first group that finds anything answers with all that it found.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from notes.rules import formats
from notes.rules.alignment import Alignment
from notes.rules.content import check_mirror, check_new_lines, doubts, must_carry
from notes.rules.documents import Document, Role, is_line_key
from notes.rules.locks import LockCheck, check_locks
from notes.rules.merge import Conflict, merge
from notes.rules.origins import Origin, Origins
from notes.rules.places import NewLine
from notes.rules.problems import Problem
from notes.rules.repair import candidates
from notes.rules.secrets import check_secrets
from notes.rules.verdicts import Accepted, Group, Note, Refused, Standing, Verdict, Write


def judge(write: Write, standing: Standing) -> Verdict:
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
    warnings: tuple[Problem, ...] = ()
    merged: bool = False


@dataclass(frozen=True, slots=True)
class _Broken:
    """All is well but for the locks."""

    document: Document
    check: LockCheck


def _judge(write: Write, standing: Standing) -> Verdict | _Broken:
    newest = standing.newest
    if newest and formats.normalise(write.text) == newest.text:
        return _unchanged(newest, standing)
    draft = _draft(write, standing)
    if isinstance(draft, Refused):
        return draft
    text = formats.render(draft.document)
    if newest and text == newest.text:
        return _unchanged(newest, standing, draft.warnings)
    tokens = standing.count(text)
    if problems := formats.check_tokens(tokens, standing.token_limit):
        return _refused(Group.FORMAT, problems)
    check = _locks(draft.document, write, standing)
    return _checked(draft, text, check, write, standing) or _accepted(draft, text, tokens, check, standing)


def _draft(write: Write, standing: Standing) -> _Draft | Refused:
    yours = _read(write.text, standing)
    base, newest = write.base, standing.newest
    if isinstance(yours, Refused) or not (base and newest) or base.revision == newest.revision:
        return yours
    found = merge(base.document, newest.document, yours.document)
    if found.text is None:
        return _conflict(found.conflicts, yours.document, write)
    both = _read(found.text, standing)
    return both if isinstance(both, Refused) else replace(both, warnings=yours.warnings, merged=True)


def _read(text: str, standing: Standing) -> _Draft | Refused:
    reading = formats.read(standing.format, text, require_sources=standing.require_sources)
    if reading.problems or reading.document is None:
        # Behind an open fence all is code: whatever else seems wrong would only lead astray.
        fences = [problem for problem in reading.problems if problem.code == "format.open_fence"]
        return _refused(Group.FORMAT, fences or reading.problems)
    return _Draft(reading.document, reading.warnings)


def _conflict(conflicts: tuple[Conflict, ...], yours: Document, write: Write) -> Refused:
    """A write that is to be kept as late must not bring a secret with it."""
    if write.restore_locks and (problems := check_secrets(_lines(yours, [None] * len(yours.rows)))):
        return _refused(Group.CONTENT, problems)
    refused = _refused(Group.CONFLICT, [_touched_twice(conflict.section) for conflict in conflicts])
    return replace(refused, conflicts=conflicts, late=write.restore_locks)


def _touched_twice(section: str) -> Problem:
    where = f" in “{section}”" if section else ""
    says = f"You and another writer changed the same lines{where}. Start from the newest note and say both."
    return Problem("write.conflict", says, section=section or None)


def _locks(new: Document, write: Write, standing: Standing) -> LockCheck:
    old = standing.newest
    if old is None:
        return LockCheck([None] * len(new.rows))
    return check_locks(old.document, old.origins, {} if write.by_person else standing.locked, new)


def _checked(draft: _Draft, text: str, check: LockCheck, write: Write, standing: Standing) -> Refused | _Broken | None:
    new = draft.document
    problems = [
        *check_new_lines(new, _lines(new, check.alignment), write.by_person, standing),
        *check_mirror(new, standing.facts),
    ]
    if problems:
        return _refused(Group.CONTENT, problems)
    old = standing.newest.document if standing.newest else None
    doubtful = [doubt for doubt in doubts(old, new, standing.twin(text)) if doubt.code not in write.confirm]
    if doubtful:
        return _refused(Group.CONFIRM, doubtful)
    return _Broken(new, check) if check.problems else None


def _lines(document: Document, alignment: Alignment) -> list[NewLine]:
    """The rows that continue no old one, headings among them."""
    return [
        (document.section_of(row), row.number, row.text)
        for row, here in zip(document.rows, alignment, strict=True)
        if here is None and row.role is not Role.BLANK
    ]


def _accepted(draft: _Draft, text: str, tokens: int, check: LockCheck, standing: Standing) -> Accepted:
    old = standing.newest.origins if standing.newest else ()
    sent = must_carry(draft.document)
    return Accepted(
        text=text,
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
    mended = next(
        verdict
        for text in candidates(standing.newest.document, broken.document, broken.check)
        if isinstance(verdict := _judge(replace(write, text=text, base=standing.newest), standing), Accepted)
    )
    if write.restore_locks and not mended.unchanged:
        return replace(mended, put_back=refused.problems)
    # Where a repair would leave nothing of the write, a writer who cannot try again has the whole of it kept.
    return replace(refused, repaired=mended.text, late=write.restore_locks)


def _refused(group: Group, problems: Iterable[Problem]) -> Refused:
    return Refused(group, tuple(problems))
