"""A model that does not think: it says the next of its lines, and keeps every request that it was sent."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from uuid import uuid4


@dataclass(frozen=True)
class Turn:
    """Words, or the call of a tool; `tokens` is what its usage says went in."""

    text: str = "ok"
    tool: str = ""
    given: dict[str, Any] = field(default_factory=dict)
    tokens: int = 10


@dataclass
class Model:
    """Turns are only spent on what has tools: an agent's program asks for titles and the like beside its work."""

    url: str = ""
    turns: list[Turn] = field(default_factory=list)
    asked: list[dict[str, Any]] = field(default_factory=list)
    # What it says to one who brings no tools but a session's record, and what it was sent then.
    summary: Turn | None = None
    of_summaries: list[dict[str, Any]] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def next_turn(self, body: dict[str, Any]) -> Turn:
        with self.lock:
            if not body.get("tools"):
                return self._without_tools(body)
            self.asked.append(body)
            return self.turns.pop(0) if self.turns else Turn()

    def _without_tools(self, body: dict[str, Any]) -> Turn:
        if self.summary is None or "handoff-record" not in json.dumps(body):
            return Turn()
        self.of_summaries.append(body)
        return self.summary

    @property
    def heard(self) -> list[str]:
        """What each request held, as text."""
        return [json.dumps(body, ensure_ascii=False) for body in self.asked]


@contextmanager
def model(*turns: Turn) -> Iterator[Model]:
    found = Model(turns=list(turns))
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(found))
    found.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield found
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _messages(turn: Turn, body: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """As Anthropic's API streams one answer."""
    usage = {"input_tokens": turn.tokens, "output_tokens": 1}
    about = {
        "id": f"msg_{uuid4().hex}",
        "type": "message",
        "role": "assistant",
        "model": body.get("model", ""),
        "content": [],
    }
    yield {"type": "message_start", "message": about | {"stop_reason": None, "stop_sequence": None, "usage": usage}}
    if turn.tool:
        block = {"type": "tool_use", "id": f"toolu_{uuid4().hex}", "name": turn.tool, "input": {}}
        piece = {"type": "input_json_delta", "partial_json": json.dumps(turn.given)}
    else:
        block, piece = {"type": "text", "text": ""}, {"type": "text_delta", "text": turn.text}
    yield {"type": "content_block_start", "index": 0, "content_block": block}
    yield {"type": "content_block_delta", "index": 0, "delta": piece}
    yield {"type": "content_block_stop", "index": 0}
    why = "tool_use" if turn.tool else "end_turn"
    yield {"type": "message_delta", "delta": {"stop_reason": why, "stop_sequence": None}, "usage": {"output_tokens": 5}}
    yield {"type": "message_stop"}


def _responses(turn: Turn, body: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """As OpenAI's API streams one answer."""
    item = _call(turn) if turn.tool else _words(turn)
    usage = {"input_tokens": turn.tokens, "output_tokens": 1, "total_tokens": turn.tokens + 1}
    details: dict[str, Any] = {"input_tokens_details": None, "output_tokens_details": None}
    yield {"type": "response.created", "response": {"id": "resp_1"}}
    yield {"type": "response.output_item.done", "output_index": 0, "item": item}
    yield {"type": "response.completed", "response": {"id": "resp_1", "usage": usage | details}}


def _words(turn: Turn) -> dict[str, Any]:
    said = {"type": "output_text", "text": turn.text, "annotations": []}
    about = {"type": "message", "role": "assistant", "id": f"item_{uuid4().hex}", "status": "completed"}
    return about | {"content": [said]}


def _call(turn: Turn) -> dict[str, Any]:
    number = uuid4().hex
    given = {"name": turn.tool, "arguments": json.dumps(turn.given)}
    return {"type": "function_call", "id": f"fc_{number}", "call_id": f"call_{number}"} | given


def _handler(found: Model) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_HEAD(self) -> None:
            self._json({})

        def do_GET(self) -> None:
            self._json({"data": [], "models": []})

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or b"{}")
            if "count_tokens" in self.path:
                self._json({"input_tokens": 10})
                return
            events = _responses if "responses" in self.path else _messages
            self._stream(events(found.next_turn(body), body))

        def _json(self, answer: dict[str, Any]) -> None:
            self._begin("application/json")
            self.wfile.write(json.dumps(answer).encode())

        def _stream(self, events: Iterator[dict[str, Any]]) -> None:
            self._begin("text/event-stream")
            for event in events:
                self.wfile.write(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode())

        def _begin(self, kind: str) -> None:
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            """Into no one's output."""

    return Handler
