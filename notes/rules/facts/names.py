"""What a fact may be called, and which names are one to whoever reads them."""

import unicodedata
from collections.abc import Iterable, Mapping

from notes.rules.hygiene.reveal import reveal
from notes.rules.hygiene.secrets import shown
from notes.rules.problems import Problem

LONGEST_NAME = 80

# A read-back carries the facts and the next action side by side; dots would be folded away in an address.
_RESERVED_NAMES = frozenset({"next_action", ".", ".."})


def name_fault(name: str) -> str | None:
    if not name.strip():
        return "may not be empty: give it a short one, such as 'EMD'"
    if len(name) > LONGEST_NAME:
        return f"has at most {LONGEST_NAME} characters, this one has {len(name)}: shorten it"
    if name != name.strip():
        return "may not begin or end with a space: leave it out"
    if "/" in name or "\\" in name:
        return "stands in addresses and may hold no slash: write 'or' or a dash instead"
    if folded(name) in _RESERVED_NAMES:
        return f"cannot be {name!r}, which means something else: choose another"
    hidden = next((label for _, label in reveal(name) if label), None)
    if hidden or "\t" in name or len(name.splitlines()) > 1:
        return f"is one line without hidden characters: leave out {hidden or 'the tab or line break'}"
    return None


def by_fold(names: Iterable[str]) -> dict[str, str]:
    """Each name under what is the same for all names that a reader takes for it."""
    return {folded(name): name for name in names}


def check_same_name(name: str, known: Mapping[str, str]) -> Problem | None:
    """Two facts of one card are told apart by more than letter case and the encoding of accents."""
    twin = known.get(folded(name), name)
    if twin == name:
        return None
    yours = shown(name, LONGEST_NAME)
    says = f"{yours!r} is {twin!r} but for letter case or how its accents are encoded: use {twin!r} as it stands."
    return Problem("fact.name_taken", says, detail={"fact": twin, "yours": yours})


def folded(name: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", name).casefold())
