"""The last question to a person that got no answer."""

from collections.abc import Sequence

from notes.rules.resuming.steps import Step, deeds, text_in

ASKING = ("AskUserQuestion", "request_user_input")


def open_question(steps: Sequence[Step]) -> str:
    """Of a tool that asks, else the last words of the agent where they ask and nobody spoke after them."""
    spoken = max((index for index, step in enumerate(steps) if step.kind == "instruction"), default=-1)
    rest = steps[spoken + 1 :]
    asked = [deed for deed in deeds(rest) if deed.tool in ASKING and deed.failed is not False]
    if asked:
        return _asked(asked[-1].given.get("questions"))
    said = [step.text for step in rest if step.kind == "statement" and step.text.strip()]
    last = said[-1].strip().split("\n")[-1].strip() if said else ""
    return last if last.endswith("?") else ""


def _asked(questions: object) -> str:
    found = [one for one in questions if isinstance(one, dict)] if isinstance(questions, list) else []
    return "\n".join(text_in(one, "question") for one in found)
