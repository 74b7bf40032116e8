"""Must-carry facts: whether one may be stored, and whether a note agrees with them."""

from collections.abc import Iterator, Mapping

from notes.rules.facts.kinds import DEFAULT_KIND, KINDS
from notes.rules.facts.names import name_fault
from notes.rules.hygiene.characters import character_faults
from notes.rules.hygiene.reveal import shows_nothing
from notes.rules.hygiene.secret_kinds import secret_kinds
from notes.rules.hygiene.secrets import says_secret, shown
from notes.rules.problems import Problem

LONGEST_VALUE = 500
LONGEST_SOURCE = 500


def check_fact(name: str, value: str, kind: str, source: str) -> list[Problem]:
    """Every reason why this fact may not be stored."""
    called = repr(name) if not name_fault(name) and not secret_kinds(name) else "this fact"
    return [
        *_check_name(name),
        *_check_value(called, value, kind),
        *_check_source(called, source),
        *_check_hygiene("The name of this fact", name),
        *_check_hygiene(f"The value of {called}", value),
        *_check_hygiene(f"The source of {called}", source),
    ]


def check_must_carry(must_carry: Mapping[str, str], current: Mapping[str, str]) -> list[Problem]:
    """A six_fields note mirrors the current facts exactly; names that are new there are no problem."""
    problems: list[Problem] = []
    for name, value in current.items():
        sent = must_carry.get(name)
        if sent is None:
            says = f"{name}: missing in must_carry, send it with its current value {value!r}."
            problems.append(_disagreement("fact.missing", says, name, {"current": value}))
        elif sent != value:
            yours = shown(sent)
            says = f"{name}: the fact is {value!r}, got {yours!r}; send that, or set the fact first."
            problems.append(_disagreement("fact.changed", says, name, {"current": value, "yours": yours}))
    return problems


def check_sources(sent: Mapping[str, str], current: Mapping[str, str]) -> list[Problem]:
    """Where a six_fields note names a source, it is the one that the fact has; a fact may have none."""
    problems: list[Problem] = []
    for name, source in current.items():
        yours = shown(sent.get(name, ""))
        if source and yours.strip() and sent[name] != source:
            says = f"{name}: the fact has the source {source!r}, got {yours!r}; send that, or set the fact first."
            detail = {"fact": name, "current": source, "yours": yours}
            problems.append(Problem("fact.source_changed", says, "sources", None, detail))
    return problems


def _disagreement(code: str, says: str, name: str, values: dict[str, str]) -> Problem:
    return Problem(code, says, "must_carry", None, {"fact": name, **values})


def _check_name(name: str) -> Iterator[Problem]:
    if fault := name_fault(name):
        yield Problem("fact.bad_name", f"The name of a fact {fault}.")


def _check_value(called: str, value: str, kind: str) -> Iterator[Problem]:
    if shows_nothing(value):
        yield Problem("fact.bad_value", f"The value of {called} is empty: send the exact value.")
    elif len(value) > LONGEST_VALUE:
        says = f"The value of {called} has over {LONGEST_VALUE} characters: send the bare value alone."
        yield Problem("fact.bad_value", says)
    elif not _is_one_line(value):
        yield Problem("fact.bad_value", f"The value of {called} is not one line: leave out tabs and breaks.")
    elif kind in KINDS and not KINDS[kind].fits(value):
        yield Problem("fact.bad_value", _says_misfit(called, kind))
    if kind not in KINDS:
        yield Problem("fact.unknown_kind", f"The kind of {called} is unknown: use one of {', '.join(KINDS)}.")


def _says_misfit(called: str, kind: str) -> str:
    shape, example = KINDS[kind].says, KINDS[kind].example
    return f"The value of {called} is not {shape}: write it like {example!r}, or say {DEFAULT_KIND!r}."


def _check_source(called: str, source: str) -> Iterator[Problem]:
    if shows_nothing(source):
        yield Problem("fact.no_source", f"No source for {called}: say where its value can be checked.")
    elif len(source) > LONGEST_SOURCE or not _is_one_line(source):
        says = f"The source of {called} is not one line of at most {LONGEST_SOURCE} characters: shorten it."
        yield Problem("fact.bad_source", says)


def _check_hygiene(what: str, text: str) -> list[Problem]:
    faults = character_faults(text) + [("hygiene.secret", says_secret(kind)) for kind in secret_kinds(text)]
    return [Problem(code, f"{what} {says}") for code, says in faults]


def _is_one_line(text: str) -> bool:
    return "\t" not in text and text.splitlines() in ([], [text])
