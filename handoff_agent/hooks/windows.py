"""How many tokens the context of a model holds. As of November 2026; HANDOFF_WINDOW says otherwise."""

# By the beginning of a model's name; the longest one that fits counts.
WINDOWS = {
    "": 200_000,
    "claude-fable-5": 1_000_000,
    "claude-mythos-5": 1_000_000,
    "claude-opus-4-7": 1_000_000,
    "claude-opus-4-8": 1_000_000,
    "claude-opus-5": 1_000_000,
    "claude-sonnet-5": 1_000_000,
    "gpt-5": 272_000,
}
LONG = 1_000_000
LONG_MARK = "[1m]"


def window_of(model: str, tokens: int) -> int:
    """Where more is in use than it holds, its long form is in use."""
    fitting = max((name for name in WINDOWS if model.startswith(name)), key=len)
    window = WINDOWS[fitting]
    return LONG if LONG_MARK in model.lower() or tokens > window else window
