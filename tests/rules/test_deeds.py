"""What the calls of a session say: commands that verify, files that changed, the to-do list, the open question."""

import pytest

from notes.rules.resuming.commands import command_of, last_runs, verified, verifies
from notes.rules.resuming.questions import open_question
from notes.rules.resuming.steps import Deed, Step, deeds
from notes.rules.resuming.todos import Todo, todos
from notes.rules.resuming.touched import touched
from tests.rules.hostile import ends_soon, lines_of
from tests.rules.records import done, ran, said, steps

VERIFY = [
    "pytest", "pytest -q tests/agent", ".venv/bin/python -m pytest -q -n 0", "python3 -m unittest", "uv run pytest",
    "cd shop && npm test", "npm run lint:css", "CI=true yarn test", "make lint", "make -C site test",
    "npx tsc --noEmit", "cargo clippy", "go test ./...", "python manage.py check --deploy", "timeout 60 mypy .",
    "sh -c 'x'; ruff check .", "./gradlew build test", "pre-commit run --all-files", "git diff --check",
    "dotnet test", "./node_modules/.bin/jest",
]  # fmt: skip
VERIFY_NOTHING = [
    "pip install pytest", "cat pytest.ini", "grep -r mypy .", "npm install", "make", "go build", "git diff", "ls",
    "pytest --version", "ruff --help", "pytest || true", "echo 'make test'", "vim tests/test_cart.py", "rm -rf pytest",
    "pytest-watch", "", "x" * 2_000 + "; pytest",
]  # fmt: skip


@pytest.mark.parametrize("command", VERIFY)
def test_a_command_verifies_by_the_name_of_what_it_runs(command: str) -> None:
    assert verifies(command)


@pytest.mark.parametrize("command", VERIFY_NOTHING)
def test_others_do_not(command: str) -> None:
    assert not verifies(command)


@pytest.mark.parametrize("line", [*lines_of("a=b ", "sudo ", "make x ", "python -m ", "timeout 1 ", "|| true")])
def test_no_command_holds_it_up(line: str) -> None:
    assert ends_soon(verifies, line[:1_000])


RUNS = [
    ("as it went the last time", [ran("pytest", failed=True), ran("pytest")], ["pytest"]),
    ("and not the first", [ran("pytest"), ran("pytest", failed=True)], []),
    ("that never ended", [ran("pytest", failed=None)], []),
    ("behind a pipe the output tells", [ran("pytest | tail -3", "2 passed")], ["pytest | tail -3"]),
    ("of failures too", [ran("pytest | tail -3", "FAILED test_cart - failed")], []),
    ("in the order of the last times", [ran("pytest"), ran("mypy"), ran("pytest")], ["mypy", "pytest"]),
    ("of Codex", [done("exec_command", {"cmd": "cargo test"})], ["cargo test"]),
    ("as words", [done("shell", {"command": ["bash", "-lc", "go vet"]})], ["go vet"]),
    ("without a shell", [done("shell", {"command": ["go", "vet"]})], ["go vet"]),
    ("of no shell", [done("shell", {"command": [1, "x"]}), done("Read", {"command": "pytest"})], []),
]


@pytest.mark.parametrize(("case", "parts", "commands"), RUNS, ids=[case for case, *_ in RUNS])
def test_only_what_went_well_has_verified(case: str, parts: list[list[Step]], commands: list[str]) -> None:
    assert verified(last_runs(deeds(steps(*parts)))) == commands


def edit(path: object) -> list[Step]:
    return done("Edit", {"file_path": path})


