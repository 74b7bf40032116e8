"""Exact token counts: o200k, the unit of every limit. The library loads its tables once, at the first count."""

import toktok


def count_tokens(text: str) -> int:
    return int(toktok.batch_count([text], "o200k_base", threads=1)[0])
