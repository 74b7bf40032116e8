"""/ws/ as a server drives it: who may open a socket, what it is told, and how it ends. Django is stood in for."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest

from handoff_site import live_door, live_keeper
from handoff_site.inner_call import Inner
from handoff_site.live_door import LiveDoor
from handoff_site.live_rights import Unknown
from handoff_site.request_body import Message
from notes.live.bus import Bus
from notes.live.hub import Hub
from notes.live.presence import Presence
from notes.rules.watching import Happening
from tests.site.test_waiting import run, until

SHOP, CARD = 1, 7
PUBLIC = "https://desk.example.org"


class NoTail:
    def needed(self) -> None:
        pass


class Desk:
    """Who is signed in with which cookie, and the projects that they see; `before` answers something may happen."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.people: dict[str, tuple[int, str, list[int]]] = {
            "asha": (1, "Asha", [SHOP]), "ravi": (2, "Ravi", [SHOP]), "zoe": (3, "Zoe", [2]),
        }  # fmt: skip
        self.is_behind, self.fails = False, False
        self.asked: list[str] = []
        self.renewed = 0
        self.before: Callable[[], None] = lambda: None
        # Or while rights are renewed.
        self.meanwhile: Callable[[], None] = lambda: None
        self.hub, self.presence = Hub(), Presence()
        for name in ("hub", "presence"):
            monkeypatch.setattr(live_door, name, getattr(self, name))
        monkeypatch.setattr(live_door, "tail", NoTail())
        self.bus = Bus(self.hub, self.presence)
        monkeypatch.setattr(live_door, "bus", self.bus)
        monkeypatch.setattr("handoff_site.live_rights.inner_call.ask", self.ask)
        monkeypatch.setattr(live_keeper, "SECONDS_BETWEEN_LOOKS", 0.01)
        monkeypatch.setattr(live_keeper, "projects_by_cookie", self.projects_by_cookie)
        self.door = LiveDoor(self, PUBLIC)  # type: ignore[arg-type]

    async def in_thread(self, work: Callable[..., Any], *given: Any) -> Any:
        found = work(*given)
        self.meanwhile()
        await asyncio.sleep(0)
        return found

    def projects_by_cookie(self, cookies: list[bytes]) -> dict[bytes, frozenset[int]]:
        self.renewed += len(cookies)
        if self.fails:
            raise Unknown
        known = [(cookie, self.people.get(cookie.decode())) for cookie in cookies]
        return {cookie: frozenset(person[2]) for cookie, person in known if person}

    async def ask(self, http: Any, scope: Any, method: str, path: str, carried: Any) -> Inner:
        self.asked.append(path)
        self.before()
        # What it was told meanwhile comes first.
        await asyncio.sleep(0)
        who = self.people.get(dict(scope["headers"]).get(b"cookie", b"").decode())
        if self.fails or who is None:
            return Inner(503 if self.fails else 401, [], b"{}")
        user, name, projects = who
        said = {"user": user, "name": name, "projects": projects, "sees_card": f"card={CARD}" in path}
        said |= {"newest": 40, "is_behind": self.is_behind}
        return Inner(200, [], json.dumps(said).encode())


class Browser:
    def __init__(self, desk: Desk, cookie: str, query: str = f"project={SHOP}&card={CARD}&at=39", **more: Any) -> None:
        self.coming: asyncio.Queue[Message] = asyncio.Queue()
        self.coming.put_nowait({"type": "websocket.connect"})
        self.sent: list[Message] = []
        headers = {b"host": b"desk.example.org", b"origin": PUBLIC.encode(), b"cookie": cookie.encode()}
        headers |= more.pop("headers", {})
        scope = {"type": "websocket", "path": "/ws/", "scheme": "wss", "query_string": query.encode()}
        self.scope = scope | {"headers": [(name, value) for name, value in headers.items() if value]} | more
        self.task = asyncio.create_task(desk.door(self.scope, self.coming.get, self.take))

    async def take(self, message: Message) -> None:
        self.sent.append(message)

    def says(self, text: str) -> None:
        self.coming.put_nowait({"type": "websocket.receive", "text": text})

    async def leave(self) -> None:
        self.coming.put_nowait({"type": "websocket.disconnect", "code": 1001})
        await self.task

    @property
    def heard(self) -> dict[str, Any]:
        """The newest of each kind."""
        found: dict[str, Any] = {}
        for message in self.sent:
            found |= json.loads(message["text"]) if message["type"] == "websocket.send" else {}
        return found

    async def hears(self, name: str, value: Any = None) -> None:
        await until(lambda: name in self.heard and (value is None or self.heard[name] == value))

    async def closed(self) -> int | None:
        await self.task
        assert self.sent[-1]["type"] == "websocket.close"
        return self.sent[-1].get("code")


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Desk:
    return Desk(monkeypatch)


