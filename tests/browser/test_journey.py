"""The whole story of the deposit: read back wrongly twice, told by letter, answered on a phone, carried on exactly."""

import json
import re
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, expect

from tests.mail.server import Handler, smtp_server
from tests.ports import free_port
from tests.site.test_serve import COMMAND, ROOT, environ, serving

pytestmark = pytest.mark.browser

PASSWORD = "correct horse battery staple"
MANAGER, OPERATOR = "bids.manager@example.org", "operator@example.org"
NEXT = "Check the turnover rule for the last 3 years"
NOTE = {
    "goal": "Bid for the Anakapalli drain tender, due 28 Oct",
    "done": ["Read all 312 pages and both corrigenda"],
    "must_carry": {"EMD": "Rs 15,00,000"},
    "open_questions": ["Is the 20 October site visit compulsory?"],
    "next_action": NEXT,
    "sources": {"EMD": "Corrigendum 2, page 1"},
}
ASKED = "pricing read back EMD wrongly twice: sent Rs 15,00,000, got Rs 15 lakh, then Rs 12,00,000. Which value holds?"


class Desk:
    """A desk of its own in an empty folder, set up by its commands and used over HTTP."""

    def __init__(self, folder: Path, smtp_port: int) -> None:
        self.folder, self.port = folder, free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.settings = {"PUBLIC_URL": self.address, "EMAIL_URL": f"smtp://127.0.0.1:{smtp_port}"}
        self.token = ""

    def serving(self) -> Any:
        return serving(self.folder, self.port, **self.settings)

    def run(self, *words: str, typed: str = "") -> str:
        done = subprocess.run(
            [*COMMAND, *words],
            cwd=ROOT, env=environ(self.folder, **self.settings), input=typed,
            text=True, check=True, capture_output=True,
        )  # fmt: skip
        return done.stdout.strip()

    def call(self, method: str, path: str, body: Any = None) -> Any:
        sent = Request(f"{self.address}/api/v1/projects/tenders/{path}", method=method)
        sent.add_header("Authorization", f"Bearer {self.token}")
        sent.add_header("Content-Type", "application/json")
        with urlopen(sent, json.dumps(body).encode() if body is not None else None, timeout=70) as answer:
            return json.loads(answer.read())


@pytest.fixture
def smtp() -> Iterator[tuple[Handler, int]]:
    with smtp_server() as server:
        yield server


def letter_to(handler: Handler, address: str, subject: str) -> str:
    """The text of the letter, once it is there."""
    tick = Event()
    for _ in range(300):
        for letter in handler.letters:
            if letter["To"] == address and str(letter["Subject"]).startswith(subject):
                body = letter.get_body(("plain",))
                assert body
                return str(body.get_content())
        tick.wait(0.1)
    raise AssertionError(f"no letter to {address}; there are {[str(each['Subject']) for each in handler.letters]}")


def test_the_story_of_the_deposit(tmp_path: Path, smtp: tuple[Handler, int], chromium: Browser) -> None:
    handler, port = smtp
    desk = Desk(tmp_path, port)
    with desk.serving():
        set_up(desk)
        escalation = stops_at_the_second_try(desk)
        text = letter_to(handler, MANAGER, ASKED)
        assert text.splitlines()[0] == ASKED
        link = re.search(r"http\S+/d/\d+/", text)
        assert link
        follow_as_a_scanner(link[0])
    # Web and worker are started anew while the decision waits.
    with desk.serving(), ThreadPoolExecutor(1) as threads:
        waiting = threads.submit(desk.call, "GET", f"escalations/{escalation}?wait=60")
        answer_on_a_phone(chromium, link[0])
        answered = waiting.result(1)
        assert (answered["state"], answered["answer"]["value"]) == ("answered", "Rs 15,00,000")
        assert answered["answer"]["by"] == {"kind": "person", "name": "Bids manager"}
        goes_on_exactly(desk)
        assert "Rs 15,00,000" in letter_to(handler, OPERATOR, "Answered: pricing read back EMD wrongly twice")
    assert len(handler.ids) == len(set(handler.ids))
    assert not any(letter["To"] == MANAGER and "Answered" in str(letter["Subject"]) for letter in handler.letters)


def set_up(desk: Desk) -> None:
    for email, name, role in ((MANAGER, "Bids manager", "reviewer"), (OPERATOR, "Operator", "operator")):
        words = ["create_member", email, "--project", "tenders", "--role", role, "--name", name, "--password-stdin"]
        desk.run(*words, typed=f"{PASSWORD}\n")
    desk.token = desk.run("create_token", "--project", "tenders", "--agent", "pricing").splitlines()[-1]
    desk.call("PUT", "cards/BID-48", {"title": "Anakapalli storm-water drain", "format": "six_fields"})
    desk.call("PUT", "cards/BID-48/facts/EMD", {"value": "Rs 15,00,000", "source": "Corrigendum 2, page 1"})
    desk.call("PUT", "cards/BID-48/note", {"fields": NOTE})


def stops_at_the_second_try(desk: Desk) -> int:
    """The number of the decision that it asks for."""
    sent = desk.call("POST", "cards/BID-48/handoffs", {"to": "pricing", "kind": "agent"})
    assert (sent["facts"], sent["next_action"]) == ({"EMD": "Rs 15,00,000"}, NEXT)
    path = f"handoffs/{sent['id']}/read-back"
    first = desk.call("POST", path, {"facts": {"EMD": "Rs 15 lakh"}, "next_action": NEXT})
    assert [problem["says"] for problem in first["problems"]] == ["EMD: sent 'Rs 15,00,000', got 'Rs 15 lakh'"]
    assert (first["ok"], first["tries_left"]) == (False, 1)
    second = desk.call("POST", path, {"facts": {"EMD": "Rs 12,00,000"}, "next_action": NEXT})
    assert (second["state"], second["tries_left"]) == ("stopped", 0)
    return int(second["escalation"]["id"])


def follow_as_a_scanner(link: str) -> None:
    with urlopen(link) as page:
        assert "/accounts/login/" in page.url


def answer_on_a_phone(chromium: Browser, link: str) -> None:
    page = chromium.new_context(viewport={"width": 390, "height": 844}, has_touch=True).new_page()
    page.goto(link)
    page.get_by_label("Email").fill(MANAGER)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").tap()
    expect(page).to_have_url(link)
    expect(page.get_by_role("heading", level=1)).to_have_text(ASKED)
    page.get_by_role("button", name=re.compile("Rs 15,00,000")).tap()
    expect(page.locator("#said")).to_contain_text("Answered.")
    page.context.close()


def goes_on_exactly(desk: Desk) -> None:
    fact = desk.call("GET", "cards/BID-48/facts/EMD")
    assert fact["value"] == "Rs 15,00,000"
    assert re.fullmatch(r"answered by Bids manager, \d+ \w{3} \d{4}", fact["source"])
    sent = desk.call("POST", "cards/BID-48/handoffs", {"to": "pricing", "kind": "agent"})
    said = {"facts": sent["facts"], "next_action": sent["next_action"]}
    done = desk.call("POST", f"handoffs/{sent['id']}/read-back", said)
    assert (done["ok"], done["state"], done["problems"]) == (True, "accepted", [])
