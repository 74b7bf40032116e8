"""Long polls: a request that has nothing to tell yet waits in the event loop, without a thread or a connection.

A view that would rather wait says what for, and returns its answer as it is now. The bridge drops that answer, waits,
and asks the application again, until there is nothing to wait for or the time is over.
"""

import asyncio
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import Any

from handoff_site.event_loop import soon
from handoff_site.request_body import Gone, Receive
from notes.live.hub import Waiter, hub
from notes.live.tail import tail


class Wait:
    """Of one request. `until` is called in the thread that makes the answer, all else in the event loop."""

    def __init__(self) -> None:
        self.begun = monotonic()
        self.deadline: float | None = None
        # What the answer that was made last would rather wait for.
        self.topic: str | None = None
        # What a view wants to know again when it is asked anew.
        self.kept: Any = None
        self.heard = hub.announced

    @property
    def has_waited(self) -> bool:
        return self.deadline is not None

    def until(self, topic: str, seconds: float) -> None:
        """The time counts from the first call; once it is over, the answer goes out as it is."""
        now = monotonic()
        if self.deadline is None:
            self.deadline = now + seconds
        if now < self.deadline and hub.has_room:
            self.topic = topic

    async def over(self, topic: str, receive: Receive) -> None:
        """Ends when there may be something new. Raises Gone when the client hangs up."""
        woken = asyncio.Event()
        waiter = Waiter(topic, partial(soon, asyncio.get_running_loop(), woken.set))
        if hub.join(waiter, self.heard):
            try:
                tail.needed()
                await self._until(woken, receive)
            finally:
                hub.leave(waiter)
        # The next look sees all that was announced up to here; what comes after it may come too late for that.
        self.topic, self.heard = None, hub.announced

    async def _until(self, woken: asyncio.Event, receive: Receive) -> None:
        gone = asyncio.ensure_future(_hung_up(receive))
        gone.add_done_callback(lambda _: woken.set())
        left = (self.deadline or 0) - monotonic()
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(max(0, left)):
                    await woken.wait()
            if gone.done():
                raise Gone
        finally:
            gone.cancel()


async def _hung_up(receive: Receive) -> None:
    """A request whose body was read receives nothing more but the end of its connection."""
    while (await receive())["type"] != "http.disconnect":
        pass
