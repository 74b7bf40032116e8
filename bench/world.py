"""A project as a bench needs it: a person who looks, a card with a long history, and a great many cards beside it."""

from dataclasses import dataclass
from random import Random
from secrets import token_hex
from time import process_time

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from bench import histories
from notes.actions.cards import CardWrite, put_card
from notes.actions.escalations import ask_person
from notes.actions.members import add_member
from notes.actions.notes import NoteWrite, save_note
from notes.actions.tokens import create_person_token, create_program_token
from notes.management.command_line import typed_by
from notes.models import Actor, ActorKind, Card, Escalation, Project, Role
from notes.rules.decisions.escalations import Asked

NOW = timezone.now()


@dataclass(frozen=True, slots=True)
class Cost:
    queries: int
    seconds: float


class World:
    def __init__(self) -> None:
        self.project = Project(slug="bench", name="Bench", created_at=NOW)
        desk = typed_by(self.project)
        person = {"email": "operator@bench.example", "password": "correct horse battery staple", "name": "Operator"}
        add_member(project=self.project, by=desk, now=NOW, role=Role.OPERATOR, **person)
        self.secret = create_program_token(project=self.project, by=typed_by(self.project), now=NOW, name="coder")
        self.coder = Actor(ActorKind.AGENT, "coder", self.project.pk)
        self.client = Client(headers={"host": "localhost", "authorization": f"Bearer {self.secret}"})
        self.client.login(email=person["email"], password=person["password"])

    def person_secret(self) -> str:
        by = typed_by(self.project)
        return create_person_token(project=self.project, by=by, now=NOW, email="operator@bench.example")

    def cookies(self, number: int) -> list[str]:
        """Of as many browsers in which the person is signed in."""
        own = Session.objects.get(session_key=self.client.session.session_key)
        keys = [f"{n:08}{token_hex(12)}" for n in range(number)]
        known = {"session_data": own.session_data, "expire_date": own.expire_date}
        Session.objects.bulk_create([Session(session_key=key, **known) for key in keys], batch_size=5_000)
        return [f"{settings.SESSION_COOKIE_NAME}={key}" for key in keys]

    def make_card(self, key: str, format: str = "nine_sections") -> Card:
        return put_card(key=key, by=self.coder, now=NOW, write=CardWrite(title=key, format=format)).card

    def card(self, key: str, revisions: int) -> None:
        """A note of about 300 lines that changes by one line with each revision."""
        card = self.make_card(key, "free")
        rng = Random(key)
        lines = [_line(rng) for _ in range(300)]
        for _ in range(revisions):
            lines[rng.randrange(len(lines))] = _line(rng)
            save_note(card=card, by=self.coder, now=NOW, write=NoteWrite("\n".join(lines) + "\n"))

    def fill(self, numbers: range) -> None:
        rows = (
            Card(project=self.project, key=f"FILL-{n}", title=f"Card {n}", created_at=NOW, updated_at=NOW)
            for n in numbers
        )
        Card.objects.bulk_create(rows, batch_size=5_000)

    def ask(self, card: Card, decision: str) -> int:
        return ask_person(card=card, asked=Asked(decision), by=self.coder, now=NOW).escalation.pk

    def settled(self, number: int) -> None:
        """Spread over the project's cards."""
        cards = list(Card.objects.filter(project=self.project))
        known = {"cause": "asked", "by_kind": ActorKind.AGENT, "by_name": "coder", "at": NOW}
        done = {"state": "answered", "answer": "Yes", "settled_by_name": "Operator", "settled_at": NOW}
        rows = (
            Escalation(project=self.project, card=cards[n % len(cards)], decision=f"Was {n}?", **known, **done)
            for n in range(number)
        )
        Escalation.objects.bulk_create(rows, batch_size=5_000)

    def cost(self, page: str, rounds: int) -> Cost:
        """Of a page that was looked at before; the least processor time, since the machine has other things to do."""
        self._get(page)
        with CaptureQueriesContext(connection) as caught:
            self._get(page)
        return Cost(len(caught), min(self._get(page) for _ in range(rounds)))

    def _get(self, page: str) -> float:
        start = process_time()
        answer = self.client.get(page)
        took = process_time() - start
        if answer.status_code != 200:
            raise RuntimeError(f"{page}: {answer.status_code}")
        return took


def _line(rng: Random) -> str:
    return "- " + " ".join(rng.choices(histories.WORDS, k=8))
