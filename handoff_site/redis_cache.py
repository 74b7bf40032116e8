"""Redis as a cache that may go away: what this process remembers itself then does instead."""

import logging
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

from handoff_site.breaker import Breaker

log = logging.getLogger("handoff.cache")

# By address: Django makes a cache for each thread, and only one of them is to find out.
breakers: defaultdict[str, Breaker] = defaultdict(Breaker)


class RedisWhileThere(RedisCache):
    """Pages are only slower without it, and guesses at passwords are still counted, by each process for itself."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._breaker = breakers[server]
        self._nearby = LocMemCache("redis-is-away", {})

    @property
    def is_away(self) -> bool:
        return self._breaker.is_away

    def get(self, *args: Any, **named: Any) -> Any:
        return self._either("get", super().get, args, named)

    def set(self, *args: Any, **named: Any) -> Any:
        return self._either("set", super().set, args, named)

    def add(self, *args: Any, **named: Any) -> Any:
        return self._either("add", super().add, args, named)

    def touch(self, *args: Any, **named: Any) -> Any:
        return self._either("touch", super().touch, args, named)

    def incr(self, *args: Any, **named: Any) -> Any:
        return self._either("incr", super().incr, args, named)

    def delete(self, *args: Any, **named: Any) -> Any:
        return self._either("delete", super().delete, args, named)

    def has_key(self, *args: Any, **named: Any) -> Any:
        return self._either("has_key", super().has_key, args, named)

    def get_many(self, *args: Any, **named: Any) -> Any:
        return self._either("get_many", super().get_many, args, named)

    def set_many(self, *args: Any, **named: Any) -> Any:
        return self._either("set_many", super().set_many, args, named)

    def delete_many(self, *args: Any, **named: Any) -> Any:
        return self._either("delete_many", super().delete_many, args, named)

    def clear(self) -> Any:
        return self._either("clear", super().clear, (), {})

    def _either(self, name: str, ask: Callable[..., Any], args: tuple[Any, ...], named: dict[str, Any]) -> Any:
        if self._breaker.may_ask():
            try:
                found = ask(*args, **named)
            except RedisError as error:
                if self._breaker.failed():
                    says = "Redis does not answer (%s): this process remembers for itself until it does."
                    log.warning(says, type(error).__name__)
            else:
                if self._breaker.worked():
                    log.info("Redis answers again.")
                return found
        return getattr(self._nearby, name)(*args, **named)
