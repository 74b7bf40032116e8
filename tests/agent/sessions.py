"""An agent's session as its program tells it to hooks, in the shapes that Claude Code 2.1 and Codex 0.171 send."""

import json
import os
import shutil
import subprocess
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

from tests.agent.desks import Ran, Shell

SHAPES: dict[str, dict[str, Any]] = {
    "session-start": {"hook_event_name": "SessionStart", "source": "startup"},
    "user-prompt": {"hook_event_name": "UserPromptSubmit", "permission_mode": "default", "prompt": "go on"},
    "pre-compact": {"hook_event_name": "PreCompact", "trigger": "auto", "custom_instructions": None},
    "post-compact": {"hook_event_name": "PostCompact", "trigger": "auto", "model": "gpt-5", "turn_id": "t1"},
    "stop": {"hook_event_name": "Stop", "permission_mode": "default", "stop_hook_active": False,
             "last_assistant_message": "Done."},
    "session-end": {"hook_event_name": "SessionEnd", "reason": "other"},
}  # fmt: skip
WINDOW = 1_000_000


@dataclass
class Session:
    shell: Shell
    dialect: str = "claude"
    name: str = field(default_factory=lambda: str(uuid4()))

    def call(self, event: str, *words: str, env: dict[str, str] | None = None, **more: Any) -> Ran:
        told = {"session_id": self.name, "transcript_path": str(self.transcript), "cwd": str(self.shell.folder)}
        model = {"model": "gpt-5"} if self.dialect == "codex" and event != "session-end" else {}
        stdin = json.dumps(told | SHAPES[event] | model | more)
        return self.shell("hook", event, "--dialect", self.dialect, *words, stdin=stdin, **(env or {}))

    def answer(self, event: str, *words: str, **more: Any) -> dict[str, Any]:
        """Whatever it says, it never fails and says nothing beside."""
        ran = self.call(event, *words, **more)
        assert (ran.code, ran.err) == (0, "")
        found: dict[str, Any] = json.loads(ran.out) if ran.out else {}
        return found

    def added(self, event: str, *words: str, **more: Any) -> str:
        found = self.answer(event, *words, **more)
        if not found:
            return ""
        assert list(found) == ["hookSpecificOutput"]
        assert found["hookSpecificOutput"]["hookEventName"] == SHAPES[event]["hook_event_name"]
        return str(found["hookSpecificOutput"]["additionalContext"])

    def held(self, **more: Any) -> str:
        """Why the agent may not stop yet, or nothing."""
        found = self.answer("stop", **more)
        assert not found or (found["decision"], set(found)) == ("block", {"decision", "reason"})
        return str(found.get("reason", ""))

    @property
    def transcript(self) -> Path:
        return self.shell.folder.parent / f"{self.name}.jsonl"

    def uses(self, tokens: int, *, ago: float = 0.0, **more: Any) -> None:
        """An answer of the model, with so much in its context."""
        at = datetime.fromtimestamp(time.time() - ago, UTC).isoformat().replace("+00:00", "Z")
        info = {"last_token_usage": {"total_tokens": tokens}, "model_context_window": WINDOW}
        usage = {"input_tokens": 3, "cache_read_input_tokens": tokens - 5, "output_tokens": 2}
        line: dict[str, Any] = (
            {"type": "event_msg", "payload": {"type": "token_count", "info": info}}
            if self.dialect == "codex"
            else {"type": "assistant", "message": {"model": "claude-opus-5", "usage": usage}}
        )
        with self.transcript.open("a") as file:
            file.write(json.dumps({"timestamp": at} | line | more) + "\n")


def repository(shell: Shell) -> None:
    """A real one instead of the bare bones."""
    shutil.rmtree(shell.folder / ".git")
    git(shell, "init", "-q", "-b", "main")


def commit(shell: Shell, *, at: float) -> None:
    git(shell, "commit", "-q", "--allow-empty", "-m", "work", GIT_COMMITTER_DATE=f"@{int(at)} +0000")


def git(shell: Shell, *words: str, **more: str) -> None:
    who = {f"GIT_{role}_{what}": "coder@example.org" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    env = os.environ | {"HOME": shell.env["HOME"]} | who | more
    subprocess.run(["git", *words], cwd=shell.folder, env=env, check=True)
