"""The API as its users see it: a token, an address, JSON there and back."""

import json
from dataclasses import dataclass, field
from typing import Any

from django.test import Client

from tests.cast import Cast, token_of

GOAL = "## Goal\nship it\n"


@dataclass
class Answer:
    status: int
    body: Any
    headers: dict[str, str]
    content: bytes

    @property
    def codes(self) -> list[str]:
        return sorted({problem["code"] for problem in self.body["problems"]})

    @property
    def says(self) -> str:
        return " ".join(problem["says"] for problem in self.body["problems"])


@dataclass
class Api:
    token: str
    project: str = "shop"
    client: Client = field(default_factory=lambda: Client(raise_request_exception=True))

    def get(self, path: str, **headers: str) -> Answer:
        return self.call("GET", path, None, **headers)

    def put(self, path: str, body: Any, **headers: str) -> Answer:
        return self.call("PUT", path, body, **headers)

    def patch(self, path: str, body: Any, **headers: str) -> Answer:
        return self.call("PATCH", path, body, **headers)

    def post(self, path: str, body: Any, **headers: str) -> Answer:
        return self.call("POST", path, body, **headers)

    def call(self, method: str, path: str, body: Any, **headers: str) -> Answer:
        """A body of bytes goes as it is."""
        auth = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        sent = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        kind = named.pop("Content-Type", "application/json")
        address = path if path.startswith("/api") else f"/api/v1/projects/{self.project}/{path}"
        response = self.client.generic(method, address, sent or b"", kind, headers={**auth, **named})
        is_json = "json" in response.headers.get("Content-Type", "")
        parsed = response.json() if is_json and response.content else None
        return Answer(response.status_code, parsed, dict(response.headers), response.content)


def api_of(cast: Cast, who: Any, **more: Any) -> Api:
    return Api(token_of(cast, who), **more)
