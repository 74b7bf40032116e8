"""Pages and calls with much beside what they show: `python -m bench.pages`.

The same number of queries and at most 1.2 times the time with 1,000 revisions instead of 1, and with 100,000 cards
in the database instead of a few.
"""

import importlib
import logging
import sys
from typing import TYPE_CHECKING

from bench import desk

if TYPE_CHECKING:
    from bench.world import Cost, World

TIMES, CARDS, REVISIONS, ROUNDS = 1.2, 100_000, 1_000, 60
A_PAGE = 100
SHORT, LONG = "/p/bench/SHORT/", "/p/bench/LONG/"
PAGES = ("/p/bench/", LONG, f"{LONG}history/", "/api/v1/projects/bench/cards/LONG/note")


def main() -> int:
    desk.set_up()
    logging.disable(logging.CRITICAL)
    # It imports models, which only works once the desk is set up.
    world: World = importlib.import_module("bench.world").World()
    world.card("SHORT", 1)
    world.card("LONG", REVISIONS)
    good = [verdict(f"card page, {REVISIONS:,} revisions", world.cost(SHORT, ROUNDS), world.cost(LONG, ROUNDS))]
    # More than one page of them to begin with, so that the list shows as many rows before as after.
    world.fill(range(A_PAGE))
    before = {page: world.cost(page, ROUNDS) for page in PAGES}
    world.fill(range(A_PAGE, CARDS))
    good += [verdict(f"{page}, {CARDS:,} cards", before[page], world.cost(page, ROUNDS)) for page in PAGES]
    print("good" if all(good) else "missed")
    return not all(good)


def verdict(what: str, few: "Cost", many: "Cost") -> bool:
    times = many.seconds / few.seconds
    print(
        f"{what}: {few.queries} queries, then {many.queries}; "
        f"{few.seconds * 1000:.1f} ms, then {many.seconds * 1000:.1f}, {times:.2f} times"
    )
    return few.queries == many.queries and times <= TIMES


if __name__ == "__main__":
    sys.exit(main())
