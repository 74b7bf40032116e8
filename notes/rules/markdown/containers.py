"""Quotations and list items: which of the open ones go on in a line, and what is left of it."""

from typing import NamedTuple

QUOTE = 0  # a quotation on the stack; a list item is the column at which its content begins


class Rest(NamedTuple):
    """What `matched` containers leave of a line: text from `at`, at `column` of the innermost quotation."""

    matched: int
    at: int
    column: int
    base: int  # the quotation's own column, for tab stops
    edge: int  # the column that the innermost matched list item asks for

    @property
    def indent(self) -> int:
        return self.column - self.edge


def measure(text: str, at: int, column: int) -> tuple[int, int]:
    """Skip spaces and tabs from `at`; tabs stop at every fourth column."""
    end = len(text)
    while at < end and text[at] in " \t":
        column += 1 if text[at] == " " else 4 - column % 4
        at += 1
    return at, column


def enter_quote(text: str, at: int, column: int, base: int) -> tuple[int, int, int]:
    """Past the `>` at `at`: where the content begins, its column, and the new base."""
    at += 1
    start = column + 1
    inner = text[at : at + 1]
    if inner == " " or (inner == "\t" and (base + start) % 4 == 3):
        at, start = at + 1, start + 1
        end, reached = measure(text, at, start + base)
        return end, reached - base - start, start
    if inner == "\t":  # half of the tab belongs to the marker, half to the content
        end, reached = measure(text, at, start + base + 1)
        return end, reached - base - 1 - start, start + 1
    end, reached = measure(text, at, start + base)
    return end, reached - base - start, start


def follow(stack: list[int], text: str) -> Rest:
    """Match the open containers against a line."""
    at, column = (0, 0) if text and text[0] not in " \t" else measure(text, 0, 0)
    base = edge = 0
    blank = at == len(text)
    for depth, container in enumerate(stack):
        if container:
            if column < container and not blank:
                return Rest(depth, at, column, base, edge)
            edge = container
        elif blank or column < edge or text[at] != ">":
            return Rest(depth, at, column, base, edge)
        else:
            at, column, base = enter_quote(text, at, column, base)
            edge = 0
            blank = at == len(text)
    return Rest(len(stack), at, column, base, edge)
