"""What a game teaches once it is over: the curve, the tops missed, the moves below them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

import msgspec

from raccord.board import moves
from raccord.duplicate import Frame, Survey, Turn, survey
from raccord.duplicate.alone import SoloState
from raccord.duplicate.alone.progress import points_of, reference_of
from raccord.hall.alone.results import (
    Gettext,
    MoveView,
    ResultView,
    move_view,
)
from raccord.lexicon import Lexicon


@dataclass(frozen=True, slots=True)
class Summary:
    """Bilan: how many tops were found and which were missed, the dearest first."""

    found: int
    missed: tuple[ResultView, ...]
    refused: int


def summary(results: Sequence[ResultView]) -> Summary:
    """The balance of a game."""
    missed = [r for r in results if not r.found]
    missed.sort(key=lambda r: r.points - r.reference)
    refused = sum(bool(r.yours) and r.points == 0 for r in results)
    return Summary(len(results) - len(missed), tuple(missed), refused)


def curve(state: SoloState, _: Gettext) -> list[dict[str, object]]:
    """The running totals, as the plot takes them."""
    turns = state.play.turns
    yours = accumulate((points_of(state.play, turn) for turn in turns), initial=0)
    tops = accumulate((reference_of(state, turn) for turn in turns), initial=0)
    return [
        {"name": _("Vous"), "values": list(yours)},
        {"name": _("Top"), "values": list(tops)},
    ]


MOST_SOLUTIONS = 300


class Solutions(msgspec.Struct, frozen=True):
    """Solutions: the best of them, and how many there are in all."""

    count: int
    moves: tuple[MoveView, ...]


def solutions(state: SoloState, turn: Turn, lexicon: Lexicon) -> Solutions:
    """Everything a turn could have played, the best first, each place of a word by itself."""
    rules = state.play.formula.rules
    found = moves(turn.before.board, turn.draw, lexicon, rules)
    listed = [move_view(each.move, each.score) for each in found[:MOST_SOLUTIONS]]
    return Solutions(len(found), tuple(listed))


def study(state: SoloState, turn: Turn, lexicon: Lexicon) -> Survey:
    """Scrabbles and sub-tops of a turn."""
    frame = Frame(lexicon, state.play.edition, state.play.formula)
    return survey(replace(turn.before, leave=""), turn.draw, frame, 12)
