"""A round and its costs in words."""

from decimal import Decimal

CENT = Decimal("0.01")


def way_words(number: int, choice: str, saved: Decimal | None) -> str:
    """How the round began, for the face of its card. Of a first round there is nothing to say."""
    if number == 1:
        return ""
    if choice == "resume":
        return "resumed session"
    return "resumed from handoff" + (f" · saved ≈ {dollars(saved)}" if saved is not None else "")


def dollars(amount: Decimal) -> str:
    return f"${amount:,.2f}" if amount >= CENT or amount == 0 else "less than $0.01"
