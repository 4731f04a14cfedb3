"""Why a slip was ruled as it was: every reading considered, and what other editions would say."""

from raccord.duplicate.slips.judging import AUTOMATIC, decision
from raccord.hall.shapes import RulingView, SlipView, View
from raccord.hall.views import ruling_view, slip_view
from raccord.regulation import Ruling, Slip
from raccord.regulation.editions import EDITIONS, heading
from raccord.regulation.marking import Explanation, Reading, Situation, explain


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
    """Motivation d'une décision; ``by`` a referee who decided otherwise than the software."""

    slip: SlipView
    ruling: RulingView
    software: RulingView
    by: str
    readings: tuple[ReadingView, ...]
    elsewhere: tuple[ElsewhereView, ...]


def why(
    situation: Situation, slip: Slip, asked: int, standing: Ruling | None = None, by: str = ""
) -> WhyView:
    """Everything that was weighed for a slip; ``standing`` is the decision in force, and whose."""
    explained = explain(situation, slip)
    software = explained.ruling if asked == 1 else decision(situation, slip, asked)
    ruling = standing or software
    same = (ruling.points, ruling.sanction) == (software.points, software.sanction)
    return WhyView(
        slip=slip_view(slip),
        ruling=ruling_view(ruling),
        software=ruling_view(software),
        by="" if same or by == AUTOMATIC else by,
        readings=_readings(explained),
        elsewhere=tuple(
            ElsewhereView(edition=id_, title=heading(edition), ruling=ruling_view(found))
            for id_, edition in EDITIONS.items()
            if (found := explained.elsewhere.get(id_)) and asked == 1
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
