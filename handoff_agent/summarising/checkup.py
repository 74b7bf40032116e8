"""What doctor says of the notes of sessions that died: who writes them, in whose name, and which are still to come."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from handoff_agent import client, words
from handoff_agent.client import Call
from handoff_agent.ended import Away, Ended
from handoff_agent.hooks import rounds
from handoff_agent.settings import Settings, summariser_token
from handoff_agent.summarising.choice import Choice, choice, own_file, remarks

KIND = "summariser"


class Remark(NamedTuple):
    good: bool
    says: str


def checkup(found: Settings, url: str, project: str) -> Iterator[Remark]:
    top = found.tree.top if found.tree else Path.cwd()
    try:
        yield from (Remark(False, says) for says in remarks(top))
        yield Remark(True, _writer(choice(top)))
        yield _token(found, url, project)
    except Ended as end:
        yield from (Remark(False, says) for says in end.says)
    if count := sum(bool(known.ended_at) for _, known in rounds.all_known()):
        sessions = words.count_of(count, "session that ended is", "sessions that ended are")
        yield Remark(True, f"{sessions} still to be looked at: `handoff summarise --ended`")


def _writer(chosen: Choice) -> str:
    if chosen.is_off:
        return f"sessions that end without a note get no note: off in {chosen.source}"
    if not chosen.command:
        return f"notes of sessions that died are written by code, without a model, by {chosen.source}"
    program = words.one_line(" ".join(chosen.command[:4]))
    if shutil.which(chosen.command[0]) is None:
        return f"notes of sessions that died are written by code: {program} is not on the path (see {own_file()})"
    return f"notes of sessions that died are written by `{program}`, from {chosen.source}, and by code where that fails"


def _token(found: Settings, url: str, project: str) -> Remark:
    held = summariser_token(found, url, project)
    if held is None:
        return Remark(
            True,
            "no summariser's token: what is written for a session that died counts as the agent's "
            "(`manage.py create_token --kind summariser`, then HANDOFF_SUMMARISER_TOKEN)",
        )
    kind = _kind(url, held.value)
    if kind not in ("", KIND):
        return Remark(False, f"the token from {held.source} is an {kind}'s, no summariser's: make one of --kind {KIND}")
    return Remark(True, f"summariser's token, from {held.source}")


def _kind(url: str, token: str) -> str:
    """Empty where the desk does not say; that it is away is told elsewhere."""
    try:
        answer = client.ask(url, token, Call("GET", "/whoami"))
    except Away:
        return ""
    return str(answer.json["by"]["kind"]) if answer.is_done else "unknown token"
