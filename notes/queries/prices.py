"""The price table, read once. Its date stands with every estimate that was made with it."""

import json
from datetime import date
from decimal import Decimal
from functools import cache
from pathlib import Path

from notes.rules.rounds.pricing import Price, PriceTable

FILE = Path(__file__).with_name("prices.json")


@cache
def price_table() -> PriceTable:
    found = json.loads(FILE.read_text(encoding="utf-8"))
    prices = {
        model: Price(**{name: Decimal(amount) for name, amount in amounts.items()})
        for model, amounts in found["prices"].items()
    }
    return PriceTable(date.fromisoformat(found["as_of"]), prices)
