"""A card with a work tree, and the runner that has it."""

from datetime import datetime, timedelta

from notes.actions.notes import NoteWrite, Saved, TurnedDown, UnderWay, save_note
from notes.actions.runners import Greeting, greet_runner
from notes.actions.tokens import create_program_token
from notes.models import Actor, ActorKind, Card, PendingSave, Runner, Token
from notes.queries import access
from notes.queries.runners import PROTOCOL
from tests import cast as people
from tests.cast import NOW, Cast
from tests.web.desk import write

FIRST = "## Goal\nShip it\n\n## Next\n- test\n"
MINE = "## Goal\nShip it\n\n## Next\n- only the API tests\n- test\n"
HERE = "0" * 32


def box(cast: Cast) -> Actor:
    return Actor(ActorKind.RUNNER, "box", cast.shop.pk)


def greet(
    cast: Cast, *cards: str, at: datetime = NOW, protocol: int = PROTOCOL, connection: str = HERE, name: str = "box"
) -> Runner:
    known = Token.objects.filter(name=name, kind=ActorKind.RUNNER).first()
    token = known or Token.objects.get(digest=access.digest_of(runner_token(cast, name)))
    greeting = Greeting(protocol, "1.0", cards or ("SHOP-1",), connection)
    return greet_runner(token_id=token.pk, by=box(cast), now=at, greeting=greeting)


def runner_token(cast: Cast, name: str = "box") -> str:
    by = people.by_desk(cast.shop)
    return create_program_token(project=cast.shop, by=by, now=NOW, name=name, kind=ActorKind.RUNNER)


def in_work_tree(cast: Cast, note: str = FIRST, format: str = "free") -> Card:
    """SHOP-1 with the coder's note; the runner is there."""
    made = people.card(cast, "SHOP-1", format=format)
    write(made, cast.coder, note)
    greet(cast)
    made.refresh_from_db()
    return made


def send(card: Card, by: Actor, text: str = MINE, *, at: datetime = NOW, base: int = 1) -> PendingSave:
    """What the person saves is on its way."""
    outcome = save_note(card=card, by=by, now=at, write=NoteWrite(text, base_revision=base))
    assert isinstance(outcome, UnderWay), outcome
    return outcome.save


def attempt(card: Card, by: Actor, text: str, *, at: datetime = NOW, **more: object) -> Saved | TurnedDown | UnderWay:
    return save_note(card=card, by=by, now=at, write=NoteWrite(text, **more))  # type: ignore[arg-type]


def later(seconds: float) -> datetime:
    return NOW + timedelta(seconds=seconds)
