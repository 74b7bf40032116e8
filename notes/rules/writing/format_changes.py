"""A note's format changes only while it is empty, or by a person who looked at the newest revision."""

from notes.rules import formats
from notes.rules.problems import Problem
from notes.rules.writing.verdicts import Group, Note, Refused, Write


def check_format(write: Write, newest: Note) -> Refused | None:
    """Why this write cannot be read in the format that it is in, if so. Formats cannot be merged line by line."""
    base, now = write.base or newest, newest.document.format
    if base.revision and base.document.format != now:
        return _changed_meanwhile(write, base, newest)
    if write.format in (None, now):
        return None
    if not write.by_person:
        return Refused(Group.FORMAT, (_persons_only(now),))
    return None if base.revision == newest.revision else Refused(Group.CONFLICT, (_moved_on(base.revision, newest),))


def _moved_on(started: int, newest: Note) -> Problem:
    says = (
        f"The note has moved on from revision {started} to {newest.revision}. "
        "Its format changes only from the newest: start from that."
    )
    return Problem("write.moved_on", says)


def _changed_meanwhile(write: Write, base: Note, newest: Note) -> Refused:
    """Kept as late only where it was a note when it was sent."""
    says = (
        f"The format of the note has changed: revision {base.revision}, which you started from, was "
        f"{base.document.format}, and revision {newest.revision} is {newest.document.format}. "
        "Read the newest note and write in its format."
    )
    detail = {"was": base.document.format, "format": newest.document.format}
    late = write.restore_locks and not formats.read(base.document.format, write.text).problems
    return Refused(Group.CONFLICT, (Problem("write.format_changed", says, detail=detail),), late=late)


def _persons_only(now: str) -> Problem:
    says = f"The format of this note is {now}, and only a person may change it. Leave `format` out and write in that."
    return Problem("write.format_fixed", says, detail={"format": now})
