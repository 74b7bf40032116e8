"""Merging beside `git merge-file`: as fast, and the same bytes where both merge cleanly? `python -m bench.merge`."""

import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

from bench import histories
from notes.rules.authors.merge import merge
from notes.rules.documents import Document
from notes.rules.formats import free

TRIPLES, TIMES_FASTER = 10_000, 8


def main() -> int:
    with tempfile.TemporaryDirectory() as name:
        same = _same(Path(name))
        fast = _fast(Path(name))
    print("good" if same and fast else "missed")
    return not (same and fast)


def _same(folder: Path) -> bool:
    """Until so many triples were merged cleanly by both."""
    rng, counts = Random(11), Counter[str]()
    while counts["same"] + counts["different"] < TRIPLES:
        base, one, other = _triple(rng, rng.randint(5, 40))
        ours = merge(_parse(base), _parse(one), _parse(other)).text
        theirs = _git(folder, base, one, other)
        if ours is None or theirs is None:
            counts["neither" if ours is theirs else "only git" if ours is None else "only ours"] += 1
        else:
            counts["same" if ours == theirs else "different"] += 1
    print(", ".join(f"{what}: {count:,}" for what, count in counts.most_common()))
    return counts["different"] == 0


def _fast(folder: Path) -> bool:
    rng = Random(12)
    triples = [_triple(rng, 300) for _ in range(40)]
    # One side after the other: starting a program leaves nothing in the caches for what comes next.
    documents = [[_parse(lines) for lines in triple] for triple in triples]
    ours = [_time(partial(merge, *triple)) for triple in documents]
    theirs = []
    for triple in triples:
        _write(folder, *triple)
        theirs.append(_time(partial(_run, folder)))
    times = median(theirs) / median(ours)
    print(f"300 lines: {median(ours) * 1000:.2f} ms, git {median(theirs) * 1000:.2f} ms, {times:.1f} times as fast")
    return times >= TIMES_FASTER


def _triple(rng: Random, lines: int) -> tuple[list[str], list[str], list[str]]:
    base = [_line(rng) for _ in range(lines)]
    return base, _edited(rng, base), _edited(rng, base)


def _edited(rng: Random, base: list[str]) -> list[str]:
    lines = list(base)
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(lines) or 1)
        what = rng.random()
        if what < 0.4:
            lines[at : at + 1] = [_line(rng)]
        elif what < 0.75:
            lines[at:at] = [_line(rng) for _ in range(rng.randint(1, 3))]
        elif len(lines) > 3:
            del lines[at : at + rng.randint(1, 2)]
    return lines


def _line(rng: Random) -> str:
    if rng.random() < 0.2:
        return rng.choice(histories.REPEATED)
    return "- " + " ".join(rng.choices(histories.WORDS, k=5))


def _git(folder: Path, base: list[str], one: list[str], other: list[str]) -> str | None:
    _write(folder, base, one, other)
    done = _run(folder)
    return None if done.returncode else done.stdout.decode()


def _write(folder: Path, base: list[str], one: list[str], other: list[str]) -> None:
    for name, lines in (("base", base), ("one", one), ("other", other)):
        (folder / name).write_text("".join(f"{line}\n" for line in lines))


def _time(what: Callable[[], object]) -> float:
    start = perf_counter()
    what()
    return perf_counter() - start


def _run(folder: Path) -> "subprocess.CompletedProcess[bytes]":
    command = ["git", "merge-file", "-p", "-q", "one", "base", "other"]
    return subprocess.run(command, cwd=folder, capture_output=True, check=False, env=histories.environment())


def _parse(lines: list[str]) -> Document:
    found = free.parse("\n".join(lines)).document
    if found is None:
        raise AssertionError("any text is free Markdown")
    return found


if __name__ == "__main__":
    sys.exit(main())
