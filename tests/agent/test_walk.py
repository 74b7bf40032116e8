"""From an empty folder to the next session, by the words of the README: its commands are read out of it and pasted."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.agent.desks import NOTE
from tests.agent.fake_model import Model, Turn, model
from tests.agent.real_agents import program
from tests.agent.terminals import Terminal, blocks
from tests.chromium import ARGUMENTS, executable
from tests.ports import free_port
from tests.site.test_serve import FROM_OUTSIDE, ROOT

pytestmark = pytest.mark.agents

README = (ROOT / "README.md").read_text()
COMMANDS = blocks(README, "From nothing to the next session")
EDIT = "- Do not touch the migration"
NEXT = "- Write a test with two deliveries"


@pytest.fixture
def fake() -> Iterator[Model]:
    """It saves a note when it is asked to begin, and says something when it is asked what is next."""
    save = {"card": "SHOP-1", "text": NOTE.replace("- check the deposit", NEXT), "base_revision": 0}
    with model(
        Turn(tool="mcp__plugin_handoff-desk_desk__save_note", given=save, tokens=600_000),
        Turn("It is saved.", tokens=600_000),
        Turn("A test with two deliveries.", tokens=20_000),
    ) as found:
        yield found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A clone, so to say: the files that the repository has."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (tmp_path / "desk" / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, tmp_path / "desk" / name)
    return tmp_path / "desk"


@pytest.fixture
def env(tmp_path: Path, fake: Model) -> dict[str, str]:
    """What differs from a reader's machine: another port and home, no network, and a model that does not think."""
    path = tmp_path / "bin"
    path.mkdir()
    (path / "python3").symlink_to(sys.executable)
    (path / "claude").symlink_to(program("claude"))
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in FROM_OUTSIDE and not name.startswith(("HANDOFF", "CLAUDE", "XDG", "PYTHON", "VIRTUAL"))
    }
    return kept | {
        "HOME": str(tmp_path), "PATH": f"{path}:{os.environ['PATH']}", "PORT": str(free_port()),
        "PYTHONPATH": sysconfig.get_path("purelib"), "PIP_NO_INDEX": "1", "PIP_NO_BUILD_ISOLATION": "0",
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "ANTHROPIC_BASE_URL": fake.url, "ANTHROPIC_API_KEY": "none",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "DISABLE_AUTOUPDATER": "1",
    }  # fmt: skip


@pytest.fixture
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS)
        yield browser
        browser.close()


def test_the_readme_leads_from_an_empty_folder_to_the_next_session(
    folder: Path, env: dict[str, str], fake: Model, chromium: Browser
) -> None:
    install, serve, members, plugin, begin, following = COMMANDS
    with ExitStack() as terminals:
        first, second = (
            terminals.enter_context(closing(Terminal(folder, env, folder.parent / name))) for name in ("one", "two")
        )
        first.paste(install)
        first.start(serve, "running on")
        password = re.search(r"Password, shown this once: (\S+)", second.paste(members))
        assert password
        second.paste(plugin)
        second.paste(begin)
        page = signed_in(chromium, env["PORT"], password[1])
        expect(page.locator(".run.agent", has_text=NEXT.removeprefix("- "))).to_contain_text("coder")
        edit(page)
        before = len(fake.asked)
        second.paste(following)
        assert EDIT not in "".join(fake.heard[:before])
        assert EDIT in fake.heard[before]
        # What a process of its own is telling at this moment.
        second.paste("handoff round tell\n")
        page.reload()
        expect(page.locator(".chip.good", has_text="resumed from handoff · saved ≈ $")).to_be_visible()


def signed_in(chromium: Browser, port: str, password: str) -> Page:
    address = re.search(r"<http://localhost:8000(/\S+)>", README)
    assert address
    page = chromium.new_page()
    page.goto(f"http://localhost:{port}{address[1]}")
    page.get_by_label("Email").fill("you@example.org")
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("SHOP-1 · Refund emails go out twice")
    return page


def edit(page: Page) -> None:
    page.get_by_role("link", name="Edit note").click()
    note = page.get_by_label("The note")
    typed = note.input_value()
    note.fill(typed.replace("## Decisions", f"{EDIT}\n\n## Decisions"))
    page.get_by_role("button", name="Save note").click()
    expect(page.locator("#said")).to_contain_text("Saved as revision 2.")
    expect(page.locator(".run.person", has_text=EDIT.removeprefix("- "))).to_contain_text("locked")
