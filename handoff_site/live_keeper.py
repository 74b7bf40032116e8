"""Keeps the open sockets of this process: gives them hints, says who is here, and sees to it that rights still hold."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import Any

from handoff_site.bridge import Bridge
from handoff_site.event_loop import soon
from handoff_site.live_rights import Rights, Unknown, projects_by_cookie
from handoff_site.live_sockets import BEHIND, Socket, Sockets
from notes.live.bus import Bus
from notes.live.hub import Hub
from notes.live.presence import LOOKING, MOST_NAMED, PeopleAt, Person, Presence
from notes.live.tail import Tail
from notes.rules.watching import OF_MEMBERS, Happening, Page

logger = logging.getLogger("handoff.live")

SECONDS_BETWEEN_LOOKS = 1.0
SECONDS_BETWEEN_BEATS = 15.0
# What others believe of this process holds for longer than two of these.
SECONDS_BETWEEN_TELLINGS = 10.0
SECONDS_RIGHTS_HOLD = 60.0
# Of browsers whose rights are asked for; who asks for a page meanwhile does not wait for more.
AT_ONCE = 10
SIGNED_OUT = 4401


class Keeper:
    """All of it happens in one event loop, whichever thread a hint comes from."""

    def __init__(self, http: Bridge, hub: Hub, tail: Tail, bus: Bus, presence: Presence) -> None:
        self.http, self.hub, self.tail, self.bus, self.presence = http, hub, tail, bus, presence
        self.sockets = Sockets(lambda: http.answering > 0)
        self._open = 0
        self._end: Callable[[], None] | None = None
        # Cards where somebody came, went or began to edit.
        self._moved: set[int] = set()
        self._told: PeopleAt = {}
        self._told_at = 0.0
        # When a membership changed last: what was asked before that may be older.
        self._changed_at = 0.0

    def open(self) -> None:
        """For one socket more: what happens from here on is heard."""
        self._open += 1
        if self._end is None:
            self._end = self._begin(asyncio.get_running_loop())
        self.tail.needed()

    def admit(self, socket: Socket, rights: Rights, asked_at: float) -> None:
        socket.person = Person(rights.user, rights.name, LOOKING)
        if not rights.sees_card:
            socket.page = Page(socket.page.project)
        self._checked(socket, asked_at)
        self.sockets.add(socket, rights.projects)
        self.put(socket, LOOKING)

    def put(self, socket: Socket, doing: str) -> None:
        if socket.person and socket.page.card is not None:
            socket.person = socket.person._replace(doing=doing)
            self.presence.put(socket.page.card, socket, socket.person)
            # Who has just come has not been told of the others.
            self._moved.add(socket.page.card)

    def close(self, socket: Socket) -> None:
        """For each that was opened, whether it was admitted or not."""
        self._open -= 1
        self.sockets.remove(socket)
        if socket.page.card is not None:
            self.presence.drop(socket.page.card, socket)
        if not self._open and self._end:
            self._end()
            self._end = None

    def _begin(self, loop: asyncio.AbstractEventLoop) -> Callable[[], None]:
        give = partial(soon, loop, self._give)
        self.hub.listen(give)
        self.presence.on_change = partial(soon, loop, self._moved.update)
        self.bus.on_change = partial(soon, loop, self._tell_paused)
        self.bus.hear()
        works = [asyncio.create_task(_again(work)) for work in (self._beat, self._tell_here, self._check)]

        def end() -> None:
            self.hub.unlisten(give)
            self.bus.tell_here({})
            for work in works:
                work.cancel()

        return end

    def _give(self, happened: Happening) -> None:
        self.sockets.give(happened)
        if happened.verb.startswith(OF_MEMBERS):
            self._changed_at = monotonic()
            for socket in self.sockets.in_project(happened.project):
                socket.checked_at = 0

    def _tell_paused(self) -> None:
        self.sockets.tell(self.sockets.all, paused=self.bus.is_away)

    async def _beat(self) -> float:
        """A connection that only looks open is found out by the browser: nothing comes on it."""
        self.sockets.tell(self.sockets.all, beat=True)
        return SECONDS_BETWEEN_BEATS

    async def _tell_here(self) -> float:
        self.presence.forget(monotonic())
        moved = set(self._moved)
        self._moved -= moved
        for card in moved:
            people = self.presence.at(card)
            self.sockets.tell(self.sockets.at_card(card), here=people[:MOST_NAMED], count=len(people))
        self._tell_others(self.presence.own(), monotonic())
        return SECONDS_BETWEEN_LOOKS

    def _tell_others(self, own: PeopleAt, now: float) -> None:
        """What this process said before holds for a while, and is said anew in time."""
        if own != self._told or now - self._told_at > SECONDS_BETWEEN_TELLINGS:
            self.bus.tell_here(own)
            self._told, self._told_at = own, now

    async def _check(self) -> float:
        """One question for all pages of a browser."""
        over = monotonic() - SECONDS_RIGHTS_HOLD
        due: dict[bytes, list[Socket]] = {}
        for socket in self.sockets.all:
            if socket.checked_at <= over:
                due.setdefault(socket.session, []).append(socket)
        sessions = list(due)
        with suppress(Unknown):
            for first in range(0, len(sessions), AT_ONCE):
                some = sessions[first : first + AT_ONCE]
                asked_at = monotonic()
                found = await self.http.in_thread(projects_by_cookie, some)
                for session in some:
                    self._renew(due[session], found.get(session), asked_at)
        return SECONDS_BETWEEN_LOOKS

    def _checked(self, socket: Socket, asked_at: float) -> None:
        socket.checked_at = asked_at if asked_at > self._changed_at else 0

    def _renew(self, sockets: list[Socket], projects: frozenset[int] | None, asked_at: float) -> None:
        for socket in sockets:
            self._checked(socket, asked_at)
            if projects is None:
                self.sockets.remove(socket)
                socket.close(SIGNED_OUT)
            elif projects != socket.projects and socket in self.sockets.all:
                self._narrow(socket, projects)

    def _narrow(self, socket: Socket, projects: frozenset[int]) -> None:
        """The page asks again, and is told what it may see now."""
        card, project = socket.page.card, socket.page.project
        self.sockets.remove(socket)
        if card is not None and project not in projects:
            self.presence.drop(card, socket)
            socket.page = Page()
        self.sockets.add(socket, projects)
        socket.write(BEHIND)


async def _again(work: Callable[[], Coroutine[Any, Any, float]]) -> None:
    """Over and over, with the pause that it asks for. What went wrong once does not end it."""
    while True:
        try:
            pause = await work()
        except Exception:
            logger.exception("Open pages are looked after again in a moment.")
            pause = SECONDS_BETWEEN_LOOKS
        await asyncio.sleep(pause)
