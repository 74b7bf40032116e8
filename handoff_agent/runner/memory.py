"""What a runner remembers of a card in a work tree: what desk and file had in common, and what it has answered."""

import hashlib
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from handoff_agent import private_files

FOLDER, HOLDERS = "runner", "held"


@dataclass(frozen=True, slots=True)
class Memory:
    """`text` is the note at `revision`, as both had it last; 0 where only the desk knows what it made of that text.

    `under_way` is a person's save that stands in the file, while the desk has not said yet that it is saved: by its
    number, the digest that was answered. `before` is the text from before it, until that is sure to stand there.
    `refused` is a text that was turned down: it is not sent again before the desk would take it. `turned_down` counts
    such answers: what comes after one is another call. `aside` is what stands beside the note since it could not stand
    in it; `missing` are those of its lines that the note has not got since.
    """

    revision: int = 0
    text: str = ""
    under_way: dict[str, str] = field(default_factory=dict)
    before: str | None = None
    refused: str = ""
    turned_down: int = 0
    aside: str = ""
    missing: list[str] = field(default_factory=list)

    @property
    def asks_first(self) -> bool:
        return bool(self.text) and not self.revision


def recall(path: Path) -> Memory | None:
    """None where nothing is remembered, or nothing that can be understood."""
    found = private_files.read_json(path)
    try:
        memory = Memory(**found) if found else None
    except TypeError:
        return None
    return memory if memory and _is_sound(memory) else None


def remember(path: Path, memory: Memory) -> None:
    private_files.write_json(path, asdict(memory))


class Kept:
    """The memory of one card, in the process and on disk."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.memory = recall(path) or Memory()

    def keep(self, memory: Memory) -> None:
        """Raises OSError: then neither knows of it after the next start."""
        self.memory = memory
        remember(self.path, memory)


def path_of(url: str, project: str, card: str, top: Path) -> Path:
    named = "\0".join([url, project, card.casefold(), str(top)])
    return private_files.state_folder() / FOLDER / f"{digest(named)[:32]}.json"


def holder(top: Path) -> str:
    """The card whose note the file of this work tree holds, which stays when the branch changes; "" if nobody knows."""
    return str((private_files.read_json(_holder_path(top)) or {}).get("card", ""))


def hold(top: Path, card: str) -> None:
    if holder(top) != card:
        private_files.write_json(_holder_path(top), {"card": card})


def digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _holder_path(top: Path) -> Path:
    return private_files.state_folder() / FOLDER / HOLDERS / f"{digest(str(top))[:32]}.json"


def _is_sound(memory: Memory) -> bool:
    known: Any = asdict(memory)
    if not isinstance(known["revision"], int) or not isinstance(known["turned_down"], int):
        return False
    if not isinstance(known["missing"], list) or not isinstance(known["under_way"], dict):
        return False
    texts = [known["text"], known["before"] or "", known["refused"], known["aside"]]
    lists = [*known["missing"], *known["under_way"], *known["under_way"].values()]
    return all(isinstance(text, str) for text in [*texts, *lists])
