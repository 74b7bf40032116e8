"""SessionEnd: has a second and a half for all hooks together, so the work is left to a process of its own."""

import subprocess
import sys

from handoff_agent import spool
from handoff_agent.hooks import left, rounds
from handoff_agent.hooks.cards import Here
from handoff_agent.hooks.said import Said

# -P: what lies in the folder of the work is no part of this program.
SELF = (sys.executable, "-P", "-m", "handoff_agent")


def end(said: Said, at: Here) -> str:
    if cards := left.leave(said, at):
        for card in cards:
            # It sends what waits as well.
            detach("summarise", card, "--ended")
        return ""
    for path, _ in rounds.of_session(said.session):
        rounds.forget(path)
    if any(found.entries() for found, about in spool.spools() if about.get("url") == at.url):
        detach("queue", "--send")
    return ""


def detach(*command: str) -> None:
    """It lives on when the agent's program ends, and says nothing."""
    if sys.platform == "win32":
        flags = subprocess.DETACHED_PROCESS | subprocess.CREATE_NEW_PROCESS_GROUP
        subprocess.Popen([*SELF, *command], creationflags=flags, close_fds=True)
    else:
        process = subprocess.Popen(
            [*SELF, *command], start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        # Nobody waits for it, and Python need not warn of that.
        process.returncode = 0
