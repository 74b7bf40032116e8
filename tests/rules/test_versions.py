"""What of an old file can be kept, as which format, and without its secrets."""

import json

import pytest

from notes.rules import formats
from notes.rules.formats.nine_sections import EMPTY_NOTE
from notes.rules.importing.redaction import LeftOut, redact_lines
from notes.rules.importing.versions import Content, Empty, Unreadable, detect, read_version

NINE = EMPTY_NOTE.replace("## Goal\n", "## Goal\nWin the tender.\n")
SIX = {"goal": "g", "done": [], "must_carry": {}, "open_questions": [], "next_action": "n", "sources": {}}
TOKEN = "ghp_" + "a1B2" * 10
KEY = ["-----BEGIN RSA PRIVATE KEY-----", "MIIEpAIBAAKCAQEA7", "c29tZXRoaW5nZWxzZQ==", "-----END RSA PRIVATE KEY-----"]
PUTTY = [
    "PuTTY-User-Key-File-3: ssh-ed25519",
    "Encryption: none",
    "Comment: kiran on the laptop",
    "Public-Lines: 1",
    "AAAAC3NzaC1lZDI1NTE5",
    "Argon2-Salt: 0f3a9c5e",
    "Private-Lines: 1",
    "c29tZXRoaW5nZWxzZQ==",
    "Private-MAC: 0f3a9c5e7b1d8246",
]

FORMATS = {
    "nine_sections": (NINE, "nine_sections"),
    "nine_sections_in_another_order": (NINE.replace("## Done", "## Later"), "free"),
    "markdown": ("# Handoff\n\n- a\n", "free"),
    "no_headings": ("just words\n", "free"),
    "front_matter": ("---\ntitle: x\n---\n\ntext\n", "free"),
    "an_open_fence": (f"{NINE}\n```\n", "free"),
    "six_fields": (json.dumps(SIX), "six_fields"),
    "six_fields_not_filled": (json.dumps(SIX | {"goal": ""}), "six_fields"),
    "other_json": ('{"name": "x"}', "free"),
    "broken_json": ('{"goal": ', "free"),
}


@pytest.mark.parametrize(("text", "format"), FORMATS.values(), ids=FORMATS)
def test_it_tells_the_format_by_the_content(text: str, format: str) -> None:
    assert detect(text) == format


UNREADABLE = {
    "latin_1": ("naïve".encode("latin-1"), "free", "format.not_text"),
    "binary": (b"\x89PNG\r\n\x1a\n\xff", "free", "format.not_text"),
    "a_nul": (b"a\0b", "free", "format.not_text"),
    "too_many_bytes": (b"x\n" * 600_000, "free", "format.too_many_bytes"),
    "too_many_lines": (b"\n" * 30_000, "free", "format.too_many_lines"),
    "a_line_too_long": (b"x" * 200_000, "free", "format.line_too_long"),
    "broken_json": (b'{"goal": ', "six_fields", "format.not_json"),
    "a_secret_in_a_name": (json.dumps(SIX | {"must_carry": {TOKEN: "x"}}).encode(), "six_fields", "hygiene.secret"),
}


@pytest.mark.parametrize(("raw", "format", "code"), UNREADABLE.values(), ids=UNREADABLE)
def test_it_leaves_out_what_no_note_can_hold(raw: bytes, format: str, code: str) -> None:
    version = read_version(raw, format)
    assert isinstance(version, Unreadable)
    assert version.problem.code == code


@pytest.mark.parametrize("raw", [b"", b"\n\n", b" \t\n", b"\xef\xbb\xbf"])
def test_a_version_without_words_is_empty(raw: bytes) -> None:
    assert isinstance(read_version(raw, "free"), Empty)


KEPT = {
    "a_byte_order_mark": (b"\xef\xbb\xbfa\n", "a\n"),
    "crlf": (b"a\r\nb\r\n", "a\nb\n"),
    "an_open_fence": (b"a\n```\nb", "a\n```\nb\n"),
    "any_script": ("ఈఎండి రూ 15,00,000\n".encode(), "ఈఎండి రూ 15,00,000\n"),
    "hidden_characters": ("a\u202eb\n".encode(), "a\u202eb\n"),
}


@pytest.mark.parametrize(("raw", "text"), KEPT.values(), ids=KEPT)
def test_it_keeps_all_other_text(raw: bytes, text: str) -> None:
    version = read_version(raw, "free")
    assert isinstance(version, Content)
    assert version.text == text
    assert formats.parse("free", text).document == version.document


def test_an_earlier_version_of_another_shape_keeps_its_own() -> None:
    version = read_version(b"# Early\n\nnotes\n", "nine_sections")
    assert isinstance(version, Content)
    assert version.document.format == "free"


def test_a_long_note_is_no_problem() -> None:
    version = read_version(b"- a line of a long note with some words in it\n" * 8_000, "free")
    assert isinstance(version, Content)
    assert len(version.document.rows) == 8_000


def test_it_leaves_out_lines_with_a_secret_and_tells_where_without_repeating_it() -> None:
    version = read_version(f"a\ntoken: {TOKEN}\nb\n".encode(), "free")
    assert isinstance(version, Content)
    assert version.text == "a\n[left out on import: what looks like a GitHub token]\nb\n"
    assert version.left_out == (LeftOut(2, "", "a GitHub token"),)


def test_it_leaves_out_a_secret_in_a_field() -> None:
    version = read_version(json.dumps(SIX | {"done": ["a", TOKEN]}).encode(), "six_fields")
    assert isinstance(version, Content)
    assert TOKEN not in version.text
    assert version.left_out == (LeftOut(0, "done", "a GitHub token"),)


@pytest.mark.parametrize(
    ("lines", "left"),
    [
        (["a", *KEY, "b"], ["a", "b"]),
        (["a", *KEY[:3], "", "Words follow here."], ["a", "", "Words follow here."]),
        (["> " + line for line in KEY], []),
        (["a", *PUTTY, "Authentication"], ["a", "Authentication"]),
    ],
    ids=["whole", "cut_off", "quoted", "putty"],
)
def test_it_leaves_out_the_body_of_a_key_too(lines: list[str], left: list[str]) -> None:
    text, _ = redact_lines("\n".join(lines))
    assert [line for line in text.split("\n") if not line.startswith("[left out")] == left
