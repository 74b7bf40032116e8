"""Who wrote a commit: a person, an agent, or nobody knows.

The author decides, and then the co-author trailers: a commit that an agent had a hand in is the agent's.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from notes.rules.importing.known_agents import (
    AGENTS,
    BEHIND_A_PERSON,
    BOT_EMAILS,
    BOT_NAMES,
    NO_ONES_EMAIL,
    NOBODY,
    Agent,
    Override,
)

PERSON = "person"
UNKNOWN = "unknown"
_TRAILER = re.compile(r"^(?:co-?author(?:ed)?(?:-by)?|generated-by)[ \t]*:(.*)", re.IGNORECASE | re.MULTILINE)
_LONGEST = 500  # of a name or an address: the patterns of known agents are made for such


Kind = Literal["person", "agent", "unknown"]


class Signer(NamedTuple):
    name: str
    email: str

    def __str__(self) -> str:
        return f"{self.name} <{self.email}>"


class CommitAuthor(NamedTuple):
    """`model` holds the words of the signature where they say more than the agent's name."""

    kind: Kind
    name: str
    model: str = ""


def author_of(author: Signer, message: str, overrides: Sequence[Override] = ()) -> CommitAuthor:
    author = _signer(*author)
    behind = BEHIND_A_PERSON.match(author.name)
    person = behind["person"] if behind else author.name
    if found := _agent(author, overrides):
        return CommitAuthor("agent", found, _model(found, author.name))
    if behind:
        return CommitAuthor("agent", f"{behind['agent'].lower()} with {person}")
    for signer in trailers(message):
        if found := _agent(signer, overrides):
            name = found if _is_nobody(author) else f"{found} with {person}"
            return CommitAuthor("agent", name, _model(found, signer.name))
    shown = _override(author, overrides)
    if shown == UNKNOWN or (shown != PERSON and _is_nobody(author)):
        return CommitAuthor("unknown", author.name or UNKNOWN)
    return CommitAuthor("person", author.email.partition("@")[0] if NOBODY.match(author.name) else author.name)


def trailers(message: str) -> Iterator[Signer]:
    """Anywhere in the message: squashed commits carry the trailers of all in their midst."""
    for signed in _TRAILER.findall(message):
        name, opening, behind = signed.partition("<")
        email, closing, _ = behind.partition(">")
        if opening == "" or closing:
            yield _signer(name, email)


def _signer(name: str, email: str) -> Signer:
    return Signer(name.strip()[:_LONGEST], email.strip()[:_LONGEST])


def _agent(signer: Signer, overrides: Sequence[Override]) -> str | None:
    """The name to show, where it is an agent."""
    shown = _override(signer, overrides)
    if shown is not None:
        return None if shown in (PERSON, UNKNOWN) else shown
    for agent in AGENTS:
        if _is(agent, signer):
            return agent.name
    if BOT_NAMES.match(signer.name) or BOT_EMAILS.match(signer.email):
        return signer.name or signer.email
    return None


def _is(agent: Agent, signer: Signer) -> bool:
    if agent.emails.match(signer.email) or agent.names.match(signer.name):
        return True
    return bool(agent.shy) and signer.name.casefold() == agent.shy and NO_ONES_EMAIL.match(signer.email) is not None


def _override(signer: Signer, overrides: Sequence[Override]) -> str | None:
    return next((override.shown for override in overrides if override.looks.match(str(signer))), None)


def _is_nobody(author: Signer) -> bool:
    return NOBODY.match(author.name) is not None and NOBODY.match(author.email.partition("@")[0]) is not None


def _model(agent: str, words: str) -> str:
    return "" if words.casefold() == agent.casefold() else words
