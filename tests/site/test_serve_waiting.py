"""Long polls through `manage.py serve`: other processes are heard, and a stop holds nobody up."""

import json
import signal
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

from tests.site.test_serve import COMMAND, ROOT, environ, serving

ASK = """
from django.utils import timezone
from notes.actions.cards import CardWrite, put_card
from notes.actions.escalations import ask_person
from notes.actions.tokens import create_program_token
from notes.management.command_line import typed_by
from notes.models import Actor, ActorKind, Project
from notes.rules.decisions.escalations import Asked
now = timezone.now()
project = Project.objects.create(slug="shop", name="Shop", created_at=now)
coder = Actor(ActorKind.AGENT, "coder", project.pk)
card = put_card(key="A", by=coder, now=now, write=CardWrite(title="A")).card
ask_person(card=card, asked=Asked("Ship?"), by=coder, now=now)
print(create_program_token(project=project, by=typed_by(project), now=now, name="coder"))
"""
WITHDRAW = """
from django.utils import timezone
from notes.actions.escalations import withdraw_escalation
from notes.models import Actor, ActorKind, Escalation
asked = Escalation.objects.select_related("card__project").get()
coder = Actor(ActorKind.AGENT, "coder", asked.project_id)
withdraw_escalation(escalation=asked, by=coder, now=timezone.now(), why="Nobody need answer it")
"""


def shell(folder: Path, said: str) -> str:
    done = subprocess.run(
        [*COMMAND, "shell", "-v", "0", "-c", said],
        cwd=ROOT, env=environ(folder), text=True, check=True, capture_output=True,
    )  # fmt: skip
    return done.stdout.strip()


def poll(address: str, token: str) -> Any:
    asked = Request(f"{address}/api/v1/projects/shop/escalations/1?wait=60")
    asked.add_header("Authorization", f"Bearer {token}")
    with urlopen(asked, timeout=40) as answer:
        return json.loads(answer.read())


def test_what_another_process_decides_arrives_within_a_second(tmp_path: Path) -> None:
    with serving(tmp_path) as (address, _), ThreadPoolExecutor(1) as threads:
        waiting = threads.submit(poll, address, shell(tmp_path, ASK))
        shell(tmp_path, WITHDRAW)
        begun = time.monotonic()
        assert waiting.result(30)["state"] == "withdrawn"
        assert time.monotonic() - begun < 1


@pytest.mark.parametrize("signals", [signal.SIGTERM, signal.SIGINT])
def test_a_stop_answers_who_waits_at_once(tmp_path: Path, signals: signal.Signals) -> None:
    with serving(tmp_path) as (address, process), ThreadPoolExecutor(1) as threads:
        waiting = threads.submit(poll, address, shell(tmp_path, ASK))
        with pytest.raises(TimeoutError):
            waiting.result(0.5)
        process.send_signal(signals)
        assert waiting.result(5)["state"] == "open"
        assert process.wait(timeout=8) == 0
