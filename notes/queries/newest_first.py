"""Rows newest first, page by page, whatever their number: a page begins before the last id of the one above."""

from typing import TypeVar

from django.db.models import Model, QuerySet

M = TypeVar("M", bound=Model)


def page(rows: QuerySet[M], before: int | None, most: int) -> tuple[list[M], int | None]:
    """The second is the id to go on before, None on the last page."""
    older = rows.filter(pk__lt=before) if before else rows
    found = list(older.order_by("-pk")[: most + 1])
    return found[:most], found[most - 1].pk if len(found) > most else None
