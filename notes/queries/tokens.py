"""Exact token counts: o200k, the unit of every limit. The library loads its tables once, at the first count."""

from functools import lru_cache

import toktok

# Notes of more parts and longer parts are counted anew each time: what is kept stays small.
MOST_PARTS, LONGEST_KEPT = 64, 20_000


def count_tokens(text: str) -> int:
    """Part by part, since most parts stood in the last revision too. No token holds a line end and the `#` after it."""
    first, *rest = text.split("\n##")
    if not rest or len(rest) >= MOST_PARTS:
        return count_at_once(text)
    parts = [f"{first}\n", *(f"##{part}\n" for part in rest[:-1]), f"##{rest[-1]}"]
    return sum(_kept(part) if len(part) <= LONGEST_KEPT else count_at_once(part) for part in parts)


def count_at_once(text: str) -> int:
    return int(toktok.batch_count([text], "o200k_base", threads=1)[0])


_kept = lru_cache(maxsize=512)(count_at_once)
