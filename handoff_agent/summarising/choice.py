"""How the note of a session that died is written: by which program, without one, or not at all.

A program that is run on this machine is named by its user alone. A repository may only ask for less.
"""

import os
import shlex
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from handoff_agent import credentials, words
from handoff_agent.ended import wrong_use
from handoff_agent.settings import FILE

VARIABLE, SECONDS_VARIABLE, KEY = "HANDOFF_SUMMARISER", "HANDOFF_SUMMARISER_SECONDS", "summariser"
OFF, EXTRACT = "off", "extract"
SECONDS, MOST_SECONDS = 180, 3600
# It has no tools, loads no hooks, plugins or instructions of anybody's, and leaves no session behind.
DEFAULT = ("claude", "-p", "--model", "haiku", "--tools", "", "--safe-mode", "--no-session-persistence")


@dataclass(frozen=True, slots=True)
class Choice:
    """Without `command` code writes the note, and where `is_off` nobody does."""

    command: tuple[str, ...]
    source: str
    is_off: bool = False
    seconds: int = SECONDS

    @property
    def model(self) -> str:
        """As the command names it."""
        named = dict(zip(self.command, self.command[1:], strict=False))
        return named.get("--model", "")[:80]


def choice(top: Path) -> Choice:
    """Raises Ended where something is set that says nothing."""
    asked = _of_repository(top)
    if asked in (OFF, EXTRACT):
        return Choice((), FILE, is_off=asked == OFF)
    file = own_file()
    for value, source in ((os.environ.get(VARIABLE), VARIABLE), (_table(file).get(KEY), str(file))):
        if value:
            return _chosen(value, source)
    return Choice(DEFAULT, "what comes with it", seconds=_seconds())


def own_file() -> Path:
    return credentials.path().with_name("config.toml")


def remarks(top: Path) -> list[str]:
    """What a repository asks for that is not its to say."""
    asked = _of_repository(top)
    if asked is None or asked in (OFF, EXTRACT):
        return []
    return [words.PROGRAM_IN_REPOSITORY.format(path=top / FILE, variable=VARIABLE, file=own_file())]


def _chosen(value: object, source: str) -> Choice:
    if value in (OFF, EXTRACT):
        return Choice((), source, is_off=value == OFF)
    command = tuple(shlex.split(value)) if isinstance(value, str) else tuple(value) if isinstance(value, list) else ()
    if not command or not all(isinstance(word, str) for word in command):
        raise wrong_use(words.BAD_SUMMARISER.format(source=source))
    return Choice(command, source, seconds=_seconds())


def _seconds() -> int:
    given = os.environ.get(SECONDS_VARIABLE, "").strip()
    if not given:
        return SECONDS
    if not given.isdecimal() or not 0 < int(given) <= MOST_SECONDS:
        raise wrong_use(words.BAD_SECONDS.format(variable=SECONDS_VARIABLE, most=MOST_SECONDS))
    return int(given)


def _of_repository(top: Path) -> object:
    return _table(top / FILE).get(KEY)


def _table(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise wrong_use(words.BAD_TOML.format(path=file, why=error)) from None
