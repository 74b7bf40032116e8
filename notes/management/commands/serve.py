from contextlib import nullcontext
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from handoff_site import server
from notes.management.mail_worker import working


class Command(BaseCommand):
    help = "Brings the database up to date and serves the desk: one process, nothing else to install."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (127.0.0.1)")
        parser.add_argument("--port", default=8000, type=int, help="the port to listen on (8000)")
        parser.add_argument("--no-mail", action="store_true", help="send no letters: deliver_mail runs elsewhere")

    def handle(self, *, host: str, port: int, no_mail: bool, verbosity: int, **_: Any) -> None:
        if says := server.why_not(host, port):
            raise CommandError(says)
        quiet = max(verbosity - 1, 0)
        call_command("migrate", verbosity=quiet)
        call_command("collectstatic", interactive=False, verbosity=quiet)
        self.stdout.write(f"The desk listens on {host}, port {port}. Its links lead to {settings.PUBLIC_URL}")
        with nullcontext() if no_mail else working():
            server.run(host, port)
