"""Markup inside a line: code, emphasis, strike-through and links; everything else is text.

Three walls: markdown-it without HTML and images, own escaping of every piece, nh3 with a short list of tags.
"""

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

import nh3
from django.utils.html import escape
from markdown_it import MarkdownIt
from markdown_it.token import Token

from notes.rules.hygiene.reveal import reveal

PROTOCOLS = {"http", "https", "mailto"}
# A line of nothing but these holds no markup and nothing hidden.
PLAIN = re.compile(r"[A-Za-z0-9 .,;()?%+-]*")
# A web address as people type it: it ends before the punctuation of the sentence.
ADDRESS = re.compile(r"\bhttps?://[^\s<>\"'`]*[^\s<>\"'`.,;:!?)\]}*_]")
# A longer line is shown as it was typed: markup costs more than its share of time there.
LONGEST = 4_000
WRAPPERS = {"strong_open", "strong_close", "em_open", "em_close", "s_open", "s_close"}


class _Markdown(MarkdownIt):
    def validateLink(self, url: str) -> bool:
        return is_safe(url)


MARKDOWN = _Markdown("zero", {"html": False}).enable(
    ["backticks", "emphasis", "strikethrough", "link", "autolink", "escape", "entity"]
)
# An entry of a JSON note is no Markdown: `__init__` stays as it is.
ENTRIES = _Markdown("zero", {"html": False}).enable(["backticks"])


def markdown(text: str) -> str:
    return escape(text) if PLAIN.fullmatch(text) else _clean(MARKDOWN, text)


def entry(text: str) -> str:
    return escape(text) if PLAIN.fullmatch(text) else _clean(ENTRIES, text)


def plain(text: str) -> str:
    """Escaped, with what is hidden made visible."""
    return "".join(_shown(*run) for run in reveal(text))


def is_safe(url: str) -> bool:
    try:
        return urlsplit(url.strip()).scheme.lower() in PROTOCOLS
    except ValueError:
        return False


def _clean(reader: MarkdownIt, text: str) -> str:
    if len(text) > LONGEST:
        return plain(text)
    children = reader.parseInline(text)[0].children or []
    return nh3.clean(
        "".join(_pieces(children)),
        tags={"a", "code", "strong", "em", "s", "span"},
        attributes={"a": {"href", "title"}, "span": {"title"}},
        allowed_classes={"span": {"hid"}},
        url_schemes=PROTOCOLS,
        link_rel="noopener noreferrer nofollow",
    )


def _pieces(tokens: list[Token]) -> Iterator[str]:
    in_link = False
    for token in tokens:
        if token.type in WRAPPERS:
            yield f"<{'/' if token.nesting < 0 else ''}{token.tag}>"
        elif token.type == "code_inline":
            yield f"<code>{plain(token.content)}</code>"
        elif token.type == "link_open":
            in_link = True
            href = escape(str(token.attrGet("href")))
            yield f'<a href="{href}" title="{href}">'
        elif token.type == "link_close":
            in_link = False
            yield "</a>"
        elif in_link:
            yield plain(token.content)
        else:
            yield from _with_addresses(token.content)


def _with_addresses(text: str) -> Iterator[str]:
    done = 0
    for match in ADDRESS.finditer(text):
        yield plain(text[done : match.start()])
        yield f'<a href="{escape(match[0])}">{plain(match[0])}</a>'
        done = match.end()
    yield plain(text[done:])


def _shown(text: str, label: str | None) -> str:
    if label is None:
        return escape(text)
    return f'<span class="hid" title="{escape(label)}">{escape(label.split(" ")[0])}</span>'
