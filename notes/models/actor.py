"""Who acts. Told by the login or the token, never by what was sent."""

from dataclasses import dataclass

from django.db import models


class ActorKind(models.TextChoices):
    PERSON = "person"
    AGENT = "agent"
    SUMMARISER = "summariser"
    RUNNER = "runner"
    UNKNOWN = "unknown"


class Role(models.TextChoices):
    """What a person is in a project; each role may do what the ones before it may."""

    VIEWER = "viewer"
    REVIEWER = "reviewer"
    OPERATOR = "operator"
    MAINTAINER = "maintainer"

    def includes(self, other: "Role") -> bool:
        order = list(Role)
        return order.index(self) >= order.index(other)

    @property
    def and_more(self) -> tuple["Role", ...]:
        """The roles that may do what this one may."""
        return tuple(role for role in Role if role.includes(self))


@dataclass(frozen=True, slots=True)
class Actor:
    """A person in a project (with a role), or a program that holds one of its tokens (without)."""

    kind: ActorKind
    name: str
    project_id: int
    role: Role | None = None
    user_id: int | None = None

    @property
    def is_person(self) -> bool:
        return self.kind == ActorKind.PERSON

    def may(self, role: Role) -> bool:
        return self.role is not None and self.role.includes(role)

    @property
    def may_write(self) -> bool:
        """Programs write notes, that is what their tokens are for; of people, operators do."""
        return not self.is_person or self.may(Role.OPERATOR)
