"""Hooks and plugin in the real Claude Code and Codex: what the model is sent is what counts."""

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from handoff_agent.client import Call, ask
from tests.agent.desks import RealDesk, Shell
from tests.agent.fake_model import Turn, model
from tests.agent.real_agents import Agent
from tests.agent.sessions import commit, repository
from tests.agent.test_hooks_session import waited_for
from tests.agent.visitor import Visitor
from tests.site.test_serve import ROOT

pytestmark = pytest.mark.agents
PLUGIN = str(ROOT / "plugin")
ASKED = "This is asked once in a round"
NOTE_OF_CARD = "check the deposit"
AN_HOUR = 3600
SECONDS = 40.0
# It does not compact what is too short.
TALK = ("hi", "and then", "what else", "/compact", "go on")


@pytest.fixture
def agent(shell: Shell, card: str) -> Iterator[Agent]:
    """Its note is older than the last commit."""
    repository(shell)
    commit(shell, at=time.time() + AN_HOUR)
    with model() as found:
        yield Agent(shell, found)


def heard(agent: Agent, request: int) -> str:
    return agent.model.heard[request]


def recorded(shell: Shell) -> str:
    """By the session that goes on, as far as it is on the disk."""
    known = [json.loads(path.read_text()) for path in (shell.state / "rounds").glob("*.json")]
    records = [Path(each["transcript"]) for each in known if each["transcript"]]
    return "".join(path.read_text() for path in records if path.exists())


def test_claude_validates_plugin_and_marketplace(agent: Agent) -> None:
    for path in (PLUGIN, str(ROOT)):
        assert "Validation passed" in agent.claude("plugin", "validate", path)


def test_claude_begins_with_the_note_and_is_asked_once_for_a_fresh_one(agent: Agent) -> None:
    agent.model.turns = [Turn("hello"), Turn("I looked at it")]
    agent.claude("-p", "hi", "--plugin-dir", PLUGIN)
    assert len(agent.model.asked) == 2
    assert NOTE_OF_CARD in heard(agent, 0)
    assert "<handoff-next-action>" in heard(agent, 0)
    assert "keep-handoff-note" in heard(agent, 0)
    assert ASKED not in heard(agent, 0)
    assert heard(agent, 1).count(ASKED) == 1


def test_claude_started_twice_by_a_person_shows_what_the_note_saved_on_the_page(agent: Agent, desk: RealDesk) -> None:
    commit(agent.shell, at=time.time() - AN_HOUR)
    said = desk.manage("create_member", "ravi@example.org", "--project", "shop", "--role", "viewer")
    visitor = Visitor(desk.url, "ravi@example.org", said.rpartition(" ")[2])
    page = f"/p/shop/{agent.shell.env['HANDOFF_CARD']}/"
    agent.model.turns = [Turn("hello", tokens=300_000), Turn("again", tokens=20_000), Turn("once more", tokens=21_000)]
    agent.claude("-p", "hi", "--plugin-dir", PLUGIN)
    assert agent.shell("round", "tell").code == 0
    assert "<b>Round 1</b>" in visitor.page(page)
    assert "resumed" not in visitor.page("/p/shop/")
    agent.claude("-p", "hi", "--plugin-dir", PLUGIN)
    assert agent.shell("round", "tell").code == 0
    shown = visitor.page(page)
    assert re.search(r'<span class="chip good">resumed from handoff · saved ≈ \$0\.\d\d</span>', shown)
    assert re.search(r"resuming: \$0\.15, from the note: \$0\.\d\d, at the prices of", shown)
    agent.claude("-p", "go on", "--continue", "--plugin-dir", PLUGIN)
    assert agent.shell("round", "tell").code == 0
    assert '<span class="chip good">resumed session</span>' in visitor.page(page)


def test_claude_is_left_alone_with_a_fresh_note(agent: Agent) -> None:
    commit(agent.shell, at=time.time() - AN_HOUR)
    agent.claude("-p", "hi", "--plugin-dir", PLUGIN)
    assert len(agent.model.asked) == 1


def test_claude_stops_for_a_context_that_its_own_transcript_says_is_full(agent: Agent) -> None:
    commit(agent.shell, at=time.time() - AN_HOUR)
    agent.model.turns = [Turn("hello", tokens=100), Turn("on it", tokens=900_000), Turn("bye", tokens=900_000)]
    agent.claude("-p", "hi", "--plugin-dir", PLUGIN)
    assert len(agent.model.asked) == 1
    agent.claude("-p", "go on", "--continue", "--plugin-dir", PLUGIN)
    assert ASKED in heard(agent, -1)


def test_claude_gets_note_and_request_again_when_its_context_was_compacted(agent: Agent) -> None:
    said = [{"type": "user", "message": {"role": "user", "content": text}} for text in TALK]
    stdin = "".join(json.dumps(each) + "\n" for each in said)
    commit(agent.shell, at=time.time() - AN_HOUR)
    words = ["-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose"]
    agent.claude(*words, "--plugin-dir", PLUGIN, stdin=stdin)
    last = heard(agent, -1)
    assert last.count("<handoff-next-action>") == 1
    assert "the context was compacted" in last
    assert ASKED not in last


