"""doctor: what is set and from where, whether the desk answers, and how to mend what is wrong."""

import argparse
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC
from email.utils import parsedate_to_datetime
from urllib.parse import quote, urlsplit

from handoff_agent import client, places, private_files, sending, spool, words
from handoff_agent.client import Answer, Call
from handoff_agent.ended import AWAY, REFUSED, Away, Ended
from handoff_agent.given import options
from handoff_agent.settings import LOOPBACK, Setting, Settings, Token, settings, token
from handoff_agent.stdout import say
from handoff_agent.summarising.checkup import checkup

CLOCK_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Line:
    good: bool
    says: str
    code: int = REFUSED


def doctor_parser(parser: argparse.ArgumentParser) -> Callable[[argparse.Namespace], None]:
    parser.add_argument("--card", metavar="KEY")
    return doctor


def doctor(parsed: argparse.Namespace) -> None:
    lines = []
    for line in _lines(parsed):
        say(f"{'ok   ' if line.good else 'wrong'}  {words.one_line(line.says)}\n")
        lines.append(line)
    wrong = [line for line in lines if not line.good]
    if wrong:
        code = AWAY if any(line.code == AWAY for line in wrong) else REFUSED
        raise Ended(
            code, [f"{words.count_of(len(wrong), 'thing is', 'things are')} wrong; each line says how to mend it."]
        )


def _lines(parsed: argparse.Namespace) -> Iterator[Line]:
    yield _state()
    try:
        found = settings(options(parsed))
    except Ended as end:
        yield from (Line(False, says) for says in end.says)
        return
    yield from (Line(False, says) for says in found.remarks)
    yield _set("desk", found.url, words.NO_URL)
    yield _set("project", found.project, words.NO_PROJECT)
    # A card may well be named at each command.
    yield Line(True, f"card {found.card.value}, from {found.card.source}" if found.card else words.NO_CARD)
    if found.url and found.project:
        yield from _desk(found, found.url.value, found.project.value)
    yield from _queues()


def _desk(found: Settings, url: str, project: str) -> Iterator[Line]:
    parts = urlsplit(url)
    if parts.scheme == "http" and parts.hostname not in LOOPBACK:
        yield Line(False, f"{url} is plain http: the token can be read on its way. Use https.")
    try:
        held = token(found, url, project)
    except Ended as end:
        yield from (Line(False, says) for says in end.says)
        return
    yield Line(True, f"token, from {held.source}")
    yield from _answers(url, project, held)
    yield from (Line(*remark) for remark in checkup(found, url, project))


def _answers(url: str, project: str, held: Token) -> Iterator[Line]:
    begun = time.time()
    try:
        answer = client.ask(url, held.value, Call("GET", f"/projects/{quote(project, safe='')}/cards"))
    except Away as away:
        says = words.NOT_REACHED.format(url=url, why=away.why)
        yield Line(False, f"{says} Is the desk started, and is this its address?", AWAY)
        return
    yield Line(True, f"the desk answers in {(time.time() - begun) * 1000:.0f} ms")
    yield _holds(answer, project)
    if answer.is_done:
        yield _text(client.ask(url, held.value, Call("GET", "/whoami")))
    yield from _clock(answer, (begun + time.time()) / 2)


def _holds(answer: Answer, project: str) -> Line:
    if answer.is_done:
        return Line(True, f"the token holds for the project {project}")
    if answer.status == 404:
        return Line(
            False, f"The token is for another project than {project}: set HANDOFF_PROJECT, or use its own token."
        )
    return Line(False, " ".join(sending.reasons(answer)))


def _text(who: Answer) -> Line:
    if who.json.get("session_content") == places.MACHINE:
        return Line(True, f"text of this project stays on this machine, in {private_files.state_folder()}")
    return Line(True, "text of this project is kept on the desk")


def _clock(answer: Answer, here: float) -> Iterator[Line]:
    try:
        there = parsedate_to_datetime(answer.headers.get("date", "")).astimezone(UTC).timestamp()
    except ValueError:
        return
    apart = here - there
    if abs(apart) <= CLOCK_SECONDS:
        yield Line(True, "the clocks of desk and machine agree")
        return
    way = "ahead of" if apart > 0 else "behind"
    yield Line(
        False, f"This machine's clock is {abs(apart):.0f} seconds {way} the desk's: set one of them by a time server."
    )


def _set(what: str, setting: Setting | None, missing: str) -> Line:
    return Line(True, f"{what} {setting.value}, from {setting.source}") if setting else Line(False, missing)


def _state() -> Line:
    folder = private_files.state_folder()
    try:
        probe = folder / "probe"
        private_files.write(probe, "")
        probe.unlink()
    except OSError as error:
        says = f"{folder} cannot be written ({error.strerror}): set HANDOFF_STATE_DIR to a folder that can be."
        return Line(False, says)
    return Line(True, f"writes that wait are kept in {folder}")


def _queues() -> Iterator[Line]:
    waiting = sum(len(found.entries()) for found, _ in spool.spools())
    aside = sum(len(found.aside()) for found, _ in spool.spools())
    if waiting:
        yield Line(True, f"{words.waiting(waiting)} to be sent: `handoff queue --send`")
    if aside:
        yield Line(
            False, f"{words.count_of(aside, 'write was', 'writes were')} refused: see `handoff queue`, then drop it"
        )


PARTS = {"doctor": doctor_parser}
