"""Files whose place in the work tree was taken: whoever has one open may still write into it, and loses no word."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from handoff_agent.runner.replacing import Old, State

SECONDS_AT_REST = 0.4
SECONDS_WATCHED = 30.0


class Late(NamedTuple):
    """`other` is the card whose note it was, where another branch is checked out by now."""

    before: str
    text: str
    other: str = ""


@dataclass(slots=True)
class Watched:
    old: Old
    text: str
    other: str
    state: State
    since: float
    until: float


@dataclass(slots=True)
class Olds:
    watched: list[Watched] = field(default_factory=list)

    def add(self, old: Old | None, text: str | None, other: str = "") -> None:
        """`text` is what was read of it last."""
        if old:
            now = time.monotonic()
            self.watched.append(Watched(old, text or "", other, old.state(), now, now + SECONDS_WATCHED))

    def late(self) -> Iterator[Late]:
        """What came into one since, once it rests. One that nothing comes into is let go after a while."""
        for each in list(self.watched):
            if late := self._late(each):
                yield late

    def _late(self, each: Watched) -> Late | None:
        now, state = time.monotonic(), each.old.state()
        if state != each.state:
            each.state, each.since, each.until = state, now, now + SECONDS_WATCHED
        if now - each.since < SECONDS_AT_REST:
            return None
        before, each.text = each.text, each.old.text()
        if now > each.until:
            self.watched.remove(each)
        return Late(before, each.text, each.other) if each.text != before else None
