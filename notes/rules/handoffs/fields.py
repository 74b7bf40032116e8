"""What may be said of a handoff: to whom it goes, and where the record of the sender's run is kept."""

from collections.abc import Iterator

from notes.rules.hygiene.characters import character_faults
from notes.rules.hygiene.reveal import reveal
from notes.rules.hygiene.secret_kinds import secret_kinds
from notes.rules.hygiene.secrets import says_secret
from notes.rules.problems import Problem

LONGEST_TO = 80
LONGEST_TRACE = 500
KINDS = ("agent", "session", "person")


def check_fields(to: str, kind: str, trace: str) -> list[Problem]:
    """Every reason why nothing is handed over like this."""
    problems = [*_check_to(to), *_hygiene("The receiver", to), *_check_trace(trace), *_hygiene("The trace", trace)]
    if kind not in KINDS:
        says = f"The kind of a handoff is one of {', '.join(KINDS)}: say who is to receive it."
        problems.append(Problem("handoff.unknown_kind", says))
    return problems


def _check_to(to: str) -> Iterator[Problem]:
    if not to.strip():
        yield Problem("handoff.bad_to", "`to` is empty: name the receiver, such as 'pricing agent'.")
    elif len(to) > LONGEST_TO:
        yield Problem("handoff.bad_to", f"`to` has {len(to)} characters, {LONGEST_TO} at most: shorten the name.")
    elif not _is_one_line(to) or any(label for _, label in reveal(to)):
        yield Problem(
            "handoff.bad_to", "`to` is one line that can be read as it is: leave out breaks and hidden signs."
        )


def _check_trace(trace: str) -> Iterator[Problem]:
    if len(trace) > LONGEST_TRACE or not _is_one_line(trace):
        says = f"`trace` is one line of at most {LONGEST_TRACE} characters: say where the record is kept."
        yield Problem("handoff.bad_trace", says)


def _is_one_line(text: str) -> bool:
    return "\t" not in text and len(text.splitlines()) <= 1


def _hygiene(what: str, text: str) -> Iterator[Problem]:
    faults = character_faults(text) + [("hygiene.secret", says_secret(kind)) for kind in secret_kinds(text)]
    yield from (Problem(code, f"{what} {says}") for code, says in faults)
