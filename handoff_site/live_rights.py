"""What a browser may glance at, by the cookies that it opened its socket with."""

from collections.abc import Collection
from dataclasses import dataclass

from django.conf import settings
from django.db import Error, connection
from django.http import parse_cookie

from handoff_site import inner_call
from handoff_site.bridge import Bridge
from handoff_site.wsgi_environ import Scope
from notes.queries.live_view import projects_glanced_at
from notes.queries.sign_ins import signed_in
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
    """Asked of Django as a request. None for who is not signed in, or not any more. Raises Unknown."""
    asked = f"{PATH}?project={page.project or ''}&card={page.card or ''}&at={at or ''}"
    found = await inner_call.ask(http, scope, "GET", asked, carried=CARRIED)
    if found.status >= 500:
        raise Unknown
    if found.status != 200:
        return None
    said = found.json
    projects = frozenset(said["projects"])
    return Rights(said["user"], said["name"], projects, said["sees_card"], said["newest"], said["is_behind"])


def projects_by_cookie(cookies: Collection[bytes]) -> dict[bytes, frozenset[int]]:
    """Of those who are signed in still. Waits for the database; raises Unknown.

    As pages know who asks, but without a request for each: of thousands of open pages, that was too much for the
    pages that are asked for meanwhile.
    """
    try:
        people = {cookie: signed_in(_session(cookie)) for cookie in cookies}
        return {cookie: frozenset(projects_glanced_at(user)) for cookie, user in people.items() if user}
    except Error:
        raise Unknown from None
    finally:
        connection.close_if_unusable_or_obsolete()


def _session(cookie: bytes) -> str:
    return parse_cookie(cookie.decode("latin1")).get(settings.SESSION_COOKIE_NAME, "")
