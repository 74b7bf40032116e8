"""How long it takes to scan Markdown and to see what its lines are, and whether hostile notes stay linear:
`python -m bench.scan`.

A ratio is the time for twice the size over the time for the size; 2 is linear, 4 would be quadratic.
"""

from collections.abc import Callable
from time import perf_counter

from notes.rules.markdown import Inside, scan
from notes.web.note.looks import looks

HOSTILE: dict[str, Callable[[int], list[str]]] = {
    "quotes in one line": lambda n: [">" * n],
    "quotes in every line": lambda n: [">" * 19 + " x"] * (n // 20),
    "bullets in one line": lambda n: ["- " * n + "x"],
    "bullets, each deeper": lambda n: [" " * (i % 300) + "- x" for i in range(n // 100)],
    "lazy lines under quotes and lists": lambda n: ["> - " * 6 + "x", *["y"] * (n // 10)],
    "spaces": lambda n: [" " * n + "x"] * 3,
    "thematic break that is none": lambda n: ["- " * n + "- x", "*" * n + "x", "_ " * n + "x"],
    "backtick runs": lambda n: ["x " + " ".join("`" * (i % 600 + 1) for i in range(n // 300)), "y"],
    "backticks": lambda n: ["x " + "` `` " * (n // 5), "y"],
    "comments not closed": lambda n: ["x " + "<!--" * (n // 4), "y"],
    "comments closed oddly": lambda n: ["x " + "<!-- --->" * (n // 9), "y"],
    "instructions not closed": lambda n: ["x " + "<?<![CDATA[<!a" * (n // 14), "y"],
    "attributes not closed": lambda n: ["x <a " + "b " * (n // 2), "y"],
    "attribute values not closed": lambda n: ["x " + "<a b=\"<a c='" * (n // 12), "y"],
    "tag with spaces": lambda n: ["<a" + " " * n, "<a b" + " " * n + "!", "y"],
    "brackets": lambda n: ["x " + "[" * n, "]" * n],
    "images of images": lambda n: ["![" * n + "](u)" * n, "y", "", "[q]: u"],
    "targets not closed": lambda n: ["[" * n + "](" * n, "y"],
    "titles not closed": lambda n: ['[](a "' * n, "[](a '" * n, "[](a (" * n, "y"],
    "labels not closed": lambda n: ["[" + "a" * 60] * (n // 60),
    "definitions": lambda n: ["[a]: /u"] * (n // 8),
    "definitions with titles not closed": lambda n: ["[a]: /u", "    'x"] * (n // 14),
    "label over many lines": lambda n: ["[a", *["b"] * (n // 2)],
    "title over many lines": lambda n: ["[a]: /u", "'b", *["c"] * (n // 2)],
    "paragraph of many lines": lambda n: ["x <b"] * (n // 4),
    "fences": lambda n: ["```x", "~~~"] * (n // 8),
    "block tags": lambda n: ["<div", ""] * (n // 4),
    "autolinks not closed": lambda n: ["x " + "<a@" + "a." * n + "!", "<a:" * n, "y"],
}

# What pages look at line by line; in a code fence nothing is looked for.
HOSTILE_LINES: dict[str, Callable[[int], list[str]]] = {
    "blanks in a heading": lambda n: ["# " + " " * n + "x"] * 3,
    "blanks before text": lambda n: [" " * n + "x"] * 3,
    "blanks in a row of a table": lambda n: ["|" + " " * n + "x"] * 3,
    "blanks in a bullet": lambda n: ["-" + " " * n + "x"] * 3,
    "bullets": lambda n: ["- " * (n // 2)] * 3,
    "cells": lambda n: ["|-" * (n // 2)] * 3,
    "quotes": lambda n: ["> " * (n // 2)] * 3,
}


def ordinary() -> list[str]:
    section = ["- The bid goes out before 5 pm on Friday (see `bid.py`)."] * 20
    prose = [
        "",
        "What a person wrote, over two",
        "lines of one paragraph.",
        "",
        "1. run `pytest -q`",
        "  - nested",
    ]
    return [line for name in range(10) for line in (f"## Section {name}", "", *section, *prose, "- [ ] left")]


def best(read: Callable[[list[str]], object], lines: list[str], rounds: int = 5) -> float:
    def once() -> float:
        start = perf_counter()
        read(lines)
        return perf_counter() - start

    return min(once() for _ in range(rounds)) * 1000


def look(lines: list[str]) -> object:
    return looks([(line, Inside.NOTHING) for line in lines])


def tell_growth(name: str, read: Callable[[list[str]], object], build: Callable[[int], list[str]]) -> None:
    half, whole = best(read, build(50_000)), best(read, build(100_000))
    print(f"{whole:8.2f} ms  ratio {whole / half:4.1f}  {name}")


def main() -> None:
    note = ordinary()
    print(f"{best(scan, note, 50):8.2f} ms  ordinary note: {len(note)} lines, {sum(map(len, note))} characters")
    for name, build in HOSTILE.items():
        tell_growth(name, scan, build)
    for name, build in HOSTILE_LINES.items():
        tell_growth(f"what a line is: {name}", look, build)


if __name__ == "__main__":
    main()
