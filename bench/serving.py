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

from bench import desk, histories, load
from bench.load import Request
from notes.rules.formats.nine_sections import SECTIONS

OF_EMPTY, OF_NAIVE, SECONDS, ROUNDS = 0.2, 3.0, 4.0, 3


def main() -> int:
    folder = desk.set_up()
    # It imports models, which only works once the desk is set up.
    world = importlib.import_module("bench.world").World()
    world.make_card("SAVE")
    world.make_card("NAIVE")
    environment = {"HANDOFF_DATA_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "bench.yardsticks.settings"}
    sent = _Sender(world.secret)
    save = sent.to("PUT", "/api/v1/projects/bench/cards/SAVE/note")
    rates: dict[str, list[float]] = {"empty": [], "save": [], "naive": []}
    for _ in range(ROUNDS):
        with load.server("handoff_site.asgi:application", environment) as (port, _):
            load.rate(port, save, 1)
            rates["empty"].append(load.rate(port, sent.to("POST", "/yardstick/empty/"), SECONDS))
            rates["save"].append(load.rate(port, save, SECONDS))
        with load.server("bench.yardsticks.django_asgi:application", environment) as (port, _):
            load.rate(port, naive := sent.to("POST", "/yardstick/naive/bench/NAIVE/"), 1)
            rates["naive"].append(load.rate(port, naive, SECONDS))
    return _report({name: median(found) for name, found in rates.items()})


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


def _report(rates: dict[str, float]) -> int:
    of_empty, of_naive = rates["save"] / rates["empty"], rates["save"] / rates["naive"]
    print(f"a second: empty view {rates['empty']:.0f}, save {rates['save']:.0f}, naive view {rates['naive']:.0f}")
    print(f"save over empty view: {of_empty:.2f} (at least {OF_EMPTY})")
    print(f"save over naive view under Django's ASGI handler: {of_naive:.2f} (at least {OF_NAIVE})")
    good = of_empty >= OF_EMPTY and of_naive >= OF_NAIVE
    print("good" if good else "missed")
    return not good


if __name__ == "__main__":
    sys.exit(main())
