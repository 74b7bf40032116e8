"""Whether a line goes on with the paragraph above it, or begins something else."""

from notes.rules.markdown.containers import QUOTE, Rest
from notes.rules.markdown.patterns import ATX, BREAK, FENCE, HTML_INTERRUPTS, MARKER

_STARTS = frozenset(">#<`~*-+_0123456789")


def interrupts(text: str, at: int, *, items: bool = True, any_item: bool = True) -> bool:
    """Whether a block other than a paragraph begins at `at`. In a running paragraph not `any_item` does."""
    first = text[at]
    if first not in _STARTS:
        return False
    if first == ">":
        return True
    if first == "#":
        return ATX.match(text, at) is not None
    if first in "`~":
        return FENCE.match(text, at) is not None
    if first == "<":
        rest = text[at:]
        return any(start.match(rest) for start, _ in HTML_INTERRUPTS)
    if first in "*-_" and BREAK.match(text, at):
        return True
    return items and _item_interrupts(text, at, any_item)


def _item_interrupts(text: str, at: int, any_item: bool) -> bool:
    marker = MARKER.match(text, at)
    if not marker or any_item:
        return marker is not None
    number = marker[1]
    return (number is None or int(number) == 1) and text[marker.end() :].strip(" \t") != ""


def goes_on(stack: list[int], text: str, rest: Rest, *, any_item: bool) -> bool:
    """Whether a line that is not blank goes on with a paragraph inside `stack`, lazily or not."""
    if rest.matched == len(stack):
        return rest.indent > 3 or not interrupts(text, rest.at, any_item=any_item)
    before, edge = rest.edge, rest.edge
    unmatched = stack[rest.matched :]
    for depth, container in enumerate(unmatched):
        if container == QUOTE:
            return _goes_on_in_quote(text, rest, before, edge, QUOTE in unmatched[depth + 1 :])
        before, edge = edge, container
    return not interrupts(text, rest.at, items=rest.column - before < 4)


def _goes_on_in_quote(text: str, rest: Rest, before: int, edge: int, nested: bool) -> bool:
    """markdown-it measures a lazy line by the innermost list around the quotation, not by those inside."""
    items = not (rest.column - before >= 4 and rest.column < edge)
    if rest.column - edge < 4 and interrupts(text, rest.at, items=items):
        return False
    return not nested or not interrupts(text, rest.at)
