"""Files that only their owner can read, which are whole or not there."""

import json
import os
import tempfile
from pathlib import Path
from typing import Any

from handoff_agent.plain_files import text_of

HOME_STATE = Path(".local") / "state" / "handoff"


def state_folder() -> Path:
    """Where writes wait and what was read last is remembered."""
    named = os.environ.get("HANDOFF_STATE_DIR")
    if named:
        return Path(named)
    base = os.environ.get("XDG_STATE_HOME")
    return Path(base) / "handoff" if base else Path.home() / HOME_STATE


def write(path: Path, text: str) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # The name begins with a dot, so that no reader of the folder takes a half for a whole.
    handle, made = tempfile.mkstemp(prefix=".", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode("utf-8", "surrogatepass"))
            file.flush()
            os.fsync(file.fileno())
        os.replace(made, path)
    except BaseException:
        Path(made).unlink(missing_ok=True)
        raise


def write_json(path: Path, content: Any) -> None:
    write(path, json.dumps(content, ensure_ascii=False, indent=1))


def read_json(path: Path) -> dict[str, Any] | None:
    """None where there is none, or none that can be read."""
    text = text_of(path, "surrogatepass")
    try:
        found = json.loads(text) if text else None
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
