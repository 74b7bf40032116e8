"""Writes the note of a session that died: a model twice at most, then code; each checked here and by the desk."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from handoff_agent import sending, words
from handoff_agent.client import Answer
from handoff_agent.connection import Connection
from handoff_agent.ended import AWAY, Ended, refused
from handoff_agent.given import filled
from handoff_agent.spool import Write
from handoff_agent.summarising.choice import Choice
from handoff_agent.summarising.program import Failed, ask
from handoff_agent.summarising.standing import OnDesk
from notes.rules import formats
from notes.rules.resuming.died import Session, note_of
from notes.rules.resuming.summaries import check_summary, note_in
from notes.rules.resuming.summary_prompt import Tried, prompt

TRIES = 2
BY_CODE = "code, without a model"
# A text that the desk counts as too large is made once more, for so much of the limit.
TOO_LARGE, SMALLER = "format.too_large", 0.75

Tell = Callable[[str], None]


class Kept(Ended):
    """The desk is away, and the note waits on this machine to be sent."""


@dataclass(frozen=True, slots=True)
class Written:
    text: str
    by: str
    model: str = ""


@dataclass(frozen=True, slots=True)
class Writing:
    """`send` saves a text and gives the desk's answer, or None where nothing is to be saved."""

    session: Session
    found: OnDesk
    choice: Choice
    send: Callable[[Written], Answer | None]
    tell: Tell

    def write(self) -> Written:
        """What was taken; raises Ended where even what code wrote is refused."""
        return self._by_model() or self._by_code()

    def _by_model(self) -> Written | None:
        tried = None
        for _ in range(TRIES if self.choice.command else 0):
            try:
                printed = ask(self.choice, self._prompt(tried))
            except Failed as failed:
                self.tell(f"No model wrote it: {failed}.")
                return None
            written = Written(note_in(printed, self._format), self.choice.command[0], self.choice.model)
            reasons = self._reasons(written)
            if not reasons:
                return written
            tried = Tried(written.text, reasons)
            self.tell(f"What {written.by} wrote is refused ({len(reasons)} reasons).")
        return None

    def _prompt(self, tried: Tried | None) -> str:
        draft = note_of(self.session, self.found.standing)
        return prompt(self.session.steps, self.found.standing, self.session.ended, draft, tried)

    def _reasons(self, written: Written) -> list[str]:
        """Ours first: what looks like a secret is not even kept on this machine to be sent."""
        if problems := check_summary(written.text, self._format, self.found.standing.document):
            return [f"{problem.says} [{problem.code}]" for problem in problems]
        answer = self._sent(written)
        return [] if answer is None or answer.is_done else sending.reasons(answer)

    def _sent(self, written: Written) -> Answer | None:
        """Names the locked lines that were put back; raises Ended where the note moved on, and it is kept beside."""
        answer = self.send(written)
        if answer and answer.is_done:
            if answer.json.get("late"):
                raise refused(*(words.LATE.format(says=reason) for reason in sending.reasons(answer)))
            for line in answer.json.get("restored", []):
                self.tell(words.RESTORED.format(says=sending.reason(line)))
        return answer

    def _by_code(self) -> Written:
        standing, unwanted, answer = self.found.standing, frozenset[str](), None
        for _ in range(TRIES):
            written = Written(note_of(self.session, standing, unwanted), BY_CODE)
            if standing.document and written.text == formats.render(standing.document):
                raise refused(words.NOTHING_NEW)
            answer = self._sent(written)
            if answer is None or answer.is_done:
                return written
            unwanted |= _unwanted(written.text, self._format, answer)
            if TOO_LARGE in answer.codes and standing.limit:
                standing = replace(standing, limit=int(standing.limit * SMALLER))
        raise refused(*(sending.reasons(answer) if answer else ()))

    @property
    def _format(self) -> str:
        return self.found.standing.format


def saving(desk: Connection, card: str, revision: int, round: int | None = None) -> Callable[[Written], Answer]:
    """What was locked is put back: nobody could try again. Raises Ended where the desk is away, and then it is kept.

    It is no write of a session that works here: what that one read last stays as it is.
    """

    def send(written: Written) -> Answer:
        about = filled(round=round, model=written.model or None)
        body = {"text": written.text, "base_revision": revision, "on_lock": "restore", **about}
        try:
            return desk.put(Write("save", card, "PUT", desk.on_card(card, "note"), body))
        except Ended as end:
            raise (Kept(end.code, end.says) if end.code == AWAY else end) from None

    return send


def _unwanted(text: str, format: str, answer: Answer) -> frozenset[str]:
    """The lines that the desk named: an old value of a fact, such as one that only it knows."""
    document = formats.parse(format, text).document
    rows = document.rows if document else ()
    named = {problem.get("line") for problem in answer.problems}
    return frozenset(line.strip() for row in rows if row.number in named for line in row.text.split("\n"))
