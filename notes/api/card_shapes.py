"""Cards as JSON."""

from collections.abc import Iterator
from typing import Any

from typing_extensions import TypedDict

from notes.api.escalation_shapes import OpenEscalation, open_escalation
from notes.api.shapes import By, by, when
from notes.models import Card, Escalation
from notes.queries.card_list import CardPage as CardRows
from notes.queries.card_view import CardView


class CardOut(TypedDict):
    """`revision` is 0 before the first note. `session_content`: where its text is kept, `server` or `machine`."""

    key: str
    title: str
    kind: str
    format: str
    branch: str
    has_worktree: bool
    url: str
    revision: int
    updated_by: By | None
    updated_at: str
    session_content: str


class NoteMeta(TypedDict):
    revision: int
    updated_by: By | None
    updated_at: str
    tokens: int
    token_limit: int | None
    stale: bool


class Chip(TypedDict):
    code: str
    says: str


class CardWithNote(CardOut):
    note: NoteMeta | None
    chips: list[Chip]
    open_escalations: list[OpenEscalation]


class CardPage(TypedDict):
    """`next` is the cursor of the following page, None on the last one."""

    cards: list[CardOut]
    next: str | None


def card_out(card: Card) -> CardOut:
    return {
        "key": card.key,
        "title": card.title,
        "kind": card.kind,
        "format": card.format,
        "branch": card.branch,
        "has_worktree": card.has_worktree,
        "url": card.url,
        "revision": card.revision,
        "updated_by": by(card.updated_by_kind, card.updated_by_name),
        "updated_at": card.updated_at.isoformat(),
        "session_content": card.project.session_content,
    }


def card_page(page: CardRows) -> dict[str, Any]:
    before = page.following.before if page.following else None
    return {
        "cards": [card_out(row.card) for row in page.rows],
        "next": f"{before[0].isoformat()}~{before[1]}" if before else None,
    }


def card_with_note(view: CardView, waiting: list[Escalation], way: str) -> dict[str, Any]:
    """`waiting`: the decisions that a person is still to take; `way`: how its newest round began, in words."""
    return {
        **card_out(view.card),
        "note": _note_meta(view),
        "chips": list(_chips(view, waiting, way)),
        "open_escalations": [open_escalation(each) for each in waiting],
    }


def _note_meta(view: CardView) -> NoteMeta | None:
    if view.newest is None:
        return None
    return {
        "revision": view.newest.number,
        "updated_by": by(view.newest.author_kind, view.newest.author_name),
        "updated_at": when(view.newest.written_at) or "",
        "tokens": view.newest.tokens,
        "token_limit": view.token_limit,
        "stale": view.card.is_stale,
    }


def _chips(view: CardView, waiting: list[Escalation], way: str) -> Iterator[Chip]:
    if waiting:
        decisions = "decision waits" if len(waiting) == 1 else "decisions wait"
        yield {"code": "escalation.open", "says": f"{len(waiting)} {decisions} for a person"}
    disputed = sum(bool(fact.rivals) for fact in view.facts)
    if disputed:
        facts = "fact" if disputed == 1 else "facts"
        yield {"code": "fact.disputed", "says": f"{disputed} {facts} in dispute"}
    if any(write.late for write in view.refusals):
        yield {"code": "note.late", "says": "late, not applied"}
    if any(not write.late for write in view.refusals):
        yield {"code": "note.refused", "says": "refused writes"}
    if view.card.is_stale:
        yield {"code": "note.stale", "says": "stale: committed since the note was written"}
    if view.newest is None:
        yield {"code": "note.none", "says": "no note yet"}
    if way:
        yield {"code": "round.began", "says": way}
