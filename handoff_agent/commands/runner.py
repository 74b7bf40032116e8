"""runner: keeps notes in work trees and the desk in step, until it is stopped."""

import argparse
import os
from collections.abc import Callable
from pathlib import Path

from handoff_agent.connection import connection
from handoff_agent.ended import refused, wrong_use
from handoff_agent.given import options
from handoff_agent.runner.note_file import NAME

try:
    from handoff_agent.runner.link import NotWelcome, Runner
except ModuleNotFoundError as missing:
    if missing.name != "websockets":
        raise
    Runner = None  # type: ignore[assignment, misc]

MISSING = "`handoff runner` needs a package more: pip install 'handoff-desk[runner]'."
NOT_WELCOME = (
    "The desk takes this token for no runner's: make one with `manage.py create_token --kind runner --agent NAME`, and "
    "set it as HANDOFF_RUNNER_TOKEN."
)
TOKEN, FILE = "HANDOFF_RUNNER_TOKEN", "HANDOFF_NOTE_FILE"  # names


def runner_parser(parser: argparse.ArgumentParser) -> Callable[[argparse.Namespace], None]:
    parser.add_argument(
        "folders", nargs="*", metavar="FOLDER", help="work trees; all others of their clones come along"
    )
    parser.add_argument("--file", metavar="NAME", help=f"where the note lies in a work tree ({NAME})")
    return run


def run(parsed: argparse.Namespace) -> None:
    if Runner is None:
        raise wrong_use(MISSING)
    if own := os.environ.get(TOKEN):
        os.environ["HANDOFF_TOKEN"] = own
    desk = connection(options(parsed))
    folders = [Path(folder) for folder in parsed.folders or ["."]]
    file = parsed.file or os.environ.get(FILE) or NAME
    try:
        Runner(desk, folders, file).run()
    except NotWelcome:
        raise refused(NOT_WELCOME) from None


PARTS = {"runner": runner_parser}
