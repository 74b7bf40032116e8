"""The way to what this machine keeps. Its rules take a moment to load, and most commands never need them."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from handoff_agent import client, places, sending, words
from handoff_agent.client import Answer, Call
from handoff_agent.ended import Ended
from handoff_agent.places import Place
from handoff_agent.spool import Write

Put = Callable[[Write], Answer]


def answer(desk: sending.Desk, root: str, place: Place, call: Call, put: Put) -> Answer | None:
    """None for what holds no text; raises Away where the desk is needed, and Taken."""
    found: Answer | None = import_module("handoff_agent.machine.desk").answer(here(desk, root, place, put), call)
    return found


def here(desk: sending.Desk, root: str, place: Place, put: Put) -> Any:
    wants = (place.token_limit, place.require_sources)
    shelf = import_module("handoff_agent.machine.shelf").shelf_of(*root_of(desk), *wants)
    made = import_module("handoff_agent.machine.here").Here
    return made(shelf, place, root, lambda call: _asked(desk, call), lambda *told: _told(desk, put, *told))


def root_of(desk: sending.Desk) -> tuple[str, str]:
    about = desk.spool.about
    return str(about["url"]), str(about["project"])


def _asked(desk: sending.Desk, call: Call) -> Answer:
    found = client.ask_again(desk.url, desk.token, call)
    if places.ON_DESK in found.codes or found.json.get("session_content") == places.SERVER:
        _changed(desk)
    return found


def _told(desk: sending.Desk, put: Put, method: str, card: str, path: str, body: dict[str, Any]) -> None:
    """Kept where it does not reach the desk, like any write; the text is safe here in any case."""
    try:
        found = put(Write("report", card, method, path, body))
    except Ended as end:
        for says in end.says:
            desk.tell(says)
        return
    if places.ON_DESK in found.codes:
        _changed(desk)
    elif found.is_done:
        places.renew(desk.spool, found.json)
    else:
        for reason in sending.reasons(found):
            desk.tell(reason)


def _changed(desk: sending.Desk) -> None:
    places.forget(desk.spool)
    desk.tell(words.BACK_ON_DESK)
