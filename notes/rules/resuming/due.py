"""Whether a session that ended owes its card a note. Times are seconds, and 0 where there is none."""

import re
from collections.abc import Sequence

from notes.rules.resuming.commands import command_of
from notes.rules.resuming.steps import Deed, Step, deeds
from notes.rules.resuming.touched import changed_by

# Keeping the note is no work that the note would have to tell of.
_KEEPS_NOTE = re.compile(r"(?:^|[\s;&|])handoff\s")


def is_due(steps: Sequence[Step], *, note_at: float, begun_at: float, commit_at: float) -> bool:
    """It did something and wrote no note in its round, or changed or committed something after that note."""
    done = [deed for deed in deeds(steps) if not deed.at or deed.at >= begun_at]
    if not any(map(_is_work, done)):
        return False
    changed_at = max((deed.at for deed in done if _is_change(deed)), default=0.0)
    return not note_at or note_at < max(begun_at, changed_at, commit_at if commit_at >= begun_at else 0.0)


def _is_work(deed: Deed) -> bool:
    return _is_change(deed) or bool(command_of(deed) and not _KEEPS_NOTE.search(command_of(deed)))


def _is_change(deed: Deed) -> bool:
    return not deed.failed and any(changed_by(deed))
