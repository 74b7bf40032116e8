"""A page's socket as one would build it: a consumer of Channels in one group of a layer, on the desk's own web server.

What one says is told to all. From outside come the class of the layer and the address of its Redis.
"""

import os
from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings

GROUP = "card"

settings.configure(
    CHANNEL_LAYERS={
        "default": {
            "BACKEND": f"channels_redis.{os.environ['BENCH_LAYER']}",
            "CONFIG": {"hosts": [os.environ["REDIS_URL"]]},
        }
    }
)


class Consumer(AsyncWebsocketConsumer):  # type: ignore[misc]  # it ships no types
    async def connect(self) -> None:
        await self.channel_layer.group_add(GROUP, self.channel_name)
        await self.accept()
        await self.send(text_data='{"hello": 1}')

    async def receive(self, text_data: str) -> None:
        await self.channel_layer.group_send(GROUP, {"type": "tell", "text": text_data})

    async def tell(self, event: dict[str, Any]) -> None:
        await self.send(text_data=event["text"])


application = Consumer.as_asgi()
