"""What a hook answers on stdout, in words that both programs know. Codex fails a Stop that adds context."""

import json


def added(event: str, text: str) -> str:
    """Goes into the context of the model."""
    return _json({"hookSpecificOutput": {"hookEventName": event, "additionalContext": text}}) if text else ""


def held(reason: str) -> str:
    """The agent does not stop, and reads why."""
    return _json({"decision": "block", "reason": reason})


def _json(answer: object) -> str:
    # In ASCII, whatever the machine speaks.
    return json.dumps(answer) + "\n"
