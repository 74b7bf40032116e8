"""The open sockets of one event loop. A message is made once and written to all whom it concerns, waiting for none."""

import asyncio
import json
from collections import deque
from collections.abc import Awaitable, Callable, Generator, Iterable
from time import thread_time
from typing import Any

from handoff_site.live_protocol import frame
from handoff_site.request_body import Message, Send
from handoff_site.wsgi_environ import Scope
from notes.live.presence import Person
from notes.rules.watching import Happening, Page, concerns

# About a millisecond of writing, and how many times as long whoever asks for a page has until the next.
AT_ONCE, LEFT_TO_PAGES = 100, 3
# What servers say of a browser that has gone, and of one that they have given up.
GONE = (OSError, RuntimeError)


class Socket:
    """One page in one browser. `checked_at` says when its rights were last asked for."""

    __slots__ = ("busy", "checked_at", "missed", "page", "person", "projects", "scope", "send")

    def __init__(self, send: Send, page: Page, scope: Scope) -> None:
        self.send, self.page, self.scope = send, page, scope
        self.projects: frozenset[int] = frozenset()
        self.person: Person | None = None
        self.checked_at = 0.0
        # A browser that takes nothing for a while is not sent more: once it does, it is told to look again.
        self.busy: asyncio.Task[None] | None = None
        self.missed = False

    @property
    def session(self) -> bytes:
        """What the browser says of who it is, the same in all of its pages."""
        return b"; ".join(value for name, value in self.scope["headers"] if name == b"cookie")

    def write(self, message: Message) -> None:
        if self.busy:
            self.missed = True
            return
        rest = started(self.send(message))
        if rest:
            self.busy = asyncio.create_task(self._finish(rest))

    def close(self, code: int) -> None:
        """Without waiting for a browser that takes nothing: it is told nothing more in any case."""
        rest = None if self.busy else started(self.send(closing(code)))
        if rest:
            self.busy = asyncio.create_task(self._finish(rest))

    async def _finish(self, rest: "Rest") -> None:
        try:
            await rest
        except GONE:
            # Whoever reads from it is told so.
            return
        finally:
            self.busy = None
        if self.missed:
            self.missed = False
            self.write(BEHIND)


class Sockets:
    """`are_pages_made` says whether requests are being answered beside this, in other threads of the process."""

    def __init__(self, are_pages_made: Callable[[], bool]) -> None:
        self.are_pages_made = are_pages_made
        self.all: set[Socket] = set()
        self.given = 0
        self._of_project: dict[int, set[Socket]] = {}
        self._of_card: dict[int, set[Socket]] = {}
        self._untold: deque[tuple[Message, deque[Socket]]] = deque()

    def add(self, socket: Socket, projects: Iterable[int]) -> None:
        """Also one that is there already, whose rights have changed."""
        self.remove(socket)
        socket.projects = frozenset(projects)
        self.all.add(socket)
        for project in socket.projects:
            self._of_project.setdefault(project, set()).add(socket)
        if socket.page.card is not None:
            self._of_card.setdefault(socket.page.card, set()).add(socket)

    def remove(self, socket: Socket) -> None:
        self.all.discard(socket)
        for project in socket.projects:
            _discard(self._of_project, project, socket)
        if socket.page.card is not None:
            _discard(self._of_card, socket.page.card, socket)

    def give(self, happened: Happening) -> None:
        self.given += 1
        there = self._of_project.get(happened.project, ())
        told = message(hint=[happened.id, happened.verb, happened.card, happened.revision])
        self._tell(told, (socket for socket in there if concerns(socket.page, happened)))

    def at_card(self, card: int) -> set[Socket]:
        return self._of_card.get(card, set())

    def in_project(self, project: int) -> set[Socket]:
        return self._of_project.get(project, set())

    def tell(self, sockets: Iterable[Socket], **said: Any) -> None:
        self._tell(message(**said), sockets)

    def _tell(self, told: Message, sockets: Iterable[Socket]) -> None:
        self._untold.append((told, deque(sockets)))
        if len(self._untold) == 1:
            self._tell_some()

    def _tell_some(self) -> None:
        """A thousand pages at once would hold up whoever asks for one: in between the loop does what else there is."""
        told, rest = self._untold[0]
        some = [rest.popleft() for _ in range(min(len(rest), AT_ONCE))]
        if not rest:
            self._untold.popleft()
        if self._untold:
            asyncio.get_running_loop().call_soon(self._go_on, thread_time())
        for socket in some:
            # It may have gone since then.
            if socket in self.all:
                socket.write(told)

    def _go_on(self, begun: float) -> None:
        """The loop has written what it was given. Where more is to be told already, there is no time to leave."""
        if len(self._untold) == 1 and self.are_pages_made():
            pause = LEFT_TO_PAGES * (thread_time() - begun)
            asyncio.get_running_loop().call_later(pause, self._tell_some)
        else:
            self._tell_some()


def message(**said: Any) -> Message:
    """With its frame, which a server that does not know of it makes anew for each socket."""
    text = json.dumps(said)
    return {"type": "websocket.send", "text": text, "frame": frame(text)}


def closing(code: int) -> Message:
    return {"type": "websocket.close", "code": code}


BEHIND = message(behind=True)


class Rest:
    """What is left of something that was begun and has to wait."""

    def __init__(self, steps: Generator[Any, Any, None], waits_for: Any) -> None:
        self.steps, self.waits_for = steps, waits_for

    def __await__(self) -> Generator[Any, Any, None]:
        yield self.waits_for
        yield from self.steps


def started(work: Awaitable[None]) -> Rest | None:
    """Does at once what needs no waiting, nearly always all: thousands of tasks would take longer than that."""
    steps = work.__await__()
    try:
        return Rest(steps, next(steps))
    except (StopIteration, *GONE):
        # Done, or the browser has gone, which whoever reads from it is told.
        return None


def _discard(index: dict[int, set[Socket]], key: int, socket: Socket) -> None:
    there = index.get(key)
    if there is not None:
        there.discard(socket)
        if not there:
            del index[key]
