"""What a writer sends, judged in the same way at the desk and beside the agent: nothing of it has a default here."""

from collections.abc import Iterable
from dataclasses import replace

from notes.rules import formats
from notes.rules.writing.first_problems import shortened
from notes.rules.writing.judge import judge
from notes.rules.writing.verdicts import Note, Standing, Verdict, Write


def judge_sent(
    text: str,
    base: Note | None,
    standing: Standing,
    *,
    by_person: bool,
    confirm: Iterable[str],
    restore_locks: bool,
    format: str | None,
    queued: bool,
    limit_of_project: int | None,
) -> Verdict:
    """Another format brings its own limit, unless the project sets one."""
    if format:
        standing = replace(standing, token_limit=formats.token_limit(format, limit_of_project))
    return shortened(judge(Write(text, by_person, base, frozenset(confirm), restore_locks, format, queued), standing))
