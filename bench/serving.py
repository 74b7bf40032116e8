"""How fast a save with all its checks is served, beside two yardsticks: `python -m bench.serving`.

A note of nine sections and 3,000 tokens, one line of it new each time, from an agent that waits for the answer before
it sends the next. The yardsticks: an empty view with the same middleware on the same server, and the view that one
would write for a first version, which writes the same rows, under Django's own ASGI handler.
"""

import importlib
import json
import sys
from collections.abc import Callable
from random import Random
from statistics import median
from time import perf_counter

from bench import desk, histories, load
from bench.load import Request
from bench.wire import Wire, written
from notes.rules.formats.nine_sections import SECTIONS

OF_EMPTY, OF_NAIVE, SECONDS, ROUNDS = 0.2, 3.0, 1.5, 9
SITE, NAIVE = "handoff_site.front:application", "bench.yardsticks.django_asgi:application"


def main() -> int:
    folder = desk.set_up()
    # It imports models, which only works once the desk is set up.
    world = importlib.import_module("bench.world").World()
    world.make_card("SAVE")
    world.make_card("NAIVE")
    environment = {"HANDOFF_DATA_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "bench.yardsticks.settings"}
    sent = _Sender(world.secret)
    with load.server(SITE, environment) as (site, _), load.server(NAIVE, environment) as (naive, _):
        asked = {
            "empty": (site, sent.to("POST", "/yardstick/empty/")),
            "save": (site, sent.to("PUT", "/api/v1/projects/bench/cards/SAVE/note")),
            "naive": (naive, sent.to("POST", "/yardstick/naive/bench/NAIVE/")),
        }
        for port, make in asked.values():
            _seconds(port, make)
        # By turns: what else the machine does meets them all alike.
        rounds = [{name: _seconds(*how) for name, how in asked.items()} for _ in range(ROUNDS)]
    return _report(rounds)


def _seconds(port: int, make: Callable[[], Request]) -> float:
    """What one answer takes, for a client that has the next request ready."""
    count, spent = 0, 0.0
    with Wire(port) as wire:
        while spent < SECONDS:
            request = written(make())
            begun = perf_counter()
            wire.ask(request)
            spent += perf_counter() - begun
            count += 1
    return spent / count


class _Sender:
    """Every text has one line that the one before had not."""

    def __init__(self, secret: str) -> None:
        self.headers = {"Authorization": f"Bearer {secret}", "Content-Type": "application/json"}
        self.rng = Random(1)
        self.sections = {name: [self._line() for _ in range(25)] for name in SECTIONS}

    def to(self, method: str, path: str) -> Callable[[], Request]:
        return lambda: Request(method, path, json.dumps({"text": self._text()}).encode(), self.headers)

    def _text(self) -> str:
        lines = self.rng.choice(list(self.sections.values()))
        lines[self.rng.randrange(len(lines))] = self._line()
        return "\n\n".join("\n".join([f"## {name}", *lines]) for name, lines in self.sections.items()) + "\n"

    def _line(self) -> str:
        return "- " + " ".join(self.rng.choices(histories.WORDS, k=10))


def _report(rounds: list[dict[str, float]]) -> int:
    took = {name: median(found[name] for found in rounds) * 1000 for name in rounds[0]}
    of_empty, of_naive = (median(found[name] / found["save"] for found in rounds) for name in ("empty", "naive"))
    print(f"ms an answer: empty view {took['empty']:.2f}, save {took['save']:.2f}, naive view {took['naive']:.2f}")
    print(f"save over empty view: {of_empty:.2f} (at least {OF_EMPTY})")
    print(f"save over naive view under Django's ASGI handler: {of_naive:.2f} (at least {OF_NAIVE})")
    good = of_empty >= OF_EMPTY and of_naive >= OF_NAIVE
    print("good" if good else "missed")
    return not good


if __name__ == "__main__":
    sys.exit(main())
