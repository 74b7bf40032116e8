"""Each setting as somebody may write it, and the sentence for those who wrote it wrong."""

from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from handoff_site import environment
from handoff_site.environment import PublicUrl

DATA = Path("/data")
LOCAL = PublicUrl("http://localhost:8000", "localhost", secure=False)


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("serve", "http://localhost:8000"),
        ("serve --port 9000", "http://localhost:9000"),
        ("demo --host 0.0.0.0 --port=9000", "http://localhost:9000"),
        ("import_notes --port 9000", "http://localhost:8000"),
        ("", "http://localhost:8000"),
    ],
)
def test_links_lead_to_the_port_that_is_served(typed: str, expected: str) -> None:
    assert environment.own_address(["manage.py", *typed.split()]) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("http://localhost:8000", LOCAL),
        ("https://desk.example.org/", PublicUrl("https://desk.example.org", "desk.example.org", secure=True)),
        ("http://[::1]:8000", PublicUrl("http://[::1]:8000", "::1", secure=False)),
    ],
)
def test_public_url(value: str, expected: PublicUrl) -> None:
    assert environment.public_url(value) == expected


@pytest.mark.parametrize(
    ("value", "public", "expected"),
    [
        ("", LOCAL, ["localhost", "127.0.0.1", "[::1]"]),
        ("", PublicUrl("https://desk.example.org", "desk.example.org", secure=True),
         ["localhost", "127.0.0.1", "[::1]", "desk.example.org"]),
        ("a.example, 10.0.0.5,", LOCAL, ["a.example", "10.0.0.5", "localhost"]),
        ("a.example", PublicUrl("http://[2001:db8::1]", "2001:db8::1", secure=False),
         ["a.example", "[2001:db8::1]"]),
    ],
)  # fmt: skip
def test_allowed_hosts(value: str, public: PublicUrl, expected: list[str]) -> None:
    assert environment.allowed_hosts(value, public) == expected


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ("", "/data/desk.sqlite3"),
        ("sqlite:////var/lib/desk.sqlite3", "/var/lib/desk.sqlite3"),
        ("sqlite:///here/desk.sqlite3", "here/desk.sqlite3"),
        ("sqlite:////a%20folder/desk.sqlite3", "/a folder/desk.sqlite3"),
    ],
)
def test_sqlite(value: str, name: str) -> None:
    found = environment.database(value, DATA)
    assert (found["ENGINE"], found["NAME"]) == ("handoff_site.sqlite", name)
    assert found["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert found["OPTIONS"]["timeout"] == 20


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("postgresql://ann:p%40ss@db.example:5433/desk",
         {"NAME": "desk", "USER": "ann", "PASSWORD": "p@ss", "HOST": "db.example", "PORT": "5433"}),
        ("postgres://db.example/desk",
         {"NAME": "desk", "USER": "", "PASSWORD": "", "HOST": "db.example", "PORT": ""}),
        ("postgresql://postgres:@/desk?host=/run/postgresql",
         {"NAME": "desk", "USER": "postgres", "PASSWORD": "", "HOST": "/run/postgresql", "PORT": ""}),
    ],
)  # fmt: skip
def test_postgresql(value: str, expected: dict[str, str]) -> None:
    found = environment.database(value, DATA)
    assert found["ENGINE"] == "handoff_site.postgresql"
    assert {key: found[key] for key in expected} == expected


@pytest.mark.parametrize(
    ("query", "threads", "sizes"),
    [
        ("", 16, {"min_size": 1, "max_size": 20, "timeout": 5, "reconnect_timeout": 2}),
        ("", 4, {"max_size": 8}),
        ("?pool_max_size=6&pool_min_size=2", 16, {"min_size": 2, "max_size": 6}),
        ("?pool_min_size=9&pool_max_size=6", 16, {"min_size": 6, "max_size": 6}),
        ("?pool_timeout=30&sslmode=require", 16, {"timeout": 30, "max_size": 20}),
    ],
)
def test_the_pool_has_a_connection_for_each_thread_unless_told_otherwise(
    query: str, threads: int, sizes: dict[str, int]
) -> None:
    options = environment.database(f"postgresql://db.example/desk{query}", DATA, threads)["OPTIONS"]
    assert sizes.items() <= options["pool"].items()
    assert not [name for name in options if name.startswith("pool_")]


