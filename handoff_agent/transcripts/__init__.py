"""What was said and done in a session, out of the record that an agent's program keeps of it (JSON lines)."""

import json
from collections.abc import Iterator
from typing import Any

from handoff_agent.transcripts import claude, codex
from notes.rules.resuming.sorting import Kind
from notes.rules.resuming.steps import Step

Said = tuple[Kind, str]
READERS = (claude, codex)


def steps_in(text: str) -> list[Step]:
    """Nothing where it is no such record. A line that cannot be read is passed over."""
    entries = [entry for line in text.split("\n") if line.strip() and (entry := _entry(line))]
    return [step for entry in entries for reader in READERS if reader.reads(entry) for step in reader.steps(entry)]


def said_in(text: str) -> Iterator[Said]:
    """Line by line. Of a text that is no such record each line is a statement."""
    steps = steps_in(text)
    if not steps:
        yield from (("statement", line) for line in text.split("\n") if line.strip())
    for step in steps:
        yield from ((step.kind, line) for line in _words(step).split("\n") if line.strip())


def roots_in(text: str) -> list[str]:
    """The folders in which the session worked."""
    entries = (_entry(line) for line in text.split("\n") if '"cwd"' in line)
    found = (entry.get("cwd") or codex.payload(entry).get("cwd") for entry in entries)
    return list(dict.fromkeys(folder for folder in found if isinstance(folder, str) and folder))


def _words(step: Step) -> str:
    return step.text or (json.dumps(step.given, ensure_ascii=False) if step.given else "")


def _entry(line: str) -> dict[str, Any]:
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return entry if isinstance(entry, dict) else {}
