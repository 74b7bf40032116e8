"""sort: what of a session goes on to the next, and how. Needs no desk."""

import argparse
from collections.abc import Callable, Iterator

from handoff_agent.connection import tell
from handoff_agent.given import text_of
from handoff_agent.stdout import say, say_json
from handoff_agent.transcripts import Said, said_in
from notes.rules.resuming.sorting import Sorted, sort_line

TITLES = {"pass": "Word for word", "summarise": "Summarise"}
Found = list[tuple[str, Sorted]]


def sort_parser(parser: argparse.ArgumentParser) -> Callable[[argparse.Namespace], None]:
    parser.add_argument("file", metavar="FILE|-", help="a transcript (JSON lines), or any text")
    parser.add_argument("--json", action="store_true", help="every line with its pile and the reason")
    return sort


def sort(parsed: argparse.Namespace) -> None:
    found = list(_once(said_in(text_of(parsed.file))))
    if parsed.json:
        say_json([{"text": line, "pile": s.pile, "why": s.why, "exact": list(s.exact)} for line, s in found])
        return
    say("\n".join(_told(found)))
    dropped = sum(sorted_.pile == "drop" for _, sorted_ in found)
    tell(f"{dropped} of {len(found)} lines are left out; the record of the run keeps them.")


def _once(said: Iterator[Said]) -> Iterator[tuple[str, Sorted]]:
    """What was said twice goes on once."""
    for kind, line in dict.fromkeys(said):
        yield line, sort_line(kind, line)


def _told(found: Found) -> Iterator[str]:
    for pile, title in TITLES.items():
        yield f"## {title}"
        for line, sorted_ in found:
            if sorted_.pile == pile:
                exact = f" (exactly: {', '.join(sorted_.exact)})" if pile == "summarise" and sorted_.exact else ""
                yield f"- {line.strip()}{exact}"
        yield ""


PARTS = {"sort": sort_parser}
