"""PreCompact and PostCompact: only marks, since nothing can be added here; what follows next adds it."""

import time
from dataclasses import replace

from handoff_agent.hooks import rounds
from handoff_agent.hooks.cards import Here
from handoff_agent.hooks.filling import filled
from handoff_agent.hooks.limits import limits
from handoff_agent.hooks.said import Said


def compact(said: Said, at: Here) -> str:
    full = filled(said.transcript, limits(at.top))
    since = full.since if full else 0.0
    rounds.change(
        said.session, at.card, lambda known: replace(known, compacted_at=time.time(), filled_since=since)
    )  # fmt: skip
    return ""
