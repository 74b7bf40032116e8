from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from notes.actions.members import remove_member
from notes.management.command_line import project_called, told_in_sentences, typed_by
from notes.queries.insiders import members_of


class Command(BaseCommand):
    help = "Takes someone out of a project, with their tokens for it. What they wrote stays theirs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email")
        parser.add_argument("--project", required=True, help="the project's short name")

    def handle(self, *, email: str, project: str, **_: Any) -> None:
        found = project_called(project)
        members = members_of(found)
        member = members.filter(user__email__iexact=email.strip()).first()
        if member is None:
            known = ", ".join(members.order_by("user__email").values_list("user__email", flat=True)[:20]) or "none"
            raise CommandError(f"{email} is no member of {found.slug}. Its members: {known}.")
        with told_in_sentences():
            remove_member(project=found, by=typed_by(found), now=timezone.now(), user=member.user)
        self.stdout.write(f"{member.user.email} is no member of {found.slug} any more.")
