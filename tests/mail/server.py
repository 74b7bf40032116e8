"""A real SMTP server on loopback that does what a test wants, and remembers what it took."""

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.ports import free_port

OK = "250 OK"
# It repeats all that is said to it.
logging.getLogger("mail.log").setLevel(logging.ERROR)


class Handler:
    """`rcpt` and `data` answer for the server; what they return None for, it dies at."""

    def __init__(self) -> None:
        self.taken: list[bytes] = []
        self.connections = 0
        self.rcpt: Callable[[str], str | None] = lambda _: OK
        self.data: Callable[[bytes], str | None] = lambda _: OK
        # Dies after it has the letter, and before it says so.
        self.dies_after: Callable[[bytes], bool] = lambda _: False
        self.hangs = False

    async def handle_EHLO(self, server: SMTP, session: Session, envelope: Envelope, name: str, answers: Any) -> Any:
        self.connections += 1
        session.host_name = name
        return answers

    async def handle_MAIL(self, server: SMTP, session: Session, envelope: Envelope, sender: str, options: Any) -> str:
        envelope.mail_from = sender
        envelope.mail_options.extend(options)
        return OK

    async def handle_RCPT(self, server: SMTP, session: Session, envelope: Envelope, address: str, options: Any) -> str:
        said = self.rcpt(address)
        if said == OK:
            envelope.rcpt_tos.append(address)
        return said or self._die(server)

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        if self.hangs:
            await asyncio.sleep(600)
        content = envelope.content if isinstance(envelope.content, bytes) else b""
        said = self.data(content)
        if said is None:
            return self._die(server)
        if said == OK:
            self.taken.append(content)
        return self._die(server) if self.dies_after(content) else said

    def _die(self, server: SMTP) -> str:
        if isinstance(server.transport, asyncio.WriteTransport):
            server.transport.abort()
        return "421 gone"

    @property
    def letters(self) -> list[EmailMessage]:
        return [message_from_bytes(content, policy=policy.default) for content in self.taken]

    @property
    def ids(self) -> list[str]:
        return [str(letter["Message-ID"]) for letter in self.letters]


@contextmanager
def smtp_server() -> Iterator[tuple[Handler, int]]:
    handler = Handler()
    port = free_port()
    controller = Controller(handler, hostname="127.0.0.1", port=port, ready_timeout=20)
    controller.start()
    handler.connections = 0
    try:
        yield handler, port
    finally:
        controller.stop()
