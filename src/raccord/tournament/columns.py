"""Tables of text as spreadsheets write them: lines cut in cells, columns known by their headings.

Headings are French or English, in any order; case, accents and spaces do not count.
"""

import csv
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from raccord.tournament.errors import PeopleError

Row = tuple[int, tuple[str, ...]]
"""A line's number in its file, and its cells."""
LONGEST_LINE = 2000
# In this order: a French spreadsheet writes semicolons, and commas inside names.
_SEPARATORS = "\t;,"
_SIGNS = re.compile(r"[()\[\]_:.,/\-–—]+")
_GUARDED = ("'=", "'+", "'-", "'@")
"""How our own files begin a text that a spreadsheet would run as a formula."""


def rows_of(text: str) -> Iterator[Row]:
    """The lines that hold something, in cells without space for nothing."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    separator = next((s for s in _SEPARATORS if any(s in line for line in lines)), ";")
    for number, line in enumerate(lines, 1):
        if len(line) > LONGEST_LINE:
            told = f"Ligne {number} : trop longue ({LONGEST_LINE} caractères au plus)."
            raise PeopleError([told])
        cells = tuple(map(_cell, next(csv.reader([line], delimiter=separator), ())))
        if any(cells):
            yield number, cells


def _cell(text: str) -> str:
    clean = " ".join(text.split())
    return clean[1:] if clean[:2] in _GUARDED else clean


@lru_cache(maxsize=8192)
def plain(text: str) -> str:
    """A text without what does not count: « Prénom » becomes ``prenom``."""
    split = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(c for c in split if not unicodedata.combining(c)).split())


@lru_cache(maxsize=8192)
def heading(text: str) -> str:
    """A heading without what does not count: « Licence (joueur 2) » is ``licence joueur 2``."""
    return plain(_SIGNS.sub(" ", text))


def columns(cells: Sequence[str], names: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """The place of each column whose heading is among its names, the first name first."""
    heads = {heading(cell): place for place, cell in reversed(list(enumerate(cells)))}
    found = {
        key: next((heads[name] for name in known if name in heads), None)
        for key, known in names.items()
    }
    return {key: place for key, place in found.items() if place is not None}
