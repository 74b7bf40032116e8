"""The digest of a day's refused writes: card by card, with a reason each."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.conf import settings

from notes.mail.letters import Written, lay_out
from notes.mail.sheets import card_name, foot
from notes.models import Membership
from notes.models.letter import LetterKind
from notes.models.project import SessionContent
from notes.queries.refusals import OfCard
from notes.rules.letter_lines import one_line

# The page of the project has them all.
MOST_CARDS = 30


@dataclass(frozen=True, slots=True)
class Row:
    card: str
    count: str
    reason: str
    link: str


def digest(member: Membership, day: date, cards: Sequence[OfCard]) -> Written:
    count = sum(of.count for of in cards)
    line = f"{one_line(member.project.name)}: {_writes(count)} on {day:%A} {day.day} {day:%B}"
    return lay_out(
        "refusals",
        line,
        foot(member, LetterKind.REFUSALS),
        rows=[_row(of, member) for of in cards[:MOST_CARDS]],
        others=max(len(cards) - MOST_CARDS, 0),
        link=f"{settings.PUBLIC_URL}/p/{member.project.slug}/",
    )


def _row(of: OfCard, member: Membership) -> Row:
    """Reasons quote notes, so a project whose notes stay beside the agent has counts alone."""
    told = member.project.session_content == SessionContent.SERVER
    return Row(
        card=card_name(of.card) if told else of.card.key,
        count=_writes(of.count),
        reason=one_line(of.reason) if told else "",
        link=f"{settings.PUBLIC_URL}/p/{member.project.slug}/{of.card.key}/",
    )


def _writes(count: int) -> str:
    return f"{count:,} {'write was' if count == 1 else 'writes were'} refused"
