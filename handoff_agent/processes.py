"""Which program called us, and whether that one still runs: by its number and the moment when it was started."""

import os
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

PROC = Path("/proc")
SECONDS = 0.5
FURTHEST, MOST_ABOVE = 6, 24
# What only stands between a program and its hook, and ends with the hook.
BETWEEN = frozenset({"sh", "bash", "dash", "zsh", "ash", "ksh", "fish", "env", "handoff", "timeout", "cmd.exe"})


@dataclass(frozen=True, slots=True)
class _Seen:
    parent: int
    began: str
    name: str


def caller() -> str:
    """Empty where nobody can tell."""
    near = islice(_above(), FURTHEST)
    return next((process for process, name in near if name.rpartition("/")[2].removeprefix("-") not in BETWEEN), "")


def callers() -> list[str]:
    """All that we run under, as far as anybody can tell."""
    return [process for process, _ in islice(_above(), MOST_ABOVE)]


def _above() -> Iterator[tuple[str, str]]:
    number = os.getppid()
    while number > 1 and (seen := _look(number)):
        yield f"{number} {seen.began}", seen.name
        number = seen.parent


def is_running(process: str) -> bool:
    """The number alone says nothing: it is given to others later."""
    number, _, began = process.partition(" ")
    seen = _look(int(number)) if number.isdecimal() else None
    return seen is not None and seen.began == began


def _look(number: int) -> _Seen | None:
    return _in_proc(number) if (PROC / "self" / "stat").exists() else _in_ps(number)


def _in_proc(number: int) -> _Seen | None:
    try:
        text = (PROC / str(number) / "stat").read_text("utf-8", "replace")
        boot = (PROC / "sys/kernel/random/boot_id").read_text().strip()
        # The name stands in brackets and may hold some.
        name, rest = text.partition("(")[2].rsplit(")", 1)
        fields = rest.split()
        # What has ended and was not waited for runs no more.
        return None if fields[0] in "ZX" else _Seen(int(fields[1]), f"{boot} {fields[19]}", name)
    except (OSError, ValueError, IndexError):
        return None


def _in_ps(number: int) -> _Seen | None:
    words = ["ps", "-o", "ppid=,lstart=,comm=", "-p", str(number)]
    try:
        ran = subprocess.run(words, capture_output=True, check=True, text=True, timeout=SECONDS, env={"LC_ALL": "C"})
        parent, *date, name = ran.stdout.split(maxsplit=6)
        return _Seen(int(parent), " ".join(date), name.strip())
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
