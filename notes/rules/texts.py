"""Small facts about texts as a whole."""

import hashlib


def digest(text: str) -> str:
    """SHA-256 of the canonical text, as hex: what says that two notes are the same."""
    return hashlib.sha256(text.encode()).hexdigest()
