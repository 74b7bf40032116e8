"""A client that takes next to no time of its own, so that what is measured is the server.

The standard one sends head and body apart and reads an answer line by line, which takes as long as some answers do.
"""

import socket
from typing import Self

from bench.load import Request

GOOD = (b"200", b"201")


class Wire:
    """One connection that stays open. Closes at the end of the block."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def ask(self, sent: bytes) -> None:
        """Comes back with the last byte of the answer. Raises RuntimeError where that is no good one."""
        self.socket.sendall(sent)
        head, body = self._head()
        told = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:])
        missing = int(told[b"content-length"]) - len(body)
        while missing > 0:
            missing -= len(self._more())
        if head.split(b" ", 2)[1] not in GOOD:
            raise RuntimeError(f"{head!r} {body!r}")

    def _head(self) -> tuple[bytes, bytes]:
        heard = self._more()
        while b"\r\n\r\n" not in heard:
            heard += self._more()
        head, _, body = heard.partition(b"\r\n\r\n")
        return head, body

    def _more(self) -> bytes:
        heard = self.socket.recv(65_536)
        if not heard:
            raise RuntimeError("the server hung up")
        return heard


def written(request: Request) -> bytes:
    """As HTTP/1.1 sends it."""
    headers = request.headers | {"Host": "localhost", "Content-Length": str(len(request.body))}
    lines = [f"{request.method} {request.path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
    return "\r\n".join([*lines, "", ""]).encode() + request.body