def test_a_server_that_does_not_answer_is_given_up_after_seconds_and_not_minutes() -> None:
    options = environment.database("postgresql://db.example/desk?connect_timeout=9", DATA)["OPTIONS"]
    assert (options["connect_timeout"], options["tcp_user_timeout"]) == ("9", "30000")


def test_postgresql_takes_other_options_from_the_query() -> None:
    found = environment.database("postgresql://db.example/desk?sslmode=require", DATA)
    assert found["OPTIONS"]["sslmode"] == "require"


@pytest.mark.parametrize(
    ("value", "backend"),
    [
        ("", "django.core.cache.backends.locmem.LocMemCache"),
        ("redis://cache.example:6379/0", "handoff_site.redis_cache.RedisWhileThere"),
        ("rediss://cache.example", "handoff_site.redis_cache.RedisWhileThere"),
        ("unix:///run/redis.sock", "handoff_site.redis_cache.RedisWhileThere"),
    ],
)
def test_cache(value: str, backend: str) -> None:
    assert environment.cache(value)["BACKEND"] == backend


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("", {"EMAIL_FILE_PATH": "/data/letters", "EMAIL_BACKEND": "handoff_site.letter_files.EmailBackend"}),
        ("file:///var/letters", {"EMAIL_FILE_PATH": "/var/letters"}),
        ("console:", {"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}),
        ("smtp://mail.example", {"EMAIL_HOST": "mail.example", "EMAIL_PORT": 25, "EMAIL_USE_TLS": False}),
        ("smtp://ann:p%40ss@mail.example?tls=starttls",
         {"EMAIL_PORT": 587, "EMAIL_HOST_USER": "ann", "EMAIL_HOST_PASSWORD": "p@ss", "EMAIL_USE_TLS": True}),
        ("smtp://mail.example:2465?tls=always", {"EMAIL_PORT": 2465, "EMAIL_USE_SSL": True}),
    ],
)  # fmt: skip
def test_email(value: str, expected: dict[str, Any]) -> None:
    found = environment.email(value, DATA, LOCAL)
    assert {key: found[key] for key in expected} == expected


@pytest.mark.parametrize(
    ("value", "public", "sender"),
    [
        ("", LOCAL, "handoff-desk@localhost"),
        ("", PublicUrl("http://[::1]:8000", "::1", secure=False), "handoff-desk@[IPv6:::1]"),
        ("smtp://mail.example", LOCAL, "handoff-desk@localhost"),
        ("smtp://mail.example?tls=starttls&from=desk@example.org", LOCAL, "desk@example.org"),
        ("smtp://mail.example?from=desk%2Bnotes@example.org", LOCAL, "desk+notes@example.org"),
        ("file:///letters?from=desk@example.org", LOCAL, "desk@example.org"),
        ("console:?from=desk@example.org", LOCAL, "desk@example.org"),
    ],
)
def test_who_letters_are_from(value: str, public: PublicUrl, sender: str) -> None:
    assert environment.email(value, DATA, public)["DEFAULT_FROM_EMAIL"] == f"Handoff Desk <{sender}>"


def a_database(value: str) -> dict[str, Any]:
    return environment.database(value, DATA)


def an_email(value: str) -> dict[str, Any]:
    return environment.email(value, DATA, LOCAL)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("127.0.0.1,::1", ["127.0.0.1", "::1"]),
        (" 10.0.0.0/8, 2001:db8::/32,", ["10.0.0.0/8", "2001:db8::/32"]),
        ("*", ["*"]),
    ],
)
def test_trusted_proxies(value: str, expected: list[str]) -> None:
    assert environment.trusted_proxies(value) == expected


@pytest.mark.parametrize("value", ["", "0123456789abcdef01234567"])
def test_a_token_for_the_metrics_is_long_or_there_is_none(value: str) -> None:
    assert environment.metrics_token(value) == value


@pytest.mark.parametrize("value", ["hush", "h\u00fcsh" * 6, "hush\n" * 6])
def test_a_token_that_is_not_taken_is_not_said(value: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="give at least 24 characters") as wrong:
        environment.metrics_token(value)
    assert value not in str(wrong.value)


