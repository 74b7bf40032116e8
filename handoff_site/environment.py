"""Reads settings from the environment. Pure: plain strings in, plain values out, one sentence when wrong."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from ipaddress import ip_network
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

# A writer waits for its turn instead of failing; an acknowledged write is on the disk.
SQLITE_OPTIONS = {
    "timeout": 20,
    "transaction_mode": "IMMEDIATE",
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
}


# The commands that listen on a port.
SERVES = frozenset({"serve", "demo"})
SHORTEST_TOKEN = 24
THREADS = 16
# Besides those of the requests: the mail worker, the watcher, and the two that look after the process.
OTHER_THREADS = 4
# A server that is restarted is waited for; one that stays away is said to be away. Libpq's own are minutes.
POOL = {"min_size": 1, "timeout": 5, "reconnect_timeout": 2}
POSTGRESQL_OPTIONS = {"connect_timeout": "5", "keepalives_idle": "30", "tcp_user_timeout": "30000"}


@dataclass(frozen=True, slots=True)
class PublicUrl:
    """The address under which people reach the desk."""

    origin: str
    host: str
    secure: bool


def own_address(typed: Sequence[str]) -> str:
    """Where links lead unless PUBLIC_URL says so: to this machine, at the port that the command serves."""
    port = re.search(r" --port[ =](\d+)", " ".join(typed)) if SERVES.intersection(typed[1:2]) else None
    return f"http://localhost:{port[1] if port else 8000}"


def public_url(value: str) -> PublicUrl:
    parts = _split("PUBLIC_URL", value)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise _wrong("PUBLIC_URL", value, "an address such as https://desk.example.org")
    if parts.path.strip("/") or parts.query or parts.fragment or parts.username:
        raise _wrong("PUBLIC_URL", value, "scheme and host alone, such as https://desk.example.org")
    return PublicUrl(f"{parts.scheme}://{parts.netloc}", parts.hostname, parts.scheme == "https")


def allowed_hosts(value: str, public: PublicUrl) -> list[str]:
    """The hosts named, or those of this machine; the public one always. IPv6 hosts wear brackets."""
    named = [host.strip() for host in value.split(",") if host.strip()] or ["localhost", "127.0.0.1", "[::1]"]
    if wrong := next((host for host in named if "/" in host or " " in host), None):
        raise _wrong("ALLOWED_HOSTS", wrong, "names with commas between them, such as desk.example.org,10.0.0.5")
    own = f"[{public.host}]" if ":" in public.host else public.host
    return list(dict.fromkeys([*named, own]))


def threads(value: str) -> int:
    """How many requests a web process answers at once; each may hold a connection to the database."""
    return _number("THREADS", value, 1, 200)


def database(value: str, data_folder: Path, threads: int = THREADS) -> dict[str, Any]:
    if not value:
        return _sqlite(str(data_folder / "desk.sqlite3"))
    parts = _split("DATABASE_URL", value)
    if parts.scheme == "sqlite" and parts.path.strip("/"):
        return _sqlite(unquote(parts.path.removeprefix("/")))
    if parts.scheme in ("postgresql", "postgres") and parts.path.strip("/"):
        return _postgresql(parts, threads)
    raise _wrong(
        "DATABASE_URL",
        _hide(parts),
        "postgresql://user:password@host:5432/name or sqlite:////folder/desk.sqlite3",
    )


def cache(value: str) -> dict[str, Any]:
    if not value:
        return {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    parts = _split("REDIS_URL", value)
    if {"redis": parts.hostname, "rediss": parts.hostname, "unix": parts.path}.get(parts.scheme):
        # A server that hangs holds nobody up for longer than it would have saved: see also breaker.py.
        hurry = {"socket_timeout": 0.05, "socket_connect_timeout": 0.05}
        return {"BACKEND": "handoff_site.redis_cache.RedisWhileThere", "LOCATION": value, "OPTIONS": hurry}
    raise _wrong("REDIS_URL", _hide(parts), "redis://host:6379/0, rediss://host:6379/0 or unix:///run/redis.sock")


def email(value: str, data_folder: Path, public: PublicUrl) -> dict[str, Any]:
    """The EMAIL_ settings of Django: letters become files in the data folder unless told otherwise."""
    if not value:
        return _email_files(str(data_folder / "letters")) | _email_from([], public)
    parts = _split("EMAIL_URL", value)
    query = _email_query(parts)
    sender = _email_from(query.get("from", []), public)
    if parts.scheme == "console":
        return {"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"} | sender
    if parts.scheme == "file" and parts.path:
        return _email_files(unquote(parts.path)) | sender
    if parts.scheme == "smtp" and parts.hostname:
        return _email_smtp(parts, query) | sender
    right = "smtp://user:password@host:587?tls=starttls&from=desk@example.org, file:///folder or console:"
    raise _wrong("EMAIL_URL", _hide(parts), right)


def trusted_proxies(value: str) -> list[str]:
    """Whose word is taken for address, scheme and id of a request: addresses and networks, or `*` for anyone's."""
    named = [proxy.strip() for proxy in value.split(",") if proxy.strip()]
    for proxy in named:
        try:
            proxy == "*" or ip_network(proxy)
        except ValueError:
            right = "addresses and networks with commas between them, such as 127.0.0.1,10.0.0.0/8"
            raise _wrong("FORWARDED_ALLOW_IPS", proxy, right) from None
    return named


