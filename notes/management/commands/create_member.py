import secrets
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from notes.actions.members import add_member
from notes.management.command_line import told_in_sentences, typed_by
from notes.models import Project, Role


class Command(BaseCommand):
    help = (
        "Makes someone a member of a project, and the project too if it is new. "
        "Prints a new person's password once, unless one is given on standard input."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email")
        parser.add_argument("--project", required=True, help="the project's short name: small letters, digits, -")
        parser.add_argument("--role", required=True, choices=Role.values)
        parser.add_argument("--name", default="", help="what notes call the person (else from the address)")
        parser.add_argument("--project-name", default="", help="what a new project is called (else its short name)")
        parser.add_argument("--password-stdin", action="store_true", help="read the password from standard input")

    def handle(
        self, *, email: str, project: str, role: str, name: str, project_name: str, password_stdin: bool, **_: Any
    ) -> None:
        now = timezone.now()
        found = Project.objects.filter(slug=project).first()
        found = found or Project(slug=project, name=project_name or project, created_at=now)
        password = sys.stdin.readline().rstrip("\n") if password_stdin else secrets.token_urlsafe(12)
        with told_in_sentences():
            added = add_member(
                project=found, by=typed_by(found), now=now,
                email=email, role=Role(role), password=password, name=name,
            )  # fmt: skip
        self.stdout.write(f"{added.user.email} is {role} of {found.slug}.")
        if added.new_user and not password_stdin:
            self.stdout.write(f"Password, shown this once: {password}")
