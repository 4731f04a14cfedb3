"""Writing an entry back as the line a marker would type."""

import re

from raccord.regulation.marking.entry import (
    FLAGS,
    ILLEGIBLE,
    REFERENCE_LIKE,
    WAYS,
    Entry,
    Links,
    way_of,
)
from raccord.regulation.slip import Slip

_NAMES = {flag: name for name, flag in FLAGS.items()}
_MARKS = {direction: mark for mark, direction in WAYS.items()}


def format_entry(entry: Entry) -> str:
    """The line that reads back as the entry."""
    if entry.kind == "rest":
        return "= reste"
    if entry.kind == "top":
        return f"{entry.table} ="
    if entry.kind == "none" or entry.slip is None:
        return f"{entry.table} -"
    slip = entry.slip
    solutions = slip.solutions or (slip,)
    parts = " ; ".join(filter(None, map(_format_solution, solutions)))
    flags = " ".join(f"!{_NAMES[flag]}" for flag in slip.flags if flag in _NAMES)
    return " ".join(filter(None, (str(entry.table), parts, flags)))


def _format_solution(slip: Slip) -> str:
    parts = []
    if slip.reference is not None:
        legible = REFERENCE_LIKE.fullmatch("".join(slip.reference.split()).upper())
        parts.append(legible[0] if legible else ILLEGIBLE)
    if slip.direction is not None and slip.direction != way_of(slip.reference):
        parts.append(_MARKS[slip.direction])
    if slip.word:
        parts.append(_format_word(slip))
    if slip.score is not None:
        parts.append(str(slip.score))
    return " ".join(parts)


def _format_word(slip: Slip) -> str:
    links = links_of(slip)
    if not links:
        return slip.word
    pieces = re.findall(r"\([A-Z]\)|[A-Z.]", slip.word)
    return "".join(_format_links(links.get(i)) + piece for i, piece in enumerate(pieces))


def _format_links(pair: tuple[str, str] | None) -> str:
    if not pair:
        return ""
    before, after = pair
    return "[" + (f"{before}<" if before else "") + (f">{after}" if after else "") + "]"


def links_of(slip: Slip) -> Links:
    """The links drawn straight beside the letters of the word; others have no short form."""
    if not slip.grid or not slip.direction:
        return {}
    rows = slip.grid.splitlines()
    if slip.direction == "across":
        width = max(map(len, rows), default=0)
        padded = [row.ljust(width, ".") for row in rows]
        rows = ["".join(row[i] for row in padded) for i in range(width)]
    letters = [c for c in slip.word if c not in "()"]
    width = max(map(len, rows), default=0)
    # The gaps of a word are drawn as nothing at the end of a line.
    rows = [row.ljust(width, ".") for row in rows + [""] * (len(letters) - len(rows))]
    for column in range(width):
        if [row[column : column + 1] for row in rows] == letters:
            return {
                i: (row[:column].strip("."), row[column + 1 :].strip("."))
                for i, row in enumerate(rows)
                if row[:column].strip(".") or row[column + 1 :].strip(".")
            }
    return {}