def metrics_token(value: str) -> str:
    """Whoever has it may read the metrics; none means that nobody may."""
    if value and (len(value) < SHORTEST_TOKEN or not value.isascii() or not value.isprintable()):
        right = f"at least {SHORTEST_TOKEN} characters of ASCII, such as `openssl rand -hex 24` prints"
        raise ImproperlyConfigured(f"METRICS_TOKEN is too short or has odd characters: give {right}.")
    return value


def log_format(value: str) -> str:
    if value not in ("text", "json"):
        raise _wrong("LOG_FORMAT", value, "text or json")
    return value


def switch(name: str, value: str) -> bool:
    if value not in ("", "0", "1"):
        raise _wrong(name, value, "1 (on) or 0 (off)")
    return value == "1"


def secret_key(environ: Mapping[str, str], data_folder: Path) -> str:
    """The key given, or the one that `manage.py serve` made and keeps in the data folder."""
    given = environ.get("SECRET_KEY", "")
    kept = data_folder / "secret_key"
    if not given and kept.is_file():
        given = kept.read_text(encoding="ascii").strip()
    if given:
        return given
    raise ImproperlyConfigured(
        f"SECRET_KEY is not set and there is none in {data_folder}: set it to a long random text, "
        "the same for every process of the desk, or start with `manage.py serve`, which makes one."
    )


def old_secret_keys(value: str) -> list[str]:
    """What was signed with these still holds: people stay signed in while the key is changed."""
    return [key.strip() for key in value.split(",") if key.strip()]


def _sqlite(name: str) -> dict[str, Any]:
    return {
        "ENGINE": "handoff_site.sqlite",
        "NAME": name,
        "CONN_MAX_AGE": None,  # one connection a thread: opening the file costs more than most reads
        "OPTIONS": dict(SQLITE_OPTIONS),
    }


