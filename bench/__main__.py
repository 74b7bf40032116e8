"""Runs every benchmark, each in a process of its own: `python -m bench`."""

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
NONE = {"__init__", "__main__"}


def main() -> int:
    names = sorted(
        path.stem for path in HERE.glob("*.py") if path.stem not in NONE and "\ndef main(" in path.read_text()
    )
    missed = []
    for name in names:
        print(f"\n== {name} ==", flush=True)
        if subprocess.run([sys.executable, "-m", f"bench.{name}"], check=False, cwd=HERE.parent).returncode:
            missed.append(name)
    print(f"\nmissed: {', '.join(missed)}" if missed else "\nall good")
    return len(missed)


if __name__ == "__main__":
    sys.exit(main())
