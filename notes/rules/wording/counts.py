"""Numbers in words, as a heading says them."""

WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def in_words(count: int) -> str:
    return WORDS[count] if 0 <= count < len(WORDS) else f"{count:,}"


def several(count: int, one: str) -> str:
    """`1 card`, `2 cards`."""
    return f"{count:,} {one}{'' if count == 1 else 's'}"
