"""A program that summarises, so to say: it prints the next of its answers, and keeps what it was asked."""

import json
import os
import sys
import time
from pathlib import Path

HANG, FAIL, FLOOD, HELD, THINKS = "[hang]", "[fail]", "[flood]", "[held]", "[thinks]"


def main() -> None:
    folder = Path(sys.argv[1])
    answers = json.loads((folder / "answers.json").read_text())
    asked = sorted(folder.glob("asked-*.txt"))
    (folder / f"asked-{len(asked)}.txt").write_text(sys.stdin.read())
    (folder / "environment.json").write_text(json.dumps({"cwd": os.getcwd()} | dict(os.environ)))
    answer = answers[min(len(asked), len(answers) - 1)]
    if answer == HANG:
        # A child of its own holds the pipe open.
        os.fork()
        time.sleep(600)
    if answer == FAIL:
        sys.exit(3)
    while answer == FLOOD:
        sys.stdout.write("x" * 65_536)
    if answer.startswith(HELD) and (child := os.fork()) == 0:
        time.sleep(600)
    if answer.startswith(HELD):
        (folder / "child.txt").write_text(str(child))
    while answer.startswith(THINKS) and not (folder / "go").exists():
        time.sleep(0.02)
    sys.stdout.write(answer.removeprefix(HELD).removeprefix(THINKS))


if __name__ == "__main__":
    main()
