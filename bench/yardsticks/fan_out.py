"""The least that telling many at once can cost: what comes on one connection is written to all others.

`python -m bench.yardsticks.fan_out PORT`
"""

import asyncio
import sys
from typing import cast

import uvloop

connections: set[asyncio.Transport] = set()


class FanOut(asyncio.Protocol):
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        connections.add(self.transport)

    def data_received(self, data: bytes) -> None:
        for each in connections:
            if each is not self.transport:
                each.write(data)

    def connection_lost(self, _: Exception | None) -> None:
        connections.discard(self.transport)


async def serve(port: int) -> None:
    server = await asyncio.get_running_loop().create_server(FanOut, "127.0.0.1", port, backlog=2048)
    await server.serve_forever()


if __name__ == "__main__":
    uvloop.run(serve(int(sys.argv[1])))
