"""The desk as an ASGI application: plain HTTP goes to Django in threads, /mcp to tools that ask Django in turn, and
sockets to what keeps pages up to date.
"""

from typing import Any

from django.conf import settings

# First: it sets Django up, and what comes after it knows models.
import handoff_site.wsgi
from handoff_site import runner_door
from handoff_site.bridge import Bridge
from handoff_site.live_door import LiveDoor
from handoff_site.mcp_door import McpDoor
from handoff_site.request_body import Receive, Send
from handoff_site.runner_door import RunnerDoor

http = Bridge(
    handoff_site.wsgi.application, threads=settings.THREADS, largest_body=settings.DATA_UPLOAD_MAX_MEMORY_SIZE
)
live = LiveDoor(http, settings.PUBLIC_URL)
runners = RunnerDoor(http)
mcp = McpDoor(
    http,
    hosts=settings.ALLOWED_HOSTS,
    public_url=settings.PUBLIC_URL,
    largest_body=settings.DATA_UPLOAD_MAX_MEMORY_SIZE,
)


async def application(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    if scope["type"] == "http":
        await (mcp if mcp.takes(scope) else http)(scope, receive, send)
    elif scope["type"] == "websocket":
        await (runners if scope["path"] == runner_door.PATH else live)(scope, receive, send)
    else:
        # Start and stop of the server: what runs the requests to the tools begins and ends with it.
        await mcp.tools(scope, receive, send)
