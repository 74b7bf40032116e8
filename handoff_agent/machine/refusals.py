"""Writes that were refused or came late: kept beside the note for people. The desk hears codes and counts."""

from collections import Counter
from datetime import datetime
from typing import Any

from handoff_agent.machine.shelf import KeptCard, Row
from notes.rules.hygiene.secrets import shown
from notes.rules.problems import Problem

MOST_KEPT = 50


def keep(
    kept: KeptCard,
    problems: tuple[Problem, ...],
    by: Row,
    at: datetime,
    *,
    base: int | None,
    late: str = "",
    put_back: bool = False,
) -> None:
    """Changes the card, which its holder then keeps. `late` is the file of a text that came too late.

    `put_back`: the rest was saved.
    """
    row = {
        "at": at.isoformat(), "by": by, "base_revision": base, "late": late, "put_back": put_back,
        "problems": [{"code": problem.code, "says": shown(problem.says)} for problem in problems],
    }  # fmt: skip
    kept.refusals = [*kept.refusals, row][-MOST_KEPT:]


def of(kept: KeptCard, at: datetime) -> Row | None:
    """What became of the write of that moment, where it was refused or had locked lines put back."""
    return next((row for row in reversed(kept.refusals) if row["at"] == at.isoformat()), None)


def report(row: Row) -> dict[str, Any]:
    codes = Counter(problem["code"] for problem in row["problems"])
    told = {"at": row["at"], "by": row["by"]["kind"], "codes": dict(codes)}
    told |= {"late": bool(row["late"]), "put_back": row["put_back"]}
    return told | ({} if row["base_revision"] is None else {"base_revision": row["base_revision"]})
