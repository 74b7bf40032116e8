"""What a request meets before it comes to the desk: an id, the probes, and the word of the proxies about its sender."""

from typing import Any

from django.conf import settings
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from handoff_site import asgi
from handoff_site.probes import Probes
from handoff_site.request_ids import RequestIds

proxied: Any = ProxyHeadersMiddleware(asgi.application, settings.TRUSTED_PROXIES)  # type: ignore[arg-type]
application = RequestIds(Probes(proxied, settings.METRICS_TOKEN), proxied.trusted_hosts)
