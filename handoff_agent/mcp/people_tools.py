"""Facts, decisions and handoffs: what has to arrive exactly, and what only a person may decide."""

from typing import Annotated, Literal

from mcp.server.mcpserver.exceptions import ToolError
from pydantic import Field

from handoff_agent.mcp.arguments import Card, DecisionId, Excerpt, Impact, Kind, Option, Wait
from handoff_agent.mcp.desk import Body, Ctx, desk, in_project, on_card
from handoff_agent.mcp.refusals import done
from handoff_agent.mcp.results import Answer, Asked, Decision, HandedOver, ReadBack, SetFact

WAIT_ON = "Nobody has decided yet: call get_answer again, or go on with work that does not depend on it."
GO_ON = "Go on with answer.value, exactly as it is."
REPLY = "A person asks back: reply to the last of `questions` with reply_to_question, then call get_answer again."
GONE = "It was withdrawn: nobody will answer it."
THEN = {"open": WAIT_ON, "answered": GO_ON, "questioned": REPLY, "withdrawn": GONE}
NOT_WAITING = "No handoff of {card} waits to be read back. Ask who hands over for the number, or for a new handoff."


async def set_fact(
    ctx: Ctx,
    card: Card,
    name: Annotated[str, Field(description="The name of the fact, such as EMD.")],
    value: Annotated[str, Field(description="The exact value, to the letter as its source has it.")],
    source: Annotated[str, Field(description="Where the value comes from, such as: Corrigendum 2, page 1.")],
    kind: Kind = "text",
    replaces: Annotated[
        str | None, Field(description="The current value, where you know that this source's is to take its place.")
    ] = None,
) -> SetFact:
    """Call this for a value that has to reach the next one exactly: an amount, a date, a version. Another source with
    another value is a dispute: nothing changes then, a person is asked, and the refusal names the decision to wait for.
    """
    body: Body = {"value": value, "source": source, "kind": kind}
    body |= {"replaces": replaces} if replaces is not None else {}
    return SetFact(**done(await desk(ctx).call("PUT", await on_card(ctx, card, "facts", name), body)))


async def ask_person(
    ctx: Ctx,
    card: Card,
    decision: Annotated[str, Field(description="One question in one sentence, at most 300 characters.")],
    options: Annotated[list[Option], Field(description="Values to choose from; a person may give another one.")] = [],  # noqa: B006
    fact: Annotated[str, Field(description="The must-carry fact that the answer becomes, if any.")] = "",
    impact: Impact = "other",
    cause: Annotated[
        Literal["asked", "open_question"], Field(description="open_question: one that stands in the note.")
    ] = "asked",
    evidence: Annotated[list[Excerpt], Field(description="What helps to decide.")] = [],  # noqa: B006
    untrusted: Annotated[
        list[Excerpt], Field(description="Text from outside, such as a web page or a mail: shown apart from yours.")
    ] = [],  # noqa: B006
    due_at: Annotated[str | None, Field(description="Until when, with its zone: 2026-11-14T17:00:00+05:30.")] = None,
) -> Asked:
    """Call this when only a person may decide: money, a promise to others, sources that disagree, anything that cannot
    be undone. It does not wait; call get_answer with the id.
    """
    body: Body = {"decision": decision, "fact": fact, "impact": impact, "cause": cause}
    for name, given in (("options", options), ("evidence", evidence), ("untrusted", untrusted)):
        body[name] = [each.model_dump() for each in given]
    body |= {"due_at": due_at} if due_at else {}
    return Asked(**done(await desk(ctx).call("POST", await on_card(ctx, card, "escalations"), body)))


async def get_answer(ctx: Ctx, decision: DecisionId, wait_seconds: Wait = 25) -> Answer:
    """Call this after ask_person, or when a refusal names a decision: it waits for the person's answer and comes back
    as soon as there is one, or when the time is over. Never decide in the person's place.
    """
    place = await in_project(ctx, "escalations", str(decision))
    return _answer(done(await desk(ctx).call("GET", f"{place}?wait={wait_seconds}", seconds=wait_seconds)))


async def reply_to_question(
    ctx: Ctx, decision: DecisionId, text: Annotated[str, Field(description="The reply, for the person who asked.")]
) -> Answer:
    """Call this when get_answer says that a person asks back: your reply opens the decision again. Then wait on with
    get_answer.
    """
    place = await in_project(ctx, "escalations", str(decision), "reply")
    return _answer(done(await desk(ctx).call("POST", place, {"text": text})))


async def hand_off(
    ctx: Ctx,
    card: Card,
    to: Annotated[str, Field(description="Who receives it, such as: pricing agent.")],
    kind: Annotated[Literal["agent", "session", "person"], Field(description="What the receiver is.")] = "agent",
    trace: Annotated[str, Field(description="Where the record of your run is kept; only people see it.")] = "",
) -> HandedOver:
    """Call this when another agent, session or person goes on with the card: it freezes note, facts and next action.
    Save the note first. The receiver restates all of it with read_back before it starts.
    """
    body = {"to": to, "kind": kind, "trace": trace}
    return HandedOver(**done(await desk(ctx).call("POST", await on_card(ctx, card, "handoffs"), body)))


async def read_back(
    ctx: Ctx,
    card: Card,
    facts: Annotated[dict[str, str], Field(description="Every fact by its name, with its exact value.")],
    next_action: Annotated[str | None, Field(description="The next action, word for word.")] = None,
    handoff: Annotated[
        int | None, Field(ge=1, description="Its number; left out, the newest of the card that waits.")
    ] = None,
) -> ReadBack:
    """Call this before you start on work that was handed to you: restate every fact and the next action from
    resume_context. It is compared to the letter. There are two tries; after the second a person is asked.
    """
    number = handoff or await _newest(ctx, card)
    place = await in_project(ctx, "handoffs", str(number), "read-back")
    found = done(await desk(ctx).call("POST", place, {"facts": facts, "next_action": next_action}))
    asked = found.pop("escalation", None)
    decision = Decision(**asked) if asked else None
    return ReadBack(handoff=number, decision=decision, then=_then(found, decision), **found)


async def _newest(ctx: Ctx, card: str) -> int:
    page = done(await desk(ctx).call("GET", await on_card(ctx, card, "handoffs")))
    waiting = (int(each["id"]) for each in page["handoffs"] if each["state"] == "sent")
    number = next(waiting, None)
    if number is None:
        raise ToolError(NOT_WAITING.format(card=card))
    return number


def _then(found: Body, decision: Decision | None) -> str:
    if found["ok"]:
        return "All of it matches: start with the next action."
    if decision:
        return f"Do not start. The handoff is stopped and a person is asked: call get_answer with {decision.id}."
    return "Do not start. Read the facts again with resume_context, then restate them exactly."


def _answer(found: Body) -> Answer:
    why = (found.pop("withdrawn") or {}).get("why", "")
    return Answer(**found, withdrawn_why=why, then=THEN[found["state"]])
