"""What a log line may repeat of what was sent: no line break, nothing that hides, nothing that looks like a secret."""

import json
import re
from functools import lru_cache

from django.utils.encoding import escape_uri_path

from notes.rules.hygiene.secret_kinds import may_hold_secret, secret_kinds
from notes.rules.hygiene.secrets import shown

LONGEST_PATH = 300
# Addresses whose last part lets whoever has it do something: turn letters off, choose a password.
_KEYS = re.compile(r"(?i)((?:/+letters/+off|/+reset/+key)/+)[^/]+")
# What a fact is called may be the user's words, and of some projects those stay off the desk.
_FACTS = re.compile(r"(?i)(/+facts/+).+")
_ADDRESS = re.compile(r"[^/\s@]+@[^/\s@]+")


def escaped(text: str) -> str:
    """One line of what can be seen, the rest as JSON escapes it."""
    return text if text.isprintable() else "".join(map(_escaped, text))


def without_secrets(text: str) -> str:
    """Word by word; where one is spread over several words, nothing is left but its kind."""
    if not may_hold_secret(text) or not secret_kinds(text):
        return text
    return shown("".join(map(shown, re.split(r"(\s+)", text))), len(text))


@lru_cache(maxsize=256)
def shown_path(path: str) -> str:
    """A path as it stands in an address, without keys, names of facts and addresses of people; cut where it is too long
    to be ours.

    Kept, since agents save to the same few cards all day.
    """
    path = _ADDRESS.sub("ADDRESS", _KEYS.sub(r"\1KEY", path))
    told = "/".join(map(_part, path.split("/"))) if may_hold_secret(path) else escape_uri_path(path)
    return _FACTS.sub(r"\1NAME", shown(told, LONGEST_PATH))


def _part(part: str) -> str:
    kinds = secret_kinds(part)
    return f"[{kinds[0]}]" if kinds else escape_uri_path(part)


def _escaped(char: str) -> str:
    return char if char.isprintable() else json.dumps(char)[1:-1]
