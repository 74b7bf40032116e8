"""Which program called a hook, and whether that one still runs."""

import os
import shutil
import subprocess
import sys

import pytest

from handoff_agent import processes

ASK = "import sys; from handoff_agent import processes; sys.stdout.write(processes.caller())"


def test_the_program_behind_a_shell_is_the_one_that_called() -> None:
    command = f'"{sys.executable}" -c "{ASK}"; true'
    called = subprocess.run(["sh", "-c", command], capture_output=True, check=True, text=True).stdout
    assert called.split()[0] == str(os.getpid())
    assert processes.is_running(called)


def test_a_number_that_was_given_to_another_is_another_program() -> None:
    assert not processes.is_running(f"{os.getpid()} long ago")
    assert not processes.is_running("999999999 now")
    assert not processes.is_running("")
    assert not processes.is_running("x y")


def test_what_has_ended_runs_no_more() -> None:
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    seen = processes._look(process.pid)
    assert seen
    assert processes.is_running(f"{process.pid} {seen.began}")
    process.communicate(b"\n")
    assert not processes.is_running(f"{process.pid} {seen.began}")


@pytest.mark.skipif(shutil.which("ps") is None, reason="there is no ps")
def test_where_there_is_no_proc_ps_says_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    before = processes._look(os.getpid())
    monkeypatch.setattr(processes, "PROC", processes.PROC / "none")
    after = processes._look(os.getpid())
    assert before
    assert after
    assert after.parent == before.parent
    assert processes.is_running(f"{os.getpid()} {after.began}")
    assert processes._look(999_999_999) is None
