"""What can be set for the hooks: past which share the context counts as filled, and what a model's context holds."""

import os
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from handoff_agent import words
from handoff_agent.ended import wrong_use
from handoff_agent.settings import FILE

TABLE = "hooks"
PERCENT = 70


@dataclass(frozen=True, slots=True)
class Limits:
    """`window` is 0 where the table of models counts."""

    percent: int = PERCENT
    window: int = 0


def limits(top: Path) -> Limits:
    """Raises Ended where something is set that is no number."""
    table = _table(top / FILE)
    percent = _number("HANDOFF_FILLED_PERCENT", table.get("filled_percent"), PERCENT, most=100)
    return Limits(percent, _number("HANDOFF_WINDOW", table.get("window"), 0, most=100_000_000))


def _table(file: Path) -> dict[str, Any]:
    try:
        found = tomllib.loads(file.read_text("utf-8")).get(TABLE, {})
    except (OSError, ValueError):
        # Where the file is wrong, the settings have said so.
        return {}
    return found if isinstance(found, dict) else {}


def _number(variable: str, in_file: object, otherwise: int, *, most: int) -> int:
    given = os.environ.get(variable) or in_file
    if given is None:
        return otherwise
    try:
        number = int(str(given))
    except ValueError:
        number = -1
    if not 0 < number <= most:
        says = f"{variable} is “{words.one_line(str(given))}”: give a whole number from 1 to {most:,}."
        raise wrong_use(says)
    return number
