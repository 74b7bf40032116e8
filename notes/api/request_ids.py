"""The id of the request at hand: each problem names it, so that whoever runs the desk finds it in the logs."""

from contextvars import ContextVar

current: ContextVar[str] = ContextVar("request_id", default="")
