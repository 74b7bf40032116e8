"""What is said about a note that was typed: saved, merged, not saved and why."""

from dataclasses import dataclass

from notes.actions.notes import NoteWrite, Saved, judge_write
from notes.models import Actor, Card, PendingSave
from notes.queries.history_view import touched
from notes.queries.tokens import count_tokens
from notes.queries.words import field_words
from notes.rules import formats
from notes.rules.authors.merge import Conflict
from notes.rules.formats import limits
from notes.rules.hygiene.reveal import spell_out
from notes.rules.problems import Problem
from notes.rules.writing import work_trees
from notes.rules.writing.verdicts import Accepted, Group, Refused
from notes.web.edit.drafts import Draft

HEADLINES = {
    Group.FORMAT: "Not saved: does not follow the format.",
    Group.CONFLICT: "Not saved: someone else changed the same lines.",
    Group.CONTENT: "Not saved: something in it must not stay.",
    Group.CONFIRM: "Not saved yet: is this what you mean?",
    Group.LOCKS: "Not saved: a locked line would be lost.",
}
# A conflict that touches no single lines: the whole note stands differently now.
MOVED_ON = "Not saved: the note has moved on."


@dataclass(frozen=True, slots=True)
class Report:
    """What stands beside the form. `yours` counts lines that will be the writer's; None where nobody knows yet.

    `touched` names the sections that others changed meanwhile.
    """

    tokens: int
    limit: int | None
    headline: str = ""
    problems: tuple[Problem, ...] = ()
    confirm: str = ""
    conflicts: tuple[Conflict, ...] = ()
    yours: int | None = None
    merges_with: int = 0
    touched: tuple[str, ...] = ()

    @property
    def over(self) -> int:
        return max(self.tokens - self.limit, 0) if self.limit else 0


def write_of(draft: Draft) -> NoteWrite:
    format = draft.format if draft.reformats else None
    return NoteWrite(draft.text, base_revision=draft.base, confirm=draft.confirm, format=format)


def checked(card: Card, by: Actor, draft: Draft) -> Report:
    """What saving would meet now; nothing is written."""
    if draft.problems:
        return plain(card, draft, HEADLINES[Group.FORMAT], draft.problems)
    verdict = judge_write(card, by, write_of(draft))
    return refused(card, draft, verdict) if isinstance(verdict, Refused) else _accepted(card, draft, verdict)


def is_sent_again(card: Card, by: Actor, draft: Draft, save: PendingSave) -> bool:
    """The save that is on its way is the person's own, and of the very text that this one comes to.

    Of another text it may be that of another tab, whose words are not in this one: it must not become the base.
    """
    verdict = judge_write(card, by, write_of(draft))
    return save.user_id == by.user_id and isinstance(verdict, Accepted) and verdict.text == save.text


def missing(card: Card, by: Actor, draft: Draft) -> tuple[Problem, ...]:
    """What a note still lacks that was put into another format."""
    verdict = judge_write(card, by, write_of(draft))
    if isinstance(verdict, Accepted) or verdict.group is Group.CONFIRM:
        return ()
    return verdict.problems


def plain(card: Card, draft: Draft, headline: str = "", problems: tuple[Problem, ...] = ()) -> Report:
    return Report(_tokens(draft.text), _limit(card, draft), headline, problems)


def out_of_step(card: Card, draft: Draft, problem: Problem) -> Report:
    """Nothing is wrong with what was typed: the work tree could not be reached, or not yet."""
    return plain(card, draft, work_trees.HEADLINES.get(problem.code, "Not saved."), (problem,))


def applied_words(save: PendingSave) -> str:
    merged = ", merged with what others saved meanwhile" if save.merged else ""
    return (
        f"Saved as revision {save.revision}{merged}. It stands in the work tree; agents keep your lines word for word."
    )


def refused(card: Card, draft: Draft, verdict: Refused) -> Report:
    asks = verdict.group is Group.CONFIRM
    moved_on = verdict.group is Group.CONFLICT and not verdict.conflicts
    return Report(
        tokens=_tokens(draft.text),
        limit=_limit(card, draft),
        headline=MOVED_ON if moved_on else HEADLINES[verdict.group],
        problems=verdict.problems,
        confirm=" ".join({*draft.confirm, *(each.code for each in verdict.problems)}) if asks else "",
        conflicts=verdict.conflicts,
        merges_with=0 if moved_on else _merges_with(card, draft),
        touched=() if moved_on else _touched(card, draft),
    )


def saved_words(draft: Draft, saved: Saved) -> str:
    if saved.accepted.unchanged:
        return "Nothing was changed, so there is no new revision."
    if saved.accepted.merged:
        return f"Saved as revision {saved.revision}, merged with what others saved after revision {draft.base}."
    if draft.reformats:
        return f"Saved as revision {saved.revision}, in the format “{field_words(draft.format)}” from now on."
    return f"Saved as revision {saved.revision}. Agents keep your lines word for word."


def summary(card: Card, report: Report) -> str:
    """What is heard of a check."""
    count = len(report.problems)
    reasons = f"{count} reason{'s' * (count != 1)} not to save it as it stands." if report.headline else "Can be saved."
    who = spell_out(card.updated_by_name)
    return f"{reasons} {who} saved meanwhile." if report.merges_with else reasons


def _accepted(card: Card, draft: Draft, verdict: Accepted) -> Report:
    following = card.revision + 1
    yours = sum(origin is not None and origin.revision == following for origin in verdict.origins)
    merges_with = _merges_with(card, draft)
    return Report(
        tokens=verdict.tokens,
        limit=_limit(card, draft),
        problems=verdict.warnings,
        yours=yours,
        merges_with=merges_with,
        touched=_touched(card, draft),
    )


def _merges_with(card: Card, draft: Draft) -> int:
    return card.revision if draft.base != card.revision else 0


def _touched(card: Card, draft: Draft) -> tuple[str, ...]:
    """What others changed, where they saved meanwhile."""
    return tuple(touched(card, draft.base)) if draft.base and _merges_with(card, draft) else ()


def _tokens(text: str) -> int:
    return 0 if limits.check_caps(text) or limits.check_text(text) else count_tokens(text)


def _limit(card: Card, draft: Draft) -> int | None:
    return formats.token_limit(draft.format, card.project.token_limit)
