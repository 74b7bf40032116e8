"""What was given on the command line: files, and which card is meant."""

import argparse
import sys
from pathlib import Path
from typing import Any

from handoff_agent import words
from handoff_agent.ended import refused, wrong_use

STDIN = "-"


def options(parsed: argparse.Namespace) -> dict[str, str | None]:
    """Those that settings look at."""
    return {name: getattr(parsed, name, None) for name in ("url", "project", "card")}


def text_of(name: str) -> str:
    """UTF-8, with its line ends as they are."""
    try:
        if name == STDIN:
            if sys.stdin.isatty():
                raise wrong_use(words.NO_STDIN)
            raw = sys.stdin.buffer.read()
        else:
            raw = Path(name).read_bytes()
    except OSError as error:
        raise wrong_use(words.NO_FILE.format(path=name, why=error.strerror)) from None
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise refused(words.NOT_UTF8.format(path=name, at=error.start)) from None


def is_file(word: str) -> bool:
    return word == STDIN or Path(word).is_file()


def words_of(found: list[str], most: int, use: str) -> list[str]:
    """One word at least; what may be left out stands before it."""
    if not 1 <= len(found) <= most:
        raise wrong_use(use)
    return found


def filled(**fields: Any) -> dict[str, Any]:
    """Only those that were given."""
    return {name: value for name, value in fields.items() if value is not None}
