"""What becomes of a value that someone sends for a fact: a pure decision, nothing is stored here."""

from dataclasses import dataclass
from typing import Literal

from notes.rules.hygiene.secrets import shown
from notes.rules.problems import Problem

Outcome = Literal["created", "unchanged", "settled", "sourced", "superseded", "disputed", "refused"]


@dataclass(frozen=True, slots=True)
class FactValue:
    value: str
    kind: str
    source: str


@dataclass(frozen=True, slots=True)
class FactDecision:
    """`created` and `superseded` store the new value; all others leave the current one as it is.

    `settled` is an `unchanged` that ended a dispute.
    """

    outcome: Outcome
    problem: Problem | None = None


def decide_fact(
    name: str,
    current: FactValue | None,
    new: FactValue,
    replaces: str | None = None,
    *,
    by_person: bool = False,
    in_dispute: bool = False,
) -> FactDecision:
    """A person is always right; others supersede their own source's value or the one that they name.

    Where a rival stands against the current value, only a person may put another in its place.
    """
    if current is None:
        return _create(name, replaces, by_person)
    if new == current:
        return FactDecision("unchanged")
    same_value = new.value == current.value
    if by_person or (new.source == current.source and (same_value or not in_dispute)):
        return FactDecision("superseded")
    if same_value:
        # Another witness for the same value: worth a line of history, no reason to change the fact.
        return FactDecision("sourced")
    if replaces is None or in_dispute:
        return FactDecision("disputed", _disputed(name, current, new, in_dispute))
    if replaces == current.value:
        return FactDecision("superseded")
    return FactDecision("refused", _replaces_old(name, replaces, current.value))


def _create(name: str, replaces: str | None, by_person: bool) -> FactDecision:
    if replaces is None or by_person:
        return FactDecision("created")
    return FactDecision("refused", _replaces_old(name, replaces, None))


def _disputed(name: str, current: FactValue, new: FactValue, in_dispute: bool) -> Problem:
    yours, source = shown(new.value), shown(new.source)
    remedy = "a person is asked which one holds, so wait for the answer"
    if not in_dispute:
        remedy += "; next time name the value that a newer one `replaces`"
    stands = f"{current.value!r} (source {current.source!r}) stands"
    says = f"{name}: {stands}, {yours!r} (source {source!r}) differs; {remedy}."
    return Problem("fact.disputed", says, detail={"fact": name, "current": current.value, "yours": yours})


def _replaces_old(name: str, replaces: str, current: str | None) -> Problem:
    named = shown(replaces)
    detail = {"fact": name, "replaces": named}
    if current is None:
        says = f"{name}: `replaces` names {named!r}, but no value stands; send it without `replaces`."
        return Problem("fact.replaces_old", says, detail=detail)
    says = f"{name}: `replaces` names {named!r}, but {current!r} is current; name that one if yours is newer."
    return Problem("fact.replaces_old", says, detail={**detail, "current": current})
