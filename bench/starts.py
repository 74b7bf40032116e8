"""What a call of command or hook takes that needs no desk, beside a bare interpreter: `python -m bench.starts`.

In processor time, the best of a few: what else the machine does is not theirs.
"""

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from tests.agent.desks import shell_in
from tests.agent.sessions import Session

TIMES, BEST_OF = 15.0, 7
COMMANDS = (["--help"], ["queue"], ["track"], ["convert", "--to", "free", "-"], ["sort", "-"])
HOOKS: dict[str, dict[str, Any]] = {
    "pre-compact": {},
    "stop": {"stop_hook_active": True},
    "user-prompt": {},
    "session-end": {},
}


def main() -> int:
    # Where it is installed, its modules lie there compiled.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    bare = least(lambda: subprocess.run([sys.executable, "-c", "pass"], check=True))
    print(f"{bare * 1000:6.1f} ms  a bare interpreter")
    good = True
    with tempfile.TemporaryDirectory() as folder:
        for name, call in calls(Path(folder)).items():
            seconds = least(call)
            good &= seconds <= TIMES * bare
            print(f"{seconds * 1000:6.1f} ms  {seconds / bare:4.1f} times  {name}")
    print("good" if good else "missed", f"(at most {TIMES:.0f} times)")
    return not good


def calls(folder: Path) -> Mapping[str, Callable[[], object]]:
    # A desk that is not there.
    shell = shell_in(
        folder, HANDOFF_URL="http://127.0.0.1:9", HANDOFF_PROJECT="shop", HANDOFF_TOKEN="hd_x", HANDOFF_CARD="A-1"
    )
    session = Session(shell)
    session.call("session-start")
    session.uses(10_000)
    commands = {f"handoff {words[0]}": partial(shell, *words, stdin="x") for words in COMMANDS}
    hooks = {f"hook {event}": partial(session.call, event, **more) for event, more in HOOKS.items()}
    return commands | hooks


def least(call: Callable[[], object]) -> float:
    call()
    return min(_spent(call) for _ in range(BEST_OF))


def _spent(call: Callable[[], object]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    call()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    sys.exit(main())
