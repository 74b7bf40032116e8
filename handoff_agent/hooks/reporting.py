"""Follows a round for the desk's list of rounds: how it began, with which model, its last commit, its end.

Nothing here talks to the desk: a process of its own does, so that no agent waits for it.
"""

import time
from dataclasses import replace

from handoff_agent.hooks import copies, last_session, reports, rounds
from handoff_agent.hooks.cards import Here, revision_in
from handoff_agent.hooks.commits import last_commit
from handoff_agent.hooks.ending import detach
from handoff_agent.hooks.reports import Report
from handoff_agent.hooks.said import Said
from handoff_agent.hooks.usage import last_use, uses

# How a session begins that goes on with the history of another one; the others begin with the note.
RESUMED = ("resume", "fork")
# The same start told twice, where the hooks are set up twice.
TWICE_SECONDS = 5
BETWEEN_TRIES = 60


def begun(said: Said, at: Here) -> None:
    if said.part > 1 or said.is_compacted:
        return
    for folder in (reports.folder(), last_session.folder()):
        rounds.sweep(folder, rounds.KEPT_DAYS)
    _end_of_killed(said)
    with reports.lock():
        last, now = reports.newest(said.session), time.time()
        if last is None or last.is_under_way or now - last.begun_at > TWICE_SECONDS:
            reports.keep(_report(said, at, now))


def _end_of_killed(said: Said) -> None:
    """Of the same session, which was killed and is resumed."""
    last = reports.newest(said.session)
    if last and last.model:
        use = last_use(said.transcript)
        reports.end_killed(said.session, last.card, use.at if use else 0.0)


def stopped(said: Said, at: Here) -> None:
    report = _followed(said, at, ended_at=0.0)
    if report and report.is_due and time.time() - report.tried_at > BETWEEN_TRIES:
        _tell(report)


def ended(said: Said, at: Here) -> None:
    if report := _followed(said, at, ended_at=time.time()):
        _tell(report)


def looked_at(report: Report, *, model: str = "") -> Report:
    """With what its transcript tells by now; `model` is what the agent's program says."""
    if report.model:
        return report
    found = [use for use in uses(report.transcript_path) if use.at >= report.begun_at]
    model = (found[-1].model if found else "") or model
    return replace(report, model=model, first_tokens=found[0].tokens if found else 0)


def _report(said: Said, at: Here, now: float) -> Report:
    use = last_use(said.transcript)
    before = last_session.of_use(use) if use else last_session.recall(at)
    given = copies.recall(at.names, 1)
    return Report(
        id=reports.new_id(),
        session=said.session,
        url=at.url,
        project=at.project,
        card=at.card,
        chosen="resume" if said.source in RESUMED else "fresh",
        begun_at=now,
        transcript=str(said.transcript or ""),
        session_tokens=before.tokens if before else 0,
        session_cache=("warm" if before.is_warm(now) else "cold") if before else "",
        revision=(revision_in(given.text) or 0) if given else 0,
    )


def _followed(said: Said, at: Here, *, ended_at: float) -> Report | None:
    if use := last_use(said.transcript):
        last_session.remember(at, last_session.of_use(use))
    report = reports.newest(said.session)
    if report is None or report.card != at.card:
        return None
    commit = last_commit(at.top)
    return reports.change(
        report,
        lambda known: replace(
            looked_at(known, model=said.model), commit=commit.name, commit_at=commit.at, ended_at=ended_at
        ),
    )


def _tell(report: Report) -> None:
    reports.change(report, lambda known: replace(known, tried_at=time.time()))
    detach("round", "tell")
