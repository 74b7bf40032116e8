"""Text of a session as lines of a Markdown note, in which it can be nothing but text.

What looks like a secret, hides something or stands for text that was left out is not copied at all.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from notes.rules.hygiene.characters import check_characters
from notes.rules.hygiene.elision import check_elision
from notes.rules.hygiene.secrets import check_secrets
from notes.rules.hygiene.unseen import without_steering
from notes.rules.importing.redaction import redact_lines
from notes.rules.markdown import Inside, scan
from notes.rules.texts import storable

LONGEST = 300
CUT = " […]"
# Deep enough for code in an item of a list, where no line is markup.
AS_CODE = "      "


@dataclass
class Copier:
    """`left_out` counts the lines that were not copied, `passed_over` those of a person for which there is no place.

    `refused` are others that the desk does not want, such as an old value of a fact: `old` counts them.
    """

    refused: frozenset[str] = frozenset()
    left_out: int = 0
    passed_over: int = 0
    old: int = 0
    _seen: set[str] = field(default_factory=set)

    def items(self, text: str, *, most: int, lead: str = "") -> list[str]:
        """Of each line an item, of the first so many."""
        return [item for line in self._clean(text)[:most] if (item := self._kept(_item(lead, cut(line))))]

    def pass_over(self, text: str, kept: int = 0) -> None:
        self.passed_over += max(0, sum(bool(line.strip()) for line in text.split("\n")) - kept)

    def code(self, text: str) -> str:
        """A single line as code, such as a command; empty where it cannot be copied."""
        lines = self._clean(text)
        return self._kept(f"- {_span(cut(lines[0]))}") if lines else ""

    def excerpt(self, label: str, text: str, *, most: int) -> list[str]:
        """The last so many lines as they are, below a label of ours."""
        lines = [kept for line in self._clean(text)[-most:] if (kept := self._kept(AS_CODE + cut(line)))]
        return [label, "", *lines] if label and lines else [label] if label else []

    def _clean(self, text: str) -> list[str]:
        """Secrets are looked for in the whole: cut off, one does not look like one any more."""
        plain = without_steering(storable(text)).split("\n")
        shown = [line.rstrip("\r").rpartition("\r")[2] for line in plain]
        secret = {place.line - 1 for place in redact_lines("\n".join(shown))[1]}
        self._count(shown[index] for index in secret)
        return [line.rstrip() for index, line in enumerate(shown) if line.strip() and index not in secret]

    def _kept(self, line: str) -> str:
        plain = line.strip()
        if plain in self.refused or plain.removeprefix("- ") in self.refused:
            self.old += plain not in self._seen
            self._seen.add(plain)
            return ""
        if _faults(line):
            self._count([line])
            return ""
        return line

    def _count(self, lines: Iterable[str]) -> None:
        """Each once, however often it was met."""
        new = set(lines) - self._seen
        self._seen |= new
        self.left_out += len(new)


def cut(line: str, longest: int = LONGEST) -> str:
    return line if len(line) <= longest else line[:longest].rstrip() + CUT


def _faults(line: str) -> bool:
    place: Sequence[tuple[str, int, str]] = [("", 1, line)]
    return bool(check_secrets(place) or check_characters(place) or check_elision(place))


def _item(lead: str, text: str) -> str:
    """As it stands where it is plain text there, else as code."""
    plain = f"- {lead}{text.strip()}"
    found = scan([plain, "", "after"])
    covers = found.open_fence is not None or any(inside is not Inside.NOTHING for inside in found.inside)
    return f"- {lead}{_span(text.strip())}" if covers or "<" in text else plain


def _span(text: str) -> str:
    """Code in a line, between more backticks than stand together in it."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    ticks, pad = "`" * (longest + 1), " " if "`" in text else ""
    return f"{ticks}{pad}{text}{pad}{ticks}"
