"""The server's WebSocket protocol for many pages that stay open for hours and are all told the same."""

from typing import Any

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Request


class LeanWebSockets(WebSocketsSansIOProtocol):
    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        # The application has them too. What a browser sends takes more memory than all that the desk knows of a page.
        event.headers.clear()

    async def send(self, message: Any) -> None:
        """A frame that was made once for all is written as it is, where nothing stands in the way.

        Raises OSError where nothing can be sent any more: also after the server gave up a browser by itself.
        """
        if self.close_sent:
            raise ClientDisconnected
        made = message.get("frame")
        if made is None or not self._is_free:
            await super().send(message)
        else:
            self.transport.write(made)
        if message["type"] == "websocket.close":
            self._end_soon()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self._end_soon()

    def _end_soon(self) -> None:
        """A browser that takes nothing would keep the connection for ever, with what it was to read."""
        self.loop.call_later(self.close_timeout, self.transport.abort)

    @property
    def _is_free(self) -> bool:
        is_open = self.handshake_complete and not self.close_sent and not self.transport.is_closing()
        return is_open and self.writable.is_set() and not self.conn.extensions


def frame(text: str) -> bytes:
    return Frame(Opcode.TEXT, text.encode()).serialize(mask=False)
