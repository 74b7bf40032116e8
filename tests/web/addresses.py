"""Every address of the site, filled in for what there is in a test."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from django.urls import URLPattern, get_resolver

PLACE = re.compile(r"<(?:\w+:)?(\w+)>|\(\?P<(\w+)>[^)]*\)")


def addresses(values: Mapping[str, Any]) -> list[str]:
    """By what stands at each place: `{"slug": "shop"}`. A place without a value fails, so that none is left out."""
    routes = _routes(get_resolver().url_patterns, "/")
    return sorted({PLACE.sub(lambda found: str(values[found[1] or found[2]]), route) for route in routes})


def _routes(patterns: Any, before: str) -> Iterator[str]:
    for pattern in patterns:
        route = before + str(pattern.pattern).removeprefix("^").removesuffix("$")
        if isinstance(pattern, URLPattern):
            yield route
        else:
            yield from _routes(pattern.url_patterns, route)
