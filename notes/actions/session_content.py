"""Where the text of a project may be kept. Keeping it on the machine alone takes off the desk what is there."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from notes.actions.errors import Invalid, require
from notes.actions.steps.history import record
from notes.actions.steps.purge import purge
from notes.actions.steps.traces import Traces, remove, traces_of
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
    with transaction.atomic(durable=True):
        # Of its key nothing changes: writes under way, which refer to it, need not wait for this.
        held = Project.objects.select_for_update(no_key=True).get(pk=project.pk)
        purged, traces = None, Traces(held.slug)
        if content == SessionContent.MACHINE and held.shows_content and (found := content_of(held)).is_there:
            if confirmed.strip() != held.slug:
                raise Invalid(_not_confirmed(held))
            purged, traces = found, traces_of(held)
            purge(held, by=by, now=now)
        if held.session_content != content:
            held.session_content = content
            held.save(update_fields=["session_content"])
            record("project.session_content", by=by, now=now, content=content.value)
    # Said again it tries again: the file of a database that was in use may still hold what went.
    return ContentSet(held, purged, remove(traces) if content == SessionContent.MACHINE else ())


def _not_confirmed(project: Project) -> Problem:
    says = f"Nothing was changed. Type the project's short name, {project.slug}, to confirm what goes."
    return Problem("content.not_confirmed", says)
