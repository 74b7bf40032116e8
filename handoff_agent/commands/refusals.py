"""A refused text that was repaired: where it is, and the command that sends it."""

import hashlib
import re
from pathlib import Path
from typing import Any

from handoff_agent import private_files, words

FOLDER = "repaired"
_UNSAFE = re.compile(r"[^\w.-]+")


def repaired(card: str, body: dict[str, Any], options: list[str]) -> list[str]:
    """Nothing where there is no such text."""
    text = body.get("repaired")
    if not isinstance(text, str):
        return []
    path = _path(card, text)
    private_files.write(path, text)
    command = words.command("save", card, str(path), "--base", str(body["base_revision"]), *options)
    return [words.REPAIRED.format(path=path), command]


def _path(card: str, text: str) -> Path:
    ending = "json" if text.lstrip().startswith("{") else "md"
    known = hashlib.sha256(f"{card}\0{text}".encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return private_files.state_folder() / FOLDER / f"{_UNSAFE.sub('-', card)[:60]}-{known}.{ending}"
