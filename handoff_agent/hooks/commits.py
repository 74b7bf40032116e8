"""The last commit of the branch that we stand on."""

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

SECONDS = 1.0
# No signature is checked, which would start another program.
LAST = ("git", "-c", "log.showSignature=false", "log", "-1", "--format=%ct %H")


@dataclass(frozen=True, slots=True)
class Commit:
    """Empty where there is none, and where git is not there."""

    at: float = 0.0
    name: str = ""


def last_commit_at(top: Path) -> float:
    return last_commit(top).at


def last_commit(top: Path) -> Commit:
    env = os.environ | {"GIT_OPTIONAL_LOCKS": "0"}
    try:
        ran = subprocess.run(
            LAST, cwd=top, env=env, stdin=subprocess.DEVNULL, capture_output=True, check=True, timeout=SECONDS
        )
        at, name = ran.stdout.split()
        return Commit(float(at), name.decode())
    except (OSError, ValueError, subprocess.SubprocessError):
        return Commit()
