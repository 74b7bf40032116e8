"""The record of a session as it lies on this machine."""

import os
import time
from pathlib import Path

from handoff_agent import words
from handoff_agent.ended import refused, wrong_use
from handoff_agent.transcripts import roots_in, steps_in
from notes.rules.resuming.died import Session

# The end tells what was going on, the beginning what was asked for; between them nobody misses a line.
MOST_BYTES = 32 << 20


def session_in(path: Path, top: Path, ended_at: float, outcome: str = "") -> Session:
    """Raises Ended where it is none that can be read."""
    text = _text(path)
    steps = steps_in(text)
    if not steps:
        raise refused(words.NO_RECORD.format(path=words.one_line(str(path))))
    roots = list(dict.fromkeys([str(top), os.path.realpath(top), *roots_in(text)]))
    at = time.strftime("on %d %b %Y, %H:%M UTC", time.gmtime(ended_at))
    return Session(steps, f"{at} ({outcome.replace('_', ' ')})" if outcome else at, roots)


def _text(path: Path) -> str:
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            raw = file.read(min(size, MOST_BYTES // 2))
            if size > MOST_BYTES:
                file.seek(size - MOST_BYTES // 2)
                raw += b"\n"
            raw += file.read(MOST_BYTES // 2)
    except OSError as error:
        raise wrong_use(words.NO_FILE.format(path=path, why=error.strerror)) from None
    return raw.decode("utf-8", "replace")
