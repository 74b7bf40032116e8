"""Where the text of a project may be kept. Keeping it on the machine alone takes off the desk what is there."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from notes.actions.errors import Invalid, require
from notes.actions.steps.history import record
from notes.actions.steps.purge import purge
from notes.actions.steps.traces import remove, remove_letters
from notes.models import Actor, Project, Role
from notes.models.project import SessionContent
from notes.queries.session_content import Content, content_of
from notes.rules.problems import Problem


@dataclass(frozen=True, slots=True)
class ContentSet:
    """`purged` is what went, None where nothing had to. `remains` says what could not be removed yet, and what then."""

    project: Project
    purged: Content | None = None
    remains: tuple[str, ...] = ()


def set_session_content(
    *, project: Project, by: Actor, now: datetime, content: SessionContent, confirmed: str = ""
) -> ContentSet:
    """`confirmed` is the project's short name, typed by who knows what goes; asked only where there is something."""
    require(by, Role.MAINTAINER, "say where session content is kept")
    held = _choose(project, by, now, content, confirmed)
    purged, left = _purge(held, by, now) if held.purge_due else (None, ())
    # Said again it tries again: the file of a database that was in use may still hold what went.
    return ContentSet(held, purged, (*left, *remove(held)) if content == SessionContent.MACHINE else ())


def _choose(project: Project, by: Actor, now: datetime, content: SessionContent, confirmed: str) -> Project:
    """In a transaction of its own, so that nothing new comes in while the old is taken off."""
    with transaction.atomic(durable=True):
        # Whole: writes under way, which refer to it, end first.
        held = Project.objects.select_for_update().get(pk=project.pk)
        if content == SessionContent.SERVER:
            held.purge_due = False
        elif held.shows_content and content_of(held).is_there:
            if confirmed.strip() != held.slug:
                raise Invalid(_not_confirmed(held))
            held.purge_due = True
        if held.session_content != content:
            held.session_content = content
            record("project.session_content", by=by, now=now, content=content.value)
        held.save(update_fields=["session_content", "purge_due"])
    return held


def _purge(project: Project, by: Actor, now: datetime) -> tuple[Content | None, tuple[str, ...]]:
    """What went, and what of it could not; nothing where another was quicker."""
    with transaction.atomic(durable=True):
        held = Project.objects.select_for_update(no_key=True).get(pk=project.pk)
        if not held.purge_due:
            return None, ()
        # The files first: once their rows are gone nobody knows their names.
        found, left = content_of(held), remove_letters(held)
        purge(held, by=by, now=now)
        held.purge_due = project.purge_due = False
        held.save(update_fields=["purge_due"])
    return found, left


def _not_confirmed(project: Project) -> Problem:
    says = f"Nothing was changed. Type the project's short name, {project.slug}, to confirm what goes."
    return Problem("content.not_confirmed", says)