PATCH = "*** Begin Patch\n*** Update File: a.py\n@@\n*** Move to: b.py\n*** Add File: c.py\n+x\n*** End Patch\n"
FILES = [
    ("inside", [edit("/src/shop/cart.py")], ["cart.py"]),
    ("told from there", [edit("./cart.py"), edit("tests/test_cart.py")], ["cart.py", "tests/test_cart.py"]),
    ("outside", [edit("/home/me/.bashrc"), edit("~/x"), edit("../y"), edit("C:\\z")], []),
    ("each once, the last at the end", [edit("a"), edit("b"), edit("a")], ["b", "a"]),
    ("in a folder that only begins alike", [edit("/src/shopping/x")], []),
    ("of another system", [edit("D:\\shop\\lib\\cart.py")], ["lib/cart.py"]),
    ("by a patch", [done("apply_patch", {"input": PATCH})], ["a.py", "b.py", "c.py"]),
    (
        "by a patch in a shell",
        [done("exec_command", {"cmd": f"apply_patch <<'E'\n{PATCH}E"})],
        ["a.py", "b.py", "c.py"],
    ),
    ("not changed", [done("Edit", {"file_path": "a"}, failed=True), done("Read", {"file_path": "b"}), edit(3)], []),
    ("in the midst of it", [done("Write", {"file_path": "a"}, failed=None)], ["a"]),
    ("a notebook", [done("NotebookEdit", {"notebook_path": "a.ipynb"})], ["a.ipynb"]),
]


@pytest.mark.parametrize(("case", "parts", "files"), FILES, ids=[case for case, *_ in FILES])
def test_files_are_told_from_the_work_tree(case: str, parts: list[list[Step]], files: list[str]) -> None:
    assert touched(deeds(steps(*parts)), ["/src/shop", "D:\\shop"]) == files


def task(subject: str, number: int) -> list[Step]:
    return done("TaskCreate", {"subject": subject}, f"Task #{number} created successfully: {subject}")


def update(number: int, **more: object) -> list[Step]:
    return done("TaskUpdate", {"taskId": str(number), **more})


PLAN = done("update_plan", {"plan": [{"step": "a", "status": "completed"}, {"step": "b", "status": "pending"}, 3]})
LISTS = [
    ("as a whole", [PLAN], [("a", "done"), ("b", "open")]),
    ("the newest whole", [PLAN, done("TodoWrite", {"todos": [{"content": "c"}]})], [("c", "open")]),
    ("one by one", [task("a", 7), task("b", 8), update(7, status="in_progress")], [("a", "doing"), ("b", "open")]),
    ("renamed and deleted", [task("a", 1), task("b", 2), update(1, subject="c"), update(2, status="deleted")],
     [("c", "open")]),
    ("refused", [done("TodoWrite", {"todos": [{"content": "c"}]}, failed=True)], []),
    ("of another shape", [done("TodoWrite", {"todos": "c"}), update(9, status="completed"), task(" ", 1)], []),
]  # fmt: skip


@pytest.mark.parametrize(("case", "parts", "listed"), LISTS, ids=[case for case, *_ in LISTS])
def test_the_list_is_as_it_last_stood(case: str, parts: list[list[Step]], listed: list[tuple[str, str]]) -> None:
    assert todos(deeds(steps(*parts))) == [Todo(*each) for each in listed]  # type: ignore[arg-type]


def ask(*questions: str, failed: bool | None = None) -> list[Step]:
    return done("AskUserQuestion", {"questions": [{"question": one} for one in questions]}, failed=failed)


QUESTIONS = [
    ("asked by a tool", [ask("Which?", "When?")], "Which?\nWhen?"),
    ("answered to a tool", [ask("Which?", failed=False)], ""),
    ("which nobody could see", [ask("Which?", failed=True)], "Which?"),
    ("asked at the end", [said("It works.\nShall I ship?", "statement")], "Shall I ship?"),
    ("answered", [said("Shall I ship?", "statement"), said("yes")], ""),
    ("not the last words", [said("Shall I ship?", "statement"), said("I wait.", "statement")], ""),
    ("of another shape", [done("AskUserQuestion", {"questions": [3]}, failed=None)], ""),
    ("of nobody", [], ""),
]


@pytest.mark.parametrize(("case", "parts", "question"), QUESTIONS, ids=[case for case, *_ in QUESTIONS])
def test_the_question_that_still_waits(case: str, parts: list[Step | list[Step]], question: str) -> None:
    assert open_question(steps(*parts)) == question


def test_a_result_goes_to_its_own_call() -> None:
    first, second = done("Bash", {"command": "a"}, "1"), done("Bash", {"command": "b"}, "2", failed=True)
    mixed = steps(first[0], second[0], second[1], first[1])
    assert [(command_of(deed), deed.output, deed.failed) for deed in deeds(mixed)] == [
        ("a", "1", False),
        ("b", "2", True),
    ]
    assert deeds(mixed[:1]) == [Deed("Bash", {"command": "a"}, 0.0)]
