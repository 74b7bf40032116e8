"""A request as ASGI tells it, put the way that WSGI wants it."""

import sys
from collections.abc import Iterable
from io import BytesIO
from typing import Any
from urllib.parse import unquote_to_bytes

Scope = dict[str, Any]

# In scope and environment of a call from inside: for how long its Idempotency-Key holds, where that is shorter.
KEY_SECONDS = "handoff.key_seconds"


def environ(scope: Scope, body: bytes) -> dict[str, Any]:
    host, port = scope.get("server") or ("localhost", 80)
    address, _ = scope.get("client") or ("", 0)
    return {
        **headers(scope["headers"]),
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin1"),
        "QUERY_STRING": scope["query_string"].decode("latin1"),
        "CONTENT_LENGTH": str(len(body)),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": host,
        "SERVER_PORT": str(port or 0),
        "REMOTE_ADDR": address,
        KEY_SECONDS: scope.get(KEY_SECONDS),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }


def headers(pairs: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """As WSGI names them. One with an underscore is left out: it would pass for the one with a hyphen."""
    found: dict[str, list[str]] = {}
    for name, value in pairs:
        if b"_" not in name:
            found.setdefault(_key(name.decode("latin1")), []).append(value.decode("latin1"))
    return {key: ("; " if key == "HTTP_COOKIE" else ",").join(values) for key, values in found.items()}


def _key(name: str) -> str:
    key = name.upper().replace("-", "_")
    return key if key == "CONTENT_TYPE" else f"HTTP_{key}"
