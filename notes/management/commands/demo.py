from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from handoff_site import server
from notes.management.demo.stories import play_all
from notes.management.mail_worker import where_letters_go


class Command(BaseCommand):
    help = "Serves the desk with three projects worth looking at, and says how to sign in."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (127.0.0.1)")
        parser.add_argument("--port", default=8000, type=int, help="the port to listen on (8000)")

    def handle(self, *, host: str, port: int, **_: Any) -> None:
        if says := server.why_not(host, port):
            raise CommandError(says)
        call_command("migrate", verbosity=0)
        sign_in = play_all(timezone.now())
        address = settings.PUBLIC_URL
        self.stdout.write(f"\n  Open {address}/ and sign in as one of\n")
        self.stdout.writelines(f"    {email}\n" for email in sign_in.emails)
        self.stdout.write(f"  with the password {sign_in.password}\n\n")
        self.stdout.write(f"  {where_letters_go()}\n\n")
        call_command("serve", host=host, port=port)
