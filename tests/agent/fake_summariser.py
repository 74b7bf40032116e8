"""A program that summarises, so to say: it prints the next of its answers, and keeps what it was asked."""

import json
import os
import sys
import time
from pathlib import Path

HANG, FAIL = "[hang]", "[fail]"


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
    sys.stdout.write(answer)


if __name__ == "__main__":
    main()
