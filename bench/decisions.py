"""What waits for a person, with much that does not wait any more: `python -m bench.decisions`.

The same number of queries and at most 1.2 times the time for the decisions page and for one decision, with 100,000
settled decisions of 2,000 cards instead of a few.
"""

import importlib
import logging
import sys
from typing import TYPE_CHECKING, Any

from bench import desk
from bench.pages import ROUNDS, verdict

if TYPE_CHECKING:
    from bench.world import World

FEW, MANY, WAITING, CARDS = 100, 100_000, 10, 2_000


def main() -> int:
    desk.set_up()
    logging.disable(logging.CRITICAL)
    # It imports models, which only works once the desk is set up.
    world: World = importlib.import_module("bench.world").World()
    card = world.make_card("DECIDE")
    waiting = [world.ask(card, f"Ship part {number}?") for number in range(WAITING)]
    project = "/api/v1/projects/bench"
    pages = ("/", f"/d/{waiting[0]}/", f"{project}/escalations/{waiting[0]}", f"{project}/cards/DECIDE")
    world.fill(range(CARDS))
    world.settled(FEW)
    before: dict[str, Any] = {page: world.cost(page, ROUNDS) for page in pages}
    world.settled(MANY - FEW)
    good = [verdict(f"{page}, {MANY:,} settled", before[page], world.cost(page, ROUNDS)) for page in pages]
    print("good" if all(good) else "missed")
    return not all(good)


if __name__ == "__main__":
    sys.exit(main())
