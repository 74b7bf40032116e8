"""When the branch that we stand on was last committed to."""

import os
import subprocess
from pathlib import Path

SECONDS = 1.0
# No signature is checked, which would start another program.
LAST = ("git", "-c", "log.showSignature=false", "log", "-1", "--format=%ct")


def last_commit_at(top: Path) -> float:
    """0 where there is none, and where git is not there."""
    env = os.environ | {"GIT_OPTIONAL_LOCKS": "0"}
    try:
        ran = subprocess.run(
            LAST, cwd=top, env=env, stdin=subprocess.DEVNULL, capture_output=True, check=True, timeout=SECONDS
        )
        return float(ran.stdout)
    except (OSError, ValueError, subprocess.SubprocessError):
        return 0.0
