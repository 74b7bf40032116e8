"""mcp: the tools of the desk for an agent, over stdin and stdout."""

import argparse
from collections.abc import Callable

from handoff_agent.ended import wrong_use
from handoff_agent.given import options

try:
    from handoff_agent.mcp.beside import serve
except ModuleNotFoundError as missing:
    if missing.name != "mcp":
        raise
    serve = None  # type: ignore[assignment]

MISSING = "`handoff mcp` needs the SDK of MCP: pip install 'handoff-desk[mcp]'."


def mcp_parser(parser: argparse.ArgumentParser) -> Callable[[argparse.Namespace], None]:  # noqa: ARG001
    return mcp


def mcp(parsed: argparse.Namespace) -> None:
    if serve is None:
        raise wrong_use(MISSING)
    serve(options(parsed))


PARTS = {"mcp": mcp_parser}
