"""How the desk words what it may not know the words of."""

IMPACTS = {"money": "money", "eligibility": "eligibility", "deadline": "a deadline"}


def decision(card: str, impact: str) -> str:
    """The one sentence of a decision whose question stays on the machine."""
    about = f": {IMPACTS[impact]}" if impact in IMPACTS else ""
    return f"An agent needs a decision on {card}{about}"
