"""The note's file as both write it, an agent at any moment: no word of either is lost."""

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from handoff_agent.connection import tell
from handoff_agent.runner.beside import Beside
from handoff_agent.runner.both import BOTH, both
from handoff_agent.runner.note_file import NoteFile, Unusable
from handoff_agent.runner.olds import SECONDS_AT_REST, Late, Olds
from handoff_agent.runner.replacing import Changed, State

# A file that is being written is let rest before another takes its place, so long at most.
SECONDS_TO_LET_IT_REST = 2.0
# To write into a file that somebody else writes into in the same moment.
MOST_TRIES = 20
BUSY = "{file} is being written all the time"


@dataclass(slots=True)
class SharedFile:
    """`looked_at` is its state when it was read last; `seen` when it was seen last, and since when."""

    card: str
    file: NoteFile
    beside: Beside
    olds: Olds = field(default_factory=Olds)
    looked_at: State | None = None
    seen: State | None = None
    seen_since: float = 0.0

    def rests(self, state: State | None) -> bool:
        """By our own clock: whoever wrote it may have another."""
        if state != self.seen:
            self.seen, self.seen_since = state, time.monotonic()
        return time.monotonic() - self.seen_since >= SECONDS_AT_REST

    def put_in(self, format: str, wanted: str, known: str) -> None:
        """With what the agent has written since `known` stood there. Raises Unusable."""
        self._let_it_rest(known)
        for _ in range(MOST_TRIES):
            text, state = self.file.seen()
            merged = self._with_the_agents(format, known, wanted, text)
            # What was merged is the agent's to send, from the note that it is in now.
            self.looked_at = None
            if merged == text:
                return
            with suppress(Changed):
                written = self._replace(merged, text, state)
                self.looked_at = written if merged == wanted else None
                return
        raise Unusable(BUSY.format(file=self.file.shown))

    def hand_over(self, wanted: str, other: str, keep: Callable[[str | None], None]) -> None:
        """From the note of the card `other`, whose text is given to be kept first. Raises Unusable."""
        for _ in range(MOST_TRIES):
            text, state = self.file.seen()
            keep(text)
            with suppress(Changed):
                self.looked_at, self.seen = self._replace(wanted, text, state, other), None
                return
        raise Unusable(BUSY.format(file=self.file.shown))

    def bring_back(self, wanted: str) -> None:
        with suppress(Changed):
            self.file.replace(wanted, None)

    def take_in(self, format: str, late: Late) -> None:
        """It came into a file that is no more: it goes into the one that stands there now."""
        now = self.file.seen().text or ""
        self.put_in(format, self._with_the_agents(format, late.before, now, late.text), now)
        self.looked_at = None

    def _replace(self, wanted: str, text: str | None, state: State | None, other: str = "") -> State:
        written, old = self.file.replace(wanted, state)
        self.olds.add(old, text, other)
        return written

    def _let_it_rest(self, known: str) -> None:
        """Half of what an agent is writing is nobody's wish. What only grows is whole at any time."""
        over = time.monotonic() + SECONDS_TO_LET_IT_REST
        while time.monotonic() < over:
            text, state = self.file.seen()
            if state == self.looked_at or (text or "").startswith(known) or self.rests(state):
                return
            time.sleep(0.05)

    def _with_the_agents(self, format: str, known: str, desk: str, text: str | None) -> str:
        found = both(format, known, desk, text)
        if found.aside is not None:
            self.beside.set_aside([f"{BOTH}."], found.aside, found.text)
            tell(f"{self.card}: {BOTH}; the agent's is kept beside {self.file.shown}")
        return found.text
