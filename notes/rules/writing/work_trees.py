"""Saving into a work tree: whose turn it is, and what stands in the way, in the words that page and API show."""

from collections.abc import Iterable
from datetime import timedelta

from notes.rules.problems import Problem

# So long a person waits for the runner's answer; theirs, and another's, may follow then.
FOR_PEOPLE = timedelta(seconds=15)
# A program waits a little longer: it must not take the lines of the save for its own.
FOR_PROGRAMS = timedelta(seconds=30)


def is_blocked(age: timedelta, *, by_person: bool, by_runner: bool) -> bool:
    """By a save that has been under way for so long. A runner answers it first, however late."""
    if by_runner:
        return True
    return age < (FOR_PEOPLE if by_person else FOR_PROGRAMS)


def brings(new: Iterable[str], pending: Iterable[str], note: Iterable[str]) -> bool:
    """Whether a program brings lines of a person's save that is on its way, and would be taken for their author."""
    theirs = {line for line in pending if line.strip()} - set(note)
    return not theirs.isdisjoint(new)


# What people are told first of each.
HEADLINES = {
    "runner.offline": "Not saved: runner offline.",
    "runner.too_old": "Not saved: runner too old.",
    "runner.not_applied": "Not saved: the runner could not apply the note.",
    "runner.no_answer": "Not saved yet: the runner has not answered.",
    "save.under_way": "Not saved: another save is on its way.",
}
UNDER_WAY = Problem(
    "save.under_way",
    "A person's save is on its way into the work tree of this card. Nothing was written: send it again in a moment.",
)
OFFLINE = Problem(
    "runner.offline",
    "No runner has this work tree at the moment, so nothing was saved. Start `handoff runner` beside the agent, then "
    "save again.",
)
TOO_OLD = Problem(
    "runner.too_old",
    "The runner is older than the desk can talk to, so nothing was saved. Update it where the agent works, start it, "
    "then save again.",
)
NO_ANSWER = Problem(
    "runner.no_answer",
    "The runner has not answered in time, so nothing is saved yet. If it did apply the note, its answer will still "
    "save it: look again before you send your text once more.",
)


def not_applied(why: str) -> Problem:
    return Problem("runner.not_applied", f"The runner could not apply the note ({why}): the note is unchanged.")
