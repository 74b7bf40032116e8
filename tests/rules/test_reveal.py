import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notes.rules.hygiene.reveal import reveal, spell_out
from tests.rules.hostile import ends_soon, lines_of

SHOWN = {
    "\u200b": "U+200B zero width space",
    "\xa0": "U+00A0 no-break space",
    "\u2060": "U+2060 word joiner",
    "\xad": "U+00AD soft hyphen",
    "\ufeff": "U+FEFF byte order mark",
    "\u202e": "U+202E right-to-left override",
    "\u2066": "U+2066 left-to-right isolate",
    "\u200f": "U+200F right-to-left mark",
    "\U000e0041": "U+E0041 tag latin capital letter a",
    "\U000e0101": "U+E0101 variation selector-18",
    "\ufe0f": "U+FE0F variation selector-16",
    "\u200d": "U+200D zero width joiner",
    "\u2028": "U+2028 line separator",
    "\u3164": "U+3164 hangul filler",
    "\x00": "U+0000 null",
    "\x1b": "U+001B escape",
    "\x85": "U+0085 next line",
    "\x01": "U+0001 control character",
    "\r": "U+000D carriage return",
    "\u2065": "U+2065 unassigned character",
}

NEEDED = [
    "plain, with a tab\tand\nlines",
    "క్‌షమించు శ్రీ‌రామ్",  # Telugu, non-joiners after the virama and between letters
    "क्‍ष र्‍य शक्‍",  # Devanagari, half forms, one at the end of a word
    "می‌خواهم نمی‌دانم",  # Persian
    "ක්‍ෂ ශ්‍රී",  # Sinhala
    "👩‍💻 👨‍👩‍👧 🏳️‍🌈 🏴‍☠️ ❤️‍🔥 👩🏽‍🚀",
    "⚠️ ✔️ ℹ️ ©️ 1️⃣ #️⃣ ☎︎",
    "中文 日本語 한국어 ไทย",
]

VISIBLE_FORMATS = "\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd"
HIEROGLYPH_JOINERS = {chr(code) for code in range(0x13430, 0x13440)}


@pytest.mark.parametrize(("char", "label"), SHOWN.items())
def test_it_names_what_cannot_be_seen(char: str, label: str) -> None:
    assert reveal(f"a{char}b") == [("a", None), (char, label), ("b", None)]


def test_it_counts_a_run_of_one_character() -> None:
    assert reveal("\u200b\u200b\u200b\xa0") == [
        ("\u200b\u200b\u200b", "U+200B zero width space × 3"),
        ("\xa0", "U+00A0 no-break space"),
    ]


@pytest.mark.parametrize("text", NEEDED)
def test_it_leaves_what_scripts_and_emoji_need(text: str) -> None:
    assert reveal(text) == [(text, None)]


@pytest.mark.parametrize(
    "text", ["పని\u200c", "\u200cపని", "ప\u200c\u200cని", "a\u200cb", "٪\u200d٪", "⚠\u200da", "a\ufe0f"]
)
def test_it_shows_joiners_and_selectors_in_other_places(text: str) -> None:
    assert any(label for _, label in reveal(text))


def test_it_has_nothing_to_say_about_nothing() -> None:
    assert reveal("") == []


def test_it_knows_every_format_control_and_space_character_of_unicode() -> None:
    kinds = {"Cc", "Cf", "Zs", "Zl", "Zp"}
    seen = {" ", "\t", "\n", *VISIBLE_FORMATS, *HIEROGLYPH_JOINERS}
    hidden = {char for char in map(chr, range(sys.maxunicode + 1)) if unicodedata.category(char) in kinds}
    assert [char for char in hidden - seen if reveal(char)[0][1] is None] == []
    assert [char for char in seen if reveal(char)[0][1]] == []


@given(st.text() | st.text(alphabet="a క్ష‌‍\u200b\ufe0f⚠1\u20e3\xa0\U000e0041\n"))
def test_the_runs_join_back_to_the_text(text: str) -> None:
    runs = reveal(text)
    assert "".join(run for run, _ in runs) == text
    assert all(run for run, _ in runs)


@pytest.mark.parametrize("part", ["\u200b", "\u200b\xa0", "a\u200d", "క్‌", "👩‍", "\U000e0041\U000e0042"])
def test_it_looks_at_hostile_lines_without_delay(part: str) -> None:
    for text in lines_of(part):
        assert ends_soon(reveal, text)


def test_it_spells_out_where_no_markup_can_stand() -> None:
    assert spell_out("a\u202eb\u200b\u200bc") == "a[U+202E]b[U+200B]c"
    assert spell_out("ప్లాన్") == "ప్లాన్"
