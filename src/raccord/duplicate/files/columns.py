"""The columns of a club's table: what parts them, and where each stands.

Without titles they are those of ``COLUMNS``, in that order. With titles they come in any order
and among others, as in the spreadsheet of a game sheet. Clubs write ``|``; spreadsheets, ``;`` or
tabs.
"""

import csv
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from raccord.duplicate.errors import NotATableError

COLUMNS = ("coup", "tirage", "mot", "référence", "points", "total")
TURN, DRAW, WORD, REFERENCE, POINTS, _TOTAL = range(len(COLUMNS))
_NEEDED = {DRAW, WORD, REFERENCE, POINTS}
_DISCARDED = "rejets"
_TITLES = {
    **dict.fromkeys(("coup", "n", "no", "numero", "tour", "turn"), TURN),
    **dict.fromkeys(("tirage", "lettres", "draw", "rack"), DRAW),
    **dict.fromkeys(("mot", "top", "motretenu", "word"), WORD),
    **dict.fromkeys(("reference", "ref", "place", "position"), REFERENCE),
    **dict.fromkeys(("points", "pts", "score"), POINTS),
    **dict.fromkeys(("total", "cumul"), _TOTAL),
}


@dataclass(frozen=True, slots=True)
class Columns:
    """Colonnes: the sign between them and, where titles tell it, which cell is which."""

    separator: str
    places: dict[int, int] | None = None
    """The cell of each column."""
    discarded: int | None = None
    """The cell that holds the draws put back before this one."""

    def split(self, number: int, line: str) -> tuple[int, list[str]]:
        """The cells of a line, as ``COLUMNS`` has them."""
        found = self.cells(line)
        if len(found) < 2 or (self.places is None and len(found) > len(COLUMNS)):
            many = f"{len(found)} colonne{'s' if len(found) > 1 else ''}"
            raise NotATableError(f"ligne {number} : {many} (attendu : {'|'.join(COLUMNS)})")
        if self.places is None:
            return number, found + [""] * (len(COLUMNS) - len(found))
        row = [self._cell(found, self.places.get(column)) for column in range(len(COLUMNS))]
        if self._cell(found, self.discarded) and "+" not in row[DRAW]:
            # Its letters are all new: the table's own sign for it.
            row[DRAW] = "-" + row[DRAW].lstrip("-")
        return number, row

    def cells(self, line: str) -> list[str]:
        """The cells of a line as they stand."""
        if self.separator == "|":
            bare = line.strip().strip("|" if line.count("|") > 5 else "")
            return [cell.strip() for cell in bare.split("|")]
        try:
            row = next(csv.reader([line], delimiter=self.separator), [])
        except csv.Error:
            # A cell of more than 128 kB: no cell of a table.
            return []
        return [cell.strip() for cell in row]

    @staticmethod
    def _cell(found: Sequence[str], place: int | None) -> str:
        return found[place] if place is not None and place < len(found) else ""


def columns_of(lines: Sequence[str]) -> Columns:
    """How the lines of a table are parted; its first may hold titles."""
    separator = _separator(lines)
    titles = [_plain(title) for title in Columns(separator).cells(lines[0])]
    places: dict[int, int] = {}
    for place, title in enumerate(titles):
        if title in _TITLES:
            places.setdefault(_TITLES[title], place)
    if not {*places} >= _NEEDED | {TURN}:
        return Columns(separator)
    discarded = titles.index(_DISCARDED) if _DISCARDED in titles else None
    return Columns(separator, places, discarded)


def _separator(lines: Iterable[str]) -> str:
    for separator, least in (("|", 1), ("\t", 2), (";", 2)):
        if any(line.count(separator) >= least for line in lines):
            return separator
    raise NotATableError(
        "ce n'est pas une partie (attendu : JSON, GCG, ou une table de club, "
        f"une ligne par coup : {'|'.join(COLUMNS)})"
    )


def _plain(title: str) -> str:
    """A title without case, accents and signs."""
    return "".join(
        c for c in unicodedata.normalize("NFD", title.lower()) if c.isascii() and c.isalpha()
    )
