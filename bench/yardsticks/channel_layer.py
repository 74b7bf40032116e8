"""The usual way to tell many at once: one group of a channel layer on Redis, and a task for each who listens.

`python -m bench.yardsticks.channel_layer LAYER REDIS PORT`, where LAYER is a class of channels_redis.
"""

import asyncio
import sys
from typing import Any

import uvloop
from channels_redis.core import RedisChannelLayer
from channels_redis.pubsub import RedisPubSubChannelLayer

LAYERS = {"core.RedisChannelLayer": RedisChannelLayer, "pubsub.RedisPubSubChannelLayer": RedisPubSubChannelLayer}
GROUP = "card"
# What a connection says first, and what who listens is told.
TELLER, LISTENER, READY = b"teller\n", b"listener\n", b"ready\n"


class Door:
    def __init__(self, layer: Any) -> None:
        self.layer = layer

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if await reader.readline() == TELLER:
            while data := await reader.read(4096):
                await self.layer.group_send(GROUP, {"type": "tell", "bytes": data})
        else:
            await self._consume(writer)

    async def _consume(self, writer: asyncio.StreamWriter) -> None:
        channel = await self.layer.new_channel()
        await self.layer.group_add(GROUP, channel)
        writer.write(READY)
        while not writer.is_closing():
            message = await self.layer.receive(channel)
            writer.write(message["bytes"])


async def serve(layer: str, redis: str, port: int) -> None:
    door = Door(LAYERS[layer](hosts=[redis]))
    server = await asyncio.start_server(door, "127.0.0.1", port, backlog=2048)
    await server.serve_forever()


if __name__ == "__main__":
    uvloop.run(serve(sys.argv[1], sys.argv[2], int(sys.argv[3])))
