"""The estimate of tokens is near the exact count, and rather above it."""

from pathlib import Path

import pytest

from notes.queries.tokens import count_tokens
from notes.rules.formats.token_estimate import estimate_tokens
from tests.rules.hostile import ends_soon, lines_of

ROOT = Path(__file__).parent.parent.parent
TEXTS = {
    "prose": (ROOT / "docs" / "letters.md").read_text(),
    "code": (ROOT / "notes" / "rules" / "locks" / "repair.py").read_text(),
    "paths": "src/shop/cart/__init__.py tests/shop/test_cart_totals.py\n" * 40,
    "a trace": '  File "/home/a/lib/python3.11/site.py", line 123, in <module>\nValueError: invalid literal\n' * 20,
    "Chinese": "这个项目的目标是确保押金正确并且所有测试都通过。" * 20,
    "ids": " ".join(f"7be21f4c9d{number:x}" for number in range(200)),
}
SHARED = {"Hindi": "यह परियोजना का लक्ष्य है कि जमा राशि सही हो। " * 20, "emoji": "🎉🚀🇮🇳" * 50}


@pytest.mark.parametrize("name", TEXTS)
def test_it_is_hardly_ever_too_low_and_never_twice_too_high(name: str) -> None:
    exact = count_tokens(TEXTS[name])
    assert 0.85 * exact <= estimate_tokens(TEXTS[name]) <= 1.8 * exact


@pytest.mark.parametrize("name", SHARED)
def test_where_letters_share_tokens_it_is_too_high(name: str) -> None:
    assert count_tokens(SHARED[name]) <= estimate_tokens(SHARED[name])


@pytest.mark.parametrize("line", [*lines_of("a", "Aa", "1", "#", "\n", "क", "🎉")])
def test_no_text_holds_it_up(line: str) -> None:
    assert ends_soon(estimate_tokens, line)
