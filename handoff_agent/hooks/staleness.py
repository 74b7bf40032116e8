"""Whether a fresh note is wanted, and why. Pure: times are seconds, and 0 where there is none."""

from handoff_agent.hooks.filling import Filled

NO_NOTE = "there is no note yet"
COMMITTED = "the note is older than the last commit"
FILLED = "the context is {percent} % full, and the note was written before it filled up"
COMPACTED = "the context was compacted, and the note was not written in this round"


def at_stop(note_at: float, commit_at: float, filled: Filled | None) -> str:
    """Why, or nothing."""
    if not note_at:
        return NO_NOTE
    if note_at < commit_at:
        return COMMITTED
    if filled and note_at < filled.since:
        return FILLED.format(percent=filled.percent)
    return ""


def after_compaction(note_at: float, commit_at: float, filled_since: float, begun_at: float) -> str:
    """What the summary lost is gone, unless the note has it."""
    if why := at_stop(note_at, commit_at, None):
        return why
    return COMPACTED if note_at < max(filled_since, begun_at) or not begun_at else ""
