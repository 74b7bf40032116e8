"""A real desk to talk to, a line to it that can be cut, and the command as a shell runs it."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tests.ports import free_port
from tests.site.test_serve import COMMAND, ROOT, environ

NOTE = (
    "## Goal\nship it\n\n## Done\n\n## Next\n- check the deposit\n\n## Decisions and why\n\n## Dead ends\n\n"
    "## Files touched\n\n## How to verify\n\n## Checklist status\n\n## Open questions\n"
)


@dataclass
class RealDesk:
    """Killed and started again on the same port, with the same data. What it says can be kept in a file beside them."""

    folder: Path
    port: int = field(default_factory=free_port)
    process: "subprocess.Popen[str] | None" = None
    reader: threading.Thread = field(default_factory=threading.Thread)
    keeps_log: bool = False

    @property
    def log(self) -> Path:
        return self.folder.parent / f"{self.folder.name}.log"

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        self.process = process = subprocess.Popen(
            [*COMMAND, "serve", "--no-mail", "--port", str(self.port)],
            cwd=ROOT, env=environ(self.folder), text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        assert process.stdout
        said = next((line for line in process.stdout if "running on" in line or "Error" in line), "")
        assert "running on" in said, said + process.stdout.read()
        # Nothing that it says later may make it wait.
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self) -> None:
        assert self.process
        assert self.process.stdout
        for line in self.process.stdout:
            if self.keeps_log:
                with self.log.open("a") as file:
                    file.write(line)

    def kill(self) -> None:
        assert self.process
        assert self.process.stdout
        self.process.kill()
        self.process.wait()
        self.reader.join()
        self.process.stdout.close()

    def manage(self, *words: str) -> str:
        env = environ(self.folder, SECRET_KEY=(self.folder / "secret_key").read_text().strip())
        ran = subprocess.run([*COMMAND, *words], cwd=ROOT, env=env, capture_output=True, check=True, text=True)
        return ran.stdout.strip().splitlines()[-1]


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str


@dataclass
class Shell:
    """A work tree of its own, with a state of its own."""

    folder: Path
    env: dict[str, str]

    def __call__(self, *words: str, stdin: str = "", **more: str) -> Ran:
        ran = subprocess.run(
            [sys.executable, "-W", "error", "-m", "handoff_agent", *words],
            cwd=self.folder, env=self.env | more, input=stdin.encode(), capture_output=True, check=False, timeout=60,
        )  # fmt: skip
        return Ran(ran.returncode, ran.stdout.decode(), ran.stderr.decode())

    def start(self, *words: str) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(
            [sys.executable, "-m", "handoff_agent", *words],
            cwd=self.folder, env=self.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip

    @property
    def note(self) -> str:
        """No other card has the same: the desk would doubt it."""
        return NOTE.replace("## How to verify\n", f"## How to verify\n- look at {self.env['HANDOFF_CARD']}\n")

    @property
    def state(self) -> Path:
        return Path(self.env["HANDOFF_STATE_DIR"])


def shell_in(folder: Path, **more: str) -> Shell:
    work = folder / "work"
    (work / ".git").mkdir(parents=True)
    (work / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("HANDOFF", "CLAUDE", "XDG"))}
    env = kept | {"PYTHONPATH": str(ROOT), "HOME": str(folder), "HANDOFF_STATE_DIR": str(folder / "state")}
    return Shell(work, env | more)


@dataclass
class Line:
    """Between command and desk; `steps` say what becomes of the next calls, then all go through. `sent` has all."""

    to: str
    steps: list[str] = field(default_factory=list)
    seen: list[tuple[str, str, bytes]] = field(default_factory=list)
    sent: list[str] = field(default_factory=list)
    url: str = ""
    # What is held ("hold") until a test says so.
    go_on: threading.Event = field(default_factory=threading.Event)


@contextmanager
def line_to(to: str) -> Iterator[Line]:
    line = Line(to)
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(line))
    line.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield line
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _handler(line: Line) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def handle_one(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            line.sent.append(f"{self.path} {self.headers} {body.decode('utf-8', 'replace')}")
            if self.path.endswith("/whoami"):
                # Asked before any text goes out, and no step of what a test is about.
                self.answer(*self.forward(body))
                return
            line.seen.append((self.command, self.headers.get("Idempotency-Key", ""), body))
            step = line.steps.pop(0) if line.steps else "pass"
            if step == "drop":
                self.connection.close()
            elif step in ("pass", "hold"):
                if step == "hold":
                    line.go_on.wait(30)
                self.answer(*self.forward(body))
            elif step == "cut":
                self.forward(body)
                self.connection.close()
            else:
                status, _, kind = step.partition(" ")
                problem = b'{"problems": [{"code": "desk.failed", "says": "The desk failed."}]}'
                self.answer(int(status), kind or "application/problem+json", problem)

        def forward(self, body: bytes) -> tuple[int, str, bytes]:
            parts = urlsplit(line.to)
            connection = HTTPConnection(parts.hostname or "", parts.port, timeout=10)
            sent = {name: value for name, value in self.headers.items() if name.lower() != "host"}
            connection.request(self.command, self.path, body, sent)
            response = connection.getresponse()
            found = response.status, response.headers["Content-Type"], response.read()
            connection.close()
            return found

        def answer(self, status: int, kind: str, body: bytes) -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_PUT = do_POST = do_PATCH = handle_one

        def log_message(self, format: str, *args: Any) -> None:
            """Into no one's output."""

    return Handler
