"""Who acts when someone types a command on the server: nobody the desk knows, with a maintainer's rights."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management.base import CommandError

from notes.actions.errors import Invalid
from notes.models import Actor, ActorKind, Project, Role


def typed_by(project: Project) -> Actor:
    return Actor(ActorKind.UNKNOWN, "command line", project.pk or 0, Role.MAINTAINER)


def project_called(slug: str) -> Project:
    try:
        return Project.objects.get(slug=slug)
    except Project.DoesNotExist:
        known = ", ".join(Project.objects.order_by("slug").values_list("slug", flat=True)[:20]) or "none yet"
        raise CommandError(f"There is no project “{slug}”. There are: {known}.") from None


@contextmanager
def told_in_sentences() -> Iterator[None]:
    """What an action refuses is said, and ends the command; a traceback helps nobody."""
    try:
        yield
    except Invalid as error:
        raise CommandError("\n".join(problem.says for problem in error.problems)) from None
