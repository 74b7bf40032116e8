"""What people read instead of the names that programs use."""

import re

from notes.models import ActorKind
from notes.models.escalation import Cause, Impact
from notes.models.fact import FactState
from notes.models.handoff import HandoffKind
from notes.models.letter import LetterKind
from notes.rules.documents import FRONT_MATTER, Shape
from notes.rules.formats import FORMATS, JSON_FORMATS, six_fields, twelve_fields

KIND_WORDS: dict[str, str] = {
    ActorKind.PERSON: "person",
    ActorKind.AGENT: "agent",
    ActorKind.SUMMARISER: "small model",
    ActorKind.RUNNER: "runner",
    ActorKind.UNKNOWN: "author unknown",
}

CAUSE_WORDS: dict[str, str] = {
    Cause.READBACK_FAILED: "read-back failed twice",
    Cause.SOURCES_DISAGREE: "sources disagree",
    Cause.OPEN_QUESTION: "open question",
    Cause.ASKED: "a choice to make",
}
IMPACT_WORDS: dict[str, str] = {
    Impact.MONEY: "changes money",
    Impact.ELIGIBILITY: "changes eligibility",
    Impact.DEADLINE: "changes a deadline",
    Impact.OTHER: "",
}

RECEIVER_WORDS: dict[str, str] = {
    HandoffKind.AGENT: "to an agent",
    HandoffKind.SESSION: "to the next session",
    HandoffKind.PERSON: "to a person",
}
FACT_STATE_WORDS: dict[str, str] = {
    FactState.CURRENT: "stands now",
    FactState.SUPERSEDED: "replaced",
    FactState.RIVAL: "disputes it",
    FactState.ACCEPTED: "accepted by a person",
    FactState.REJECTED: "rejected by a person",
    FactState.WITHDRAWN: "withdrawn by its source",
}
LETTER_WORDS: dict[str, str] = {
    LetterKind.RAISED: "a decision waits for an answer, or a question about it has a reply",
    LetterKind.LATE: "a decision is late",
    LetterKind.ANSWERED: "a decision that you were told of is answered",
    LetterKind.REFUSALS: "writes of programs were refused, at most once a day",
}

# The end of a sentence that only a program can follow → what a page says there.
ON_PAGES = {
    "write.conflict": (" Start from the newest note and say both.", ""),
    "write.format_changed": (" Read the newest note and write in its format.", ""),
    "write.format_fixed": (" Leave `format` out and write in that.", ""),
    "write.unknown_base": (" Send the one that you read.", ""),
    "write.shrinks": (" Send the whole note, or confirm `write.shrinks` if you mean it.", " Is that what you mean?"),
    "lock.line_missing": (" Put it back word for word.", ""),
    "lock.line_changed": (" Put it back word for word.", ""),
    "lock.line_moved": (" Put it back under its own.", ""),
    "lock.lines_reordered": (" Keep their order.", ""),
    "lock.block_split": (" Write yours above or below both.", ""),
    "lock.line_buried": (" Let it stand as text.", ""),
    "write.other_card": (" Check the card, or confirm `write.other_card`.", " Is this the right card?"),
}
QUOTED_FIELD = re.compile(f"“({'|'.join([*six_fields.TYPES, *twelve_fields.FIELDS])})”")
FORMAT = re.compile(rf"\b(was|is|as) ({'|'.join(FORMATS)})\b")


def kind_words(kind: str) -> str:
    return KIND_WORDS.get(kind, kind)


def cause_words(cause: str) -> str:
    return CAUSE_WORDS.get(cause, cause)


def receiver_words(kind: str) -> str:
    return RECEIVER_WORDS.get(kind, kind)


def fact_state_words(state: str) -> str:
    return FACT_STATE_WORDS.get(state, state)


def impact_words(impact: str) -> str:
    """Empty where nobody said what it changes."""
    return IMPACT_WORDS.get(impact, impact)


def letter_words(kind: str) -> str:
    """What a letter of this kind says, inside a sentence."""
    return LETTER_WORDS.get(kind, kind)


def field_words(name: str) -> str:
    """`exact_next_step` → Exact next step."""
    return name.replace("_", " ").capitalize()


def section_words(name: str, shape: Shape = Shape.MARKDOWN) -> str:
    if shape is not Shape.MARKDOWN:
        return field_words(name)
    if name == FRONT_MATTER:
        return "Front matter"
    return name or "Before the first heading"


def title_words(name: str, format: str) -> str:
    """The section of a note in this format."""
    return field_words(name) if format in JSON_FORMATS else section_words(name)


def for_people(code: str, says: str, format: str) -> str:
    """What is said of a note in this format, without the names that only programs use."""
    end, instead = ON_PAGES.get(code, ("", ""))
    if end and says.endswith(end):
        says = says.removesuffix(end) + instead
    if code.startswith("write.format_"):
        says = FORMAT.sub(lambda found: f"{found[1]} “{field_words(found[2])}”", says)
    return QUOTED_FIELD.sub(_quoted, says) if format in JSON_FORMATS else says


def _quoted(found: re.Match[str]) -> str:
    return f"“{field_words(found[1])}”"
