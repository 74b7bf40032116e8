from typing import Any

import pytest

from handoff_site.wsgi_environ import KEY_SECONDS, environ, headers


def made(**changes: Any) -> dict[str, Any]:
    scope = {
        "method": "GET",
        "scheme": "https",
        "raw_path": b"/",
        "query_string": b"",
        "http_version": "1.1",
        "headers": [],
        "client": ("192.0.2.7", 4711),
        "server": ("127.0.0.1", 8000),
    }
    return environ(scope | changes, b"body")


@pytest.mark.parametrize(
    ("changes", "key", "expected"),
    [
        ({}, "REQUEST_METHOD", "GET"),
        ({}, "wsgi.url_scheme", "https"),
        ({}, "REMOTE_ADDR", "192.0.2.7"),
        ({"client": None}, "REMOTE_ADDR", ""),
        ({"server": None}, "SERVER_NAME", "localhost"),
        ({"server": ("/run/desk.sock", None)}, "SERVER_PORT", "0"),
        ({"raw_path": b"/p/caf%C3%A9"}, "PATH_INFO", "/p/caf\u00c3\u00a9"),
        ({"raw_path": b"/%ff"}, "PATH_INFO", "/\u00ff"),
        ({"query_string": b"q=%20"}, "QUERY_STRING", "q=%20"),
        ({"headers": [(b"content-length", b"99")]}, "CONTENT_LENGTH", "4"),
        ({}, KEY_SECONDS, None),
        ({KEY_SECONDS: 60}, KEY_SECONDS, 60),
        ({"headers": [(b"handoff.key-seconds", b"9")]}, KEY_SECONDS, None),
    ],
)
def test_each_value_is_where_wsgi_looks_for_it(changes: dict[str, Any], key: str, expected: str) -> None:
    assert made(**changes)[key] == expected


@pytest.mark.parametrize(
    ("pairs", "expected"),
    [
        ([(b"content-type", b"text/plain")], {"CONTENT_TYPE": "text/plain"}),
        ([(b"if-match", b'"3"')], {"HTTP_IF_MATCH": '"3"'}),
        ([(b"cookie", b"a=1"), (b"cookie", b"b=2")], {"HTTP_COOKIE": "a=1; b=2"}),
        ([(b"accept", b"a/b"), (b"accept", b"c/d")], {"HTTP_ACCEPT": "a/b,c/d"}),
        ([(b"x_forwarded_for", b"192.0.2.1")], {}),
    ],
)
def test_headers(pairs: list[tuple[bytes, bytes]], expected: dict[str, str]) -> None:
    assert headers(pairs) == expected
