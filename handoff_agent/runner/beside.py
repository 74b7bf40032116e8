"""The page beside the note: what of the agent's was refused, and what was set aside for it to take up again."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from handoff_agent.runner import refused
from handoff_agent.runner.memory import Kept, Memory
from handoff_agent.runner.note_file import NoteFile


@dataclass(frozen=True, slots=True)
class Beside:
    card: str
    file: NoteFile
    kept: Kept

    def refuse(self, reasons: Iterable[str], repaired: str | None, text: str) -> None:
        self._drop_what_is_done_with()
        self._write(reasons, repaired, text)

    def set_aside(self, reasons: Iterable[str], text: str, note: str) -> None:
        """It stands here until the note has what of it was missing, or the page is deleted."""
        self._add(refused.block(reasons, text), refused.missing(text, note))

    def take_from(self, other: Memory) -> None:
        """What is aside of another card stands here too: the work tree is the same."""
        self._add(other.aside, other.missing)

    def clear(self) -> None:
        """Nothing is refused any more; what was set aside stays."""
        self._drop_what_is_done_with()
        if self.kept.memory.aside:
            self._write([], None, "")
        else:
            self.file.refuse(None)

    def clear_what_was_taken_up(self) -> None:
        memory = self.kept.memory
        if memory.aside and not memory.refused and not self._still_aside().aside:
            self.clear()

    def _add(self, block: str, missing: list[str]) -> None:
        memory = self._still_aside()
        aside = refused.with_aside(memory.aside, block)
        self.kept.keep(replace(memory, aside=aside, missing=[*memory.missing, *missing]))
        self._write([], None, "")

    def _drop_what_is_done_with(self) -> None:
        memory = self._still_aside()
        if memory != self.kept.memory:
            self.kept.keep(memory)

    def _still_aside(self) -> Memory:
        """What an agent has put into the note, or deleted with the page, is not aside any more."""
        memory = self.kept.memory
        missing = refused.missing("\n".join(memory.missing), memory.text)
        if missing and self.file.is_refused():
            return replace(memory, missing=missing)
        return replace(memory, aside="", missing=[])

    def _write(self, reasons: Iterable[str], repaired: str | None, text: str) -> None:
        self.file.refuse(refused.page(self.card, reasons, repaired, text, self.kept.memory.aside))
