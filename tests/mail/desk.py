"""Decisions that wait, and the letters about them."""

from datetime import datetime, timedelta
from typing import Any

from notes.actions.escalations import answer_escalation, ask_person
from notes.models import Card, Escalation, Letter, Project, User
from notes.rules.decisions.escalations import Asked, Option
from tests.cast import NOW, Cast, card

EMD = "Which EMD goes into the bid, Rs 15,00,000 or Rs 12,00,000?"
OPTIONS = (Option("Rs 15,00,000", "Corrigendum 2, page 1"), Option("Rs 12,00,000", "Price list v3, row 41"))


def bid(cast: Cast) -> Card:
    return Card.objects.filter(project=cast.shop, key="BID-48").first() or card(cast, "BID-48", title="Drain tender")


def ask(cast: Cast, decision: str = EMD, *, now: datetime = NOW, **more: Any) -> Escalation:
    asked = Asked(decision, **({"options": OPTIONS} | more))
    return ask_person(card=bid(cast), asked=asked, by=cast.coder, now=now).escalation


def answer(cast: Cast, escalation: Escalation, who: User, value: str = "Rs 15,00,000", now: datetime = NOW) -> None:
    answer_escalation(escalation=escalation, by=cast.actor(who), now=now, value=value)


def letters(kind: str, state: str = "") -> dict[str, Letter]:
    """By the name of the person."""
    found = Letter.objects.filter(kind=kind).select_related("user")
    return {letter.user.name: letter for letter in (found.filter(state=state) if state else found)}


def many(project: Project, user: User, count: int, at: datetime = NOW) -> None:
    """Letters without a decision, of which only the number matters."""
    Letter.objects.bulk_create(
        Letter(
            project=project, user=user, kind="refusals", subject=f"letter {number}", text="text\n", html="<p>text</p>",
            at=at, not_before=at - timedelta(minutes=1),
        )
        for number in range(count)
    )  # fmt: skip
