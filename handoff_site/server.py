"""Runs the desk in this process until it is told to stop."""

import signal
from contextlib import suppress

import uvicorn

# What is under way may end; a client that never ends does not keep the desk from stopping.
SECONDS_TO_END = 10
# Beyond that many at once a request is answered 503 at once.
CONNECTIONS = 1_000


def run(host: str, port: int) -> None:
    config = uvicorn.Config(
        "handoff_site.asgi:application",
        host=host,
        port=port,
        lifespan="off",
        log_config=None,  # Django's logging is set up already
        access_log=False,  # handoff_site.request_log writes a line that holds no query
        server_header=False,
        limit_concurrency=CONNECTIONS,
        timeout_graceful_shutdown=SECONDS_TO_END,
    )
    # uvicorn raises the signal that stopped it once more, which would end the process without exit handlers.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run()
