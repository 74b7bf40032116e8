"""One card's work tree: what people save goes into its file, what agents write there goes to the desk."""

import json
import time
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from handoff_agent import sending, words
from handoff_agent.client import Answer, Call
from handoff_agent.connection import Connection, tell
from handoff_agent.ended import Away
from handoff_agent.file_lock import Taken
from handoff_agent.runner import memory as remembered
from handoff_agent.runner.beside import Beside
from handoff_agent.runner.both import same
from handoff_agent.runner.memory import Kept, Memory, digest
from handoff_agent.runner.note_file import NoNote, NoteFile, Unusable
from handoff_agent.runner.replacing import State
from handoff_agent.runner.shared_file import SharedFile

# What was turned down may be right once a person has handed a line back, or a dispute has ended.
SECONDS_BETWEEN_CHECKS = 30.0
UNDER_WAY, LATE = "save.under_way", "write.late"
NOT_THE_TEXT = (401, 403, 404)
SWITCHED = "The branch was changed before this could be sent for {other}; the work tree is {card}'s now."
TAKEN_AWAY = "The note was taken away before this was taken."


@dataclass(slots=True)
class Tree:
    desk: Connection
    card: str
    file: NoteFile
    kept: Kept = field(init=False)
    beside: Beside = field(init=False)
    shared: SharedFile = field(init=False)
    format: str = ""
    # The newest revision that the desk has told of.
    newest: int = 0
    # Of this connection: whether the file was looked at, and whether the save that stands in it was handed over.
    has_looked: bool = False
    was_handed: bool = False
    # When the desk was asked last whether it takes by now what it turned down.
    checked_at: float = 0.0

    def __post_init__(self) -> None:
        self.kept = Kept(self._memory_of(self.card))
        self.beside = Beside(self.card, self.file, self.kept)
        self.shared = SharedFile(self.card, self.file, self.beside)

    @property
    def memory(self) -> Memory:
        return self.kept.memory

    def connected(self) -> None:
        """Anew."""
        self.has_looked = self.was_handed = False
        self.checked_at = 0.0

    def apply(self, save: dict[str, Any]) -> dict[str, Any]:
        """A person's save. The answer for the desk; the same again where it has been answered before."""
        number, wanted = int(save["id"]), str(save["text"])
        self.was_handed = True
        try:
            if str(number) not in self.memory.under_way or self.memory.before is not None:
                self._put_save_in(number, wanted)
        except (Unusable, Away) as error:
            return {"failed": number, "why": error.why}
        except OSError as error:
            return {"failed": number, "why": f"what is to be done cannot be remembered: {error.strerror}"}
        self.format = str(save.get("format") or self.format)
        return {"applied": number, "digest": self.memory.under_way[str(number)]}

    def _put_save_in(self, number: int, wanted: str) -> None:
        """Remembered first: a runner that is killed in between must not take the person's lines for an agent's."""
        self._take_over()
        if str(number) not in self.memory.under_way:
            self._make_sure()
        before = self.memory.text if self.memory.before is None else self.memory.before
        was = replace(self.memory, text=before, before=None, under_way={})
        try:
            self.kept.keep(replace(was, text=wanted, before=before, under_way={str(number): digest(wanted)}))
            self._put_in(wanted, base=before)
        except (Unusable, Away, OSError):
            with suppress(OSError):
                self.kept.keep(was)
            raise
        with suppress(OSError):
            # What is on disk says the same, only not for sure.
            self.kept.keep(replace(self.memory, before=None))

    def _make_sure(self) -> None:
        """Whether a save that was being put in stands in the file. If so, only the desk knows what became of it."""
        before = self.memory.before
        if before is None:
            return
        memory = replace(self.memory, before=None, under_way={})
        stood = same(self._format(), self.file.seen().text or "", before)
        self.kept.keep(replace(memory, text=before) if stood else replace(memory, revision=0))

    def settled(self, number: int, state: str, revision: int | None, as_applied: bool) -> None:
        """What the desk made of it. Where that is something else than stands here, the note of the desk comes."""
        if str(number) not in self.memory.under_way:
            return
        if state == "saved" and revision is not None and as_applied:
            self.newest = max(self.newest, revision)
            self.kept.keep(replace(self.memory, under_way={}, revision=revision))
            return
        self.kept.keep(replace(self.memory, under_way={}, revision=0))
        self.take_newest()

    def moved_to(self, revision: int) -> None:
        """The note on the desk is there now."""
        self.newest = revision
        if self.memory.under_way and not self.was_handed:
            # It was decided while there was no connection.
            self._make_sure()
            if self.memory.under_way:
                self.kept.keep(replace(self.memory, under_way={}, revision=0))

    def take_newest(self) -> None:
        found = self._found("note")
        if found is None:
            return
        self.format = found["format"]
        text, revision = str(found["text"]), int(found["revision"])
        self._put_in(text)
        self.newest = revision
        self.kept.keep(replace(self.memory, revision=revision, text=text))
        self.beside.clear_what_was_taken_up()

    def look(self) -> None:
        """Sends what an agent wrote, then takes what is new: so the desk merges, and knows who wrote what.

        Raises Away, Unusable; what could not be sent stands in the file, and is looked at again.
        """
        if self.memory.under_way:
            return
        self._take_over()
        if self.memory.asks_first:
            self.take_newest()
        self._take_late()
        state = self.file.state()
        if state is None and self.memory.text:
            self._bring_back()
        elif state != self.shared.looked_at and self.shared.rests(state):
            self._read(state)
            self.shared.looked_at = state
        elif state != self.shared.looked_at:
            return
        elif self.memory.refused:
            self._try_refused()
        self.has_looked = True
        if self.newest and self.newest != self.memory.revision:
            self.take_newest()

    def _bring_back(self) -> None:
        """A note that is taken away is no note that says nothing; what was refused of it is not taken away with it."""
        if refused := self.memory.refused:
            self.kept.keep(replace(self.memory, refused=""))
            self.beside.set_aside([TAKEN_AWAY], refused, self.memory.text)
        self.shared.bring_back(self.memory.text)

    def _take_late(self) -> None:
        for late in self.shared.olds.late():
            if late.other:
                self._set_unsent_aside(late.other, late.text, late.before)
            else:
                self.shared.take_in(self._format(), late)

    def _read(self, state: State | None) -> None:
        try:
            text = self.file.seen().text
        except NoNote as error:
            self.shared.looked_at = state
            self.beside.refuse([f"{error.why}."], None, "")
            raise
        if text is None:
            return
        if self._is_known(text):
            if self.memory.refused or self.file.is_refused():
                self.kept.keep(replace(self.memory, refused=""))
                self.beside.clear()
        elif text != self.memory.refused:
            # What was there before the connection may have been written long ago.
            self._send(text, queued=not self.has_looked)

    def _try_refused(self) -> None:
        """Asked without sending, which people would see as refused once more."""
        if time.monotonic() - self.checked_at < SECONDS_BETWEEN_CHECKS:
            return
        self.checked_at = time.monotonic()
        text = self.file.seen().text
        if text is None or text != self.memory.refused:
            return
        body = json.dumps(self._body(text, queued=False), ensure_ascii=False)
        answer = self._ask(Call("POST", self.desk.on_card(self.card, "note", "check"), body))
        if answer.is_done and answer.json.get("ok"):
            self._send(text, queued=False)
        elif answer.is_done and not self.file.is_refused():
            self.beside.refuse(sending.reasons(answer), answer.json.get("repaired"), text)

    def _take_over(self) -> None:
        """The file stays when another branch is checked out: it may hold the note of another card."""
        top = self.file.tree.top
        other = remembered.holder(top)
        if other and other.casefold() != self.card.casefold():
            self._take_over_from(other)
        remembered.hold(top, self.card)

    def _take_over_from(self, other: str) -> None:
        """What is beside the note stays there, whichever note it is; what was not sent comes to it."""
        path = self._memory_of(other)
        theirs = remembered.recall(path) or Memory()
        if theirs.aside:
            self.beside.take_from(theirs)
            remembered.remember(path, replace(theirs, aside="", missing=[]))
        else:
            self.beside.clear()
        self.shared.hand_over(self.memory.text, other, lambda text: self._set_unsent_aside(other, text, theirs.text))

    def _set_unsent_aside(self, other: str, text: str | None, sent: str) -> None:
        if text is not None and text.strip() and not same("free", text, sent):
            self.beside.set_aside([SWITCHED.format(card=self.card, other=other)], text, self.memory.text)

    def _memory_of(self, card: str) -> Path:
        return remembered.path_of(self.desk.desk.url, self.desk.project, card, self.file.tree.top)

    def _is_known(self, text: str) -> bool:
        return same(self._format(), text, self.memory.text)

    def _send(self, text: str, *, queued: bool) -> None:
        body = json.dumps(self._body(text, queued=queued), ensure_ascii=False)
        key = f"{digest(text)}-{self.memory.revision}-{int(queued)}-{self.memory.turned_down}"
        call = Call("PUT", self.desk.on_card(self.card, "note"), body, key=key)
        answer = self._ask(call)
        if UNDER_WAY in answer.codes or answer.status in NOT_THE_TEXT:
            # It says nothing against the text: the same is right later.
            raise Away(" ".join(sending.reasons(answer)))
        if answer.is_done and not answer.json.get("late"):
            self._taken(text, answer)
        else:
            self._turned_down(text, answer)

    def _body(self, text: str, *, queued: bool) -> dict[str, Any]:
        return {"text": text, "base_revision": self.memory.revision, "queued": queued}

    def _taken(self, text: str, answer: Answer) -> None:
        found = answer.json
        self.newest = int(found["revision"])
        is_other = bool(found.get("merged") or found.get("restored"))
        self.kept.keep(replace(self.memory, revision=0 if is_other else self.newest, text=text, refused=""))
        self.beside.clear()
        tell(f"{self.card}: revision {found['revision']} from {self.file.shown}")
        if is_other:
            self.take_newest()

    def _turned_down(self, text: str, answer: Answer) -> None:
        """Why, and what would be taken, stands beside the note. The agent's own text is never lost."""
        reasons, repaired = sending.reasons(answer), answer.json.get("repaired")
        if LATE in answer.codes or answer.json.get("late"):
            self._come_late(reasons, text)
            return
        self.beside.refuse(reasons, repaired, text)
        self.kept.keep(replace(self.memory, refused=text, turned_down=self.memory.turned_down + 1))
        self.checked_at = time.monotonic()
        self._tell_refused(reasons)

    def _come_late(self, reasons: list[str], text: str) -> None:
        """Kept on the desk and beside the note: what stands now is the newest."""
        self.beside.set_aside(reasons, text, self.memory.text)
        self._tell_refused(reasons)
        self._put_in(self.memory.text, base=text)
        self.take_newest()

    def _tell_refused(self, reasons: list[str]) -> None:
        tell(f"{self.card}: not taken from {self.file.shown}: {words.one_line(' '.join(reasons))}")

    def _put_in(self, wanted: str, *, base: str | None = None) -> None:
        """With what the agent has written since `base`, the note as both had it last. Raises Unusable, Away."""
        self.shared.put_in(self._format(), wanted, self.memory.text if base is None else base)

    def _format(self) -> str:
        if not self.format:
            card = self._found() or {}
            self.format = str(card.get("format", "free"))
        return self.format

    def _found(self, *more: str) -> dict[str, Any] | None:
        """None where the desk has no such thing. Raises Away."""
        answer = self._ask(Call("GET", self.desk.on_card(self.card, *more)))
        return answer.json if answer.is_done else None

    def _ask(self, call: Call) -> Answer:
        """Where text of the project stays on this machine, it is answered here. Raises Away."""
        try:
            return self.desk.heard(call)
        except Taken:
            raise Away("another process has its turn") from None
