"""Pictures of the demo: `make screenshots` takes those of the README, with a folder named all pages go there."""

import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests import chromium
from tests.ports import free_port

ROOT = Path(__file__).resolve().parent.parent
SIZES = {"wide": (1280, 860), "phone": (390, 844)}
# The pictures of the README: page, size, scheme.
SHOWN = {
    ("decision", "phone", "light"),
    ("decision", "wide", "dark"),
    ("decisions", "wide", "light"),
    ("refunds", "wide", "light"),
    ("edit", "wide", "light"),
}
# One screen of these is enough; of the others all that there is.
ONE_SCREEN = ("edit", "decision", "decisions")
PAGES = {
    "refunds": "/p/shop/SHOP-112/",
    "edit": "/p/shop/SHOP-112/edit/",
    "cards": "/p/shop/",
    "decisions": "/",
    "decision": "/d/2/",
    "handoffs": "/p/tenders/handoffs/",
    "fact": "/p/tenders/BID-48/facts/EMD/",
    "letters": "/letters/",
    "projects": "/p/",
    "settings": "/p/shop/settings/",
    "source": "/p/shop/SHOP-112/?view=source",
    "history": "/p/shop/SHOP-112/history/",
    "changes": "/p/shop/SHOP-112/history/6/",
    "facts": "/p/tenders/BID-48/",
    "refused": "/p/tenders/BID-48-COMPILE/",
    "fields": "/p/signup/SESSION-7/",
    "edit-fields": "/p/signup/SESSION-7/edit/",
    "empty": "/p/shop/SHOP-121/",
}


def main() -> None:
    everything = len(sys.argv) > 1
    folder = Path(sys.argv[1] if everything else ROOT / "docs" / "pictures")
    folder.mkdir(parents=True, exist_ok=True)
    with demo() as (address, password), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.executable(), args=list(chromium.ARGUMENTS))
        for scheme in ("light", "dark"):
            for size in SIZES:
                names = [name for name in PAGES if everything or (name, size, scheme) in SHOWN]
                if names:
                    take(browser, address, password, folder, names, scheme, size)


def take(browser: Browser, address: str, password: str, folder: Path, names: list[str], scheme: str, size: str) -> None:
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme="dark" if scheme == "dark" else "light"
    )
    page = context.new_page()
    page.goto(f"{address}/accounts/login/")
    page.get_by_label("Email").fill("operator@example.com")
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(f"{address}/")
    for name in names:
        page.goto(address + PAGES[name])
        page.screenshot(
            path=folder / f"{name}-{size}-{scheme}.png", full_page=name not in ONE_SCREEN, animations="disabled"
        )
    context.close()


@contextmanager
def demo() -> Iterator[tuple[str, str]]:
    """A demo of its own in an empty folder: its address, and the password that it printed."""
    with tempfile.TemporaryDirectory() as data:
        port = free_port()
        address = f"http://localhost:{port}"
        command = [sys.executable, str(ROOT / "manage.py"), "demo", "--port", str(port)]
        environment = os.environ | {"HANDOFF_DATA_DIR": data, "PUBLIC_URL": address, "PYTHONUNBUFFERED": "1"}
        environment.pop("DATABASE_URL", None)
        server = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        try:
            yield address, _password(server)
        finally:
            server.send_signal(signal.SIGTERM)
            server.communicate(timeout=20)


def _password(server: "subprocess.Popen[str]") -> str:
    """Waits until the demo says that it listens."""
    assert server.stdout
    password, said = "", ""
    for line in server.stdout:
        said += line
        if found := re.search(r"with the password (\S+)", line):
            password = found[1]
        if "Uvicorn running" in line:
            return password
    raise RuntimeError(f"the demo did not start:\n{said}")


if __name__ == "__main__":
    main()
