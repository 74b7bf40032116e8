"""Sessions as they were recorded, made up by hand and by hypothesis."""

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from notes.rules.resuming.sorting import Kind
from notes.rules.resuming.steps import Step
from tests.rules.texts import COVERS, HEADINGS, LINES

SECRET = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
KEY = "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEAu1SU1LfVLPHCozMxH2Mo\n4lgOEePzNm0tRgeLezV6ffAt0gun\n"
HOSTILE = [
    SECRET, KEY, f"curl -H {SECRET} x", "[rest unchanged]", "…", "\x1b[31mred\x1b[0m", "a\rb", "\x00", "\ud800",
    "tag \U000e0041", "\u202e turned", "```py", "<!-- open", "    code", "[a]: /b", "# Title", "---", "<div>", "`a``b",
    "x" * 5_000, "Rs 15,00,000 is the deposit", "ValueError: no digits", "क्या जमा सही है?",
]  # fmt: skip


def said(text: str, kind: Kind = "instruction", at: float = 0.0) -> Step:
    return Step(kind, text, at)


def done(
    tool: str, given: dict[str, Any], output: str = "", *, failed: bool | None = False, at: float = 0.0
) -> list[Step]:
    """A call and its result, which never came where `failed` is None."""
    call = f"{tool}-{id(given)}"
    called = Step("tool_call", "", at, tool, given, call)
    return [called] if failed is None else [called, Step("tool_result", output, at, call=call, failed=failed)]


def ran(command: str, output: str = "", *, failed: bool | None = False) -> list[Step]:
    return done("Bash", {"command": command}, output, failed=failed)


def steps(*parts: Step | list[Step]) -> tuple[Step, ...]:
    return tuple(step for part in parts for step in (part if isinstance(part, list) else [part]))


_piece = st.one_of(st.sampled_from([*HOSTILE, *LINES, *COVERS, *HEADINGS]), st.text(max_size=30))
texts = st.lists(_piece, max_size=6).map("\n".join)
_odd: st.SearchStrategy[Any] = st.one_of(st.none(), st.integers(), texts, st.lists(texts, max_size=2))
_todo = st.fixed_dictionaries({"content": _odd, "status": st.sampled_from(["completed", "in_progress", "pending", 3])})


@st.composite
def _calls(draw: st.DrawFn) -> list[Step]:
    tool, given = draw(
        st.sampled_from(["Bash", "exec_command"]).flatmap(
            lambda tool: st.tuples(st.just(tool), st.fixed_dictionaries({"command": _odd, "cmd": _odd}))
        )
        | st.tuples(st.just("TodoWrite"), st.fixed_dictionaries({"todos": st.lists(_todo, max_size=4) | _odd}))
        | st.tuples(st.just("TaskCreate"), st.fixed_dictionaries({"subject": _odd}))
        | st.tuples(st.just("Edit"), st.fixed_dictionaries({"file_path": _odd}))
        | st.tuples(st.just("apply_patch"), st.fixed_dictionaries({"input": texts.map("*** Begin Patch\n{}".format)}))
        | st.tuples(st.just("AskUserQuestion"), st.fixed_dictionaries({"questions": _odd}))
    )
    return done(tool, given, draw(texts), failed=draw(st.sampled_from([True, False, None])))


_step: st.SearchStrategy[Sequence[Step]] = st.one_of(
    st.builds(said, texts).map(lambda step: [step]),
    st.builds(lambda text: said(text, "statement"), texts).map(lambda step: [step]),
    _calls(),
)
records = st.lists(_step, max_size=8).map(lambda parts: steps(*map(list, parts)))
