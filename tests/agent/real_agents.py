"""The real Claude Code and Codex (`sh tools/agents.sh`), with a home of their own and a model that does not think."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.agent.codex_config import codex_config
from tests.agent.desks import Shell
from tests.agent.fake_model import Model
from tests.agent.test_hooks_session import waited_for
from tests.site.test_serve import ROOT

INSTALLED = ROOT / ".venv" / "agents" / "node_modules" / ".bin"
SECONDS = 60


def program(name: str) -> str:
    path = INSTALLED / name
    if not path.exists():
        says = f"{name} is NOT INSTALLED, so nothing is known of how it gets on with us: `sh tools/agents.sh`"
        # Where everything must really run, that is a failure.
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(says)
    return str(path)


@dataclass
class Agent:
    """In the shell's work tree, with its settings."""

    shell: Shell
    model: Model

    def claude(self, *words: str, stdin: str = "") -> str:
        return self._run([program("claude"), *words], self._of_claude, stdin)

    def claude_killed(self, *words: str, when: Callable[[], bool]) -> None:
        """In the midst of its work, with no time to say anything."""
        process = subprocess.Popen(
            [program("claude"), *words], cwd=self.shell.folder, env=self._environment(self._of_claude),
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        try:
            assert waited_for(when, SECONDS)
        finally:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    @property
    def _of_claude(self) -> dict[str, str]:
        return {
            "ANTHROPIC_BASE_URL": self.model.url, "ANTHROPIC_API_KEY": "none",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "DISABLE_AUTOUPDATER": "1",
        }  # fmt: skip

    def codex(self, *words: str) -> str:
        home = Path(self.shell.env["HOME"]) / ".codex"
        home.mkdir(exist_ok=True)
        (home / "config.toml").write_text(codex_config(self.model.url, self.shell.folder))
        return self._run([program("codex"), *words], {"CODEX_HOME": str(home), "FAKE_KEY": "none"}, "")

    def _run(self, words: list[str], more: dict[str, str], stdin: str) -> str:
        env = self._environment(more)
        ran = subprocess.run(
            words, cwd=self.shell.folder, env=env, input=stdin, capture_output=True, text=True, timeout=SECONDS,
            check=False,
        )  # fmt: skip
        assert ran.returncode == 0, ran.stdout + ran.stderr
        return ran.stdout + ran.stderr

    def _environment(self, more: dict[str, str]) -> dict[str, str]:
        return self.shell.env | more | {"PATH": f"{self._bin()}:{INSTALLED}:{os.environ['PATH']}"}

    def _bin(self) -> Path:
        """`handoff` as an installation puts it on the path."""
        folder = Path(self.shell.env["HOME"]) / "bin"
        folder.mkdir(exist_ok=True)
        command = folder / "handoff"
        command.write_text(f'#!/bin/sh\nexec {sys.executable} -m handoff_agent "$@"\n')
        command.chmod(0o755)
        return folder
