"""Old texts cannot be refused for a secret in them; the lines that hold one are left out instead."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from notes.rules.hygiene.secret_kinds import may_hold_secret, secret_kinds
from notes.rules.hygiene.unseen import as_seen

PRIVATE_KEY = "a private key"
_KEY_BEGINS = re.compile(r"BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY|PuTTY-User-Key-File-")
_KEY_ENDS = re.compile(r"END [A-Z0-9 ]{0,40}PRIVATE KEY|Private-(?:MAC|Hash): ")
# The body of a key, also quoted or in a list; whatever else comes first ends a key that was cut off.
_KEY_BODY = re.compile(r"[\s>|#*-]*(?:[A-Za-z0-9+/=]{8,}|[A-Za-z0-9-]+: [A-Za-z0-9,.-]+|Comment: .*)?\s*")


class LeftOut(NamedTuple):
    """A place in the text, or in the field of a JSON note (`line` 0), and the kind of secret there."""

    line: int
    field: str
    kind: str


def marker(kind: str) -> str:
    return f"[left out on import: what looks like {kind}]"


def redact_lines(text: str) -> tuple[str, list[LeftOut]]:
    if not may_hold_secret(text):
        return text, []
    lines = text.split("\n")
    found = [LeftOut(index + 1, "", kind) for index, kind in _places(lines)]
    for place in found:
        lines[place.line - 1] = marker(place.kind)
    return "\n".join(lines), found


def redact_fields(fields: Mapping[str, Any]) -> tuple[dict[str, Any], list[LeftOut]]:
    """Of a JSON note, value by value: a marker in the midst of the text would break its syntax."""
    found: list[LeftOut] = []
    return {name: _value(value, name, found) for name, value in fields.items()}, found


def _value(value: Any, field: str, found: list[LeftOut]) -> Any:
    if isinstance(value, str):
        if not (kinds := secret_kinds(value)):
            return value
        found.append(LeftOut(0, field, kinds[0]))
        return marker(kinds[0])
    if isinstance(value, list):
        return [_value(part, field, found) for part in value]
    if isinstance(value, dict):
        return {name: _value(part, field, found) for name, part in value.items()}
    return value


def _places(lines: list[str]) -> Iterator[tuple[int, str]]:
    inside_key = False
    for index, line in enumerate(lines):
        seen = as_seen(line)
        if kinds := secret_kinds(line):
            yield index, kinds[0]
            inside_key = bool(_KEY_BEGINS.search(seen)) and not _KEY_ENDS.search(seen)
        elif inside_key and _KEY_BODY.fullmatch(seen):
            if seen.strip():
                yield index, PRIVATE_KEY
            inside_key = not _KEY_ENDS.search(seen)
        else:
            inside_key = False
