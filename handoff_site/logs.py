"""What the desk says about itself, as text or as JSON lines. No note text ever: see `Frames`."""

import json
import logging
import traceback
from datetime import UTC, datetime
from types import TracebackType
from typing import Any

from handoff_site.log_words import escaped, shown_path, without_secrets
from handoff_site.request_ids import NONE, OnEveryLine

type_of_exc_info = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class Frames(logging.Formatter):
    """Shows where an exception came from and its type, but not its message, which may quote a note."""

    def formatMessage(self, record: logging.LogRecord) -> str:
        return escaped(without_secrets(super().formatMessage(record)))

    def formatException(self, ei: type_of_exc_info) -> str:
        kind, _, where = ei
        places = [f"{frame.filename}:{frame.lineno} in {frame.name}" for frame in traceback.extract_tb(where)]
        return "\n".join([*places, kind.__name__ if kind else "no exception"])


class JsonLines(Frames):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "says": without_secrets(record.getMessage()),
            **getattr(record, "facts", {}),
        }
        if (request_id := getattr(record, "request_id", NONE)) != NONE:
            line["request"] = request_id
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return escaped(json.dumps(line, ensure_ascii=False, default=str))


class ShownPaths(logging.Filter):
    """What Django and the API say of a request names its path as it was sent, which may hold anything."""

    def filter(self, record: logging.LogRecord) -> bool:
        path = getattr(getattr(record, "request", None), "path", None)
        if path is not None and isinstance(record.args, tuple):
            record.args = tuple(shown_path(path) if part == path else part for part in record.args)
        return True


class NotOfSockets(logging.Filter):
    """uvicorn names each socket as it was asked for; who asks for what is in the request log already."""

    def filter(self, record: logging.LogRecord) -> bool:
        return "WebSocket" not in record.msg and record.msg not in ("connection open", "connection closed")


def config(log_format: str) -> dict[str, Any]:
    """Django's LOGGING: everything goes to standard error, through one formatter."""
    formatters = {
        "text": {"()": Frames, "format": "{asctime} {levelname} {request_id} {name}: {message}", "style": "{"},
        "json": {"()": JsonLines},
    }
    stderr = {"class": "logging.StreamHandler", "formatter": log_format, "filters": ["shown_paths", "request_ids"]}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": formatters,
        "filters": {
            "shown_paths": {"()": ShownPaths},
            "not_of_sockets": {"()": NotOfSockets},
            "request_ids": {"()": OnEveryLine},
        },
        "handlers": {"stderr": stderr},
        "root": {"handlers": ["stderr"], "level": "INFO"},
        "loggers": {
            # Django's own handlers would print a message twice, and mail the text of errors to admins.
            "django": {"handlers": [], "level": "INFO", "propagate": True},
            # Of requests that were turned down the request log has a line already.
            "django.request": {"level": "ERROR"},
            # These would name each request once more, as it was sent.
            "django.server": {"handlers": [], "level": "CRITICAL", "propagate": True},
            # At INFO it quotes refusals, which quote notes.
            "mcp": {"level": "WARNING"},
            "uvicorn.error": {"filters": ["not_of_sockets"]},
            # Several lines for each try to reach a database that is away; the requests that miss it have theirs.
            "psycopg.pool": {"level": "ERROR"},
            "uvicorn.access": {"handlers": [], "level": "CRITICAL", "propagate": True},
        },
    }
