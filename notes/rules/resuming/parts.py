"""What the next session receives, cut into parts of so many characters, since agents' programs cut off what is longer.

The pinned block comes first, and whole where it fits. A block that is cut is closed and opened again in the next part.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from notes.rules.problems import Problem
from notes.rules.resuming.resume import Block

SMALLEST = 500
LARGEST = 1_000_000
UNLIMITED = 10**12
# The longest first and last lines that a part may have, with numbers of any size.
FRAME = 200
GOES_ON = "(goes on in the next part)"
CONTINUED = "(continued)"


@dataclass
class _Parts:
    room: int
    done: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    used: int = 0

    def fits(self, lines: Sequence[str]) -> bool:
        return self.used + _size(lines) <= self.room

    def add(self, *lines: str) -> None:
        self.lines += lines
        self.used += _size(lines)

    def turn(self) -> None:
        """The next part begins."""
        if self.lines:
            self.done.append("\n".join(self.lines))
        self.lines, self.used = [], 0


def check_limit(limit: int) -> Problem | None:
    if SMALLEST <= limit <= LARGEST:
        return None
    says = f"`limit` is a number of characters from {SMALLEST} to {LARGEST:,}: at least the pinned facts should fit."
    return Problem("resume.bad_limit", says)


def parts(card: str, revision: int, blocks: Sequence[Block], limit: int | None) -> list[str]:
    """Each has at most `limit` characters; without a limit there is one."""
    found = _Parts(limit - FRAME if limit else UNLIMITED)
    for block in blocks:
        _put(found, block)
    found.turn()
    bodies = found.done or ["The card has no note and no facts yet."]
    return [_framed(card, revision, body, number, len(bodies)) for number, body in enumerate(bodies, 1)]


def _put(found: _Parts, block: Block) -> None:
    whole = [block.opening, *block.lines, block.closing]
    if found.fits(whole):
        found.add(*whole)
        return
    if found.lines and _size(whole) <= found.room // 2:
        # A short block is not worth cutting.
        found.turn()
        found.add(*whole)
        return
    _put_in_pieces(found, block)


def _put_in_pieces(found: _Parts, block: Block) -> None:
    end = [GOES_ON, block.closing]
    opening = [block.opening]
    found.add(*opening) if found.fits([*opening, "", *end]) else _open_anew(found, opening)
    for line in _cut(block.lines, found.room - _size([block.opening, CONTINUED, *end])):
        if not found.fits([line, *end]):
            found.add(*end)
            found.turn()
            found.add(block.opening, CONTINUED)
        found.add(line)
    found.add(block.closing)


def _open_anew(found: _Parts, opening: Sequence[str]) -> None:
    found.turn()
    found.add(*opening)


def _cut(lines: Sequence[str], room: int) -> Iterator[str]:
    """A line that no part could hold goes on in further ones."""
    for line in lines:
        yield from (line[at : at + room - 1] for at in range(0, len(line), room - 1)) if len(line) >= room else (line,)


def _framed(card: str, revision: int, body: str, number: int, count: int) -> str:
    which = f", part {number} of {count}" if count > 1 else ""
    first = f"Handoff of card {card}, note revision {revision}{which}."
    more = f"\nThis goes on: ask for part {number + 1}." if number < count else ""
    return f"{first}\n{body}{more}"


def _size(lines: Sequence[str]) -> int:
    """Each with the line break before it."""
    return sum(map(len, lines)) + len(lines)
