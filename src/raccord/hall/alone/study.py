"""What a game teaches once it is over: the curve, the tops missed, the moves below them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from raccord.duplicate import Frame, Survey, Turn, survey
from raccord.duplicate.alone import SoloState
from raccord.hall.alone.views import Gettext, ResultView, points_on, reference_on
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
    yours = accumulate((points_on(state.play, turn) for turn in turns), initial=0)
    tops = accumulate((reference_on(state, turn) for turn in turns), initial=0)
    return [
        {"name": _("Vous"), "values": list(yours)},
        {"name": _("Top"), "values": list(tops)},
    ]


def study(state: SoloState, turn: Turn, lexicon: Lexicon) -> Survey:
    """Scrabbles and sub-tops of a turn."""
    frame = Frame(lexicon, state.play.edition, state.play.formula)
    return survey(replace(turn.before, leave=""), turn.draw, frame, 12)
