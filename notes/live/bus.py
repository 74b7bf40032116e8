"""Carries hints, and who is here, between the processes of a desk: over Redis, where there is one.

Nothing waits for Redis. What it loses, or takes too long for, is found in the history (tail.py).
"""

import json
import logging
import secrets
from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import sha256
from queue import Full, Queue
from threading import Event, Lock, Thread
from time import monotonic
from typing import Any, NamedTuple

import redis
from django.conf import settings
from redis.exceptions import RedisError

from notes.live.hub import Hub, hub
from notes.live.presence import PeopleAt, Presence, presence
from notes.rules.watching import Happening, happening_of

logger = logging.getLogger("handoff.live")

# Telling takes no longer than this, or is not done.
SECONDS_TO_TELL = 0.05
# After a failure nothing is told for so long: a Redis that hangs is not asked again at each write.
SECONDS_OF_PEACE = 1.0
MOST_UNTOLD = 1_000
# A connection on which nothing comes is asked whether it is still there.
SECONDS_OF_SILENCE = 1.0
LONGEST_PAUSE = 5.0
HINT, HERE = "hint", "here"


class Message(NamedTuple):
    kind: str
    process: str
    said: Any


class Bus:
    """`is_away` where there should be a Redis and it does not answer."""

    def __init__(self, hub: Hub, presence: Presence) -> None:
        self.hub, self.presence = hub, presence
        self.process = secrets.token_hex(8)
        self.is_away = False
        # Called in a thread of the bus when that changes.
        self.on_change: Callable[[], None] = lambda: None
        self._untold: Queue[Message] = Queue(MOST_UNTOLD)
        self._lock = Lock()
        self._at_work: set[str] = set()
        self._ended = Event()

    def tell_hint(self, happened: Happening) -> None:
        self._tell(HINT, happened)

    def tell_here(self, people: PeopleAt) -> None:
        self._tell(HERE, people)

    def hear(self) -> None:
        """From now on, what other processes tell is heard here."""
        self._work("hear", self._listen)

    def end(self) -> None:
        """Nothing is told or heard any more."""
        self._ended.set()

    def _tell(self, kind: str, said: Any) -> None:
        if self._work("tell", self._send):
            # What finds no place any more is found in the history.
            with suppress(Full):
                self._untold.put_nowait(Message(kind, self.process, said))

    def _work(self, name: str, work: Callable[[str], None]) -> bool:
        """In a thread of its own, which is begun with the first need. False where there is no Redis to work with."""
        url = settings.REDIS_URL
        with self._lock:
            if url and name not in self._at_work:
                self._at_work.add(name)
                Thread(target=work, args=(url,), name=f"bus-{name}", daemon=True).start()
        return bool(url)

    def _send(self, url: str) -> None:
        client, peace_until = _client(url, SECONDS_TO_TELL), 0.0
        while not self._ended.is_set():
            message = self._untold.get()
            if monotonic() < peace_until:
                continue
            try:
                client.publish(channel(), json.dumps(message))
            except (RedisError, OSError):
                peace_until = monotonic() + SECONDS_OF_PEACE

    def _listen(self, url: str) -> None:
        pause = 0.0
        while not self._ended.is_set():
            try:
                for message in _messages(url):
                    pause = 0.0
                    self._is_away(False)
                    self._take(message)
                    if self._ended.is_set():
                        return
            except (RedisError, OSError) as error:
                self._is_away(True, type(error).__name__)
            pause = min(pause * 2 + 0.25, LONGEST_PAUSE)
            self._ended.wait(pause)

    def _take(self, raw: bytes | None) -> None:
        """Whoever else can write to this Redis may write nonsense."""
        if raw is None:
            return
        try:
            message = Message(*json.loads(raw))
            if message.process == self.process:
                return
            if message.kind == HINT:
                self.hub.give(happening_of(message.said))
            elif message.kind == HERE:
                self.presence.hear(message.process, message.said, monotonic())
        except (ValueError, TypeError, RecursionError):
            logger.warning("A message on Redis that is none of the desk's was passed over.")

    def _is_away(self, is_away: bool, why: str = "") -> None:
        if is_away != self.is_away:
            self.is_away = is_away
            if is_away:
                logger.warning("Redis does not answer (%s): live updates come slowly until it does.", why)
            self.on_change()


def channel() -> str:
    """Redis has one set of channels for all its databases, and another desk may use it too."""
    return f"handoff:{sha256(settings.SECRET_KEY.encode()).hexdigest()[:16]}"


def _client(url: str, seconds: float) -> Any:
    """Its types know less than it does."""
    return redis.Redis.from_url(url, socket_timeout=seconds, socket_connect_timeout=seconds)


def _messages(url: str) -> Iterator[bytes | None]:
    """What comes, and None for each sign that the connection is alive. Raises RedisError where there is none."""
    with _client(url, SECONDS_OF_SILENCE).pubsub() as heard:
        heard.subscribe(channel())
        asked = False
        while True:
            found = heard.get_message(timeout=SECONDS_OF_SILENCE)
            if found:
                asked = False
                yield found["data"] if found["type"] == "message" else None
            elif asked:
                raise redis.TimeoutError("nothing came, not even a sign of life")
            else:
                asked = True
                heard.ping()


bus = Bus(hub, presence)
