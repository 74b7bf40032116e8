"""What stands in a letter, before anyone lays it out: every text of others on it is plain and shows what it hides."""

from dataclasses import dataclass
from datetime import datetime, tzinfo

from notes.models import Card, Escalation, Membership, User
from notes.models.letter import LetterKind
from notes.queries import addresses
from notes.queries.words import impact_words
from notes.rules.letters.lines import one_line

WHY: dict[str, str] = {
    LetterKind.RAISED: "You get this letter because you may answer decisions of {project}.",
    LetterKind.LATE: "You get this letter because you may answer decisions of {project}, and this one is late.",
    LetterKind.REPLIED: "You get this letter because a question about a decision of {project} has a reply.",
    LetterKind.ANSWERED: "You get this letter because you were told of this decision of {project} before.",
    LetterKind.REFUSALS: "You get this letter because you look after {project}. It comes once a day at most.",
}


@dataclass(frozen=True, slots=True)
class Foot:
    """Why somebody gets a letter, and where to change that."""

    why: str
    settings: str


@dataclass(frozen=True, slots=True)
class Choice:
    value: str
    source: str


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision as its letters tell it. Of a project whose text stays on the machine: only that there is one, and the
    `command` that answers it there.
    """

    line: str
    card: str
    due: str
    impact: str
    options: list[Choice]
    link: str
    command: str = ""


def foot(membership: Membership, kind: str) -> Foot:
    return Foot(WHY[kind].format(project=one_line(membership.project.name)), addresses.letters())


def decision(escalation: Escalation, user: User) -> Decision:
    told = tells_text(escalation)
    return Decision(
        line=one_line(escalation.decision) if told else f"A decision waits on card {escalation.card.key}",
        card=card_name(escalation.card) if told else escalation.card.key,
        due=local(escalation.due_at, user.zone) if escalation.due_at else "",
        impact=impact_words(escalation.impact).capitalize(),
        options=[_choice(option) for option in escalation.options] if told else [],
        link=addresses.decision(escalation),
        command="" if told else f"handoff decide {escalation.pk} VALUE",
    )


def tells_text(escalation: Escalation) -> bool:
    return escalation.card.project.shows_content


def card_name(card: Card) -> str:
    return f"{card.key} · {one_line(card.title)}"


def local(at: datetime, zone: tzinfo) -> str:
    """By the reader's own clock, which is named."""
    at = at.astimezone(zone)
    shift = f"{at:%z}"
    offset = "" if str(zone) == "UTC" else f", UTC{shift[:3]}:{shift[3:5]}"
    return f"{at:%A} {at.day} {at:%B %Y, %H:%M} ({zone}{offset})"


def _choice(option: dict[str, str]) -> Choice:
    return Choice(one_line(option["value"]), one_line(option.get("source", "")))
