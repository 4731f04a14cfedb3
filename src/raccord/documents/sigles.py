"""SIGLES: what the federal ranking program reads: Latin-1, ``"table","name","total"``, by table.

A table nobody sits at stands as ``"--table vide--","-1"``, so that lines and tables agree. A
letter that Latin-1 has not is written by its nearest, or as a question mark.
"""

import unicodedata
from collections.abc import Collection

from raccord.tournament import PlayedGame, Summary
from raccord.tournament.totals import EMPTY_TABLE

_EMPTY = (EMPTY_TABLE, -1)


def to_sigles(summary: Summary, game: PlayedGame, tables: Collection[int] = ()) -> bytes:
    """The file of one game, from table 1 to the last, or of the ``tables`` of one marker."""
    entries = summary.by_number
    seated = {
        game.tables.get(line.number, line.number): (entries[line.number].name, line.total)
        for line in game.tally.lines
        if line.number not in summary.excluded
    }
    asked = sorted(tables) or range(1, max(seated, default=0) + 1)
    lines = (_line(table, *seated.get(table, _EMPTY)) for table in asked)
    return "".join(lines).encode("latin-1", "replace")


def _line(table: int, name: str, total: int) -> str:
    return f'"{table}","{_written(name)}","{total}"\r\n'


def _written(name: str) -> str:
    return "".join(map(_nearest, name.replace('"', "'")))


def _nearest(letter: str) -> str:
    if ord(letter) < 256:
        return letter
    # « œ » and the typographic apostrophe are not in Latin-1 (they came with Latin-9).
    known = {"œ": "oe", "Œ": "OE", "’": "'", "–": "-", "—": "-"}.get(letter)
    return known or unicodedata.normalize("NFKD", letter)[0]
