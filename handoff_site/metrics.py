"""What the process counts and what the database tells, in the words of Prometheus.

Requests are counted as they end, without a path or a name: a route is the pattern of an address. All else is read when
somebody asks. What begins with `handoff_desk_` is of the whole desk, and each process tells the same.
"""

from collections import Counter
from collections.abc import Iterator

from django.db import Error, connection
from django.http import HttpRequest
from django.utils import timezone
from prometheus_client import (
    CollectorRegistry,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from handoff_site.redis_cache import breakers
from notes.live.hub import hub
from notes.queries import figures

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)

# When each was first counted: as many lines again, which nobody reads.
disable_created_metrics()  # type: ignore[no-untyped-call]
registry = CollectorRegistry()
ProcessCollector(registry=registry)
requests = Histogram(
    "handoff_request_seconds",
    "Requests by route, method and class of status.",
    ("route", "method", "status"),
    buckets=BUCKETS,
    registry=registry,
)
long_polls = Histogram(
    "handoff_long_poll_seconds",
    "Requests that waited for a decision, by class of status; 4xx are those that left.",
    ("status",),
    buckets=(1, 5, 10, 25, 60, 120),
    registry=registry,
)


def count(request: HttpRequest, status: int, seconds: float) -> None:
    method = request.method if request.method in METHODS else "OTHER"
    requests.labels(_route(request), method, _class(status)).observe(seconds)


def count_long_poll(status: int, seconds: float) -> None:
    long_polls.labels(_class(status)).observe(seconds)


def scrape() -> bytes:
    """In one thread, whose connection goes back to the pool."""
    try:
        return generate_latest(registry)
    finally:
        connection.close_if_unusable_or_obsolete()


class OfProcess(Collector):
    def collect(self) -> Iterator[Metric]:
        yield GaugeMetricFamily("handoff_long_polls_waiting", "Requests that wait for a decision.", hub.waiting)
        away = any(breaker.is_away for breaker in breakers.values())
        yield GaugeMetricFamily("handoff_redis_away", "1 while this process goes on without Redis.", away)
        failures = sum(breaker.failures for breaker in breakers.values())
        yield CounterMetricFamily("handoff_redis_errors", "Calls that Redis did not answer.", failures)
        if pool := getattr(connection, "pool", None):
            yield from _of_pool(pool.get_stats())


class OfDesk(Collector):
    """Saves are counted from the first scrape on, each since the one before."""

    def __init__(self) -> None:
        self._seen: int | None = None
        self._saves: Counter[tuple[str, str]] = Counter()

    def collect(self) -> Iterator[Metric]:
        try:
            found = list(self._read())
        except Error:
            found = []
        yield GaugeMetricFamily("handoff_database_up", "Whether the database answers this process.", bool(found))
        yield from found

    def describe(self) -> list[Metric]:
        """Asked when it is registered, where no database is needed yet."""
        return []

    def _read(self) -> Iterator[Metric]:
        now = timezone.now()
        yield _gauge("handoff_desk_letters", "Letters by state.", "state", figures.letters())
        behind = figures.seconds_behind(now)
        yield GaugeMetricFamily("handoff_desk_letters_behind_seconds", "How long a letter is due that waits.", behind)
        yield _gauge("handoff_desk_decisions", "Decisions that stand.", "state", figures.decisions(now))
        yield self._read_saves(figures.newest_event(now))

    def _read_saves(self, newest: int) -> Metric:
        if self._seen is not None:
            self._saves += figures.saves(self._seen, newest)
        self._seen = newest
        family = CounterMetricFamily("handoff_desk_saves", "Writes of notes by outcome.", labels=("outcome", "reasons"))
        for outcome, number in sorted(self._saves.items()):
            family.add_metric(outcome, number)
        return family


registry.register(OfProcess())
registry.register(OfDesk())


def _of_pool(stats: dict[str, int]) -> Iterator[Metric]:
    sizes = {state: stats.get(f"pool_{state}", 0) for state in ("size", "available", "max")}
    yield _gauge("handoff_database_pool", "Connections of the pool.", "state", sizes)
    waiting = stats.get("requests_waiting", 0)
    yield GaugeMetricFamily("handoff_database_pool_waiting", "Threads that wait for a connection.", waiting)
    errors = CounterMetricFamily("handoff_database_errors", "What the pool met with.", labels=("kind",))
    for kind, name in {"connect": "connections_errors", "lost": "returns_bad", "no_turn": "requests_errors"}.items():
        errors.add_metric((kind,), stats.get(name, 0))
    yield errors


def _gauge(name: str, about: str, label: str, values: dict[str, int]) -> Metric:
    family = GaugeMetricFamily(name, about, labels=(label,))
    for value, number in values.items():
        family.add_metric((value,), number)
    return family


def _route(request: HttpRequest) -> str:
    """The pattern, with the names of its parts and not with what stands there; static files have none."""
    match = request.resolver_match
    return f"/{match.route}" if match else "none"


def _class(status: int) -> str:
    return f"{status // 100}xx"
