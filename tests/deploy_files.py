"""Reads what deploy/ says, as systemd, compose and the shell do: the commands and settings that tests then run."""

import shlex
from collections import defaultdict
from pathlib import Path
from typing import Any

import yaml

DEPLOY = Path(__file__).parent.parent / "deploy"
PYTHON = "/opt/handoff-desk/.venv/bin/python"
Unit = dict[str, list[str]]


def unit(name: str) -> Unit:
    """All that is said under one key, in order. An empty value forgets what was said before it."""
    found: Unit = defaultdict(list)
    for line in (DEPLOY / "systemd" / name).read_text().splitlines():
        if line and line[0] not in "#;[":
            key, _, value = line.partition("=")
            found[key].append(value)
    return dict(found)


def starts(name: str, instance: str = "") -> list[list[str]]:
    """The commands of a unit, from `python` on."""
    commands = [shlex.split(line.replace("%i", instance)) for line in unit(name)["ExecStart"]]
    assert {words[0] for words in commands} == {PYTHON}
    return [words[1:] for words in commands]


def wanted() -> list[str]:
    return [name for line in unit("handoff-desk.target")["Wants"] for name in line.split()]


def services() -> dict[str, Any]:
    """Of the compose file, with what its anchors stand for."""
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    return found


def settings() -> dict[str, str]:
    """The settings of the example, those that are to be filled in left empty."""
    lines = (DEPLOY / "desk.env.example").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
