"""Which files a session changed, as paths inside its work tree."""

import re
from collections.abc import Iterable, Iterator, Sequence

from notes.rules.resuming.commands import command_of
from notes.rules.resuming.steps import Deed, text_in

FIELDS = {"Edit": "file_path", "MultiEdit": "file_path", "Write": "file_path", "NotebookEdit": "notebook_path"}
PATCH = "apply_patch"
_PATCHED = re.compile(r"^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)$", re.M)
_ABSOLUTE = re.compile(r"/|[A-Za-z]:/|~")


def touched(done: Iterable[Deed], roots: Sequence[str]) -> list[str]:
    """Each once, the one that was changed last at the end. What lies outside is nobody's business here."""
    found = [path for deed in done if not deed.failed for named in changed_by(deed) if (path := _inside(named, roots))]
    return list(dict.fromkeys(reversed(found)))[::-1]


def changed_by(deed: Deed) -> Iterator[str]:
    if field := FIELDS.get(deed.tool):
        yield text_in(deed.given, field)
    patch = text_in(deed.given, "input") if deed.tool == PATCH else command_of(deed)
    if "*** Begin Patch" in patch:
        yield from _PATCHED.findall(patch)


def _inside(named: str, roots: Sequence[str]) -> str:
    path = named.strip().replace("\\", "/")
    for root in roots:
        path = path.removeprefix(root.replace("\\", "/").rstrip("/") + "/")
    path = path.removeprefix("./")
    return "" if _ABSOLUTE.match(path) or ".." in path.split("/") else path
