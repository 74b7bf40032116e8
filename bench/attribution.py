"""Whose line is it: how often we are right, and how long it takes, beside git blame: `python -m bench.attribution`.

Git's cost of one revision is that of one `git blame -M` of the newest version, spread over all revisions of the file:
what git needs to look at one revision, without what committing it took. Both sides are counted in processor time.
"""

import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from time import process_time

from bench import histories
from bench.histories import History
from notes.rules.authors.alignment import align
from notes.rules.authors.origins import Origin
from notes.rules.documents import Document
from notes.rules.formats import free
from notes.rules.writing.judge import born

RIGHT, TIMES_GIT, TIMES_GOOD = 0.98, 1.5, 10
REVISIONS = 300
# Lines, share of block moves, share of repeated lines.
KINDS = ((300, 0.15, 0.1), (300, 0.15, 0.3), (1_000, 0.15, 0.1), (3_000, 0.15, 0.1))
SEEDS = 3
HOSTILE = 5_000


def main() -> int:
    good = [*_histories(), _hostile()]
    print("good" if all(good) else "missed")
    return not all(good)


def _histories() -> Iterator[bool]:
    ours, theirs, ratios = [], [], []
    for lines, moves, repeated in KINDS:
        for seed in range(SEEDS):
            history = histories.make(seed, lines=lines, revisions=REVISIONS, moves=moves, repeated=repeated)
            right, time = _ours(history)
            git_right, git_time = _git(history)
            ours.append(right)
            theirs.append(git_right)
            ratios.append(time / git_time)
            print(
                f"{lines:5} lines, {moves:.0%} moves, {repeated:.0%} repeated: right {right:.4f}, git blame -M "
                f"{git_right:.4f}; {time * 1000:.2f} ms a revision, git {git_time * 1000:.2f}, ratio {ratios[-1]:.2f}"
            )
    print(f"right: {sum(ours) / len(ours):.4f} (worst {min(ours):.4f}); git {sum(theirs) / len(theirs):.4f}")
    print(f"time, ours over git: {median(ratios):.2f} (worst {max(ratios):.2f})")
    yield min(ours) >= RIGHT
    yield sum(ours) > sum(theirs)
    yield median(ratios) <= TIMES_GIT


def _ours(history: History) -> tuple[float, float]:
    documents = [_parse(history.text(index)) for index in range(len(history.versions))]
    origins: tuple[Origin | None, ...] = ()
    before, start = Document("free", ()), process_time()
    for number, document in enumerate(documents, start=1):
        origins = born(document, align(before, document), origins, number)
        before = document
    taken = process_time() - start
    return _right(history, [origin.revision for origin in origins if origin]), taken / len(documents)


def _git(history: History) -> tuple[float, float]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        histories.commit(history, folder)
        command = ["git", "-C", name, "blame", "-M", "--line-porcelain", "HEAD", "--", "HANDOFF.md"]
        start = _children()
        said = subprocess.run(command, capture_output=True, check=True, env=histories.environment()).stdout
        taken = _children() - start
    revisions = [int(line.removeprefix(b"author r")) for line in said.split(b"\n") if line.startswith(b"author r")]
    return _right(history, revisions), taken / len(history.versions)


def _right(history: History, revisions: list[int]) -> float:
    truth = [line.revision for line in history.versions[-1]]
    return sum(one == other for one, other in zip(truth, revisions, strict=True)) / len(truth)


def _hostile() -> bool:
    """Two versions of as many lines, made to be hard, beside a good note with ten changes."""
    half = HOSTILE // 2
    good = [f"- step {number} of the plan" for number in range(HOSTILE)]
    pairs: dict[str, tuple[list[str], list[str]]] = {
        "all lines equal, one more": (["x"] * HOSTILE, ["x"] * (HOSTILE + 1)),
        "two lines in turn, the other first": (["x", "y"] * half, ["y", "x"] * half),
        "turned around": (good, good[::-1]),
        "nothing left": (good, [f"- other {number}" for number in range(HOSTILE)]),
        "halves swapped": (good, good[half:] + good[:half]),
        "every second line new": (good, [line if n % 2 else f"new {n}" for n, line in enumerate(good)]),
        "blank lines between": (good, [part for line in good[:half] for part in (line, "")]),
        "a few lines again and again": ([f"x{n % 7}" for n in range(HOSTILE)], [f"x{n % 5}" for n in range(HOSTILE)]),
    }
    edited = [line if number % 500 else f"{line}!" for number, line in enumerate(good)]
    usual = _time(lambda: _attribute(_parse(good), _parse(edited)))
    worst = 0.0
    for name, (old, new) in pairs.items():
        taken = _time(lambda old=old, new=new: _attribute(_parse(old), _parse(new)))  # type: ignore[misc]
        worst = max(worst, taken / usual)
        print(f"{name}: {taken * 1000:.1f} ms, {taken / usual:.1f} times a good note")
    print(f"hostile over good: {worst:.1f}")
    return worst < TIMES_GOOD


def _attribute(old: Document, new: Document) -> object:
    return born(new, align(old, new), [None] * len(old.rows), 2)


def _parse(text: str | list[str]) -> Document:
    found = free.parse(text if isinstance(text, str) else "\n".join(text)).document
    if found is None:
        raise AssertionError("any text is free Markdown")
    return found


def _time(call: Callable[[], object], rounds: int = 3) -> float:
    def once() -> float:
        start = process_time()
        call()
        return process_time() - start

    return min(once() for _ in range(rounds))


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    sys.exit(main())
