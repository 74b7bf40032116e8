"""Runs the program that summarises: the prompt on its stdin, its answer from its stdout, for so long and no longer.

It stands in an empty folder, knows nothing of the desk, and calls none of our hooks.
"""

import os
import signal
import subprocess
import sys
from contextlib import suppress

from handoff_agent import private_files
from handoff_agent.hooks import switch
from handoff_agent.summarising.choice import Choice

FOLDER = "summariser"
# What an agent's program says to what it starts: the summariser is none of its tools, and needs no token of ours.
NOT_FOR_IT = ("HANDOFF_", "CLAUDE_PLUGIN_")
NOR_THESE = ("CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT", "CLAUDE_CODE_SSE_PORT", "CLAUDE_PROJECT_DIR", "CLAUDE_ENV_FILE")
LONGEST_ANSWER = 500_000


class Failed(Exception):
    """It gave no answer; the words say why, and hold nothing of what it said."""


def ask(choice: Choice, prompt: str) -> str:
    folder = private_files.state_folder() / FOLDER
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        process = subprocess.Popen(
            choice.command, cwd=folder, env=_environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
    except (OSError, ValueError):
        raise Failed(f"{choice.command[0]} cannot be started") from None
    try:
        said, _ = process.communicate(prompt.encode("utf-8", "replace"), timeout=choice.seconds)
    except subprocess.TimeoutExpired:
        raise Failed(f"{choice.command[0]} took more than {choice.seconds} seconds") from None
    finally:
        _end(process)
    if process.returncode != 0 or not said.strip():
        raise Failed(f"{choice.command[0]} ended with {process.returncode} and {len(said)} bytes of an answer")
    return said[:LONGEST_ANSWER].decode("utf-8", "replace")


def _environment() -> dict[str, str]:
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(NOT_FOR_IT) and name not in NOR_THESE
    }
    return kept | {switch.VARIABLE: switch.OFF}


def _end(process: "subprocess.Popen[bytes]") -> None:
    """With all that it started."""
    with suppress(OSError):
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
    for pipe in (process.stdin, process.stdout):
        with suppress(OSError):
            if pipe:
                pipe.close()
    process.wait()
