"""Ports of this machine that nothing listens at."""

import socket


def free_port() -> int:
    """The system hands out another one each time, so that servers which start side by side do not meet."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
