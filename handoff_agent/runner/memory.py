"""What a runner remembers of a work tree: what the desk and the file had in common, and what it has answered."""

import hashlib
from dataclasses import asdict, dataclass, field
from pathlib import Path

from handoff_agent import private_files

FOLDER = "runner"


@dataclass(frozen=True, slots=True)
class Memory:
    """`text` is the note at `revision`, as both had it last.

    `under_way` is a person's save that stands in the file, while the desk has not said yet that it is saved: by its
    number, the digest that was answered. `refused` is the digest of a text that was turned down: it is not sent again.
    """

    revision: int = 0
    text: str = ""
    under_way: dict[str, str] = field(default_factory=dict)
    refused: str = ""


def recall(path: Path) -> Memory | None:
    found = private_files.read_json(path)
    try:
        return Memory(**found) if found else None
    except TypeError:
        return None


def remember(path: Path, memory: Memory) -> None:
    private_files.write_json(path, asdict(memory))


def path_of(url: str, project: str, card: str, top: Path) -> Path:
    named = "\0".join([url, project, card.casefold(), str(top)])
    return private_files.state_folder() / FOLDER / f"{digest(named)[:32]}.json"


def digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
