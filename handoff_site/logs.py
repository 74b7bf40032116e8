"""What the desk says about itself, as text or as JSON lines. No note text ever: see `Frames`."""

import json
import logging
import traceback
from datetime import UTC, datetime
from types import TracebackType
from typing import Any

type_of_exc_info = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class Frames(logging.Formatter):
    """Shows where an exception came from and its type, but not its message, which may quote a note."""

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
            "says": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def config(log_format: str) -> dict[str, Any]:
    """Django's LOGGING: everything goes to standard error, through one formatter."""
    formatters = {
        "text": {"()": Frames, "format": "{asctime} {levelname} {name}: {message}", "style": "{"},
        "json": {"()": JsonLines},
    }
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": formatters,
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": log_format}},
        "root": {"handlers": ["stderr"], "level": "INFO"},
        # Django's own handlers would print a message twice, and mail the text of errors to admins.
        "loggers": {"django": {"handlers": [], "level": "INFO", "propagate": True}},
    }
