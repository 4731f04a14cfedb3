"""Why a slip was ruled as it was, and how the other editions would rule it."""

import msgspec

from raccord.regulation.citation import EDITION_IDS, EditionId
from raccord.regulation.marking.judge import judge
from raccord.regulation.marking.readings import Reading, readings, ruled
from raccord.regulation.marking.situation import Situation
from raccord.regulation.marking.treatments import TREATMENTS
from raccord.regulation.ruling import Ruling
from raccord.regulation.slip import Slip


class Explanation(msgspec.Struct, frozen=True):
    """Motivation: the ruling, every reading considered, and the other editions' rulings."""

    ruling: Ruling
    readings: tuple[Reading, ...]
    elsewhere: dict[EditionId, Ruling]


def explain(situation: Situation, slip: Slip) -> Explanation:
    """The ruling with everything that was weighed."""
    others = (edition for edition in EDITION_IDS if edition != situation.edition)
    ruling = judge(situation, slip)
    return Explanation(
        ruling=ruling,
        readings=_with_ruled(situation, considered(situation, slip), ruling.placement),
        elsewhere={edition: judge(situation.under(edition), slip) for edition in others},
    )


def _with_ruled(
    situation: Situation, weighed: tuple[Reading, ...], placement: str | None
) -> tuple[Reading, ...]:
    shown = {choice.move for reading in weighed for choice in reading.choices}
    if placement is None or placement in shown:
        return weighed
    return (*weighed, ruled(situation, placement))


def considered(situation: Situation, slip: Slip) -> tuple[Reading, ...]:
    """Every placement the slip can mean, over all its solutions."""
    weighed = TREATMENTS[situation.edition].words(situation, slip)
    return tuple(reading for written in weighed for reading in readings(situation, written))
