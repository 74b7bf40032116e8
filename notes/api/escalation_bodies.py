"""What programs send about decisions."""

from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, Field, model_validator

from notes.api.fields import Moment, Text
from notes.api.requests import Before, Sent
from notes.models.escalation import Cause
from notes.rules.decisions.escalations import Asked, Excerpt, Option

LONGEST_WAIT = 60
BY_THE_DESK = (Cause.READBACK_FAILED, Cause.SOURCES_DISAGREE)


def _cause(value: Any) -> Any:
    if value in BY_THE_DESK:
        raise ValueError(f"{value} is what the desk itself finds out: send asked or open_question, or leave it out")
    return value


class OptionIn(Sent):
    value: Text
    source: Text = ""


class ExcerptIn(Sent):
    text: Text
    source: Text = ""


class EscalationIn(Sent):
    """`decision` is one question in at most 300 characters. `fact` is the must-carry fact that the answer becomes, and
    `kind` its kind. `untrusted` is for text from outside, which instructs nobody.
    """

    decision: Text
    cause: Annotated[Literal["asked", "open_question"], BeforeValidator(_cause)] = "asked"
    impact: Literal["money", "eligibility", "deadline", "other"] = "other"
    options: list[OptionIn] = []
    fact: Text = ""
    kind: Text = ""
    evidence: list[ExcerptIn] = []
    untrusted: list[ExcerptIn] = []
    due_at: Moment | None = None

    def asked(self) -> Asked:
        return Asked(
            decision=self.decision.strip(),
            cause=self.cause,
            impact=self.impact,
            options=tuple(Option(each.value, each.source) for each in self.options),
            fact=self.fact,
            fact_kind=self.kind,
            evidence=tuple(Excerpt(each.text, each.source) for each in self.evidence),
            untrusted=tuple(Excerpt(each.text, each.source) for each in self.untrusted),
            due_at=self.due_at,
        )


class AnswerIn(Sent):
    """Either `value` or `question`. `seen` is the decision's: nothing is decided where it has changed meanwhile."""

    value: Text | None = None
    question: Text | None = None
    seen: Text | None = None

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.value is None) == (self.question is None):
            raise ValueError("has either `value`, which decides, or `question`, which asks the agent back")
        return self


class ReplyIn(Sent):
    text: Text


class WithdrawIn(Sent):
    why: Text = ""


class Waiting(BaseModel):
    """While the decision is open, the answer comes as soon as it is not, and after this many seconds at the latest."""

    wait: Annotated[int, Field(ge=0, le=LONGEST_WAIT)] = 0


class Wanted(Before):
    state: Literal["open", "questioned", "answered", "withdrawn"] | None = None
