"""Writing an entry back as the line a marker would type."""

import re

import msgspec

from raccord.board import Direction
from raccord.regulation.marking.entry import (
    FLAGS,
    ILLEGIBLE,
    NO_WORD,
    REFERENCE_LIKE,
    SIGNS,
    WAYS,
    Entry,
    way_of,
)
from raccord.regulation.marking.entry_links import (
    Links,
    draw,
    format_grid,
    format_linked,
    links_of,
)
from raccord.regulation.marking.entry_tokens import SOLUTIONS, WHOLE, quoted
from raccord.regulation.slip import Flag, Slip

_NAMES = {flag: name for name, flag in FLAGS.items()}
_MARKS = {direction: mark for mark, direction in WAYS.items()}
_SIGNS = {kind: sign for sign, kind in SIGNS.items()}
_PLAIN = re.compile(r"(?=.*[A-Z])(?:\([A-Z]\)|[A-Z.])+")


def format_entry(entry: Entry) -> str:
    """The line that reads back as the entry."""
    if entry.kind == "rest":
        return "= reste"
    if entry.kind == "slip" and entry.slip is not None:
        return f"{entry.table} {_format_slip(entry.slip)}"
    return _joined(str(entry.table), _SIGNS[entry.kind], _format_flags(entry.flags))


def _joined(*parts: str) -> str:
    return " ".join(filter(None, parts))


def _format_flags(flags: tuple[Flag, ...]) -> str:
    return " ".join(f"!{_NAMES[flag]}" for flag in flags)


def _format_slip(slip: Slip) -> str:
    own = msgspec.structs.replace(slip, solutions=())
    flags = _format_flags(slip.flags)
    if not slip.solutions:
        is_bare = own == Slip(flags=slip.flags) and slip.flags
        return _joined("" if is_bare else _format_one(own), flags)
    shared = own != Slip(flags=slip.flags) or len(slip.solutions) == 1
    if shared or any(one.flags for one in slip.solutions):
        listed = (_joined(_format_one(one), _format_flags(one.flags)) for one in slip.solutions)
        said = _format_one(own, worded=False)
        return _joined(said, flags, WHOLE, f" {SOLUTIONS} ".join(listed))
    return _joined(f" {SOLUTIONS} ".join(map(_format_one, slip.solutions)), flags)


def _format_one(slip: Slip, *, worded: bool = True) -> str:
    links, grid = _links(slip)
    reference = _format_reference(slip.reference)
    implied = way_of(slip.reference) or ("down" if links else None)
    way = _MARKS[slip.direction] if slip.direction != implied else ""
    word = _format_word(slip, links)
    # A quoted text is a reference only where a word follows it.
    if not word and ((worded and not grid) or reference.startswith('"')):
        word = NO_WORD
    score = "" if slip.score is None else str(slip.score)
    return _joined(reference, way, word, score, grid)


def _links(slip: Slip) -> tuple[Links, str]:
    """The links beside the word, or else the grid as the line says it."""
    if slip.grid is None:
        return {}, ""
    links = links_of(slip)
    if links and draw(slip.word, links, Direction(slip.direction or "down")) == slip.grid:
        return links, ""
    return {}, format_grid(slip.grid)


def _format_reference(reference: str | None) -> str:
    if reference is None:
        return ""
    if reference == ILLEGIBLE or REFERENCE_LIKE.fullmatch(reference):
        return reference
    return quoted(reference)


def _format_word(slip: Slip, links: Links) -> str:
    if not slip.word or not _PLAIN.fullmatch(slip.word):
        return quoted(slip.word) if slip.word else ""
    return format_linked(slip.word, links)
