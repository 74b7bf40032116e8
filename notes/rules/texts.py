"""Small facts about texts as a whole."""

import hashlib
from functools import lru_cache
from typing import Any


@lru_cache(maxsize=4)
def digest(text: str) -> str:
    """SHA-256 of the canonical text, as hex: what says that two notes are the same. A save asks twice."""
    return hashlib.sha256(text.encode()).hexdigest()


def storable(value: Any) -> Any:
    """The same JSON value without NUL and lone surrogates, which databases cannot hold; marks stand for them."""
    if isinstance(value, str):
        return value.replace("\0", "\ufffd").encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, list):
        return [storable(part) for part in value]
    if isinstance(value, dict):
        return {storable(name): storable(part) for name, part in value.items()}
    return value
