from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from notes.actions.tokens import revoke_token
from notes.management.command_line import project_called, typed_by
from notes.queries.insiders import tokens_of


class Command(BaseCommand):
    help = "Revokes the tokens of one name in a project, at once and for ever. Make the next one first if work goes on."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--project", required=True, help="the project's short name")
        who = parser.add_mutually_exclusive_group(required=True)
        who.add_argument("--agent", metavar="NAME", help="a program, by the name that stands beside what it writes")
        who.add_argument("--person", metavar="EMAIL", help="a person whose own tokens go")

    def handle(self, *, project: str, agent: str | None, person: str | None, **_: Any) -> None:
        found, now = project_called(project), timezone.now()
        tokens = tokens_of(found)
        meant = tokens.filter(user=None, name=agent) if person is None else tokens.filter(user__email__iexact=person)
        if not meant:
            known = ", ".join(sorted({str(token) for token in tokens})) or "none"
            raise CommandError(f"There is no such token of {found.slug}. There are: {known}.")
        for token in meant:
            revoke_token(token=token, by=typed_by(found), now=now)
            self.stdout.write(f"revoked: {token}, made {token.created_at:%Y-%m-%d}")
