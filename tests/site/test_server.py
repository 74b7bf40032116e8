"""How the server process is set up."""

import asyncio
import gc

import pytest
import uvicorn

from handoff_site.server import Server, config


def test_what_is_loaded_at_the_start_is_not_looked_through_for_garbage(monkeypatch: pytest.MonkeyPatch) -> None:
    async def listens_nowhere(self: uvicorn.Server, sockets: object = None) -> None:
        pass

    monkeypatch.setattr(uvicorn.Server, "startup", listens_nowhere)
    try:
        asyncio.run(Server(config("127.0.0.1", 0)).startup())
        assert gc.get_freeze_count() > 0
    finally:
        gc.unfreeze()
