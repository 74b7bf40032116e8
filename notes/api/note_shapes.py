"""Notes as JSON, and what became of a write."""

from collections.abc import Iterable
from typing import Any, NotRequired

from typing_extensions import TypedDict

from notes.actions.notes import Outcome, Saved, TurnedDown, UnderWay
from notes.actions.steps.answers import Rendered
from notes.api.answers import entries, entry, problem_body
from notes.api.shapes import By, OneProblem, by
from notes.models import Card, PendingSave, Revision
from notes.models.pending_save import SaveState
from notes.queries.note_view import Author, Line, SectionView
from notes.rules.writing import work_trees
from notes.rules.writing.verdicts import Accepted, Group, Refused

STATUS = {Group.FORMAT: 422, Group.CONFLICT: 409, Group.CONTENT: 422, Group.CONFIRM: 422, Group.LOCKS: 423}


class AuthorOut(By):
    model: str


class LineOut(TypedDict):
    """`id` is the line's permanent address: the revision and the line number where it was born."""

    text: str
    author: AuthorOut
    written_at: str
    locked: bool
    id: str


class SectionOut(TypedDict):
    name: str
    lines: list[LineOut]


class NoteOut(TypedDict):
    """`text` is exact; `sections` leave out blank lines, which have no author."""

    format: str
    revision: int
    text: str
    sections: list[SectionOut]
    updated_by: By | None
    updated_at: str
    tokens: int
    stale: bool


class SavedOut(TypedDict):
    """`restored` lists the locked lines that were put back, where the write asked for that."""

    revision: int
    warnings: list[OneProblem]
    merged: bool
    unchanged: bool
    restored: NotRequired[list[OneProblem]]


class LateOut(TypedDict):
    """`late`: kept whole for people to look at; the note is as it was. `under_way`: a runner has not answered yet."""

    late: NotRequired[bool]
    under_way: NotRequired[bool]
    revision: int
    problems: list[OneProblem]


class CheckedOut(TypedDict):
    """`status` is what the same body would be answered as a write."""

    ok: bool
    status: int
    revision: int
    problems: list[OneProblem]
    warnings: list[OneProblem]
    merged: bool
    unchanged: bool
    tokens: NotRequired[int]
    repaired: NotRequired[str]


class RevisionOut(TypedDict):
    revision: int
    format: str
    author: AuthorOut
    written_at: str
    tokens: int
    merged: bool
    restored: int | None
    round: int | None


class RevisionPage(TypedDict):
    revisions: list[RevisionOut]
    next: int | None


def etag(card: Card) -> str:
    """The revision; behind a dot how often locks were said since, which changes what GET says too."""
    return f'"{card.revision}.{card.locks_version}"' if card.locks_version else f'"{card.revision}"'


def note_out(newest: Revision, view: Iterable[SectionView]) -> dict[str, Any]:
    return {
        "format": newest.format,
        "revision": newest.number,
        "text": newest.text,
        "sections": [
            {"name": section.name, "lines": [_line(line, line.author) for line in section.lines if line.author]}
            for section in view
        ],
        "updated_by": by(newest.author_kind, newest.author_name),
        "updated_at": newest.written_at.isoformat(),
        "tokens": newest.tokens,
        "stale": newest.card.is_stale,
    }


def _line(line: Line, author: Author) -> dict[str, Any]:
    return {
        "text": line.text,
        "author": _author(author),
        "written_at": author.at.isoformat(),
        "locked": line.locked,
        "id": str(line.origin),
    }


def _author(author: Author) -> AuthorOut:
    return {"kind": author.kind, "name": author.name, "model": author.model}


def revision_out(row: Revision) -> RevisionOut:
    return {
        "revision": row.number,
        "format": row.format,
        "author": {"kind": row.author_kind, "name": row.author_name, "model": row.model},
        "written_at": row.written_at.isoformat(),
        "tokens": row.tokens,
        "merged": row.merged,
        "restored": row.restored,
        "round": row.round,
    }


def rendered(outcome: Outcome) -> Rendered:
    if isinstance(outcome, Saved):
        return _saved(outcome)
    if isinstance(outcome, UnderWay):
        return under_way(outcome.save)
    return _late(outcome) if outcome.refused.late else _refused(outcome)


def checked(verdict: Accepted | Refused, newest: int) -> dict[str, Any]:
    if isinstance(verdict, Accepted):
        more: dict[str, Any] = {"tokens": verdict.tokens}
        status, problems = 200 if newest else 201, entries(verdict.put_back)
    else:
        more = {} if verdict.repaired is None else {"repaired": verdict.repaired}
        status, problems = 202 if verdict.late else STATUS[verdict.group], _problems(verdict)
    accepted = verdict if isinstance(verdict, Accepted) else None
    return {
        "ok": accepted is not None,
        "status": status,
        "revision": newest,
        "problems": problems,
        "warnings": entries(accepted.warnings) if accepted else [],
        "merged": bool(accepted and accepted.merged),
        "unchanged": bool(accepted and accepted.unchanged),
        **more,
    }


def _saved(saved: Saved) -> Rendered:
    accepted = saved.accepted
    body: dict[str, Any] = {
        "revision": saved.revision,
        "warnings": entries(accepted.warnings),
        "merged": accepted.merged,
        "unchanged": accepted.unchanged,
    }
    if accepted.put_back:
        body["restored"] = entries(accepted.put_back)
    return 201 if saved.revision == 1 and not accepted.unchanged else 200, body, _etag(saved.revision)


def _late(late: TurnedDown) -> Rendered:
    body = {"late": True, "revision": late.newest, "problems": _problems(late.refused)}
    return 202, body, _etag(late.newest)


def _refused(turned: TurnedDown) -> Rendered:
    refused, status = turned.refused, STATUS[turned.refused.group]
    more: dict[str, Any] = {"base_revision": turned.newest}
    if refused.repaired is not None:
        more["repaired"] = refused.repaired
    return status, problem_body(status, _problems(refused), **more), {}


def under_way(save: PendingSave) -> Rendered:
    """What a person saved goes into the work tree first."""
    if save.state == SaveState.SAVED:
        body: dict[str, Any] = {"revision": save.revision, "warnings": [], "merged": save.merged, "unchanged": False}
        return 201 if save.revision == 1 else 200, body, _etag(save.revision or 0)
    if save.state == SaveState.FAILED:
        return 409, problem_body(409, [entry(work_trees.not_applied(save.why))]), {}
    return 202, {"under_way": True, "revision": save.base, "problems": [entry(work_trees.NO_ANSWER)]}, {}


def _etag(revision: int) -> dict[str, str]:
    return {"ETag": f'"{revision}"'}


def _problems(refused: Refused) -> list[dict[str, Any]]:
    """A conflict has, for each place, the lines as they were, as they are and as they were sent."""
    problems = entries(refused.problems)
    for problem, place in zip(problems, refused.conflicts, strict=False):
        problem |= {"base": list(place.base), "theirs": list(place.theirs), "yours": list(place.yours)}
    return problems
