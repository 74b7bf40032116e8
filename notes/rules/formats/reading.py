"""What parsing a note gives back."""

from dataclasses import dataclass

from notes.rules.documents import Document
from notes.rules.problems import Problem


@dataclass(frozen=True, slots=True)
class Reading:
    """`document` is None only where the text has no structure at all to speak of; warnings do not refuse.

    `text` is the canonical text of the document, once the whole has been read.
    """

    document: Document | None
    problems: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()
    text: str = ""
