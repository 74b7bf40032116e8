"""A project that a story is played in: its people, its agents and its clock, all through the real actions."""

import json
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from notes.actions.cards import CardWrite, put_card
from notes.actions.escalations import answer_escalation, ask_person
from notes.actions.facts import set_fact
from notes.actions.handoffs import hand_off, read_back
from notes.actions.members import add_member
from notes.actions.notes import NoteWrite, Outcome, Saved, TurnedDown, save_note
from notes.actions.questions import ask_back, reply_to_question
from notes.actions.rounds import RoundStart, change_round, start_round
from notes.management.command_line import typed_by
from notes.models import Actor, ActorKind, Card, Escalation, Handoff, Project, Role
from notes.queries import access
from notes.rules.decisions.escalations import Asked
from notes.rules.facts.decisions import FactValue
from notes.rules.facts.kinds import DEFAULT_KIND
from notes.rules.rounds.pricing import Fresh, Session

# People of the stories have roles for names.
PEOPLE = {
    "operator": ("Operator", Role.MAINTAINER),
    "bids.manager": ("Bids manager", Role.OPERATOR),
    "reviewer": ("Reviewer", Role.REVIEWER),
}


@dataclass(slots=True)
class Stage:
    """`start` is when the story begins; every scene says how many minutes later it is."""

    slug: str
    name: str
    start: datetime
    password: str
    project: Project = field(init=False)

    def __post_init__(self) -> None:
        self.project = Project(slug=self.slug, name=self.name, created_at=self.start)
        for login in PEOPLE:
            name, role = PEOPLE[login]
            add_member(
                project=self.project,
                by=typed_by(self.project),
                now=self.start,
                email=email_of(login),
                role=role,
                password=self.password,
                name=name,
            )

    def person(self, login: str) -> Actor:
        memberships = self.project.memberships.select_related("user")
        membership = memberships.get(user__email=email_of(login))
        return access.person(membership.user, membership)

    def program(self, name: str, kind: ActorKind = ActorKind.AGENT) -> Actor:
        return Actor(kind, name, self.project.pk)

    def at(self, minutes: int) -> datetime:
        return self.start + timedelta(minutes=minutes)

    def card(self, key: str, title: str, by: Actor, minutes: int, **details: Any) -> Card:
        write = CardWrite(title=title, **details)
        return put_card(key=key, by=by, now=self.at(minutes), write=write).card

    def saves(self, card: Card, by: Actor, minutes: int, text: str | dict[str, Any], **details: Any) -> None:
        outcome = self._write(card, by, minutes, text, details)
        if not isinstance(outcome, Saved):
            raise RuntimeError(f"the story of {card.key} was not saved: {outcome}")

    def is_refused(self, card: Card, by: Actor, minutes: int, text: str | dict[str, Any], **details: Any) -> str:
        """Gives back the repaired text, or nothing where the refusal was not about locks."""
        outcome = self._write(card, by, minutes, text, details)
        if not isinstance(outcome, TurnedDown):
            raise RuntimeError(f"the story of {card.key} was not refused: {outcome}")
        return outcome.refused.repaired or ""

    def fact(
        self, card: Card, name: str, value: str, source: str, by: Actor, minutes: int, replaces: str | None = None
    ) -> None:
        new = FactValue(value, DEFAULT_KIND, source)
        set_fact(card=card, name=name, new=new, by=by, now=self.at(minutes), replaces=replaces)

    def hands_off(self, card: Card, by: Actor, minutes: int, to: str, kind: str = "agent") -> Handoff:
        return hand_off(card=card, by=by, now=self.at(minutes), to=to, kind=kind)

    def reads_back(self, handoff: Handoff, by: Actor, minutes: int, **wrong: str | None) -> None:
        """What was sent, but for what is said here: facts by name, and `next_action`."""
        next_action = wrong.pop("next_action", handoff.next_action)
        facts = {fact["name"]: fact["value"] for fact in handoff.facts} | wrong
        read_back(handoff=handoff, by=by, now=self.at(minutes), facts=facts, next_action=next_action)

    def round(self, card: Card, by: Actor, minutes: int, model: str, session: Session | None, fresh: Fresh) -> int:
        start = RoundStart(model, session, fresh)
        return start_round(card=card, by=by, now=self.at(minutes), start=start).number

    def ends(self, card: Card, by: Actor, minutes: int, number: int, outcome: str, commit: str = "") -> None:
        changes: dict[str, Any] = {"ended_at": self.at(minutes), "outcome": outcome}
        if commit:
            changes |= {"last_commit": commit, "last_commit_at": self.at(minutes)}
        change_round(card=card, by=by, now=self.at(minutes), number=number, changes=changes)

    def asks(self, card: Card, by: Actor, minutes: int, asked: Asked) -> Escalation:
        return ask_person(card=card, asked=asked, by=by, now=self.at(minutes)).escalation

    def asks_back(self, escalation: Escalation, by: Actor, minutes: int, text: str) -> None:
        ask_back(escalation=escalation, by=by, now=self.at(minutes), text=text)

    def replies(self, escalation: Escalation, by: Actor, minutes: int, text: str) -> None:
        reply_to_question(escalation=escalation, by=by, now=self.at(minutes), text=text)

    def answers(self, escalation: Escalation, by: Actor, minutes: int, value: str) -> None:
        answer_escalation(escalation=escalation, by=by, now=self.at(minutes), value=value)

    def _write(
        self, card: Card, by: Actor, minutes: int, text: str | dict[str, Any], details: dict[str, Any]
    ) -> Outcome:
        whole = text if isinstance(text, str) else json.dumps(text)
        return save_note(card=card, by=by, now=self.at(minutes), write=NoteWrite(whole, **details))


def email_of(login: str) -> str:
    return f"{login}@example.com"
