import signal
from threading import Event
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from notes.management.mail_worker import MailWorker, where_letters_go, working


class Command(BaseCommand):
    help = "Sends the letters that wait in the outbox, until it is told to stop. Any number of these may run."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--once", action="store_true", help="send what is due now, and end")

    def handle(self, *, once: bool, **_: Any) -> None:
        if once:
            worker = MailWorker(Event())
            worker.once()
            self.stdout.write(f"Sent: {worker.sent}")
            return
        stop = Event()
        for name in (signal.SIGTERM, signal.SIGINT):
            signal.signal(name, lambda *_: stop.set())
        self.stdout.write(f"The mail worker runs. {where_letters_go()}")
        with working():
            stop.wait()
