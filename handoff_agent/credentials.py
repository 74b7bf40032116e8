"""Tokens that a person keeps on this machine: ~/.config/handoff/credentials.toml, which nobody else may read."""

import os
import shlex
import subprocess
import sys
import tomllib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from handoff_agent import words
from handoff_agent.ended import wrong_use

LONGEST_COMMAND = 20


@dataclass(frozen=True, slots=True)
class Kept:
    """One [[desk]]. Without a project it is for all of that address."""

    url: str
    project: str = ""
    token: str = ""
    command: tuple[str, ...] = ()
    summariser_token: str = ""
    summariser_command: tuple[str, ...] = ()

    @property
    def of_summariser(self) -> "Kept":
        """The same desk with the token of its summariser."""
        return replace(self, token=self.summariser_token, command=self.summariser_command)


def path() -> Path:
    base = os.environ.get("XDG_CONFIG_HOME")
    return (Path(base) if base else Path.home() / ".config") / "handoff" / "credentials.toml"


def kept() -> list[Kept]:
    file = path()
    try:
        text, mode = file.read_text("utf-8"), file.stat().st_mode
    except FileNotFoundError:
        return []
    except (OSError, UnicodeDecodeError) as error:
        raise wrong_use(words.NO_FILE.format(path=file, why=error)) from None
    if mode & 0o077 and sys.platform != "win32":
        raise wrong_use(words.OPEN_MODE.format(path=file, quoted=shlex.quote(str(file))))
    try:
        desks = tomllib.loads(text).get("desk", [])
    except tomllib.TOMLDecodeError as error:
        raise wrong_use(words.BAD_TOML.format(path=file, why=error)) from None
    return [_kept(desk, file) for desk in (desks if isinstance(desks, list) else [desks])]


def _kept(desk: Any, file: Path) -> Kept:
    says = words.BAD_DESK.format(path=file)
    if not isinstance(desk, dict):
        raise wrong_use(says)
    commands = [_words(desk.get(name, ())) for name in ("token_command", "summariser_token_command")]
    url, project, *tokens = [desk.get(name, "") for name in ("url", "project", "token", "summariser_token")]
    if not url or not all(isinstance(text, str) for text in (url, project, *tokens, *commands[0], *commands[1])):
        raise wrong_use(says)
    return Kept(url.rstrip("/"), project, tokens[0], commands[0], tokens[1], commands[1])


def _words(command: Any) -> tuple[Any, ...]:
    return tuple(shlex.split(command)) if isinstance(command, str) else tuple(command)


def for_desk(desks: list[Kept], url: str, project: str) -> Kept | None:
    """The one for this project before the one for all of the desk."""
    fitting = [desk for desk in desks if desk.url == url and (desk.token or desk.command)]
    return next((desk for wanted in (project, "") for desk in fitting if desk.project == wanted), None)


def token_of(desk: Kept) -> str:
    return desk.token or _asked(desk)


def _asked(desk: Kept) -> str:
    try:
        ran = subprocess.run(
            desk.command, stdin=subprocess.DEVNULL, capture_output=True, check=True, text=True, timeout=LONGEST_COMMAND
        )
    except subprocess.CalledProcessError as error:
        why = f"it ended with {error.returncode}"
    except subprocess.TimeoutExpired:
        why = f"it took more than {LONGEST_COMMAND} seconds"
    except OSError as error:
        why = str(error)
    else:
        if token := ran.stdout.strip():
            return token
        why = "it printed nothing"
    raise wrong_use(words.BAD_COMMAND.format(url=desk.url, why=why))
