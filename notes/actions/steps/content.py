"""Whether text of a project may come to the desk, as it stands inside the transaction that would write it."""

from notes.actions.errors import OutOfStep
from notes.models import Project
from notes.models.project import SessionContent
from notes.queries.prepared import Prepared
from notes.rules.content.places import on_desk, on_machine


def require_here(project: Project) -> None:
    """Before any text is written. With a card held, a purge has either ended or waits."""
    if _content(project) != SessionContent.SERVER:
        raise OutOfStep(on_machine())


def require_on_machine(project: Project) -> None:
    """Before a report is: of a note that is here the desk knows the numbers itself."""
    if _content(project) != SessionContent.MACHINE:
        raise OutOfStep(on_desk())


def _content(project: Project) -> str | None:
    """Read anew: what was read when the call came in may have changed while it waited for its turn."""
    row = _CONTENT.first(project.pk)
    return row[0] if row else None


_CONTENT = Prepared(lambda pk: Project.objects.filter(pk=pk).values_list("session_content"), arguments=1)
