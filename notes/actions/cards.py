"""Putting cards on the desk, and saying what they are called."""

from dataclasses import dataclass
from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from notes.actions.errors import Invalid, OutOfStep, require_writer
from notes.actions.steps.answers import Keyed, claim, keep
from notes.actions.steps.history import record
from notes.models import Actor, Card
from notes.queries.access import cards_called
from notes.queries.runners import under_way
from notes.rules.hygiene.characters import character_faults
from notes.rules.hygiene.secret_kinds import secret_kinds
from notes.rules.hygiene.secrets import says_secret
from notes.rules.problems import Problem
from notes.rules.writing import work_trees

TEXTS = ("key", "title", "branch", "url")


@dataclass(frozen=True, slots=True)
class CardWrite:
    """What is left out (None) stays as it is; a new card takes what models say."""

    title: str
    format: str | None = None
    kind: str | None = None
    branch: str | None = None
    has_worktree: bool | None = None
    url: str | None = None


@dataclass(frozen=True, slots=True)
class CardPut:
    card: Card
    created: bool


def put_card(*, key: str, by: Actor, now: datetime, write: CardWrite, keyed: Keyed[CardPut] | None = None) -> CardPut:
    require_writer(by, to="write cards")
    try:
        return _put_card(key, by, now, write, keyed)
    except IntegrityError:
        # Another writer made the card in this very moment, so now it is there to be changed.
        return _put_card(key, by, now, write, keyed)


def _put_card(key: str, by: Actor, now: datetime, write: CardWrite, keyed: Keyed[CardPut] | None) -> CardPut:
    with transaction.atomic(durable=True):
        claim(keyed, now)
        if card := cards_called(by.project_id, key).select_for_update().first():
            _change(card, by, now, write)
            return keep(keyed, CardPut(card, created=False))
        return keep(keyed, CardPut(_create(key, by, now, write), created=True))


def _create(key: str, by: Actor, now: datetime, write: CardWrite) -> Card:
    card = Card(project_id=by.project_id, key=key, created_at=now, updated_at=now)
    _fill(card, write)
    card.save(force_insert=True)
    record("card.created", by=by, now=now, card=card)
    return card


def _change(card: Card, by: Actor, now: datetime, write: CardWrite) -> None:
    if write.format not in (None, card.format) and card.revision:
        raise OutOfStep(_format_stays(card))
    if write.has_worktree is False and under_way(card):
        raise OutOfStep(work_trees.UNDER_WAY)
    changed = _fill(card, write)
    if changed:
        card.save(update_fields=changed)
        record("card.changed", by=by, now=now, card=card, fields=changed)


def _fill(card: Card, write: CardWrite) -> list[str]:
    """Names the fields that changed; raises Invalid with every reason why they may not."""
    sent = {name: getattr(write, name) for name in CardWrite.__dataclass_fields__}
    changed = [name for name, value in sent.items() if value is not None and value != getattr(card, name)]
    for name in changed:
        setattr(card, name, sent[name])
    problems = [problem for name in TEXTS for problem in _check_text(name, getattr(card, name))]
    problems += _check_fields(card)
    if problems:
        raise Invalid(*problems)
    return changed


def _check_fields(card: Card) -> list[Problem]:
    try:
        card.clean_fields(exclude=["project"])
    except ValidationError as error:
        return [
            Problem(f"card.bad_{name}", f"The {name} of this card is not right. {' '.join(says)}")
            for name, says in error.message_dict.items()
        ]
    return []


def _check_text(name: str, text: str) -> list[Problem]:
    faults = character_faults(text) + [("hygiene.secret", says_secret(kind)) for kind in secret_kinds(text)]
    if name == "title" and text.isspace():
        faults.append(("card.bad_title", "is blank: say what the work is."))
    if len(text.splitlines()) > 1:
        faults.append((f"card.bad_{name}", "is one line: leave out the line break."))
    return [Problem(code, f"The {name} of this card {says}") for code, says in faults]


def _format_stays(card: Card) -> Problem:
    says = (
        f"{card.key} has a note in the format {card.format} already, and keeps it. "
        "Leave `format` out, or let a person change it with the note: on its edit page, or by PUT …/note with `format`."
    )
    return Problem("card.format_fixed", says, detail={"format": card.format})
