from contextlib import nullcontext
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from handoff_site import server
from notes.management.mail_worker import working
from notes.management.one_at_a_time import one_at_a_time


class Command(BaseCommand):
    help = "Brings the database up to date and serves the desk: one process, nothing else to install."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (127.0.0.1)")
        parser.add_argument("--port", default=8000, type=int, help="the port to listen on (8000)")
        parser.add_argument("--no-mail", action="store_true", help="send no letters: deliver_mail runs elsewhere")
        parser.add_argument(
            "--web",
            action="store_true",
            help="serve and nothing else, one of any number: migrate, collectstatic and deliver_mail run elsewhere",
        )

    def handle(self, *, host: str, port: int, no_mail: bool, web: bool, verbosity: int, **_: Any) -> None:
        if says := server.why_not(host, port):
            raise CommandError(says)
        if web:
            _static_files_are_there()
        else:
            _bring_up_to_date(quiet=max(verbosity - 1, 0))
        self.stdout.write(f"The desk listens on {host}, port {port}. Its links lead to {settings.PUBLIC_URL}")
        with nullcontext() if web or no_mail else working():
            server.run(host, port)


def _bring_up_to_date(quiet: int) -> None:
    with one_at_a_time():
        call_command("migrate", verbosity=quiet)
        call_command("collectstatic", interactive=False, verbosity=quiet)


def _static_files_are_there() -> None:
    if not (Path(settings.STATIC_ROOT or "") / "staticfiles.json").is_file():
        says = f"There are no static files in {settings.STATIC_ROOT}: run `manage.py collectstatic --no-input` first."
        raise CommandError(says)
