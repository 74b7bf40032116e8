"""Notes that existed before the desk come in with their whole history."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import transaction

from notes.actions.errors import Invalid
from notes.actions.steps.cards import hold
from notes.actions.steps.content import require_here
from notes.actions.steps.facts import put_fact
from notes.actions.steps.history import record
from notes.actions.steps.imported import add_revisions, lock_imported
from notes.models import Actor, ActorKind, Card, Project, Revision
from notes.queries import imports, notes
from notes.queries.facts import names_taken
from notes.queries.tokens import count_tokens
from notes.rules.authors import origins
from notes.rules.facts.checks import check_fact
from notes.rules.facts.names import by_fold, check_same_name, folded
from notes.rules.formats import six_fields
from notes.rules.hygiene.secrets import shown
from notes.rules.importing.replay import Draft, Past, Replay, Step
from notes.rules.importing.versions import Version
from notes.rules.problems import Problem
from notes.rules.writing.content import must_carry


@dataclass(frozen=True, slots=True)
class NewCard:
    """What to call the card, where there is none yet."""

    key: str
    title: str
    format: str


@dataclass(frozen=True, slots=True)
class ImportedNote:
    """`steps` tell what became of each version; `added` counts the new revisions."""

    card: Card
    added: int
    steps: tuple[Step, ...]


def import_note(
    *,
    project: Project,
    into: Card | NewCard,
    history: Sequence[Past],
    lock: bool,
    by: Actor,
    now: datetime,
    watch: Callable[[], object] = lambda: None,
) -> ImportedNote:
    """The replay comes before the transaction: it takes its time, and others want to write."""
    require_here(project)
    old = into if isinstance(into, Card) else None
    rows, steps, last = _replayed(old, history, watch)
    if old and rows:
        _check_untouched(old, history, len(rows))
    if not old and not rows:
        raise Invalid(Problem("import.nothing", "No version of the file holds anything that can be kept."))
    with transaction.atomic(durable=True):
        # A new card is no row yet that a purge could wait for: the project's is.
        require_here(Project.objects.select_for_update(no_key=True).get(pk=project.pk))
        card = _held(into, rows, by) if isinstance(into, Card) else _new_card(project, into, by, now)
        add_revisions(card, rows)
        locked = lock_imported(card) if lock else 0
        facts = _put_facts(card, last, by, now) if last else 0
        if rows or locked:
            record("note.imported", by=by, now=now, card=card, revisions=len(rows), locked=locked, facts=facts)
    return ImportedNote(card, len(rows), tuple(steps))


def _replayed(
    old: Card | None, history: Sequence[Past], watch: Callable[[], object]
) -> tuple[list[Revision], list[Step], Draft | None]:
    rows: list[Revision] = []
    steps: list[Step] = []
    last: Draft | None = None
    for step in _replay(old).steps(history):
        if step.draft:
            last = step.draft
            rows.append(_revision(last))
        # A parsed version is large, and nothing asks for it again.
        steps.append(replace(step, draft=None, past=_without_text(step.past)))
        watch()
    return rows, steps, last


def _replay(card: Card | None) -> Replay:
    if card is None:
        return Replay()
    return Replay(card.revision, imports.sources(card), lambda number: notes.revision(card, number))


def _revision(draft: Draft) -> Revision:
    author = draft.past.author
    return Revision(
        number=draft.number,
        parent=draft.parent,
        format=draft.document.format,
        text=draft.text,
        origins=origins.encode(draft.origins),
        author_kind=ActorKind(author.kind),
        author_name=shown(author.name)[:80],
        model=shown(author.model)[:80],
        written_at=draft.past.written_at,
        tokens=count_tokens(draft.text),
        merged=draft.merged,
        source=draft.past.commit,
        locks=False,
    )


def _check_untouched(card: Card, history: Sequence[Past], new: int) -> None:
    """What was written on the desk since stays; so does what comes from a branch that is not this one."""
    source = imports.newest_source(card)
    if not source:
        says = (
            f"{card.key} was edited on the desk since it was imported, so {new} newer versions of the file were "
            "left out. Carry them over by hand, or import the file as another card with --key."
        )
        raise Invalid(Problem("import.edited_since", says))
    if source not in {past.commit for past in history} and not source.startswith("file:"):
        says = (
            f"{card.key} holds commits that this history of the file does not have: it was rewritten, or this is "
            "another branch. Check that one out, or import the file as another card with --key."
        )
        raise Invalid(Problem("import.other_history", says))


def _held(card: Card, rows: list[Revision], by: Actor) -> Card:
    held = hold(card, by)
    if held.revision != card.revision and rows:
        says = f"Someone wrote to {card.key} during the import, so nothing was imported into it. Start again."
        raise Invalid(Problem("import.moved_on", says))
    return held


def _new_card(project: Project, new: NewCard, by: Actor, now: datetime) -> Card:
    card = Card(project=project, key=new.key, title=new.title, format=new.format, created_at=now, updated_at=now)
    card.full_clean(exclude=["project"])
    card.save(force_insert=True)
    record("card.created", by=by, now=now, card=card)
    return card


def _put_facts(card: Card, last: Draft, by: Actor, now: datetime) -> int:
    """A six_fields note brings its facts along, as far as they are fit to be facts."""
    if not set(six_fields.MIRRORS) <= set(last.document.names):
        return 0
    kept, known = 0, by_fold(names_taken(card))
    for name, fact in must_carry(last.document).items():
        problems = check_fact(name, fact.value, fact.kind, fact.source)
        taken = check_same_name(name, known)
        if taken is None and all(problem.code == "fact.no_source" for problem in problems):
            known[folded(name)] = name
            kept += put_fact(card, name, fact, by=by, now=now).decision.outcome in ("created", "superseded")
    return kept


def _without_text(past: Past) -> Past:
    return replace(past, read=_read_before)


def _read_before() -> Version:
    raise LookupError("a version is read once")