def test_claude_itself_writes_the_note_of_its_session_that_left_none(agent: Agent, desk: RealDesk) -> None:
    """With the summariser as it comes, found on the path; its own run calls no hook of ours, and has no tools."""
    shell = agent.shell
    agent.claude("plugin", "marketplace", "add", str(ROOT))
    agent.claude("plugin", "install", "handoff-desk@handoff-desk")
    shell.env["HANDOFF_SUMMARISER_TOKEN"] = desk.manage(
        "create_token", "--project", "shop", "--agent", "haiku", "--kind", "summariser"
    )
    edit = {"file_path": str(shell.folder / "cart.py"), "content": "x = 1\n"}
    agent.model.turns = [Turn(tool="Write", given=edit), Turn("Written."), Turn("I keep no note.")]
    agent.model.summary = Turn(f"Here it is:\n```\n{shell.note.replace('ship it', 'ship it with cart.py')}```")
    agent.claude("-p", "Write the cart.", "--permission-mode", "acceptEdits")
    asked = len(agent.model.asked)
    assert waited_for(lambda: "ship it with cart.py" in shell("show").out, SECONDS)
    assert json.loads(shell("show", "--json").out)["updated_by"] == {"kind": "summariser", "name": "haiku"}
    assert len(agent.model.asked) == asked
    (told,) = agent.model.of_summaries
    assert "haiku" in told["model"]
    assert "The person: Write the cart." in json.dumps(told)
    assert "keep-handoff-note" not in json.dumps(told)
    assert "`cart.py`" in json.dumps(told)
    assert not told.get("tools")
    assert waited_for(lambda: not list((shell.state / "rounds").glob("*")), SECONDS)


def test_claude_that_is_killed_is_found_at_its_next_start(agent: Agent) -> None:
    shell = agent.shell
    shell.env["HANDOFF_SUMMARISER"] = "extract"
    edit = {"file_path": str(shell.folder / "cart.py"), "content": "x = 1\n"}
    agent.model.turns = [Turn(tool="Write", given=edit), Turn(tool="Bash", given={"command": "sleep 600"})]
    words = ["-p", "Write the cart.", "--permission-mode", "acceptEdits", "--allowedTools", "Bash(sleep:*)"]
    # Its record lags behind.
    agent.claude_killed(*words, "--plugin-dir", PLUGIN, when=lambda: "sleep 600" in recorded(shell))
    agent.claude("-p", "hi", "--plugin-dir", PLUGIN)
    assert "An earlier session of this card ended" in heard(agent, -1)
    assert waited_for(lambda: "- `cart.py`" in shell("show").out, SECONDS)
    assert "- Then: Write the cart." not in shell("show").out


def test_codex_that_ends_without_a_note_gets_one(agent: Agent) -> None:
    shell = agent.shell
    shell.env["HANDOFF_SUMMARISER"] = "extract"
    assert shell("codex-setup").code == 0
    agent.model.turns = [Turn(tool="exec_command", given={"cmd": "pytest --co -q; false"}), Turn("ok"), Turn("no")]
    agent.codex("exec", "--dangerously-bypass-hook-trust", "Do the tests of the cart work?")
    assert waited_for(lambda: "Then: Do the tests of the cart work?" in shell("show").out, SECONDS)


def test_claude_installs_the_plugin_as_the_guide_says(agent: Agent) -> None:
    agent.claude("plugin", "marketplace", "add", str(ROOT))
    agent.claude("plugin", "install", "handoff-desk@handoff-desk")
    agent.claude("-p", "hi")
    assert NOTE_OF_CARD in heard(agent, 0)
    assert ASKED in heard(agent, 1)


def test_codex_begins_with_the_note_and_is_asked_once(agent: Agent) -> None:
    assert agent.shell("codex-setup").code == 0
    said = agent.codex("exec", "--dangerously-bypass-hook-trust", "hi")
    assert "Failed" not in said
    assert len(agent.model.asked) == 2
    assert NOTE_OF_CARD in heard(agent, 0)
    assert heard(agent, 1).count(ASKED) == 1


def test_codex_tells_of_its_rounds(agent: Agent, desk: RealDesk, token: str) -> None:
    assert agent.shell("codex-setup").code == 0
    commit(agent.shell, at=time.time() - AN_HOUR)
    agent.model.turns = [Turn("hello", tokens=40_000)]
    agent.codex("exec", "--dangerously-bypass-hook-trust", "hi")
    agent.codex("exec", "--dangerously-bypass-hook-trust", "resume", "--last", "go on")
    assert agent.shell("round", "tell").code == 0
    path = f"/projects/shop/cards/{agent.shell.env['HANDOFF_CARD']}/rounds"
    second, first = ask(desk.url, token, Call("GET", path)).json["rounds"]
    assert [each["choice"] for each in (first, second)] == ["fresh", "resume"]
    assert [each["model"] for each in (first, second)] == ["gpt-5"] * 2
    assert second["resume_cost"] == "0.005000"


def test_codex_gets_note_and_request_again_when_its_context_was_compacted(agent: Agent) -> None:
    assert agent.shell("codex-setup").code == 0
    commit(agent.shell, at=time.time() - AN_HOUR)
    agent.model.turns = [Turn("hello", tokens=60_000)]
    agent.codex("exec", "--dangerously-bypass-hook-trust", "hi")
    agent.codex("exec", "--dangerously-bypass-hook-trust", "resume", "--last", "go on")
    last = heard(agent, -1)
    assert NOTE_OF_CARD in last
    assert "the context was compacted" in last
    assert ASKED not in last
