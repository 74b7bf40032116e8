"""Runs the program that summarises: the prompt on its stdin, its answer from its stdout, for so long and no longer.

It stands in an empty folder, knows nothing of the desk, and calls none of our hooks.
"""

import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress

from handoff_agent import private_files
from handoff_agent.hooks import switch
from handoff_agent.summarising.choice import Choice

FOLDER = "summariser"
# What an agent's program says to what it starts: the summariser is none of its tools, and needs no token of ours.
NOT_FOR_IT = ("HANDOFF_", "CLAUDE_PLUGIN_")
NOR_THESE = ("CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT", "CLAUDE_CODE_SSE_PORT", "CLAUDE_PROJECT_DIR", "CLAUDE_ENV_FILE")
LONGEST_ANSWER, PIECE = 500_000, 65_536
BETWEEN_LOOKS, SECONDS_FOR_REST = 0.05, 1.0


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
    answer = _Answer(process, prompt.encode("utf-8", "replace"))
    try:
        answer.wait(choice.seconds)
    except subprocess.TimeoutExpired:
        raise Failed(f"{choice.command[0]} took more than {choice.seconds} seconds") from None
    finally:
        _end(process)
        answer.close()
    if len(answer.said) > LONGEST_ANSWER:
        raise Failed(f"{choice.command[0]} printed more than {LONGEST_ANSWER:,} bytes")
    if process.returncode != 0 or not answer.said.strip():
        raise Failed(f"{choice.command[0]} ended with {process.returncode} and {len(answer.said)} bytes of an answer")
    return answer.said.decode("utf-8", "replace")


class _Answer:
    """What it prints, no more of it than is of use, while it is told what it was asked."""

    def __init__(self, process: "subprocess.Popen[bytes]", asked: bytes) -> None:
        self.process, self.asked, self.said = process, asked, bytearray()
        self.reader = threading.Thread(target=self._read, daemon=True)
        for thread in (self.reader, threading.Thread(target=self._tell, daemon=True)):
            thread.start()

    def wait(self, seconds: float) -> None:
        """Till it has ended or printed too much; raises TimeoutExpired."""
        over = time.monotonic() + seconds
        while self.process.poll() is None:
            if len(self.said) > LONGEST_ANSWER:
                return
            if time.monotonic() > over:
                raise subprocess.TimeoutExpired(self.process.args, seconds)
            self.reader.join(BETWEEN_LOOKS)
            if not self.reader.is_alive():
                time.sleep(BETWEEN_LOOKS)
        # A child of its own may hold the pipe open for ever: what it printed itself is in there by now.
        self.reader.join(SECONDS_FOR_REST)

    def close(self) -> None:
        """Once all that wrote into it has ended; what got away keeps it."""
        self.reader.join(SECONDS_FOR_REST)
        if self.process.stdout and not self.reader.is_alive():
            self.process.stdout.close()

    def _read(self) -> None:
        assert self.process.stdout
        with suppress(OSError, ValueError):
            while len(self.said) <= LONGEST_ANSWER and (part := os.read(self.process.stdout.fileno(), PIECE)):
                self.said += part

    def _tell(self) -> None:
        assert self.process.stdin
        # Whoever does not read to the end says so with its answer.
        with suppress(OSError, ValueError), self.process.stdin:
            self.process.stdin.write(self.asked)


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
    process.wait()
