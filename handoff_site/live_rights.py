"""What a browser may glance at: asked of Django, as a request with the cookies that it opened its socket with."""

from dataclasses import dataclass

from handoff_site import inner_call
from handoff_site.bridge import Bridge
from handoff_site.wsgi_environ import Scope
from notes.rules.watching import Page

PATH = "/live/"
CARRIED = (b"cookie", b"host")


class Unknown(Exception):
    """Nobody can say at the moment."""


@dataclass(frozen=True, slots=True)
class Rights:
    """`newest` is the event up to which the answer looked; `is_behind`: the page does not show all of that yet."""

    user: int
    name: str
    projects: frozenset[int]
    sees_card: bool
    newest: int
    is_behind: bool


async def rights_of(http: Bridge, scope: Scope, page: Page, at: int = 0) -> Rights | None:
    """None for who is not signed in, or not any more. Raises Unknown."""
    asked = f"{PATH}?project={page.project or ''}&card={page.card or ''}&at={at or ''}"
    found = await inner_call.ask(http, scope, "GET", asked, carried=CARRIED)
    if found.status >= 500:
        raise Unknown
    if found.status != 200:
        return None
    said = found.json
    projects = frozenset(said["projects"])
    return Rights(said["user"], said["name"], projects, said["sees_card"], said["newest"], said["is_behind"])
