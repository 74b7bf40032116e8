"""What the first turn of a round costs both ways: the old session resumed, or a fresh one that starts from the note."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from typing import Literal

Choice = Literal["resume", "fresh"]
Cache = Literal["warm", "cold"]

MILLION = Decimal(1_000_000)
# Of a dollar: half a token of the cheapest model still shows.
PLACES = Decimal("0.000001")
# What programs put around the name of a model: who serves it, how long its context may be, the day it is from.
_AROUND = re.compile(r"^(?:[a-z0-9_.-]+/)+|\[[^\]]*\]$|[-@](?:20\d{6}|latest)$")


@dataclass(frozen=True, slots=True)
class Price:
    """Dollars for a million tokens. `cache_write` is what a token costs that is also kept, None where that is free."""

    input: Decimal
    cache_read: Decimal
    cache_write: Decimal | None = None


@dataclass(frozen=True, slots=True)
class PriceTable:
    as_of: date
    prices: Mapping[str, Price]

    def of(self, model: str) -> Price | None:
        return self.prices.get(plain_name(model))


@dataclass(frozen=True, slots=True)
class Session:
    tokens: int
    cache: Cache


@dataclass(frozen=True, slots=True)
class Fresh:
    """Tokens of all that a new session starts with; without a usable note `note` is 0."""

    note: int
    diff: int = 0
    checklist: int = 0
    prompt: int = 0

    @property
    def tokens(self) -> int:
        return self.note + self.diff + self.checklist + self.prompt


@dataclass(frozen=True, slots=True)
class Estimate:
    """Both costs in dollars, None where there is nothing to price or no price."""

    choice: Choice
    why: str
    resume_cost: Decimal | None
    fresh_cost: Decimal | None

    @property
    def saved(self) -> Decimal | None:
        return saved_by(self.choice, self.resume_cost, self.fresh_cost)


def saved_by(choice: str, resume_cost: Decimal | None, fresh_cost: Decimal | None) -> Decimal | None:
    """What the choice saves; None where it was the dearer one, or where one way has no price."""
    if resume_cost is None or fresh_cost is None:
        return None
    saved = resume_cost - fresh_cost if choice == "fresh" else fresh_cost - resume_cost
    return saved if saved >= 0 else None


def plain_name(model: str) -> str:
    name, before = model.strip().lower(), None
    while name != before:
        name, before = _AROUND.sub("", name), name
    return name


def estimate(
    model: str, price: Price | None, session: Session | None, fresh: Fresh, chosen: Choice | None = None
) -> Estimate:
    """Cheaper wins; what costs the same is resumed, since a session knows more than its note. What somebody else has
    chosen already is only priced.
    """
    resume_cost = _resume_cost(price, session) if price and session else None
    fresh_cost = _fresh_cost(price, fresh) if price else None
    if chosen is not None:
        return Estimate(chosen, _chosen(chosen, fresh, resume_cost, fresh_cost), resume_cost, fresh_cost)
    choice, why = _choose(model, session, fresh, resume_cost, fresh_cost)
    return Estimate(choice, why, resume_cost, fresh_cost)


def _chosen(chosen: Choice, fresh: Fresh, resume_cost: Decimal | None, fresh_cost: Decimal | None) -> str:
    started = "started from the note" if fresh.note else "started without a note"
    done = "The session was resumed" if chosen == "resume" else f"A new session was {started}"
    if resume_cost is None or fresh_cost is None:
        return f"{done}; there is no estimate of both ways."
    if saved_by(chosen, resume_cost, fresh_cost) is None:
        return f"{done}; the other way would have been cheaper."
    return f"{done}, which cost no more than the other way."


def _choose(
    model: str, session: Session | None, fresh: Fresh, resume_cost: Decimal | None, fresh_cost: Decimal | None
) -> tuple[Choice, str]:
    if session is None:
        return "fresh", "There is no session to resume."
    if not fresh.note:
        return "resume", "There is no usable note to start from."
    if resume_cost is None or fresh_cost is None:
        return "resume", f"There is no price for the model {model!r}, so there is no estimate, and nothing is lost."
    history = f"the history of {session.tokens:,} tokens from a {session.cache} cache"
    if fresh_cost < resume_cost:
        return "fresh", f"Starting from the note ({fresh.tokens:,} tokens) is cheaper than {history}."
    return "resume", f"Resuming, {history}, costs no more than starting from the note ({fresh.tokens:,} tokens)."


def _resume_cost(price: Price, session: Session) -> Decimal:
    return _cost(session.tokens, price.cache_read if session.cache == "warm" else price.input)


def _fresh_cost(price: Price, fresh: Fresh) -> Decimal:
    """What is new is read once and, where the model charges for it, kept for the turns that follow."""
    return _cost(fresh.tokens, price.input if price.cache_write is None else price.cache_write)


def _cost(tokens: int, per_million: Decimal) -> Decimal:
    return (tokens * per_million / MILLION).quantize(PLACES, ROUND_HALF_UP)
