from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from notes.actions.session_content import ContentSet, set_session_content
from notes.management.command_line import project_called, told_in_sentences, typed_by
from notes.models import Project
from notes.models.project import SessionContent
from notes.queries.session_content import content_of

SAYS = {
    SessionContent.MACHINE: "Text of {project} is kept on the machine alone. The desk takes none of it.",
    SessionContent.SERVER: "Text of {project} is kept on the desk. What machines keep stays where it is.",
}


class Command(BaseCommand):
    help = "Says where text of a project may be kept. `machine` takes off the desk what is there, for ever."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--project", required=True, help="the project's short name")
        parser.add_argument("content", choices=SessionContent.values, help="on the server, or on the machine alone")
        parser.add_argument("--yes", action="store_true", help="takes off the desk what is there without asking")

    def handle(self, *, project: str, content: str, yes: bool, **_: Any) -> None:
        found, chosen = project_called(project), SessionContent(content)
        confirmed = found.slug if yes else self._asked(found, chosen)
        with told_in_sentences():
            done = set_session_content(
                project=found, by=typed_by(found), now=timezone.now(), content=chosen, confirmed=confirmed
            )
        self._tell(done, chosen)

    def _asked(self, project: Project, chosen: SessionContent) -> str:
        goes = content_of(project)
        if chosen != SessionContent.MACHINE or not project.shows_content or not goes.is_there:
            return ""
        self.stdout.write(f"This takes off the desk, for ever, of the project {project.slug}:")
        for line in goes.lines:
            self.stdout.write(f"  - {line}")
        return input(f"Type {project.slug} to go on: ")

    def _tell(self, done: ContentSet, chosen: SessionContent) -> None:
        for line in done.purged.lines if done.purged else ():
            self.stdout.write(f"gone: {line}")
        for says in done.remains:
            self.stderr.write(says)
        self.stdout.write(SAYS[chosen].format(project=done.project.slug))
