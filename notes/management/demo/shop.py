"""A coding card with nine sections: lines that an operator steers by, and agents that write around them."""

from dataclasses import replace

from notes.management.demo.stage import Stage
from notes.models import ActorKind
from notes.rules.decisions.escalations import Asked, Excerpt, Option
from notes.rules.formats.nine_sections import SECTIONS
from notes.rules.rounds.pricing import Fresh, Session

REFUNDS = {
    "Goal": ["Send one refund email per refund, also when the payment webhook is delivered more than once."],
    "Done": ["- Reproduced with two deliveries of the same event id (`tests/test_webhooks.py::test_replayed_event`)"],
    "Next": ["- Add a unique key on the event id", "- Open the pull request"],
    "Decisions and why": ["- Unique key on the event id, not a lock: two workers may run at once"],
    "Dead ends": [
        "- Redis lock around the handler: the second delivery can come minutes later, after the lock has expired"
    ],
    "Files touched": ["- `shop/webhooks.py`", "- `tests/test_webhooks.py`"],
    "How to verify": ["```", "pytest tests/api -k refund", "make lint", "```"],
    "Checklist status": ["- [x] reproduced", "- [ ] fixed", "- [ ] reviewed"],
    "Open questions": ["- Should refunds made before the fix be de-duplicated too?"],
}
OPUS = "claude-opus-5"
START = Fresh(note=900, diff=1_400, checklist=200, prompt=1_900)
CENTS = {name: ["- nothing yet"] for name in SECTIONS} | {
    "Goal": ["The cart total equals the sum of its lines, to the cent."],
    "Done": ["- Found three carts where rounding each line first is off by one cent"],
    "Next": ["- Round once, at the total", "- Keep `Decimal` all the way to the template"],
    "Decisions and why": ["- Banker's rounding stays: the accounts use it"],
}
IMPORT = Asked(
    "The missing cent comes from the price import, which finance works on. Mend it now, or after their release?",
    options=(
        Option("After their release", "what the note says so far"),
        Option("Now", "the error grows with every order"),
    ),
    evidence=(Excerpt("expected 59.97, got 59.96: 3 × 19.99 rounded line by line", "tests/test_cart.py"),),
)


def play(stage: Stage) -> None:
    _refunds(stage)
    _cents(stage)
    stage.card("SHOP-121", "Export orders as CSV", stage.program("coder"), 1_900, branch="shop-121-csv")


def _refunds(stage: Stage) -> None:
    coder, operator = stage.program("coder"), stage.person("operator")
    haiku = stage.program("haiku", ActorKind.SUMMARISER)
    card = stage.card("SHOP-112", "Refund emails go out twice", coder, 0, branch="shop-112-refund-emails")
    note = {name: list(lines) for name, lines in REFUNDS.items()}
    first = stage.round(card, coder, 10, OPUS, None, Fresh(note=0, prompt=1_900))
    stage.saves(card, coder, 30, written(note), model="claude-opus", round=1)
    stage.ends(card, coder, 31, first, "succeeded", "3f0c1de2")
    note["Decisions and why"].append("- Do not touch the migration 0042; it is already on production.")
    stage.saves(card, operator, 95, written(note))
    note["Done"].append("- Added `RefundEmail.event_id`, unique")
    note["Files touched"].append("- `shop/migrations/0043_refund_event_id.py`")
    second = stage.round(card, coder, 1_020, OPUS, Session(41_000, "warm"), START)
    stage.saves(card, coder, 1_050, written(note), model="claude-opus", round=2)
    stage.ends(card, coder, 1_139, second, "killed", "a94be017")
    note["Done"].append("- Session ended while `make test` was running; result unknown")
    stage.saves(card, haiku, 1_140, written(note), model="claude-haiku", round=2)
    stage.reads_back(stage.hands_off(card, haiku, 1_141, "the next session", "session"), coder, 1_145)
    base = written(note)
    note["Next"].insert(0, "- Next: only the API tests.")
    stage.saves(card, operator, 1_155, written(note))
    stage.round(card, coder, 1_160, OPUS, Session(92_000, "cold"), START)
    # The agent started from the revision before: both sides go in.
    started_from = base.replace(
        "- Open the pull request", "- Run `pytest tests/api -k refund`, then open the pull request"
    )
    stage.saves(card, coder, 1_166, started_from, base_revision=4, model="claude-opus", round=3)


def _cents(stage: Stage) -> None:
    coder, operator = stage.program("coder"), stage.person("operator")
    card = stage.card("SHOP-118", "Cart totals off by one cent", coder, 1_200, branch="shop-118-cents")
    note = {name: list(lines) for name, lines in CENTS.items()}
    stage.saves(card, coder, 1_230, written(note), model="claude-sonnet", round=1)
    note["Next"].insert(0, "- Leave the price import alone, finance is in the middle of it.")
    stage.saves(card, operator, 1_300, written(note))
    stage.asks(card, coder, 1_360, replace(IMPORT, due_at=stage.at(1_930)))
    note["Next"] = ["- Fix the rounding in the price import too", "- Round once, at the total"]
    begun = stage.round(card, coder, 1_340, "claude-sonnet-5", None, START)
    stage.ends(card, coder, 1_400, begun, "failed", "5d21c0aa")
    stage.is_refused(card, coder, 1_380, written(note), model="claude-sonnet", round=2)


def written(note: dict[str, list[str]]) -> str:
    return "\n\n".join("\n".join([f"## {name}", *note[name]]) for name in SECTIONS) + "\n"
