"""When an entry of a record was made."""

from datetime import UTC, datetime
from typing import Any


def seconds_of(entry: dict[str, Any]) -> float:
    """0 where it does not say so, or in no way that is known."""
    try:
        at = datetime.fromisoformat(entry["timestamp"])
        return at.replace(tzinfo=at.tzinfo or UTC).timestamp()
    except (KeyError, TypeError, ValueError, OverflowError):
        return 0.0
