"""Tables of text as spreadsheets write them: lines cut in cells, columns known by their headings.

Headings are French or English, in any order; case, accents and spaces do not count.
"""

import csv
import unicodedata
from collections.abc import Iterator, Mapping, Sequence

Row = tuple[int, tuple[str, ...]]
"""A line's number in its file, and its cells."""
# In this order: a French spreadsheet writes semicolons, and commas inside names.
_SEPARATORS = ";\t,"


def rows_of(text: str) -> Iterator[Row]:
    """The lines that hold something, in cells without space for nothing."""
    lines = text.removeprefix("\ufeff").splitlines()
    first = next((line for line in lines if line.strip()), "")
    separator = next((s for s in _SEPARATORS if s in first), ";")
    for number, cells in enumerate(csv.reader(lines, delimiter=separator), 1):
        found = tuple(" ".join(cell.split()) for cell in cells)
        if any(found):
            yield number, found


def plain(text: str) -> str:
    """A text without what does not count: « Prénom » becomes ``prenom``."""
    split = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(c for c in split if not unicodedata.combining(c)).split())


def columns(cells: Sequence[str], names: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """The place of each column whose heading is among its names, the first name first."""
    heads = {plain(cell): place for place, cell in reversed(list(enumerate(cells)))}
    found = {
        key: next((heads[name] for name in known if name in heads), None)
        for key, known in names.items()
    }
    return {key: place for key, place in found.items() if place is not None}