WRONG = [
    (environment.public_url, "desk.example.org", "PUBLIC_URL is “desk.example.org”"),
    (environment.public_url, "https://desk.example.org/here", "give scheme and host alone"),
    (environment.public_url, "https://[desk", "PUBLIC_URL is not an address"),
    (lambda value: environment.allowed_hosts(value, LOCAL), "https://a.example", "ALLOWED_HOSTS is"),
    (a_database, "mysql://db.example/desk", "DATABASE_URL is “mysql://"),
    (a_database, "postgresql://db.example", "give postgresql://"),
    (
        lambda value: environment.database(value, DATA),
        "postgresql://db:99999/desk",
        "DATABASE_URL has a port",
    ),
    (a_database, "postgresql://db/desk?pool_size=9", "give pool_min_size=, pool_timeout="),
    (a_database, "postgresql://db/desk?pool_max_size=many", "pool_max_size= of DATABASE_URL is “many”"),
    (environment.threads, "0", "THREADS is “0”, which is not understood: give a whole number from 1 to 200."),
    (environment.threads, "²", "give a whole number from 1 to 200"),
    (environment.threads, "1000", "give a whole number from 1 to 200"),
    (a_database, "sqlite://", "or sqlite:////folder/desk.sqlite3"),
    (environment.cache, "cache.example:6379", "REDIS_URL is “cache.example:6379”"),
    (environment.cache, "redis:///0", "give redis://host:6379/0"),
    (an_email, "mail.example", "EMAIL_URL is “mail.example”"),
    (
        lambda value: environment.email(value, DATA, LOCAL),
        "smtp://mail.example?tls=yes",
        "give tls=none, tls=starttls",
    ),
    (an_email, "smtp://mail.example?from=a@b.example,c@d.example", "give from= with one address"),
    (an_email, "smtp://mail.example?from=desk", "EMAIL_URL is “from=desk”"),
    (an_email, "smtp://mail.example?from=a@b.example%0aBcc:x@y.example", "give from= with one address"),
    (an_email, "smtp://mail.example?tsl=starttls", "EMAIL_URL is “tsl=”, which is not understood: give tls= and from="),
    (an_email, "smtp://mail.example?tls=", "give tls=none, tls=starttls"),
    (an_email, "smtp://mail.example?from=", "give from= with one address"),
    (an_email, "smtp://mail.example?tls=always&timeout=9", "give tls= and from= alone"),
    (an_email, "file:///letters?tls=always", "give from= alone"),
    (environment.trusted_proxies, "10.0.0.1,proxy.example", "FORWARDED_ALLOW_IPS is “proxy.example”"),
    (environment.trusted_proxies, "10.0.0.1/8", "give addresses and networks"),
    (environment.log_format, "xml", "LOG_FORMAT is “xml”, which is not understood: give text or json."),
    (lambda value: environment.switch("DJANGO_DEBUG", value), "yes", "give 1 (on) or 0 (off)"),
]


@pytest.mark.parametrize(("read", "value", "says"), WRONG)
def test_what_is_wrong_is_said_with_how_to_be_right(read: Any, value: str, says: str) -> None:
    with pytest.raises(ImproperlyConfigured) as wrong:
        read(value)
    assert says in str(wrong.value)


@pytest.mark.parametrize("read", [environment.cache, a_database])
def test_a_password_is_never_said(read: Any) -> None:
    with pytest.raises(ImproperlyConfigured) as wrong:
        read("wrong://ann:hush@db.example/desk")
    assert "hush" not in str(wrong.value)
    assert "…@db.example" in str(wrong.value)


def test_a_secret_key_that_is_given_comes_before_the_one_that_is_kept(tmp_path: Path) -> None:
    (tmp_path / "secret_key").write_text("kept\n")
    assert environment.secret_key({"SECRET_KEY": "given"}, tmp_path) == "given"
    assert environment.secret_key({}, tmp_path) == "kept"


def test_old_keys_are_named_one_after_the_other() -> None:
    assert environment.old_secret_keys(" older, oldest,") == ["older", "oldest"]
    assert environment.old_secret_keys("") == []


def test_without_a_secret_key_the_desk_does_not_start(tmp_path: Path) -> None:
    with pytest.raises(ImproperlyConfigured, match="SECRET_KEY is not set and there is none in"):
        environment.secret_key({"SECRET_KEY": ""}, tmp_path)
