"""Who writes here: by the token, or of a person by the login at this machine."""

from dataclasses import dataclass, field
from datetime import UTC, datetime

PERSON = "person"


@dataclass(frozen=True, slots=True)
class Author:
    kind: str
    name: str
    at: datetime = field(default_factory=lambda: datetime.now(UTC))

    @property
    def is_person(self) -> bool:
        return self.kind == PERSON
