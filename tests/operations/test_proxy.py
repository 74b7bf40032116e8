"""The proxy of deploy/, where Caddy is installed: it passes all on, and a lost process costs nobody a request."""

import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.deploy_files import DEPLOY
from tests.operations import desks
from tests.operations.desks import Running
from tests.ports import free_port

UPGRADE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec_WebSocket_Version": "13",
    "Sec_WebSocket_Key": "dGhlIHNhbXBsZSBub25jZQ==",
}

pytestmark = pytest.mark.skipif(not shutil.which("caddy"), reason="Caddy is not installed: its file was not run")


@contextmanager
def proxy(folder: Path, address: str, port: int, webs: list[Running]) -> Iterator[Running]:
    settings = os.environ | {
        "SITE_ADDRESS": address,
        "UPSTREAMS": " ".join(f"127.0.0.1:{web.port}" for web in webs),
        "XDG_DATA_HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
    }
    words = ["caddy", "run", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")]
    with desks.started(words, "serving initial configuration", folder / "proxy.log", settings, port) as running:
        yield running


@pytest.fixture(scope="module")
def behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Running, list[Running]]]:
    folder, port = tmp_path_factory.mktemp("proxy"), free_port()
    address = f"http://127.0.0.1:{port}"
    desks.prepared(folder, "")
    with ExitStack() as running:
        webs = [running.enter_context(desks.web(folder, PUBLIC_URL=address)) for _ in range(2)]
        yield running.enter_context(proxy(folder, address, port, webs)), webs


def test_it_passes_on_pages_and_gives_each_request_its_id(behind: tuple[Running, list[Running]]) -> None:
    front, webs = behind
    page = front.ask("/accounts/login/", Host=f"127.0.0.1:{front.port}")
    request_id = page.headers["x-request-id"]
    assert (page.status, request_id.count("-")) == (200, 4)
    assert any(request_id in web.says for web in webs)


def served_by(front: Running, webs: list[Running], path: str, **headers: str) -> int:
    """How many processes have answered one request or more of twelve."""
    ids = [front.ask(path, **headers).headers["x-request-id"] for _ in range(12)]
    return sum(any(each in web.says for each in ids) for web in webs)


def test_a_browser_stays_with_one_process_and_programs_go_to_either(behind: tuple[Running, list[Running]]) -> None:
    """While one process is newer than the other only that one has the styles of its pages."""
    front, webs = behind
    stays = front.ask("/").headers["set-cookie"].partition(";")[0]
    assert stays.startswith("process=")
    assert served_by(front, webs, "/accounts/login/", Cookie=stays) == 1
    assert served_by(front, webs, "/api/v1/whoami", Cookie=stays) == 2


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
def test_it_keeps_inside_what_is_for_those_who_look_after_the_processes(
    behind: tuple[Running, list[Running]], path: str
) -> None:
    assert behind[0].ask(path).status == 404


def test_it_passes_on_what_is_to_become_a_socket(behind: tuple[Running, list[Running]]) -> None:
    """Whatever the desk answers: a proxy that does not know of upgrades would answer itself, or ask for a page."""
    front, webs = behind
    told = front.ask("/ws/nowhere/", **UPGRADE)
    straight = webs[0].ask("/ws/nowhere/", **UPGRADE)
    assert told.status == straight.status
    assert told.status not in (404, 502)


def test_one_of_two_processes_may_go_away(behind: tuple[Running, list[Running]]) -> None:
    front, webs = behind
    webs[0].process.kill()
    webs[0].process.wait(desks.PATIENCE)
    assert {front.ask("/").status for _ in range(30)} == {302}
