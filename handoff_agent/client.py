"""One call to the desk over HTTP, with limits to every wait."""

import http.client
import json
import socket
import ssl
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from handoff_agent import words
from handoff_agent.ended import Away

CONNECT_SECONDS = 2.0
READ_SECONDS = 10.0
# What the desk holds back itself is answered this long after at the latest.
GRACE_SECONDS = 10
API = "/api/v1"
JSON = "application/json"
PROBLEM = "application/problem+json"
MARKDOWN = "text/markdown"
# Nothing was done, and the same may be sent again: took too long, slow down.
TRY_AGAIN = (408, 429)


@dataclass(frozen=True, slots=True)
class Call:
    """`body` is the very text that is sent, so that a second time is the same as the first."""

    method: str
    path: str
    body: str | None = None
    key: str = ""
    read_seconds: float = READ_SECONDS


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    text: str
    headers: dict[str, str] = field(default_factory=dict)

    @property
    def is_done(self) -> bool:
        return self.status < 400

    @property
    def json(self) -> dict[str, Any]:
        found = json.loads(self.text)
        return found if isinstance(found, dict) else {}

    @property
    def problems(self) -> list[dict[str, Any]]:
        return [problem for problem in self.json.get("problems", []) if isinstance(problem, dict)]

    @property
    def codes(self) -> set[str]:
        return set() if self.is_done else {str(problem.get("code")) for problem in self.problems}


class Failed(Away):
    """The desk is there and failed at this call, perhaps because of it."""


def ask(url: str, token: str, call: Call) -> Answer:
    """What the desk says, right or wrong; raises Away where no desk did."""
    answer = _asked(url, token, call)
    kind = answer.headers.get("content-type", "").partition(";")[0]
    if 300 <= answer.status < 400:
        raise Away(words.REDIRECT.format(place=words.one_line(answer.headers.get("location", "another place"))))
    if answer.status >= 500 or answer.status in TRY_AGAIN:
        kind_of_end = Failed if answer.status == 500 and kind == PROBLEM else Away
        raise kind_of_end(_said(answer) if kind == PROBLEM else f"it answers {answer.status}")
    if kind != (PROBLEM if answer.status >= 400 else JSON) and not (answer.is_done and kind == MARKDOWN):
        raise Away(words.STRANGE.format(status=answer.status))
    if kind != MARKDOWN and not _is_object(answer.text):
        raise Away(words.STRANGE.format(status=answer.status))
    return answer


def ask_again(url: str, token: str, call: Call) -> Answer:
    """Once more where the answer was lost: the key makes the desk do it once."""
    try:
        return ask(url, token, call)
    except Away as away:
        lost = isinstance(away.__cause__, OSError | http.client.HTTPException)
        # Whoever has waited long is not made to wait as long again.
        waited = isinstance(away.__cause__, TimeoutError) and call.read_seconds > READ_SECONDS
        if not lost or waited or not call.key:
            raise
        return ask(url, token, call)


def _asked(url: str, token: str, call: Call) -> Answer:
    parts = urlsplit(url)
    connection = _connection(parts.scheme, parts.hostname or "", parts.port)
    try:
        connection.connect()
        connection.sock.settimeout(call.read_seconds)
        connection.request(call.method, parts.path + API + call.path, _bytes(call.body), _headers(token, call))
        response = connection.getresponse()
        raw = response.read()
        headers = {name.lower(): value for name, value in response.getheaders()}
        return Answer(response.status, raw.decode("utf-8", "replace"), headers)
    except (OSError, http.client.HTTPException, UnicodeError) as error:
        raise Away(_why(error)) from error
    finally:
        connection.close()


def _connection(scheme: str, host: str, port: int | None) -> http.client.HTTPConnection:
    if scheme == "https":
        context = ssl.create_default_context()
        return http.client.HTTPSConnection(host, port, timeout=CONNECT_SECONDS, context=context)
    return http.client.HTTPConnection(host, port, timeout=CONNECT_SECONDS)


def _bytes(body: str | None) -> bytes | None:
    return None if body is None else body.encode("utf-8", "replace")


def _headers(token: str, call: Call) -> dict[str, str]:
    headers = {"Authorization": f"Bearer {token}", "Accept": f"{JSON}, {PROBLEM}, {MARKDOWN};q=0.5"}
    if call.body is not None:
        headers["Content-Type"] = JSON
    return headers | ({"Idempotency-Key": call.key} if call.key else {})


def _why(error: Exception) -> str:
    if isinstance(error, TimeoutError):
        return "it took too long"
    if isinstance(error, socket.gaierror):
        return "its host name is not known here"
    if isinstance(error, ConnectionRefusedError):
        return "nothing listens there"
    return words.one_line(str(error) or type(error).__name__)


def _said(answer: Answer) -> str:
    try:
        says = [str(problem.get("says")) for problem in answer.problems]
    except ValueError:
        says = []
    return words.one_line(" ".join(says)).rstrip(".") or f"it answers {answer.status}"


def _is_object(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except ValueError:
        return False
