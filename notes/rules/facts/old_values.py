"""Superseded values of facts that a new line states as if they still stood."""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Set
from functools import lru_cache
from itertools import accumulate
from operator import itemgetter

from notes.rules.places import NewLine, NewLines, problem_at
from notes.rules.problems import Problem

_SHORTEST = 4

# Numbers go on (12,00,000.50 · 1,12,00,000 · 15:00:30 · fixed spaces), and so do names (report_4000).
_GOES_ON = re.compile(r"[0-9][.,:'’\u00a0\u2009\u202f][0-9]|[^\W_]_[^\W_]")
_TOKEN = re.compile(r"[^\W_]+")
_JOINERS = "\u200c\u200d"


def find_old_values(lines: NewLines, superseded: Mapping[str, Set[str]], current: Mapping[str, str]) -> list[Problem]:
    """Lines that hold a superseded value as whole tokens, without the current value of its fact beside it."""
    lines = list(lines)
    text = "\n".join(line[2] for line in lines)
    starts = list(accumulate((len(line[2]) + 1 for line in lines), initial=0))
    found: list[tuple[int, Problem]] = []
    for value, names in _old_values_in(text, superseded, current).items():
        right = _right_instead(value, names, current)
        for index in sorted({bisect_right(starts, at) - 1 for at in _places_of(value, text)}):
            if not any(_stands_in(lines[index][2], now) for now in right):
                found.append((index, _problem(lines[index], value, names[0], current.get(names[0]))))
    return [problem for _, problem in sorted(found, key=itemgetter(0))]


def _old_values_in(text: str, superseded: Mapping[str, Set[str]], current: Mapping[str, str]) -> dict[str, list[str]]:
    """Old values that the text may hold, each with the facts that had it; most fail by their tokens alone."""
    still_right = set(current.values())
    tokens = set(_TOKEN.findall(text)) if superseded else set()
    names_by_value: dict[str, list[str]] = {}
    for name in sorted(superseded):
        for value in superseded[name]:
            if len(value) >= _SHORTEST and value not in still_right and _tokens_of(value) <= tokens:
                names_by_value.setdefault(value, []).append(name)
    return {value: names_by_value[value] for value in sorted(names_by_value)}


@lru_cache(maxsize=20_000)
def _tokens_of(value: str) -> frozenset[str]:
    return frozenset(_TOKEN.findall(value))


def _places_of(value: str, text: str) -> Iterator[int]:
    """Where the value stands as whole tokens."""
    at = text.find(value)
    while at >= 0:
        if not _is_inside_token(text, at) and not _is_inside_token(text, at + len(value)):
            yield at
        at = text.find(value, at + 1)


def _is_inside_token(text: str, at: int) -> bool:
    """Whether a word, a name or a number goes on across this boundary between two characters."""
    if _in_word(text[max(at - 1, 0) : at]) and _in_word(text[at : at + 1]):
        return True
    return any(start >= 0 and _GOES_ON.match(text, start) for start in (at - 2, at - 1))


def _in_word(char: str) -> bool:
    # Vowel signs and joiners of many scripts are no letters, and still inside of words.
    return char.isalnum() or (char > "\x7f" and (char in _JOINERS or unicodedata.category(char)[0] == "M"))


def _right_instead(value: str, names: list[str], current: Mapping[str, str]) -> set[str]:
    """What excuses the old value beside it: the current one, or another fact's that holds the old one in it."""
    right = {current[name] for name in names if name in current}
    return {now for now in right.union(now for now in current.values() if value in now) if now}


def _stands_in(line: str, value: str) -> bool:
    return any(True for _ in _places_of(value, line))


def _problem(line: NewLine, old: str, name: str, now: str | None) -> Problem:
    remedy = "leave it out" if now is None else f"write the current {now!r}, or both in one line"
    detail = {"fact": name, "old": old} | ({} if now is None else {"current": now})
    return problem_at(line, "fact.old_value", f"holds {old!r}, an old value of {name}: {remedy}.", detail)
