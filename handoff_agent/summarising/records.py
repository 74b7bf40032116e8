"""The record of a session as it lies on this machine."""

import os
import re
import time
from pathlib import Path
from typing import BinaryIO, NamedTuple

from handoff_agent import regular_files, words
from handoff_agent.ended import refused, wrong_use
from handoff_agent.transcripts import roots_in, steps_in
from notes.rules.resuming.died import Session

# The end tells what was going on, the beginning what was asked for. Of what lies between them only what people said and
# which files were changed is kept, as far as there is room.
MOST_BYTES, LONGEST_LINE = 32 << 20, 1 << 20
_TELLS = re.compile(
    rb'"role"\s*:\s*"user"|"name"\s*:\s*"(?:Edit|MultiEdit|Write|NotebookEdit|apply_patch)"|\*\*\* Begin Patch'
)
_RESULT = re.compile(rb'"type"\s*:\s*"tool_result"')
SKIPPED = "Of {megabytes} MB in the midst of its record only requests and edits were read{but}."
BUT = ", and {count} lines were too long for that"


class _Read(NamedTuple):
    text: str
    skipped: str = ""


def session_in(path: Path, top: Path, ended_at: float, outcome: str = "") -> Session:
    """Raises Ended where it is none that can be read."""
    text, skipped = _read(path)
    steps = steps_in(text)
    if not steps:
        raise refused(words.NO_RECORD.format(path=words.one_line(str(path))))
    roots = list(dict.fromkeys([str(top), os.path.realpath(top), *roots_in(text)]))
    at = time.strftime("on %d %b %Y, %H:%M UTC", time.gmtime(ended_at))
    return Session(steps, f"{at} ({outcome.replace('_', ' ')})" if outcome else at, roots, skipped)


def _read(path: Path) -> _Read:
    try:
        with regular_files.opened(path) as file:
            size = os.fstat(file.fileno()).st_size
            raw, half = file.read(min(size, MOST_BYTES // 2)), MOST_BYTES // 2
            if size <= MOST_BYTES:
                return _Read((raw + file.read(half)).decode("utf-8", "replace"))
            kept, left = _between(file, size - 2 * half)
            text = b"".join([raw, *kept, file.read(half)]).decode("utf-8", "replace")
    except OSError as error:
        raise wrong_use(words.NO_FILE.format(path=path, why=error.strerror)) from None
    but = BUT.format(count=left) if left else ""
    return _Read(text, SKIPPED.format(megabytes=f"{(size - MOST_BYTES) / (1 << 20):,.0f}", but=but))


def _between(file: BinaryIO, length: int) -> tuple[list[bytes], int]:
    """From where it stands to the first line behind so many bytes; the line that it stands in is kept whole."""
    kept, left, room, at = [file.readline(LONGEST_LINE)], 0, MOST_BYTES, 0
    while at < length and (line := file.readline(LONGEST_LINE)):
        at += len(line)
        if not line.endswith(b"\n"):
            left, at = left + 1, at + _rest_of_line(file)
            continue
        if not _TELLS.search(line) or _RESULT.search(line):
            continue
        if len(line) < room:
            room -= len(line)
            kept.append(line)
        else:
            left += 1
    return kept, left


def _rest_of_line(file: BinaryIO) -> int:
    length = 0
    while piece := file.readline(LONGEST_LINE):
        length += len(piece)
        if piece.endswith(b"\n"):
            break
    return length
