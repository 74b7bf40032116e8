"""The desk as its own server serves it, with sockets, behind a line that can be cut."""

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field

import pytest
import uvicorn

from handoff_site import server


class Served(uvicorn.Server):
    def install_signal_handlers(self) -> None:
        """They belong to pytest."""


@dataclass
class Line:
    """Between browsers and desk. While it is cut nothing comes through, and nobody is told so."""

    to: int
    url: str = ""
    cut: bool = False
    opened: threading.Event = field(default_factory=threading.Event)
    ended: threading.Event = field(default_factory=threading.Event)

    async def run(self) -> None:
        listening = await asyncio.start_server(self.carry, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
        self.opened.set()
        await asyncio.to_thread(self.ended.wait)
        listening.close()

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self.to)
        # It is cancelled at the end, and what made its task would complain of that.
        with suppress(asyncio.CancelledError):
            await asyncio.gather(self.copy(reader, back), self.copy(there, writer), return_exceptions=True)
        back.close()
        writer.close()

    async def copy(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65_536):
            while self.cut:
                await asyncio.sleep(0.02)
            writer.write(data)
            await writer.drain()
        writer.close()


@pytest.fixture(scope="package")
def served() -> Iterator[int]:
    """In this process, so that the tests and the server look at the same database."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port: int = listening.getsockname()[1]
        run = Served(server.config("127.0.0.1", port))
        thread = threading.Thread(target=run.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        while not run.started:
            thread.join(0.02)
        yield port
        run.should_exit = True
        thread.join(20)


@pytest.fixture
def line(served: int, transactional_db: None) -> Iterator[Line]:
    """Instead of Django's own, which knows no sockets."""
    found = Line(served)
    # Playwright has the event loop of this thread.
    thread = threading.Thread(target=asyncio.run, args=(found.run(),))
    thread.start()
    assert found.opened.wait(10)
    yield found
    found.cut = False
    found.ended.set()
    thread.join(10)
