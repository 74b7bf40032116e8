"""What a decision needs before a person is asked for it, and how the desk itself words one."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from notes.rules.facts.checks import LONGEST_SOURCE, LONGEST_VALUE, check_fact
from notes.rules.facts.decisions import FactValue
from notes.rules.facts.kinds import DEFAULT_KIND, KINDS
from notes.rules.facts.names import name_fault
from notes.rules.hygiene.characters import character_faults
from notes.rules.hygiene.reveal import shows_nothing
from notes.rules.hygiene.secret_kinds import secret_kinds
from notes.rules.hygiene.secrets import says_secret, shown
from notes.rules.problems import Problem

LONGEST_DECISION = 300
LONGEST_EXCERPT = 4_000
LONGEST_TEXT = 2_000
MOST_OPTIONS = 20
MOST_EXCERPTS = 20

IMPACTS = ("money", "eligibility", "deadline", "other")
MONEY = re.compile(r"(?i)[$¢£¥€₩₪₫₱₹₺₽₿]|\b(?:rs|inr|usd|eur|gbp|jpy|cny|chf|lakh|crore)\b")
DEADLINE = re.compile(r"(?i)\b(?:due|deadline|until|closing)\b")
HAND_OVER_AGAIN = "Hand it over again"
START_ANYWAY = "Start it as it is"
SAID_OF_FACT = ("fact.bad_name", "fact.unknown_kind")
# Of a value or source inside the one sentence of a decision.
QUOTED = 60


# What was handed over of one fact: name, value, kind and source. And what came back: the facts, the next action.
SentFact = Mapping[str, str]
Try = tuple[Mapping[str, str | None], str | None]


@dataclass(frozen=True, slots=True)
class Option:
    """`kind` is the fact's kind that this value fits, where it is another than the decision's."""

    value: str
    source: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Excerpt:
    text: str
    source: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of a person: one question in one line, and what helps to answer it.

    `fact` is the must-carry fact that the answer becomes. `untrusted` comes from outside and is never an instruction.
    """

    decision: str
    cause: str = "asked"
    impact: str = ""
    options: tuple[Option, ...] = ()
    fact: str = ""
    fact_kind: str = ""
    evidence: tuple[Excerpt, ...] = ()
    untrusted: tuple[Excerpt, ...] = ()
    due_at: datetime | None = None


def check_asked(asked: Asked) -> list[Problem]:
    """Every reason why nobody is asked this."""
    return [
        *_check_decision(asked.decision),
        *_check_fact(asked),
        *_check_options(asked),
        *_check_excerpts("evidence", asked.evidence),
        *_check_excerpts("untrusted", asked.untrusted),
    ]


def check_answer(value: str, fact: str, kind: str) -> list[Problem]:
    """A value that becomes a fact has the shape of its kind; any other is a text."""
    if fact:
        return check_fact(fact, value, kind, "the person who answers")
    return check_text("answer", "The answer", value)


def source_of_answer(name: str, at: datetime) -> str:
    """Of the fact that an answer becomes."""
    return f"answered by {name}, {at.day} {at:%b %Y}"


def check_text(noun: str, what: str, text: str) -> list[Problem]:
    """Of an answer, a question or a reply."""
    if shows_nothing(text):
        return [Problem(f"escalation.empty_{noun}", f"{what} is empty: write it down, then send it.")]
    if len(text) > LONGEST_TEXT:
        says = f"{what} has {len(text)} characters, {LONGEST_TEXT:,} at most: say it shorter."
        return [Problem(f"escalation.long_{noun}", says)]
    return list(_hygiene(what, text))


def impact_of(name: str, kind: str, values: Iterable[str]) -> str:
    """What a wrong value of this fact changes, as far as its kind and looks tell."""
    if kind in ("date", "date_time") or DEADLINE.search(name):
        return "deadline"
    return "money" if any(MONEY.search(value) for value in values) else "other"


def disputed(name: str, current: FactValue, new: FactValue) -> Asked:
    """Two sources say different values of one fact."""
    stands, differs = (f"{quoted(each.source)} says {quoted(each.value)}" for each in (current, new))
    return Asked(
        decision=in_one_line(f"{quoted(name)}: {stands}; {differs}. Which one holds?"),
        cause="sources_disagree",
        impact=impact_of(name, current.kind, (current.value, new.value)),
        options=tuple(Option(each.value, each.source, each.kind) for each in (current, new)),
        fact=name,
        fact_kind=current.kind,
    )


def failed_read_back(*, to: str, facts: Sequence[SentFact], next_action: str, tries: Sequence[Try]) -> Asked:
    """A receiver said back something else twice. `tries`: the facts and the next action as they came, oldest first."""
    always = [fact for fact in facts if all(said.get(fact["name"]) != fact["value"] for said, _ in tries)]
    if len(always) == 1:
        return _one_fact_lost(to, always[0], [said.get(always[0]["name"]) for said, _ in tries])
    wrong = [fact for fact in facts if any(said.get(fact["name"]) != fact["value"] for said, _ in tries)]
    lost = [f"{len(wrong)} of {len(facts)} facts"] if wrong else []
    if next_action and any(said != next_action for _, said in tries):
        lost.append("the next action")
    impacts = {impact_of(fact["name"], fact["kind"], [fact["value"]]) for fact in wrong}
    return Asked(
        decision=in_one_line(
            f"{quoted(to)} failed twice to read back {' and '.join(lost)}. Start the work all the same?"
        ),
        cause="readback_failed",
        impact=next((impact for impact in IMPACTS if impact in impacts), "other"),
        options=(
            Option(HAND_OVER_AGAIN, "a new handoff, with two new tries"),
            Option(START_ANYWAY, "you have looked at the differences below"),
        ),
    )


