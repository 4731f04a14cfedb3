"""Blank road sheets, on which a player notes his solutions and scores; two to a page."""

from collections.abc import Mapping

from raccord.documents.values import Document

ROWS = 28
"""More turns than a game has, or nearly: the longest games of the bag end before."""


class RoadForm(Document, frozen=True, kw_only=True):
    """Feuille de route vierge, made out to a table or, with table 0, to nobody."""

    table: int
    players: tuple[str, ...]


class RoadForms(Document, frozen=True, kw_only=True):
    """Feuilles de route vierges."""

    title: str
    rows: int
    sheets: tuple[RoadForm, ...]


def road_forms(
    tables: Mapping[int, tuple[str, ...]], *, title: str = "", copies: int = 1
) -> RoadForms:
    """A sheet for each table, or for nobody where there is none, ``copies`` of each."""
    made_out = sorted(tables.items()) or [(0, ())]
    sheets = [
        RoadForm(table=table, players=players) for table, players in made_out for _ in range(copies)
    ]
    return RoadForms(title=title, rows=ROWS, sheets=tuple(sheets))
