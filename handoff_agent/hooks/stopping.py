"""Stop: once in a round, a fresh note is asked for."""

from dataclasses import replace

from handoff_agent.hooks import answers, cards, requests, rounds, staleness
from handoff_agent.hooks.cards import Here
from handoff_agent.hooks.commits import last_commit_at
from handoff_agent.hooks.filling import filled
from handoff_agent.hooks.limits import limits
from handoff_agent.hooks.said import Said


def stop(said: Said, at: Here) -> str:
    if said.is_active:
        return ""
    known = rounds.recall(said.session, at.card)
    if known.asked:
        return ""
    commit_at, full = last_commit_at(at.top), filled(said.transcript, limits(at.top))
    # A note only becomes newer: what was fresh enough once needs no question to the desk.
    if known.note_at and not staleness.at_stop(known.note_at, commit_at, full):
        return ""
    note_at = cards.note_at(at)
    why = staleness.at_stop(note_at, commit_at, full)
    if not why:
        rounds.change(said.session, at.card, lambda known: replace(known, note_at=note_at))
        return ""
    if not rounds.ask_once(said.session, at.card):
        return ""
    return answers.held(requests.named(requests.STOPPED, at.card, why=why))