def saved(number: int, verb: str = "note.saved") -> Happening:
    return Happening(number, SHOP, CARD, verb, revision=9)


def test_a_page_is_greeted_told_of_what_happens_and_of_who_is_here(desk: Desk) -> None:
    async def steps() -> None:
        asha = Browser(desk, "asha")
        await asha.hears("hello", 40)
        assert (asha.heard["behind"], asha.heard["paused"]) == (False, False)
        assert desk.asked == [f"/live/?project={SHOP}&card={CARD}&at=39"]
        ravi = Browser(desk, "ravi")
        await asha.hears("here", [[1, "Asha", "looking"], [2, "Ravi", "looking"]])
        ravi.says("editing")
        await asha.hears("here", [[2, "Ravi", "editing"], [1, "Asha", "looking"]])
        await asyncio.to_thread(desk.hub.give, saved(41))
        await asha.hears("hint", [41, "note.saved", CARD, 9])
        await ravi.leave()
        await asha.hears("here", [[1, "Asha", "looking"]])
        await asha.leave()
        assert (desk.presence.own(), desk.hub.is_needed) == ({}, False)

    run(steps())


@pytest.mark.parametrize(
    ("origin", "taken"),
    [
        (PUBLIC, True),
        ("http://desk.example.org", True),
        ("https://evil.example.org", False),
        ("https://desk.example.org.evil.org", False),
        ("null", False),
        ("", False),
    ],
)
def test_a_page_of_another_site_gets_no_socket(desk: Desk, origin: str, taken: bool) -> None:
    async def steps() -> None:
        browser = Browser(desk, "asha", headers={b"origin": origin.encode()})
        if taken:
            await browser.hears("hello")
            await browser.leave()
            return
        await browser.closed()
        assert [message["type"] for message in browser.sent] == ["websocket.close"]
        assert desk.asked == []

    run(steps())


def test_of_what_a_browser_sends_only_that_is_kept_with_which_its_rights_are_asked_for(desk: Desk) -> None:
    async def steps() -> None:
        browser = Browser(desk, "asha", headers={b"user-agent": b"Long/1.0"})
        await browser.hears("hello")
        assert dict(browser.scope["headers"]) == {b"cookie": b"asha", b"host": b"desk.example.org"}
        await browser.leave()

    run(steps())


def test_another_address_has_no_socket(desk: Desk) -> None:
    async def steps() -> None:
        browser = Browser(desk, "asha", path="/ws/runner-up/")
        await browser.closed()
        assert [message["type"] for message in browser.sent] == ["websocket.close"]

    run(steps())


def test_who_is_not_signed_in_is_told_so(desk: Desk) -> None:
    async def steps() -> None:
        assert await Browser(desk, "nobody").closed() == live_keeper.SIGNED_OUT

    run(steps())


def test_a_desk_that_cannot_say_who_it_is_asks_to_come_again(desk: Desk) -> None:
    async def steps() -> None:
        desk.fails = True
        assert await Browser(desk, "asha").closed() == live_door.FULL

    run(steps())


