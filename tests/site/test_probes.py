"""What a load balancer and a Prometheus are told, by whatever host they ask."""

import json
import logging
from typing import Any

import pytest

from handoff_site.probes import Probes
from handoff_site.readiness import DATABASE, MIGRATIONS, Missing
from tests.site.asgi_calls import ask

TOKEN = "of the tests, and long enough"


async def the_desk(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 404, "headers": []})
    await send({"type": "http.response.body", "body": b"the desk"})


def probes(missing: Missing | None = None, token: str = TOKEN) -> Probes:
    class Known:
        async def missing(self) -> Missing | None:
            return missing

    made = Probes(the_desk, token)
    made.readiness = Known()  # type: ignore[assignment]
    return made


def test_it_is_alive_whatever_else_is_away() -> None:
    told = ask(probes(DATABASE), "/healthz", Host="10.0.0.7:8001")
    assert (told.status, json.loads(told.content)) == (200, {"alive": True})
    assert told.headers["cache-control"] == "no-store"


def test_it_is_ready() -> None:
    assert ask(probes(), "/readyz").content == b'{"ready": true}\n'


@pytest.mark.parametrize("missing", [DATABASE, MIGRATIONS])
def test_what_is_missing_is_one_line(missing: Missing) -> None:
    told = ask(probes(missing), "/readyz")
    assert told.status == 503
    assert told.content.count(b"\n") == 1
    assert json.loads(told.content) == {"ready": False, "missing": missing.name, "says": missing.says}


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_they_are_no_noise_in_the_log(path: str, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        ask(probes(), path)
    assert [line for line in caplog.records if line.name.startswith("handoff")] == []


@pytest.mark.parametrize("method", ["POST", "DELETE"])
def test_they_are_for_reading(method: str) -> None:
    assert ask(probes(), "/readyz", method).status == 405


@pytest.mark.parametrize("path", ["/healthz/", "/readyz/x", "/", "/p/healthz"])
def test_every_other_address_is_the_desks(path: str) -> None:
    assert ask(probes(), path).content == b"the desk"


def test_metrics_are_nowhere_without_a_token_to_read_them_with() -> None:
    assert ask(probes(token=""), "/metrics", Authorization="Bearer ").content == b"the desk"


@pytest.mark.parametrize(
    "sent", ["", "Bearer", "Bearer ", f"Bearer {TOKEN}x", f"Basic {TOKEN}", TOKEN, "Bearer \u00e9"]
)
def test_metrics_are_not_for_everyone(sent: str) -> None:
    told = ask(probes(), "/metrics", Authorization=sent)
    assert told.status == 401
    assert b"handoff_" not in told.content


@pytest.mark.django_db(transaction=True)
def test_whoever_has_the_token_reads_the_metrics() -> None:
    told = ask(probes(), "/metrics", Authorization=f"Bearer {TOKEN}")
    assert (told.status, told.headers["content-type"].partition(";")[0]) == (200, "text/plain")
    assert b"handoff_database_up 1.0" in told.content