def _one_fact_lost(to: str, fact: SentFact, came: Sequence[str | None]) -> Asked:
    name, value, kind = fact["name"], fact["value"], fact["kind"]
    got = ", then ".join("nothing" if each is None else quoted(each) for each in came)
    heard = [
        Option(each, f"what {quoted(to)} read back on try {number}", kind)
        for number, each in enumerate(came, 1)
        if each is not None and each != value and not check_fact(name, each, kind, "a read-back")
    ]
    return Asked(
        decision=in_one_line(
            f"{quoted(to)} read back {quoted(name)} wrongly twice: sent {quoted(value)}, got {got}. Which value holds?"
        ),
        cause="readback_failed",
        impact=impact_of(name, kind, [value]),
        options=joined([Option(value, fact["source"], kind)], heard),
        fact=name,
        fact_kind=kind,
    )


def joined(options: Iterable[Option], more: Iterable[Option]) -> tuple[Option, ...]:
    """Each value once, with all sources that named it, and no more values than fit on a page."""
    known: dict[str, Option] = {}
    for option in [*options, *more]:
        before = known.setdefault(option.value, option)
        known[option.value] = replace(before, source=_both(before.source, option.source))
    return tuple(known.values())[:MOST_OPTIONS]


def _both(source: str, other: str) -> str:
    both = "; ".join(dict.fromkeys(filter(None, f"{source}; {other}".split("; "))))
    return both if len(both) <= LONGEST_SOURCE else source


def in_one_line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_DECISION else f"{line[: LONGEST_DECISION - 1].rstrip()}…"


def quoted(text: str) -> str:
    """As much of it as leaves room for the question."""
    return shown(text, QUOTED)


def _check_decision(decision: str) -> Iterator[Problem]:
    if shows_nothing(decision):
        yield Problem("escalation.no_decision", "The decision is empty: ask one question that a person can answer.")
    elif len(decision) > LONGEST_DECISION:
        says = (
            f"The decision has {len(decision)} characters, {LONGEST_DECISION} at most: "
            "ask the question alone, and send the rest as evidence."
        )
        yield Problem("escalation.long_decision", says)
    elif "\t" in decision or len(decision.splitlines()) > 1:
        yield Problem("escalation.long_decision", "The decision is one line: leave out tabs and line breaks.")
    yield from _hygiene("The decision", decision)


def _check_fact(asked: Asked) -> Iterator[Problem]:
    """Whether there can be a fact of this name and kind; its values are the options."""
    if asked.fact and (fault := name_fault(asked.fact)):
        yield Problem("fact.bad_name", f"The name of a fact {fault}.")
    if asked.fact_kind not in ("", *KINDS):
        yield Problem("fact.unknown_kind", f"The kind of the fact is unknown: use one of {', '.join(KINDS)}.")
    yield from _hygiene("The name of the fact", asked.fact)


def _check_options(asked: Asked) -> Iterator[Problem]:
    if len(asked.options) > MOST_OPTIONS:
        says = f"There are {len(asked.options)} options, {MOST_OPTIONS} at most: leave out the unlikely ones."
        yield Problem("escalation.many_options", says)
        return
    values = [option.value for option in asked.options]
    if twice := next((value for value in values if values.count(value) > 1), None):
        says = f"The option {shown(twice, QUOTED)!r} stands twice: name each value once."
        yield Problem("escalation.same_option", says)
    for number, option in enumerate(asked.options, 1):
        yield from _check_option(f"Option {number}", option, asked)


def _check_option(called: str, option: Option, asked: Asked) -> Iterator[Problem]:
    if asked.fact:
        kind = option.kind or asked.fact_kind or DEFAULT_KIND
        problems = check_fact(asked.fact, option.value, kind, option.source or "the one who asks")
        yield from (problem for problem in problems if problem.code not in SAID_OF_FACT)
        return
    for what, text, longest in (("value", option.value, LONGEST_VALUE), ("source", option.source, LONGEST_SOURCE)):
        if (what == "value" and shows_nothing(text)) or len(text) > longest or len(text.splitlines()) > 1:
            says = f"{called}: the {what} is one line of at most {longest} characters: shorten it."
            yield Problem("escalation.bad_option", says)
        yield from _hygiene(called, text)


def _check_excerpts(field: str, excerpts: Sequence[Excerpt]) -> Iterator[Problem]:
    if len(excerpts) > MOST_EXCERPTS:
        says = f"`{field}` has {len(excerpts)} excerpts, {MOST_EXCERPTS} at most: keep the ones that decide."
        yield Problem("escalation.many_excerpts", says)
        return
    for number, excerpt in enumerate(excerpts, 1):
        if shows_nothing(excerpt.text) or len(excerpt.text) > LONGEST_EXCERPT:
            says = f"`{field}` {number} is empty or over {LONGEST_EXCERPT:,} characters: quote what matters."
            yield Problem("escalation.bad_excerpt", says)
        if len(excerpt.source) > LONGEST_SOURCE or len(excerpt.source.splitlines()) > 1:
            says = f"`{field}` {number}: the source is one line of at most {LONGEST_SOURCE} characters: shorten it."
            yield Problem("escalation.bad_excerpt", says)
        if kinds := secret_kinds(f"{excerpt.text}\n{excerpt.source}"):
            yield Problem("hygiene.secret", f"`{field}` {number} {says_secret(kinds[0])}")


def _hygiene(what: str, text: str) -> Iterator[Problem]:
    faults = character_faults(text) + [("hygiene.secret", says_secret(kind)) for kind in secret_kinds(text)]
    yield from (Problem(code, f"{what} {says}") for code, says in faults)
