"""What looks like a secret does not belong in a note."""

from notes.rules.hygiene.secret_kinds import may_hold_secret, secret_kinds
from notes.rules.places import NewLines, problem_at
from notes.rules.problems import Problem


def check_secrets(lines: NewLines) -> list[Problem]:
    """Refuse lines that seem to hold a key or a token, without repeating any part of it."""
    lines = list(lines)
    if not may_hold_secret("\n".join(text for _, _, text in lines)):
        return []
    return [problem_at(line, "hygiene.secret", says_secret(kind)) for line in lines for kind in secret_kinds(line[2])]


def says_secret(kind: str) -> str:
    return f"holds what looks like {kind}: leave it out and say where it is kept instead."


def shown(text: str, longest: int = 500) -> str:
    """A text as a sentence may repeat it: without what looks like a secret, and not for pages on end."""
    if kinds := secret_kinds(text):
        return f"[{kinds[0]}]"
    return text if len(text) <= longest else f"{text[:longest]}…"
