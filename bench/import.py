"""Importing the history of a long note: how long it takes, and whether git blame agrees: `python -m bench.import`."""

import subprocess
import sys
import tempfile
from io import StringIO
from pathlib import Path
from time import perf_counter

from django.apps import apps
from django.core.management import call_command

from bench import desk, histories

REVISIONS, LINES = 320, 3_000
SECONDS = 30.0


def main() -> int:
    desk.set_up()
    folder = Path(tempfile.mkdtemp(prefix="handoff-bench-git-"))
    histories.commit(histories.make(7, lines=LINES, revisions=REVISIONS), folder)
    took, said = _import(folder)
    again, _ = _import(folder)
    blame = _time("blame", folder)
    print(said)
    print(f"{REVISIONS} revisions of about {LINES:,} lines: {took:.1f} s, {took / REVISIONS * 1000:.0f} ms each")
    print(f"again, with nothing new: {again:.1f} s; git blame alone: {blame:.2f} s")
    good = took < SECONDS and "no reason found" not in said
    print("good" if good else f"missed: at most {SECONDS:.0f} s, and a reason for every difference")
    return not good


def _import(folder: Path) -> tuple[float, str]:
    projects = apps.get_model("notes", "Project").objects
    projects.get_or_create(slug="bench", defaults={"name": "bench", "created_at": "2026-01-01T00:00Z"})
    said, start = StringIO(), perf_counter()
    call_command("import_notes", str(folder / "HANDOFF.md"), project="bench", git=True, compare_blame=True, stdout=said)
    return perf_counter() - start, said.getvalue()


def _time(command: str, folder: Path) -> float:
    start = perf_counter()
    subprocess.run(["git", "-C", str(folder), command, "HEAD", "--", "HANDOFF.md"], capture_output=True, check=True)
    return perf_counter() - start


if __name__ == "__main__":
    sys.exit(main())
