"""The longest common subsequence of two texts, line by line: exact, and fast on every input."""

from collections.abc import Hashable, Sequence

from rapidfuzz.distance import LCSseq

# Equal stretches: where in the first, where in the second, how long.
Blocks = list[tuple[int, int, int]]


def matching_blocks(a: Sequence[Hashable], b: Sequence[Hashable]) -> Blocks:
    """Common ends are matched first, which is both faster and what a reader expects."""
    start = _common_prefix(a, b)
    end = min(_common_prefix(a[::-1], b[::-1]), len(a) - start, len(b) - start)
    blocks = [(0, 0, start)] if start else []
    if start + end < min(len(a), len(b)):
        for op in LCSseq.opcodes(a[start : len(a) - end], b[start : len(b) - end]):
            if op.tag == "equal":
                blocks.append((start + op.src_start, start + op.dest_start, op.src_end - op.src_start))
    if end:
        blocks.append((len(a) - end, len(b) - end, end))
    return blocks


def _common_prefix(a: Sequence[Hashable], b: Sequence[Hashable]) -> int:
    """Halving instead of counting: comparing slices runs at the speed of memory."""
    low, high = 0, min(len(a), len(b))
    while low < high:
        middle = (low + high + 1) // 2
        if a[low:middle] == b[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
