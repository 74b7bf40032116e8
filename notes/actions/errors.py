"""Why an action did not happen, where that is no matter of the note's rules. Each says how to be right."""

from notes.models import Actor, ActorKind, Role
from notes.rules.problems import Problem


class NotAllowed(PermissionError):
    """The actor may see the thing, but not do this."""

    def __init__(self, says: str) -> None:
        super().__init__(says)
        self.says = says


class Invalid(ValueError):
    """What was sent cannot be, whatever the state of things."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__("; ".join(problem.says for problem in problems))
        self.problems = problems


class OutOfStep(Invalid):
    """It could be at another time: how things stand now is against it."""


def require(by: Actor, role: Role, to: str) -> None:
    if not by.may(role):
        who = f"You are {_a(by.role)} here" if by.role else f"This is the token of {by.kind} {by.name}"
        raise NotAllowed(f"Only {_people(role)} may {to}. {who}.")


def _people(role: Role) -> str:
    """Those who may do what needs this role: “operators and maintainers”."""
    *others, last = [f"{each.value}s" for each in role.and_more]
    return f"{', '.join(others)} and {last}" if others else last


def _a(role: Role) -> str:
    return f"an {role.value}" if role is Role.OPERATOR else f"a {role.value}"


def require_writer(by: Actor, to: str = "edit notes") -> None:
    if not by.may_write:
        require(by, Role.OPERATOR, to)


def require_runner(by: Actor) -> None:
    if by.kind != ActorKind.RUNNER:
        raise NotAllowed("A runner has a token of its own kind: `manage.py create_token --kind runner --agent NAME`.")
