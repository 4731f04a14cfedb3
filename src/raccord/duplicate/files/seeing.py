"""The formula of a published table that does not say it: the one its draws and points come from."""

from collections.abc import Sequence

from raccord.duplicate.files.replay import Replay, replay_rows
from raccord.duplicate.files.table import Row
from raccord.duplicate.rules import formulas
from raccord.duplicate.rules.ends import Frame
from raccord.duplicate.rules.formula import Formula
from raccord.lexicon import Lexicon
from raccord.regulation.editions import Edition

_BY_SIZE: dict[int, tuple[str, ...]] = {
    8: ("7sur8", "7et8", "7sur8+joker", "7et8+joker"),
    9: ("7-8-9", "7-8-9+joker"),
}
"""By the letters of the longest draw, the formulas it can be; fewer than eight: with or without
the joker."""


def replay_seen(
    rows: Sequence[Row],
    lexicon: Lexicon,
    edition: Edition,
    *,
    told: Formula | None = None,
    usual: Formula | None = None,
    strict: bool = False,
) -> tuple[Formula, Replay]:
    """The formula told, else the one that reproduces the table best, and what it gives."""
    usual = told or usual or Formula()
    longest = max(len(row.letters) for row in rows)
    names = () if told else _BY_SIZE.get(longest, ("joker",))
    found: list[tuple[Formula, Replay]] = []
    for formula in (usual, *map(formulas.parse, names)):
        replayed = replay_rows(rows, Frame(lexicon, edition, formula), strict=strict)
        found.append((formula, replayed))
        if replayed.is_faithful:
            break
    best = min(found, key=lambda pair: len(pair[1].failures))
    if best[0] is not usual:
        best[1].note(0, "formula", f"formule lue dans les tirages : {best[0].label}")
    return best
