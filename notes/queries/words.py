"""What people read instead of the names that programs use."""

from notes.models import ActorKind
from notes.rules.documents import FRONT_MATTER, Shape

KIND_WORDS: dict[str, str] = {
    ActorKind.PERSON: "person",
    ActorKind.AGENT: "agent",
    ActorKind.SUMMARISER: "small model",
    ActorKind.RUNNER: "runner",
    ActorKind.UNKNOWN: "author unknown",
}


def kind_words(kind: str) -> str:
    return KIND_WORDS.get(kind, kind)


def field_words(name: str) -> str:
    """`exact_next_step` → Exact next step."""
    return name.replace("_", " ").capitalize()


def section_words(name: str, shape: Shape = Shape.MARKDOWN) -> str:
    if shape is not Shape.MARKDOWN:
        return field_words(name)
    if name == FRONT_MATTER:
        return "Front matter"
    return name or "Before the first heading"
