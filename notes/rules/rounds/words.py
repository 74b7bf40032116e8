"""A round and its costs in words."""

from decimal import Decimal

CENT = Decimal("0.01")


def way_words(number: int, choice: str, saved: Decimal | None, *, from_note: bool = True) -> str:
    """How the round began, for the face of its card. Nothing is said of a first round, or of one without a note."""
    if number == 1:
        return ""
    if choice == "resume":
        return "resumed session"
    if not from_note:
        return ""
    return "resumed from handoff" + (f" · saved ≈ {dollars(saved)}" if saved else "")


def dollars(amount: Decimal) -> str:
    return f"${amount:,.2f}" if amount >= CENT or amount == 0 else "less than $0.01"
