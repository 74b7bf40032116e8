"""Which program called us, and whether that one still runs: by its number and the moment when it was started."""

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

PROC = Path("/proc")
SECONDS = 0.5
FURTHEST = 6
# What only stands between a program and its hook, and ends with the hook.
BETWEEN = frozenset({"sh", "bash", "dash", "zsh", "ash", "ksh", "fish", "env", "handoff", "timeout", "cmd.exe"})


@dataclass(frozen=True, slots=True)
class _Seen:
    parent: int
    began: str
    name: str


def caller() -> str:
    """Empty where nobody can tell."""
    number = os.getppid()
    for _ in range(FURTHEST):
        seen = _look(number)
        if seen is None or number <= 1:
            return ""
        if seen.name.rpartition("/")[2].removeprefix("-") not in BETWEEN:
            return f"{number} {seen.began}"
        number = seen.parent
    return ""


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
