"""What a scan of a Markdown note finds."""

from dataclasses import dataclass
from enum import IntEnum


class Inside(IntEnum):
    """What a line stands inside, where a reader may not see it as ordinary text."""

    NOTHING = 0
    FENCE = 1  # a fenced code block, its fences included
    HTML = 2  # an HTML block, or nesting too deep to be shown
    INLINE = 3  # the line begins inside a tag, comment, link target or image opened on an earlier line
    DEFINITION = 4  # a link reference definition


@dataclass(frozen=True, slots=True)
class Heading:
    """A top-level heading: its own lines are [first, after)."""

    first: int
    after: int
    name: str


@dataclass(frozen=True, slots=True)
class Scan:
    """`inside` has one entry a line; `open_fence` is the first line of the first fence that never closes."""

    h2: tuple[Heading, ...]
    h1: tuple[Heading, ...]
    inside: tuple[Inside, ...]
    open_fence: int | None
