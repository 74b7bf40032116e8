"""Fanning out: a message is made once, goes to whom it concerns, and who takes nothing holds nobody up."""

import asyncio
import json
from collections import Counter
from itertools import count, pairwise
from typing import Any

import pytest

from handoff_site import live_sockets
from handoff_site.live_sockets import AT_ONCE, Socket, Sockets
from handoff_site.request_body import Message
from notes.rules.watching import Happening, Page
from tests.site.test_waiting import run, until

SHOP, ELSEWHERE = 1, 2


class Browser:
    """Takes what is sent to it; while `full`, it takes nothing."""

    def __init__(self, page: Page, *projects: int) -> None:
        self.sent: list[Message] = []
        self.full = asyncio.Event()
        self.full.set()
        self.gone: Exception | None = None
        self.socket = Socket(self.send, page, {"headers": [(b"cookie", b"sessionid=1")]})
        self.projects = projects

    async def send(self, message: Message) -> None:
        await self.full.wait()
        if self.gone:
            raise self.gone
        self.sent.append(message)

    @property
    def said(self) -> list[Any]:
        return [json.loads(message["text"]) for message in self.sent]


def sockets_of(*browsers: Browser, are_pages_made: bool = False) -> Sockets:
    sockets = Sockets(lambda: are_pages_made)
    for browser in browsers:
        sockets.add(browser.socket, browser.projects)
    return sockets


def hint(number: int, project: int = SHOP, card: int = 7, verb: str = "note.saved") -> Happening:
    return Happening(number, project, card, verb, revision=4)


def test_a_hint_goes_to_whom_it_concerns_and_may_be_told() -> None:
    async def steps() -> None:
        at_card, at_list = Browser(Page(SHOP, 7), SHOP), Browser(Page(SHOP), SHOP)
        at_other, outside = Browser(Page(SHOP, 8), SHOP), Browser(Page(SHOP, 7), ELSEWHERE)
        sockets = sockets_of(at_card, at_list, at_other, outside)
        sockets.give(hint(1))
        assert [len(each.sent) for each in (at_card, at_list, at_other, outside)] == [1, 1, 0, 0]
        assert at_card.said == [{"hint": [1, "note.saved", 7, 4]}]
        assert at_card.sent[0] is at_list.sent[0]
        sockets.give(hint(2, verb="escalation.raised"))
        assert [len(each.sent) for each in (at_card, at_list, at_other, outside)] == [2, 2, 1, 0]

    run(steps())


def test_who_takes_nothing_is_not_waited_for_and_told_once_that_it_is_behind() -> None:
    async def steps() -> None:
        slow, quick = Browser(Page(SHOP, 7), SHOP), Browser(Page(SHOP, 7), SHOP)
        sockets = sockets_of(slow, quick)
        slow.full.clear()
        for number in range(5):
            sockets.give(hint(number))
        assert (len(slow.sent), len(quick.sent)) == (0, 5)
        held = slow.socket.busy
        slow.full.set()
        assert held
        await held
        assert slow.said == [{"hint": [0, "note.saved", 7, 4]}, {"behind": True}]
        sockets.give(hint(9))
        assert slow.said[-1] == {"hint": [9, "note.saved", 7, 4]}

    run(steps())


@pytest.mark.parametrize("says", [OSError("gone"), RuntimeError("after sending 'websocket.close'")])
@pytest.mark.parametrize("held", [False, True])
def test_who_has_gone_disturbs_nobody(held: bool, says: Exception) -> None:
    async def steps() -> None:
        gone, there = Browser(Page(SHOP, 7), SHOP), Browser(Page(SHOP, 7), SHOP)
        sockets = sockets_of(gone, there)
        if held:
            gone.full.clear()
            sockets.give(hint(1))
        gone.gone = says
        gone.full.set()
        sockets.give(hint(2))
        if gone.socket.busy:
            await gone.socket.busy
        assert gone.socket.busy is None
        assert there.said[-1] == {"hint": [2, "note.saved", 7, 4]}

    run(steps())


def test_of_several_cookies_all_say_who_somebody_is() -> None:
    """As pages read them: the last one wins."""
    headers = [(b"cookie", b"sessionid=old"), (b"host", b"desk"), (b"cookie", b"sessionid=new")]
    assert Socket(None, Page(), {"headers": headers}).session == b"sessionid=old; sessionid=new"  # type: ignore[arg-type]


def test_a_crowd_is_told_in_steps_between_which_others_have_their_turn() -> None:
    async def steps() -> None:
        crowd = [Browser(Page(SHOP, 7), SHOP) for _ in range(2 * AT_ONCE + 1)]
        sockets = sockets_of(*crowd)
        turns: list[int] = []

        def turn() -> None:
            turns.append(sum(len(each.sent) for each in crowd))
            if turns[-1] < 2 * (len(crowd) - 1):
                asyncio.get_running_loop().call_soon(turn)

        asyncio.get_running_loop().call_soon(turn)
        sockets.give(hint(1))
        leaves = next(each for each in crowd if not each.sent)
        sockets.remove(leaves.socket)
        sockets.give(hint(2))
        await until(lambda: turns[-1:] == [2 * (len(crowd) - 1)])
        assert turns[0] == AT_ONCE
        assert all(after - before <= AT_ONCE for before, after in pairwise(turns))
        assert leaves.sent == []
        assert all([said["hint"][0] for said in each.said] == [1, 2] for each in crowd if each is not leaves)

    run(steps())


@pytest.mark.parametrize(("pause", "second"), [(0, 3 * AT_ONCE), (1e9, 0)])
def test_while_pages_are_made_a_crowd_leaves_them_time_unless_it_has_more_to_hear(
    monkeypatch: pytest.MonkeyPatch, pause: float, second: int
) -> None:
    monkeypatch.setattr(live_sockets, "LEFT_TO_PAGES", pause)
    # Each look at it finds that a second was worked.
    monkeypatch.setattr(live_sockets, "thread_time", count().__next__)

    async def steps() -> None:
        crowd = [Browser(Page(SHOP, 7), SHOP) for _ in range(3 * AT_ONCE)]
        sockets = sockets_of(*crowd, are_pages_made=True)
        sockets.give(hint(1))
        sockets.give(hint(2))
        for _ in range(50):
            await asyncio.sleep(0)
        heard = Counter(said["hint"][0] for each in crowd for said in each.said)
        assert (heard[1], heard[2]) == (len(crowd), second)

    run(steps())


def test_what_is_left_is_forgotten_by_project_and_card() -> None:
    async def steps() -> None:
        browser = Browser(Page(SHOP, 7), SHOP, ELSEWHERE)
        sockets = sockets_of(browser)
        assert sockets.at_card(7) == sockets.in_project(ELSEWHERE) == {browser.socket}
        sockets.add(browser.socket, [ELSEWHERE])
        sockets.give(hint(1))
        assert browser.sent == []
        sockets.remove(browser.socket)
        sockets.remove(browser.socket)
        assert (sockets.all, sockets._of_project, sockets._of_card) == (set(), {}, {})

    run(steps())
