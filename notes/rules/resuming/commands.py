"""Commands that a session ran in a shell: which of them verify the work, and which failed."""

import re
from collections.abc import Iterable

from notes.rules.resuming.sorting import ERROR
from notes.rules.resuming.steps import Deed

FIELDS = {"Bash": "command", "exec_command": "cmd", "shell_command": "command", "shell": "command"}
_SHELL = re.compile(r"(?:.*/)?(?:ba|z|da)?sh")
_PARTS = re.compile(r"&&|\|\||[;|\n]")
_BEFORE = re.compile(
    r"\s*(?:[A-Za-z_]\w*=\S*\s+|(?:time|command|sudo|env|npx|bunx|xvfb-run|timeout(?:\s+-\S+)*\s+\S+"
    r"|(?:uv|poetry|pdm|pipenv|hatch|rye)\s+run|bundle\s+exec|(?:\S*/)?python[\d.]*(?:\s+-\w+)*?\s+-m)\s+)*"
)
_PROGRAMS = (
    r"pytest|py\.test|tox|nox|ruff|mypy|pyright|flake8|pylint|black\s+--check\b.*|eslint|tsc|jest|vitest|mocha|ava"
    r"|unittest|doctest|phpunit|rspec|ctest|shellcheck|golangci-lint|behave|bats|pre-commit\s+run|playwright\s+test"
    r"|(?:npm|pnpm|yarn|bun)\s+(?:run\s+)?(?:t|test|lint|check|typecheck|type-check|verify)(?::\S+)?"
    r"|make\s+(?:\S+\s+)*?(?:test|tests|check|lint|verify|fast)|cargo\s+(?:test|check|clippy|nextest)|go\s+(?:test|vet)"
    r"|mvn\s+(?:\S+\s+)*?(?:test|verify)|gradlew?\s+(?:\S+\s+)*?(?:test|check)|dotnet\s+test|mix\s+test|swift\s+test"
    r"|deno\s+(?:test|lint|check)|(?:\S*python[\d.]*\s+)?(?:\S*/)?manage\.py\s+(?:test|check)|git\s+diff\s+--check"
)
_VERIFIES = re.compile(rf"(?:\S*/)?(?:{_PROGRAMS})(?![\w-])")
# These prove nothing.
_PROVES_NOTHING = re.compile(r"\s--?(?:version|help|collect-only|co)\b|\|\|\s*(?:true|:)(?!\S)")
LONGEST = 1_000


def command_of(deed: Deed) -> str:
    """Empty where it ran none. A list is the words, of which a shell's last is the command."""
    value = deed.given.get(FIELDS.get(deed.tool, ""))
    if isinstance(value, list) and value and all(isinstance(word, str) for word in value):
        return value[-1] if _SHELL.fullmatch(value[0]) else " ".join(value)
    return value if isinstance(value, str) else ""


def verifies(command: str) -> bool:
    """By the name of what is run, wherever it stands in a chain of commands."""
    if len(command) > LONGEST or _PROVES_NOTHING.search(command):
        return False
    return any(_VERIFIES.match(part, _begin(part)) for part in _PARTS.split(command))


def last_runs(done: Iterable[Deed]) -> dict[str, Deed]:
    """Command → how it went the last time, in the order of those times."""
    runs: dict[str, Deed] = {}
    for deed in done:
        if command := command_of(deed).strip():
            runs.pop(command, None)
            runs[command] = deed
    return runs


def verified(runs: dict[str, Deed]) -> list[str]:
    return [command for command, deed in runs.items() if verifies(command) and _went_well(command, deed)]


def _went_well(command: str, deed: Deed) -> bool:
    """Behind a pipe the exit code is another program's, so that only the output can tell."""
    if deed.failed is not False:
        return False
    return "|" not in command or not any(ERROR.search(line) for line in deed.output.split("\n"))


def _begin(part: str) -> int:
    match = _BEFORE.match(part)
    return match.end() if match else 0
