from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from notes.actions import tokens
from notes.management.command_line import project_called, told_in_sentences, typed_by
from notes.models import ActorKind


class Command(BaseCommand):
    help = "Makes a token for one project and prints it, this once: only a digest of it is kept."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--project", required=True, help="the project's short name")
        who = parser.add_mutually_exclusive_group(required=True)
        who.add_argument("--agent", metavar="NAME", help="a program; the name stands beside what it writes")
        who.add_argument("--person", metavar="EMAIL", help="a member: the token acts as that person")
        parser.add_argument("--kind", choices=tokens.FOR_PROGRAMS, default=ActorKind.AGENT, help="of the program")

    def handle(self, *, project: str, agent: str | None, person: str | None, kind: str, **_: Any) -> None:
        found = project_called(project)
        by, now = typed_by(found), timezone.now()
        with told_in_sentences():
            if person is None:
                secret = tokens.create_program_token(
                    project=found, by=by, now=now, name=agent or "", kind=ActorKind(kind)
                )
            else:
                secret = tokens.create_person_token(project=found, by=by, now=now, email=person)
        self.stdout.write(secret)
