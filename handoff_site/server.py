"""Runs the desk in this process until it is told to stop."""

import gc
import signal
import socket
import sys
from contextlib import suppress

import uvicorn

from handoff_site.live_protocol import LeanWebSockets
from notes.live.bus import bus
from notes.live.hub import hub

if sys.platform != "win32":
    import resource

# What is under way may end; a client that never ends does not keep the desk from stopping.
SECONDS_TO_END = 10
# Beyond that many at once a request is answered 503 at once. Half of them may be waiting for a decision.
CONNECTIONS = 4_000
# A page has one word to say on its socket; a runner names its cards.
LARGEST_FRAME = 32 * 1024
# Files of the process that are no connections: the database of each thread, logs, sockets.
OTHER_FILES = 200


class Server(uvicorn.Server):
    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """What is loaded by now stays. To look through it for garbage, again and again, would hold up everybody."""
        await super().startup(sockets)
        gc.collect()
        gc.freeze()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Whoever waits for a decision is answered now, and asks again."""
        hub.end()
        bus.end()
        await super().shutdown(sockets)


def why_not(host: str, port: int) -> str | None:
    """Why nothing can listen there, if so: told before anything is written, not after."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except (OSError, OverflowError) as error:
            return f"The desk cannot listen on {host}, port {port}: {error}. Stop what listens there, or say --port."
    return None


def config(host: str, port: int) -> uvicorn.Config:
    return uvicorn.Config(
        "handoff_site.front:application",
        host=host,
        port=port,
        lifespan="on",
        log_config=None,  # Django's logging is set up already
        access_log=False,  # handoff_site.request_log writes a line that holds no query
        server_header=False,
        proxy_headers=False,  # handoff_site.front reads them
        limit_concurrency=_connections(),
        timeout_graceful_shutdown=SECONDS_TO_END,
        ws=LeanWebSockets,
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=False,  # it costs more memory than all else of a socket, for messages of 50 bytes
    )


def run(host: str, port: int) -> None:
    # uvicorn raises the signal that stopped it once more, which would end the process without exit handlers.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with suppress(KeyboardInterrupt):
        Server(config(host, port)).run()


def _connections() -> int:
    """As many as there may be files: often no more than 1,024, unless one asks for more."""
    if sys.platform == "win32":
        return CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = min(max(soft, CONNECTIONS + OTHER_FILES), hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
    return min(CONNECTIONS, files - OTHER_FILES)
