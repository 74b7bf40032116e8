"""Who made a commit and when."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from notes.management.importing.git import Git
from notes.rules.importing.commit_authors import Signer

_FIELDS = ("%H", "%P", "%aN", "%aE", "%at", "%ct", "%B")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Info:
    """`cut_off`: a shallow clone ends here, so that what came before, and from whom, is not known."""

    parents: tuple[str, ...]
    author: Signer
    written_at: datetime
    committed: int
    message: str
    cut_off: bool


def read_infos(git: Git, ids: Sequence[str], ends: frozenset[str]) -> dict[str, Info]:
    if not ids:
        return {}
    told = "\n".join(ids).encode() + b"\n"
    format = "--format=tformat:" + "".join(f"{field}%x00" for field in _FIELDS)
    plain = ("--no-color", "--no-decorate", "--no-show-signature", "-s")
    said = git.ask("log", "--no-walk=unsorted", "--stdin", *plain, format, tell=told)
    fields = [field.decode(errors="replace") for field in said.split(b"\0")[:-1]]
    groups = zip(*(fields[start :: len(_FIELDS)] for start in range(len(_FIELDS))), strict=True)
    return {id.strip(): _info(*rest, cut_off=id.strip() in ends) for id, *rest in groups}


def shallow_ends(git: Git) -> frozenset[str]:
    """The commits at which a shallow clone ends."""
    if git.line("rev-parse", "--is-shallow-repository") != "true":
        return frozenset()
    return frozenset((git.folder / git.line("rev-parse", "--git-path", "shallow")).read_text().split())


def _info(parents: str, name: str, email: str, authored: str, committed: str, message: str, *, cut_off: bool) -> Info:
    times = (authored, committed)
    return Info(
        parents=tuple(parents.split()),
        author=Signer(name, email),
        written_at=next((time for time in map(_time, times) if time), _EPOCH),
        committed=int(committed) if committed.isdigit() else 0,
        message=message,
        cut_off=cut_off,
    )


def _time(seconds: str) -> datetime | None:
    """None for what no calendar holds: git takes any number."""
    try:
        return datetime.fromtimestamp(int(seconds), UTC)
    except (ValueError, OverflowError, OSError):
        return None
