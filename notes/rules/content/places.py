"""What is answered where text comes to a place that it is not to reach."""

from notes.rules.problems import Problem

KEPT = "The note of this project is kept on the machine"
NOT_EDITED = "not edited: session content on the machine, or no worktree"
ON_MACHINE, ON_DESK = "content.on_machine", "content.on_desk"


def on_machine() -> Problem:
    """Repeats nothing of what was sent."""
    says = (
        f"{KEPT}: the desk takes and gives no text of it, and nothing of this call was kept. Work with the command "
        "`handoff`, or with its MCP server `handoff mcp`, beside the agent: they keep the note there and tell the desk "
        "numbers alone."
    )
    return Problem(ON_MACHINE, says)


def on_desk() -> Problem:
    says = "This project keeps its notes on the desk: send the note itself, not a report about it."
    return Problem(ON_DESK, says)
