"""How full the context of a session is, from what its transcript says of usage."""

from dataclasses import dataclass
from pathlib import Path

from handoff_agent.hooks.limits import Limits
from handoff_agent.hooks.usage import uses


@dataclass(frozen=True, slots=True)
class Filled:
    """`since`: when it came past the share, as far as the end of the transcript says."""

    percent: int
    since: float


def filled(transcript: Path | None, limits: Limits) -> Filled | None:
    """None where it is not past the share, and where nothing says so."""
    since, percent = 0.0, 0
    for use in uses(transcript):
        percent = use.tokens * 100 // (limits.window or use.window)
        since = (since or use.at) if percent >= limits.percent else 0.0
    return Filled(percent, since) if since else None