def test_there_is_room_for_so_many(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    async def steps() -> None:
        monkeypatch.setattr(live_door, "MOST_SOCKETS", 1)
        first = Browser(desk, "asha")
        await first.hears("hello")
        assert await Browser(desk, "ravi").closed() == live_door.FULL
        await first.leave()

    run(steps())


@pytest.mark.parametrize("words", ["", "dancing", "x" * 4000, None])
def test_what_no_page_says_ends_the_socket(desk: Desk, words: str | None) -> None:
    async def steps() -> None:
        browser = Browser(desk, "asha")
        await browser.hears("hello")
        browser.coming.put_nowait({"type": "websocket.receive", "text": words, "bytes": b""})
        assert await browser.closed() == live_door.NOT_UNDERSTOOD
        assert desk.presence.own() == {}

    run(steps())


def test_what_happens_while_the_rights_are_asked_for_is_not_missed(desk: Desk) -> None:
    async def steps() -> None:
        desk.before = lambda: desk.hub.give(saved(41))
        browser = Browser(desk, "asha")
        await browser.hears("behind", True)
        await browser.leave()

    run(steps())


def test_a_card_of_others_shows_nobody_and_is_told_of_to_nobody(desk: Desk) -> None:
    async def steps() -> None:
        asha = Browser(desk, "asha")
        zoe = Browser(desk, "zoe", query="project=2&card=8")
        await asha.hears("here")
        await zoe.hears("hello")
        await asyncio.to_thread(desk.hub.give, saved(41, "escalation.raised"))
        await asha.hears("hint")
        assert "hint" not in zoe.heard
        assert desk.presence.at(8) == []
        await zoe.leave()
        await asha.leave()

    run(steps())


def test_rights_that_are_withdrawn_end_with_the_change_of_the_membership(desk: Desk) -> None:
    async def steps() -> None:
        asha, ravi = Browser(desk, "asha"), Browser(desk, "ravi")
        await asha.hears("here", [[1, "Asha", "looking"], [2, "Ravi", "looking"]])
        desk.people["ravi"] = (2, "Ravi", [])
        await asyncio.to_thread(desk.hub.give, Happening(41, SHOP, None, "member.changed"))
        await ravi.hears("behind", True)
        await asha.hears("here", [[1, "Asha", "looking"]])
        await asyncio.to_thread(desk.hub.give, saved(42))
        await asha.hears("hint", [42, "note.saved", CARD, 9])
        # Of the change itself, and of nothing after it.
        assert ravi.heard["hint"][:2] == [41, "member.changed"]
        await ravi.leave()
        await asha.leave()

    run(steps())


def test_rights_that_change_while_they_are_asked_for_are_asked_for_again(desk: Desk) -> None:
    def change(number: int) -> None:
        desk.hub.give(Happening(number, SHOP, None, "member.changed"))

    async def steps() -> None:
        desk.before = lambda: change(41)
        ravi = Browser(desk, "ravi")
        await ravi.hears("hello")
        desk.before = lambda: None

        def lose() -> None:
            """The answer that is on its way is older."""
            desk.meanwhile = lambda: None
            desk.people["ravi"] = (2, "Ravi", [])
            change(42)

        desk.meanwhile = lose
        await until(lambda: desk.presence.at(CARD) == [])
        await ravi.leave()

    run(steps())


def test_who_signs_out_elsewhere_is_told_within_the_time_that_rights_hold(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def steps() -> None:
        monkeypatch.setattr(live_keeper, "SECONDS_RIGHTS_HOLD", 0.05)
        asha, tab = Browser(desk, "asha"), Browser(desk, "asha")
        await asha.hears("hello")
        await tab.hears("hello")
        desk.fails = True
        asked = desk.renewed
        await until(lambda: desk.renewed > asked)
        desk.fails = False
        del desk.people["asha"]
        for each in (asha, tab):
            await until(lambda each=each: each.sent[-1].get("code") == live_keeper.SIGNED_OUT)  # type: ignore[misc]
            await each.leave()

    run(steps())


def test_what_went_wrong_in_one_look_does_not_end_the_looking(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: list[bytes]) -> dict[bytes, frozenset[int]]:
        monkeypatch.setattr(live_keeper, "projects_by_cookie", desk.projects_by_cookie)
        raise ValueError("odd")

    async def steps() -> None:
        monkeypatch.setattr(live_keeper, "SECONDS_RIGHTS_HOLD", 0.05)
        monkeypatch.setattr(live_keeper, "projects_by_cookie", broken)
        asha = Browser(desk, "asha")
        await asha.hears("hello")
        del desk.people["asha"]
        await until(lambda: asha.sent[-1].get("code") == live_keeper.SIGNED_OUT)
        await asha.leave()

    run(steps())


def test_a_redis_that_goes_away_is_told(desk: Desk) -> None:
    async def steps() -> None:
        asha = Browser(desk, "asha")
        await asha.hears("paused", False)
        desk.bus._is_away(True, "TimeoutError")
        await asha.hears("paused", True)
        await asha.leave()

    run(steps())


def test_a_connection_that_looks_open_is_found_out_by_its_beats(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    async def steps() -> None:
        monkeypatch.setattr(live_keeper, "SECONDS_BETWEEN_BEATS", 0.01)
        asha = Browser(desk, "asha")
        await asha.hears("beat", True)
        await asha.leave()

    run(steps())
