"""The digest of refused writes, most often of one day: card by card, with a reason each."""

from collections.abc import Sequence
from dataclasses import dataclass

from notes.mail.letters import Written, lay_out
from notes.mail.sheets import card_name, foot
from notes.models import Membership
from notes.models.letter import LetterKind
from notes.queries import addresses
from notes.queries.refusals import OfCard
from notes.rules.letters.digest_days import days_in_words
from notes.rules.letters.lines import one_line

# The page of the project has them all.
MOST_CARDS = 30


@dataclass(frozen=True, slots=True)
class Row:
    card: str
    count: str
    reason: str
    link: str


def digest(member: Membership, cards: Sequence[OfCard]) -> Written:
    count = sum(of.count for of in cards)
    line = f"{one_line(member.project.name)}: {_writes(count)} {_days(member, cards)}"
    return lay_out(
        "refusals",
        line,
        foot(member, LetterKind.REFUSALS),
        rows=[_row(of, member) for of in cards[:MOST_CARDS]],
        others=max(len(cards) - MOST_CARDS, 0),
        link=addresses.project(member.project),
    )


def _days(member: Membership, cards: Sequence[OfCard]) -> str:
    """The days on which there were any, by the reader's clock."""
    zone = member.user.zone
    first, last = min(of.first for of in cards), max(of.last for of in cards)
    return days_in_words(first.astimezone(zone).date(), last.astimezone(zone).date())


def _row(of: OfCard, member: Membership) -> Row:
    """Reasons quote notes, so a project whose notes stay beside the agent has counts alone."""
    told = member.project.shows_content
    return Row(
        card=card_name(of.card) if told else of.card.key,
        count=_writes(of.count),
        reason=one_line(of.reason) if told else "",
        link=addresses.card(member.project, of.card),
    )


def _writes(count: int) -> str:
    return f"{count:,} {'write was' if count == 1 else 'writes were'} refused"
