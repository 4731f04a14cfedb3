"""Why a slip was ruled as it was: every reading considered, and what other editions would say."""

from raccord.regulation import Ruling, Slip
from raccord.regulation.editions import EDITIONS
from raccord.regulation.marking import Explanation, Reading, Situation, explain
from raccord.web.hall.shapes import RulingView, SlipView, View
from raccord.web.hall.views import ruling_view, slip_view


class ReadingView(View, frozen=True, kw_only=True):
    """Lecture: where the slip may lie, for how many points, or what speaks against it."""

    mode: str
    move: str
    points: int | None
    words: tuple[str, ...]
    against: tuple[str, ...]
    chosen: bool


class ElsewhereView(View, frozen=True, kw_only=True):
    """The same slip under another edition."""

    edition: str
    title: str
    ruling: RulingView


class WhyView(View, frozen=True, kw_only=True):
    """Motivation d'une décision; ``overridden`` if a referee decided otherwise."""

    slip: SlipView
    ruling: RulingView
    software: RulingView
    overridden: bool
    readings: tuple[ReadingView, ...]
    elsewhere: tuple[ElsewhereView, ...]


def why(situation: Situation, slip: Slip, standing: Ruling | None = None) -> WhyView:
    """Everything that was weighed for a slip; ``standing`` is the decision in force."""
    explained = explain(situation, slip)
    ruling = standing or explained.ruling
    other = (explained.ruling.points, explained.ruling.sanction)
    return WhyView(
        slip=slip_view(slip),
        ruling=ruling_view(ruling),
        software=ruling_view(explained.ruling),
        overridden=(ruling.points, ruling.sanction) != other,
        readings=_readings(explained),
        elsewhere=tuple(
            ElsewhereView(edition=id_, title=EDITIONS[id_].title, ruling=ruling_view(found))
            for id_, found in explained.elsewhere.items()
        ),
    )


def _readings(explained: Explanation) -> tuple[ReadingView, ...]:
    placement = explained.ruling.placement
    found = [_reading(reading, placement) for reading in explained.readings]
    return tuple(sorted(found, key=lambda view: (not view.chosen, bool(view.against))))


def _reading(reading: Reading, placement: str | None) -> ReadingView:
    moves = {choice.move: choice.points for choice in reading.choices}
    chosen = placement is not None and placement in moves
    move = placement if chosen and placement else next(iter(moves), reading.place)
    return ReadingView(
        mode=reading.mode.value,
        move=move,
        points=moves.get(move),
        words=reading.words,
        against=reading.against,
        chosen=chosen,
    )
