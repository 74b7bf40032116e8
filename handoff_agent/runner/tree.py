"""One card's work tree: what people save goes into its file, what agents write there goes to the desk."""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

from handoff_agent import sending, words
from handoff_agent.client import Answer, Call
from handoff_agent.ended import Away
from handoff_agent.runner import memory as remembered
from handoff_agent.runner import refused
from handoff_agent.runner.both import BOTH, both, same
from handoff_agent.runner.memory import Memory, digest
from handoff_agent.runner.note_file import NoteFile, Unusable

# A file that is being written is left alone until it rests for so long.
SECONDS_AT_REST = 0.4
UNDER_WAY, LATE = "save.under_way", "write.late"


@dataclass(frozen=True, slots=True)
class Desk:
    """`ask` raises Away; where text of the project stays on this machine, it is answered here.

    `tell` says something to whoever started the runner.
    """

    url: str
    project: str
    token: str
    ask: Callable[[Call], Answer]
    tell: Callable[[str], None]


@dataclass(slots=True)
class Tree:
    desk: Desk
    card: str
    file: NoteFile
    memory: Memory = field(init=False)
    path: Path = field(init=False)
    # When the file had changed that was looked at last.
    seen_at: float = 0.0
    # The newest revision that the desk has told of.
    newest: int = 0
    # Whether this connection has handed over the save that stands in the file.
    handed: bool = False
    format: str = ""

    def __post_init__(self) -> None:
        self.path = remembered.path_of(self.desk.url, self.desk.project, self.card, self.file.tree.top)
        self.memory = remembered.recall(self.path) or Memory()

    def apply(self, save: dict[str, Any]) -> dict[str, Any]:
        """A person's save. The answer for the desk; the same again where it has been answered before."""
        number, wanted = int(save["id"]), str(save["text"])
        self.handed = True
        if known := self.memory.under_way.get(str(number)):
            return {"applied": number, "digest": known}
        try:
            self._put_in(wanted)
        except (Unusable, Away) as error:
            return {"failed": number, "why": error.why}
        self._keep(replace(self.memory, text=wanted, under_way={str(number): digest(wanted)}))
        return {"applied": number, "digest": digest(wanted)}

    def settled(self, number: int, state: str, revision: int | None) -> None:
        """What the desk made of it. Where nothing, the note of the desk stands again."""
        if str(number) not in self.memory.under_way:
            return
        saved = state == "saved" and revision is not None
        self._keep(replace(self.memory, under_way={}, revision=revision if saved and revision else 0))
        if not saved:
            self.take_newest()

    def moved_to(self, revision: int) -> None:
        """The note on the desk is there now."""
        self.newest = revision
        if self.memory.under_way and not self.handed:
            # It was decided while there was no connection.
            self._keep(replace(self.memory, under_way={}, revision=0))

    def take_newest(self) -> None:
        found = self._ask(Call("GET", self._at("note")))
        if found is None:
            return
        self.format = found["format"]
        text = str(found["text"])
        self._put_in(text)
        self._keep(replace(self.memory, revision=int(found["revision"]), text=text))

    def look(self, connected_at: float) -> None:
        """Sends what an agent wrote, then takes what is new: so the desk merges, and knows who wrote what.

        Raises Away, Unusable; what could not be sent stands in the file, and is looked at again.
        """
        changed = self.file.changed_at()
        if self.memory.under_way or time.time() - changed < SECONDS_AT_REST:
            return
        if changed and changed != self.seen_at:
            text = self.file.read()
            if text is not None and digest(text) != self.memory.refused and not self._is_known(text):
                self._send(text, queued=changed < connected_at)
            self.seen_at = changed
        if self.newest > self.memory.revision:
            self.take_newest()

    def _is_known(self, text: str) -> bool:
        return same(self._format(), text, self.memory.text)

    def _send(self, text: str, *, queued: bool) -> None:
        body = {"text": text, "base_revision": self.memory.revision, "queued": queued}
        key = f"{digest(text)}-{self.memory.revision}-{int(queued)}"
        call = Call("PUT", self._at("note"), json.dumps(body, ensure_ascii=False), key=key)
        answer = self.desk.ask(call)
        if UNDER_WAY in answer.codes:
            raise Away("a person's save is on its way")
        if answer.is_done and not answer.json.get("late"):
            self._taken(text, answer)
        else:
            self._turned_down(text, answer)

    def _taken(self, text: str, answer: Answer) -> None:
        self.file.refuse(None)
        found = answer.json
        self._keep(replace(self.memory, revision=int(found["revision"]), text=text, refused=""))
        self.desk.tell(f"{self.card}: revision {found['revision']} from {self.file.shown}")
        if found.get("merged") or found.get("restored"):
            self.take_newest()

    def _turned_down(self, text: str, answer: Answer) -> None:
        """Why, and what would be taken, stands beside the note. The agent's own text is never lost."""
        reasons, repaired = sending.reasons(answer), answer.json.get("repaired")
        self.file.refuse(refused.page(self.card, reasons, repaired, text))
        self._keep(replace(self.memory, refused=digest(text)))
        self.desk.tell(f"{self.card}: not taken from {self.file.shown}: {words.one_line(' '.join(reasons))}")
        if LATE in answer.codes or answer.json.get("late"):
            # Kept on the desk and beside the note: what stands now is the newest.
            self.file.write(self.memory.text)
            self.take_newest()

    def _put_in(self, desk: str) -> None:
        """Raises Unusable, Away."""
        file = self.file.read()
        found = both(self._format(), self.memory.text, desk, file)
        if found.aside is not None:
            self.file.refuse(refused.page(self.card, [f"{BOTH}."], None, found.aside))
            self.desk.tell(f"{self.card}: {BOTH}; the agent's is kept beside {self.file.shown}")
        if found.text != file:
            self.file.write(found.text)
        # What was merged is the agent's to send, from the note that it is in now.
        self.seen_at = 0.0 if found.text != desk else self.file.changed_at()

    def _format(self) -> str:
        if not self.format:
            card = self._ask(Call("GET", self._at())) or {}
            self.format = str(card.get("format", "free"))
        return self.format

    def _ask(self, call: Call) -> dict[str, Any] | None:
        """None where the desk has no such thing. Raises Away."""
        answer = self.desk.ask(call)
        return answer.json if answer.is_done else None

    def _at(self, *more: str) -> str:
        parts = ["projects", self.desk.project, "cards", self.card, *more]
        return "/" + "/".join(quote(part, safe="") for part in parts)

    def _keep(self, memory: Memory) -> None:
        self.memory = memory
        remembered.remember(self.path, memory)
