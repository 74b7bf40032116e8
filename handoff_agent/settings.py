"""What is set, and where: options, then the environment, then .handoff.toml of the repository, then the plugin."""

import hashlib
import os
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from handoff_agent import credentials, words
from handoff_agent.ended import wrong_use
from handoff_agent.tracking import tracked
from handoff_agent.work_tree import WorkTree, work_tree

FILE = ".handoff.toml"
NAMES = ("url", "project", "card")
SUMMARISERS = "HANDOFF_SUMMARISER_TOKEN"
LOOPBACK = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True, slots=True)
class Setting:
    value: str
    source: str


@dataclass(frozen=True, slots=True)
class Token:
    """`identity` tells tokens apart without giving them away; a token_command is one, whatever it prints."""

    value: str
    source: str
    identity: str


@dataclass(frozen=True, slots=True)
class Settings:
    """`remarks` are wrong but stop nothing."""

    url: Setting | None
    project: Setting | None
    card: Setting | None
    tree: WorkTree | None
    remarks: tuple[str, ...] = ()
    from_repository: bool = False


def settings(options: dict[str, str | None]) -> Settings:
    tree = work_tree(Path.cwd())
    file = (tree.top if tree else Path.cwd()) / FILE
    in_file = _in_file(file)
    found = {name: _find(name, options, in_file, file, tree) for name in NAMES}
    url = found["url"]
    if url:
        url = Setting(url.value.rstrip("/"), url.source)
        _check_url(url)
    from_repository = url is not None and url.source == str(file)
    return Settings(url, found["project"], found["card"], tree, tuple(_remarks(file, in_file)), from_repository)


def _find(
    name: str, options: dict[str, str | None], in_file: dict[str, Any], file: Path, tree: WorkTree | None
) -> Setting | None:
    variable, plugin = f"HANDOFF_{name.upper()}", f"CLAUDE_PLUGIN_OPTION_{name.upper()}"
    places = [(options.get(name), f"--{name}"), (os.environ.get(variable), variable)]
    if name == "card" and tree:
        places.append((tracked(tree), "handoff track"))
    places += [(in_file.get(name), str(file)), (os.environ.get(plugin), plugin)]
    return next((Setting(value, source) for value, source in places if value and isinstance(value, str)), None)


def _in_file(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise wrong_use(words.BAD_TOML.format(path=file, why=error)) from None


def _remarks(file: Path, in_file: dict[str, Any]) -> list[str]:
    told = {"token": words.TOKEN_IN_REPOSITORY, "token_command": words.COMMAND_IN_REPOSITORY}
    told |= {f"summariser_{name}": says for name, says in told.items()}
    found = [says for name, says in told.items() if name in in_file]
    return [says.format(path=file, credentials=credentials.path()) for says in dict.fromkeys(found)]


def _check_url(url: Setting) -> None:
    try:
        parts = urlsplit(url.value)
        right = parts.scheme in ("http", "https") and parts.hostname and (parts.port or 1)
    except ValueError:
        right = False
    if not right:
        raise wrong_use(words.BAD_URL.format(url=words.one_line(url.value), source=url.source))


def token(found: Settings, url: str, project: str) -> Token:
    """The environment's, then the one that is kept for this desk, then the plugin's."""
    desks = credentials.kept()
    kept = credentials.for_desk(desks, url, project)
    for name in ("HANDOFF_TOKEN", "CLAUDE_PLUGIN_OPTION_TOKEN"):
        if name != "HANDOFF_TOKEN" and kept:
            break
        if held := _of_environment(name, found, url, desks):
            return held
    if kept is None:
        raise wrong_use(words.NEEDS_TOKEN.format(url=url, credentials=credentials.path()))
    return _of_file(kept, "token_command")


def summariser_token(found: Settings, url: str, project: str) -> Token | None:
    """The one with which the note of a session that died is written; who has none writes with the agent's."""
    desks = credentials.kept()
    if held := _of_environment(SUMMARISERS, found, url, desks):
        return held
    kept = credentials.for_desk([desk.of_summariser for desk in desks], url, project)
    return _of_file(kept, "summariser_token_command") if kept else None


def token_of_summariser(found: Settings, url: str, project: str) -> Token:
    return summariser_token(found, url, project) or token(found, url, project)


def _of_environment(name: str, found: Settings, url: str, desks: list[credentials.Kept]) -> Token | None:
    value = os.environ.get(name, "").strip()
    if not value:
        return None
    _check_trusted(found, url, desks, name)
    return Token(value, name, _digest(value))


def _of_file(kept: credentials.Kept, command: str) -> Token:
    value = credentials.token_of(kept)
    source = f"{f'{command} in ' if kept.command and not kept.token else ''}{credentials.path()}"
    return Token(value, source, _digest(kept.token or "\0".join(kept.command)))


def _check_trusted(found: Settings, url: str, desks: list[credentials.Kept], name: str) -> None:
    """A repository may name a desk, but cannot have a token sent to any place that it likes."""
    trusted = not found.from_repository or urlsplit(url).hostname in LOOPBACK
    if not trusted and not any(desk.url == url for desk in desks):
        says = words.NOT_TRUSTED.format(name=name, url=url, source=FILE, credentials=credentials.path())
        raise wrong_use(says)


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogateescape")).hexdigest()[:16]
