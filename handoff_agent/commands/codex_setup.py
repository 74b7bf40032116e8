"""codex-setup: what connects Codex in this repository."""

import argparse
import json
from collections.abc import Callable
from pathlib import Path

from handoff_agent import words
from handoff_agent.ended import refused
from handoff_agent.hooks.codex_file import with_ours
from handoff_agent.stdout import say
from handoff_agent.work_tree import work_tree

PLACE = Path(".codex") / "hooks.json"
NEXT = """\
Codex runs them once you have trusted them: start codex in this repository and look at /hooks.
For the tools as well:
  codex mcp add handoff -- handoff mcp
What they talk to is said by the environment or by .handoff.toml: `handoff doctor` shows it.
"""


def codex_setup_parser(parser: argparse.ArgumentParser) -> Callable[[argparse.Namespace], None]:
    parser.add_argument("--print", action="store_true", dest="shown", help="prints hooks.json and writes nothing")
    return codex_setup


def codex_setup(parsed: argparse.Namespace) -> None:
    tree = work_tree(Path.cwd())
    path = (tree.top if tree else Path.cwd()) / PLACE
    made = json.dumps(_made(path), ensure_ascii=False, indent=2) + "\n"
    if parsed.shown:
        say(made)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(made, "utf-8")
    say(f"The hooks of Handoff Desk are in {words.one_line(str(path))}; what else was there is kept.\n{NEXT}")


def _made(path: Path) -> dict[str, object]:
    try:
        found = json.loads(path.read_text("utf-8")) if path.exists() else {}
        if not isinstance(found, dict):
            raise ValueError("it is no object")
        return with_ours(found)
    except ValueError as error:
        why = words.one_line(str(error))
        raise refused(f"{path} is no file of hooks ({why}): mend it, or move it away, and start again.") from None


PARTS = {"codex-setup": codex_setup_parser}
