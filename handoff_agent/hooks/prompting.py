"""UserPromptSubmit: adds what a compaction took away, where no SessionStart follows a compaction."""

from handoff_agent.hooks import answers, rounds, starting
from handoff_agent.hooks.cards import Here
from handoff_agent.hooks.said import Said

EVENT = "UserPromptSubmit"


def prompt(said: Said, at: Here) -> str:
    if not rounds.recall(said.session, at.card).compacted_at:
        return ""
    return answers.added(EVENT, starting.compacted(said, at, handled=1))
