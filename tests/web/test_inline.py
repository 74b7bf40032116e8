"""Markup inside a line, and everything that must never become markup."""

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notes.web.note import inline

SHOWN = [
    ("**bold** and *italics*", "<strong>bold</strong> and <em>italics</em>"),
    ("~~gone~~", "<s>gone</s>"),
    ("`a < b`", "<code>a &lt; b</code>"),
    ("a & b", "a &amp; b"),
    ("&amp; &lt;b&gt;", "&amp; &lt;b&gt;"),
    ("\\*not\\*", "*not*"),
    ("snake_case_name", "snake_case_name"),
]


@pytest.mark.parametrize(("text", "html"), SHOWN)
def test_it_shows_markup(text: str, html: str) -> None:
    assert inline.markdown(text) == html


LINKS = [
    ("[a](https://example.org/x?a=1&b=2)", "https://example.org/x?a=1&b=2"),
    ("<https://example.org>", "https://example.org"),
    ("see https://example.org/x.", "https://example.org/x"),
    ("(https://example.org/x)", "https://example.org/x"),
    ("[m](mailto:a@example.org)", "mailto:a@example.org"),
    ("[a](HTTP://EXAMPLE.ORG)", "HTTP://EXAMPLE.ORG"),
]
NO_LINKS = [
    *("[a](javascript:alert(1))", "[a](JaVaScRiPt:alert(1))", "[a](&#106;avascript:alert(1))"),
    *("[a](data:text/html,x)", "[a](vbscript:x)", "[a](//evil.example)", "[a](/path)", "[a](file:///etc/passwd)"),
    *("<javascript:alert(1)>", "[a](java\tscript:alert(1))", "[a](\u0001javascript:alert(1))", "[a](ftp://x.example)"),
]
PAYLOADS = [
    *("<script>alert(1)</script>", "<img src=x onerror=alert(1)>", '"><script>alert(1)</script>'),
    *("![x](https://example.org/p.png)", "![x](javascript:alert(1))", "<iframe src=//evil.example>"),
    *("<svg/onload=alert(1)>", "<b onclick=x>b</b>", "<form action=x><input>"),
    *('[a](https://x.example "\\" onmouseover=alert(1)")', "`<script>`", "&lt;script&gt;alert(1)&lt;/script&gt;"),
    *("<a href=javascript:alert(1)>x</a>", "<style>*{}</style>", "<!--><script>x</script>-->"),
    *('https://x.example/"onmouseover=alert(1)', "https://x.example/<script>", "[<script>](https://x.example)"),
    *("<math><mi xlink:href='javascript:x'>", "**<b>**", "]]><script>", "\u2028<script>", "<scr\u200bipt>"),
    *("[a](https://x.example/\u202egnp.exe)", "<details open ontoggle=x>", "{{ 7*7 }}", "<base href=//evil.example>"),
]


class Tags(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    @property
    def links(self) -> list[str | None]:
        return [attrs["href"] for tag, attrs in self.found if tag == "a"]


NOTHING: set[str] = set()
ALLOWED = {"a": {"href", "title", "rel"}, "span": {"class", "title"}, "code": NOTHING, "strong": NOTHING, "em": NOTHING}


def assert_harmless(html: str) -> None:
    for tag, attrs in Tags(html).found:
        assert tag in (*ALLOWED, "s"), tag
        assert attrs.keys() <= ALLOWED.get(tag, NOTHING), (tag, attrs)
        assert inline.is_safe(attrs.get("href") or "https://"), attrs
        assert attrs.get("class") in (None, "hid")


@pytest.mark.parametrize(("text", "address"), LINKS)
def test_it_links_what_is_safe_to_open(text: str, address: str) -> None:
    html = inline.markdown(text)
    assert Tags(html).links == [address]
    assert 'rel="noopener noreferrer nofollow"' in html


@pytest.mark.parametrize("text", NO_LINKS)
def test_it_links_nothing_else(text: str) -> None:
    assert Tags(inline.markdown(text)).links == []


@pytest.mark.parametrize("text", [*NO_LINKS, *PAYLOADS])
@pytest.mark.parametrize("show", [inline.markdown, inline.entry, inline.plain])
def test_no_payload_becomes_markup(show: object, text: str) -> None:
    assert callable(show)
    assert_harmless(show(text))


@given(st.text(alphabet="<>&\"'`*_~[]()!\\:/ abjsx\u200b\u202e\n", max_size=60))
def test_nothing_that_can_be_typed_becomes_more_than_inline_markup(text: str) -> None:
    assert_harmless(inline.markdown(text))
    assert_harmless(inline.entry(text))


@given(st.text(max_size=60))
def test_plain_shows_every_character_or_names_it(text: str) -> None:
    assert_harmless(inline.plain(text))


HIDDEN = [("a\u200bb", "U+200B"), ("a\u202eb\u202c", "U+202E"), ("a\u00a0b", "U+00A0"), ("&#8203;x", "U+200B")]


@pytest.mark.parametrize(("text", "code_point"), HIDDEN)
def test_it_shows_what_is_hidden(text: str, code_point: str) -> None:
    assert f">{code_point}</span>" in inline.markdown(text)


def test_an_entry_of_a_json_note_is_no_markdown() -> None:
    assert inline.entry("__init__ *x* `code` [a](https://b.example)").startswith("__init__ *x* <code>code</code> [a](")
