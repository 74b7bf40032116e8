"""A write can be wrong in more places than anyone reads: the first of them are told, and how many more there are."""

from collections.abc import Sequence
from dataclasses import replace

from notes.rules.problems import Problem
from notes.rules.writing.verdicts import Accepted, Verdict

MOST_PROBLEMS = 100


def first_problems(problems: Sequence[Problem]) -> tuple[Problem, ...]:
    more = len(problems) - MOST_PROBLEMS
    return tuple(problems) if more <= 0 else (*problems[:MOST_PROBLEMS], more_problems(more))


def shortened(verdict: Verdict) -> Verdict:
    """The same decision, told in a bounded number of reasons."""
    if isinstance(verdict, Accepted):
        if max(len(verdict.warnings), len(verdict.put_back)) <= MOST_PROBLEMS:
            return verdict
        warnings, put_back = first_problems(verdict.warnings), first_problems(verdict.put_back)
        return replace(verdict, warnings=warnings, put_back=put_back)
    conflicts = verdict.conflicts[:MOST_PROBLEMS]
    return replace(verdict, problems=first_problems(verdict.problems), conflicts=conflicts)


def more_problems(count: int) -> Problem:
    says = f"There are {count:,} more of these, which are not listed here: see to the ones above, then send it again."
    return Problem("problems.more", says)
