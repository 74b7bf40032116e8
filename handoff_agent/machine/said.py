"""Answers as the desk gives them, so that whoever asked need not know who answered."""

import json
from collections.abc import Iterable
from typing import Any

from handoff_agent.client import JSON, PROBLEM, Answer
from notes.rules.problems import Problem
from notes.rules.writing.verdicts import Accepted, Group, Refused, Verdict

Body = dict[str, Any]
STATUS = {Group.FORMAT: 422, Group.CONFLICT: 409, Group.CONTENT: 422, Group.CONFIRM: 422, Group.LOCKS: 423}
TITLES = {
    404: "Not found",
    409: "Something else stands there",
    422: "Not right as it is",
    423: "Locked lines were changed",
}


def said(status: int, body: Body, **headers: str) -> Answer:
    kind = {"content-type": JSON if status < 400 else PROBLEM}
    return Answer(status, json.dumps(body, ensure_ascii=False), kind | headers)


def refused(status: int, *problems: Problem, **more: Any) -> Answer:
    return said(status, problem_body(status, problems) | more)


def no_note() -> Answer:
    return refused(404, Problem("note.not_found", "The note has no such revision, or the card no note yet."))


def problem_body(status: int, problems: Iterable[Problem]) -> Body:
    return {"title": TITLES[status], "status": status, "problems": entries(problems)}


def entries(problems: Iterable[Problem]) -> list[Body]:
    return [entry(problem) for problem in problems]


def entry(problem: Problem) -> Body:
    told = {"code": problem.code, "says": problem.says, "section": problem.section, "line": problem.line}
    return {name: value for name, value in told.items() if value is not None} | (problem.detail or {})


def saved(accepted: Accepted, revision: int, *, is_first: bool) -> Answer:
    body: Body = {
        "revision": revision,
        "warnings": entries(accepted.warnings),
        "merged": accepted.merged,
        "unchanged": accepted.unchanged,
    }
    if accepted.put_back:
        body["restored"] = entries(accepted.put_back)
    return said(201 if is_first and not accepted.unchanged else 200, body)


def turned_down(found: Refused, newest: int) -> Answer:
    if found.late:
        return said(202, {"late": True, "revision": newest, "problems": _problems(found)})
    status = STATUS[found.group]
    more = {"base_revision": newest} | ({} if found.repaired is None else {"repaired": found.repaired})
    return said(status, problem_body(status, ()) | {"problems": _problems(found)} | more)


def checked(verdict: Verdict, newest: int) -> Answer:
    accepted = verdict if isinstance(verdict, Accepted) else None
    body: Body = {
        "ok": accepted is not None,
        "status": 200 if newest else 201,
        "revision": newest,
        "problems": entries(accepted.put_back) if accepted else [],
        "warnings": entries(accepted.warnings) if accepted else [],
        "merged": bool(accepted and accepted.merged),
        "unchanged": bool(accepted and accepted.unchanged),
    }
    if isinstance(verdict, Refused):
        body |= {"status": 202 if verdict.late else STATUS[verdict.group], "problems": _problems(verdict)}
        body |= {} if verdict.repaired is None else {"repaired": verdict.repaired}
    else:
        body["tokens"] = verdict.tokens
    return said(200, body)


def _problems(found: Refused) -> list[Body]:
    """A conflict has, for each place, the lines as they were, as they are and as they were sent."""
    problems = entries(found.problems)
    for problem, place in zip(problems, found.conflicts, strict=False):
        problem |= {"base": list(place.base), "theirs": list(place.theirs), "yours": list(place.yours)}
    return problems
