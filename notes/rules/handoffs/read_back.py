"""Whether a receiver said back exactly what it was handed. Close is not exact; that is the point."""

from collections.abc import Mapping
from dataclasses import dataclass

from notes.rules.handoffs.look_alikes import only_looks_alike
from notes.rules.hygiene.secrets import shown
from notes.rules.problems import Problem

TRIES = 2
LONGEST_KEPT = 2_000


@dataclass(frozen=True, slots=True)
class Restated:
    """Facts by name, and the next action: as they were sent, or as they came back. None is not the same as empty."""

    facts: Mapping[str, str | None]
    next_action: str | None


def differences(sent: Restated, got: Restated) -> list[Problem]:
    """In the order of what was sent. Whatever came back beside it is no difference."""
    found = [_fact(name, value, got.facts.get(name)) for name, value in sent.facts.items() if value is not None]
    return [problem for problem in (*found, _next_action(sent.next_action, got.next_action)) if problem]


def kept(sent: Restated, got: Restated) -> Restated:
    """What is worth keeping of what came: the fields that were asked for, no secrets, and not pages on end."""
    facts = {name: _kept(sent.facts[name], got.facts[name]) for name in sent.facts if got.facts.get(name) is not None}
    return Restated(facts, _kept(sent.next_action, got.next_action))


def _kept(sent: str | None, got: str | None) -> str | None:
    return got if got is None or got == sent else shown(got, LONGEST_KEPT)


def _fact(name: str, sent: str, got: str | None) -> Problem | None:
    if got == sent:
        return None
    if got is None:
        says = f"{name}: sent {sent!r}, got None"
        return Problem("readback.fact_missing", says, detail={"fact": name, "sent": sent})
    yours = shown(got)
    says = f"{name}: sent {sent!r}, got {yours!r}{_alike(sent, got)}"
    return Problem("readback.fact_changed", says, detail={"fact": name, "sent": sent, "got": yours})


def _next_action(sent: str | None, got: str | None) -> Problem | None:
    """A note that names no next action has none to restate."""
    if not sent or got == sent:
        return None
    return Problem("readback.next_action", f"next_action: not restated exactly{_alike(sent, got or '')}")


def _alike(sent: str, got: str) -> str:
    how = only_looks_alike(sent, got)
    return f" ({how})" if how else ""
