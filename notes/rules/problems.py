"""A reason why a write is turned down, or a remark about one that went in."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """One reason. `code` is stable; `says` is one sentence for a person and an agent alike.

    `line` is the 1-based line number in the writer's text (in a JSON note: the number of the entry).
    """

    code: str
    says: str
    section: str | None = None
    line: int | None = None
    detail: dict[str, str] | None = None
