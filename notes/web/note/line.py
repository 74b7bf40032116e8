"""One line of a note as HTML. Kept short: a page may hold thousands."""

from django.utils.html import escape

from notes.queries.note_view import Line
from notes.rules.documents import is_blank
from notes.rules.formats import json_notes
from notes.web.note import inline
from notes.web.note.looks import Look

BOXES = {"task": ("☐", "to do"), "done": ("☑", "done")}


def html(line: Line, look: Look, *, steered: bool) -> str:
    if line.origin is None:
        return '<div class="gap"></div>' if look.kind != "source" else _source_gap(look)
    classes = (
        f"line {look.kind}" + (f" l{look.level}" if look.level else "") + (f" q{look.quotes}" if look.quotes else "")
    )
    marks = _marks(line, steered=steered)
    body = f'{_marker(look)}<span class="t">{_body(look)}</span>'
    return f'<div class="{classes}" id="{line.origin}" dir="auto">{body}{marks}</div>'


def _source_gap(look: Look) -> str:
    return f'<div class="line source"><span class="m">{look.marker}</span></div>'


def _marker(look: Look) -> str:
    if look.kind in BOXES:
        box, words = BOXES[look.kind]
        return f'<span class="m tick" role="img" aria-label="{words}">{box}</span>'
    return f'<span class="m">{escape(look.marker)}</span>' if look.marker and look.kind != "fence" else ""


def _body(look: Look) -> str:
    kind, text = look.kind, look.text
    if kind in ("tr", "th"):
        return "".join(f'<span class="td">{inline.markdown(cell)}</span>' for cell in look.cells)
    if kind in ("source", "code", "raw", "fence", "ruler", "rule"):
        return inline.plain(text)
    if kind == "entry-pair":
        name, value = json_notes.split_pair(text)
        return f'<b>{inline.plain(name)}</b> <span class="value">{inline.plain(value)}</span>'
    if kind.startswith("entry"):
        return inline.entry(text) if not is_blank(text) else '<span class="quiet">empty</span>'
    return inline.markdown(text)


def _marks(line: Line, *, steered: bool) -> str:
    """The lock, or the button for it, and the line's permanent link."""
    label = f'title="Link to this line" aria-label="Link to line {line.origin}"'
    link = f'<a class="at" href="#{line.origin}" {label}>#</a>'
    return f'<span class="marks">{lock(line, steered=steered)}{link}</span>'


def lock(line: Line, *, steered: bool, swapped: bool = False) -> str:
    """A `swapped` one takes the place of the one on the page."""
    if not line.may_lock:
        return ""
    icon = f'<svg aria-hidden="true"><use href="#i-{"lock" if line.locked else "unlock"}"/></svg>'
    words = "locked" if line.locked else "handed back" if line.handed_back else "lock"
    if not steered:
        hidden = not line.locked and not line.handed_back
        return "" if hidden else f'<span class="lock">{icon}{words}</span>'
    name, title = (
        ("hand_back", "Locked: agents keep this line word for word. Hand it back to them")
        if line.locked
        else ("lock", "Lock this line: agents will keep it word for word")
    )
    quiet = "" if line.locked or line.handed_back else " off"
    swap = ' hx-swap-oob="true"' if swapped else ""
    return (
        f'<button class="lock{quiet}" id="k-{line.origin}" name="{name}" value="{line.origin}" title="{title}"{swap}>'
        f"{icon}{words}</button>"
    )