def _postgresql(parts: SplitResult, threads: int) -> dict[str, Any]:
    query = {name: values[-1] for name, values in parse_qs(parts.query).items()}
    return {
        "ENGINE": "handoff_site.postgresql",
        "NAME": unquote(parts.path.strip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        # A socket folder comes as ?host=/run/postgresql, since it cannot stand before the path.
        "HOST": query.pop("host", parts.hostname or ""),
        "PORT": str(_port("DATABASE_URL", parts) or ""),
        "OPTIONS": {"pool": _pool(query, threads), **POSTGRESQL_OPTIONS, **query},
    }


def _pool(query: dict[str, str], threads: int) -> dict[str, int]:
    """`pool_max_size` and the like are for the pool; all else in the query is for PostgreSQL."""
    sizes = POOL | {"max_size": threads + OTHER_THREADS}
    for name in [name for name in query if name.startswith("pool_")]:
        if (size := name.removeprefix("pool_")) not in sizes:
            known = ", ".join(f"pool_{size}=" for size in sizes)
            raise _wrong("DATABASE_URL", f"{name}=", f"{known} or an option of PostgreSQL after the “?”")
        sizes[size] = _number(f"{name}= of DATABASE_URL", query.pop(name), 1, 1_000)
    return sizes | {"min_size": min(sizes["min_size"], sizes["max_size"])}


def _email_files(folder: str) -> dict[str, Any]:
    return {"EMAIL_BACKEND": "handoff_site.letter_files.EmailBackend", "EMAIL_FILE_PATH": folder}


def _email_query(parts: SplitResult) -> dict[str, list[str]]:
    """A name with a slip in it would send a password in the clear, or letters from another address."""
    query = parse_qs(parts.query, keep_blank_values=True)
    known = ("tls", "from") if parts.scheme == "smtp" else ("from",)
    for name in query:
        if name not in known:
            raise _wrong("EMAIL_URL", f"{name}=", " and ".join(f"{each}=" for each in known) + " alone after the “?”")
    return query


def _email_from(given: list[str], public: PublicUrl) -> dict[str, Any]:
    """Who the letters are from. A mail server may know no other host than its own, so it can be told."""
    host = f"[IPv6:{public.host}]" if ":" in public.host else public.host
    sender = given[-1].strip() if given else f"handoff-desk@{host}"
    if not re.fullmatch(r"[^\s@<>(),:;\"\[\]\\]+@([^\s@<>(),:;\"\[\]\\]+|\[[0-9A-Za-z.:]+\])", sender):
        raise _wrong("EMAIL_URL", f"from={sender}", "from= with one address, such as from=desk@example.org")
    return {"DEFAULT_FROM_EMAIL": f"Handoff Desk <{sender}>", "SERVER_EMAIL": sender}


def _email_smtp(parts: SplitResult, query: dict[str, list[str]]) -> dict[str, Any]:
    tls = query.get("tls", ["none"])[-1]
    if tls not in ("none", "starttls", "always"):
        raise _wrong("EMAIL_URL", f"tls={tls}", "tls=none, tls=starttls or tls=always")
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": _port("EMAIL_URL", parts) or {"none": 25, "starttls": 587, "always": 465}[tls],
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_TLS": tls == "starttls",
        "EMAIL_USE_SSL": tls == "always",
        "EMAIL_TIMEOUT": 20,
    }


def _split(name: str, value: str) -> SplitResult:
    try:
        return urlsplit(value)
    except ValueError as reason:
        raise ImproperlyConfigured(f"{name} is not an address: {reason}.") from None


def _port(name: str, parts: SplitResult) -> int | None:
    try:
        return parts.port
    except ValueError:
        raise ImproperlyConfigured(f"{name} has a port that is not a number from 0 to 65535.") from None


def _number(name: str, value: str, least: int, most: int) -> int:
    if not (value.isascii() and value.isdecimal() and least <= int(value) <= most):
        raise _wrong(name, value, f"a whole number from {least} to {most:,}")
    return int(value)


def _hide(parts: SplitResult) -> str:
    """The address without its password, since what is wrong gets printed and logged."""
    host = parts.netloc.rpartition("@")[2]
    return parts._replace(netloc=f"…@{host}" if parts.username or parts.password else host).geturl()


def _wrong(name: str, value: str, right: str) -> ImproperlyConfigured:
    return ImproperlyConfigured(f"{name} is “{value}”, which is not understood: give {right}.")
