"""`manage.py serve`, started and stopped as its users do."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from tests.ports import free_port

ROOT = Path(__file__).parent.parent.parent
COMMAND = [sys.executable, "-W", "error", "manage.py"]
FROM_OUTSIDE = ("SECRET_KEY", "DATABASE_URL", "HANDOFF_DATA_DIR", "DJANGO_SETTINGS_MODULE")


def environ(folder: Path, **more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in FROM_OUTSIDE}
    return kept | {"HANDOFF_DATA_DIR": str(folder)} | more


@contextmanager
def serving(folder: Path, port: int = 0, **more: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    port = port or free_port()
    process = subprocess.Popen(
        [*COMMAND, "serve", "--port", str(port)],
        cwd=ROOT, env=environ(folder, **more), text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    assert process.stdout
    try:
        said = next(line for line in process.stdout if "running on" in line or "Error" in line)
        assert "running on" in said, said + process.stdout.read()
        yield f"http://127.0.0.1:{port}", process
    finally:
        process.kill()
        process.communicate()


def test_one_command_serves_pages_and_static_files_from_an_empty_folder(tmp_path: Path) -> None:
    with serving(tmp_path) as (address, _):
        with urlopen(f"{address}/accounts/login/") as page:
            assert page.status == 200
            assert "default-src 'self'" in page.headers["content-security-policy"]
        with urlopen(f"{address}/static/css/base.css") as style:
            assert style.status == 200


def test_an_ordinary_client_reads_why_its_body_is_too_large(tmp_path: Path) -> None:
    """This one says `Connection: close`, sends all that it has, and only then begins to read."""
    with serving(tmp_path) as (address, _):
        sent = Request(f"{address}/api/v1/projects/shop/cards/A/note", b"x" * 20_000_000, method="PUT")
        with pytest.raises(HTTPError) as refused, urlopen(sent):
            pass
        assert refused.value.headers["Content-Type"] == "application/problem+json"
        assert json.loads(refused.value.read())["problems"][0]["code"] == "request.too_large"


def test_it_ends_well_when_told_to_stop_and_keeps_its_key_over_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path) as (_, process):
        key = (tmp_path / "secret_key").read_text()
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=20) == 0
    with serving(tmp_path):
        assert (tmp_path / "secret_key").read_text() == key


def test_what_is_set_wrong_is_one_sentence_and_no_traceback(tmp_path: Path) -> None:
    ended = subprocess.run(
        [*COMMAND, "check"],
        cwd=ROOT, env=environ(tmp_path, SECRET_KEY="given", DATABASE_URL="oracle://db/desk"),
        capture_output=True, check=False, text=True,
    )  # fmt: skip
    assert ended.returncode == 1
    assert ended.stderr.startswith("The desk does not start. DATABASE_URL is “oracle://db/desk”")
    assert len(ended.stderr.splitlines()) == 1


@pytest.mark.parametrize("command", ["serve", "demo"])
def test_a_port_that_is_taken_is_said_before_anything_is_made(command: str, tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        words = [*COMMAND, command, "--port", str(taken.getsockname()[1])]
        ran = subprocess.run(words, cwd=ROOT, env=environ(tmp_path), text=True, capture_output=True, timeout=60)
    assert ran.returncode == 1
    assert "cannot listen on 127.0.0.1" in ran.stderr
    assert "password" not in ran.stdout
    assert not (tmp_path / "desk.sqlite3").exists()
